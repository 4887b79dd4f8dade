"""Plays a game of two agents and shows it."""

import time

import _plygrade

__all__ = ["choose", "runGame", "show"]


def show(state):
    """Prints the board."""
    print(state)
    show.last = state


show.last = None


def choose(agent, state):
    """The action of an agent, or of a bare searcher."""
    if hasattr(agent, "getAction"):
        return agent.getAction(state)
    return agent.getBestActionAndValue(state)[0]


def runGame(initialState, agents, verbose=False, timed=False):
    """Plays from `initialState` to the end; gives the utilities, by player.

    `agents` has an agent by the name of every player. `verbose` shows the board before every move
    and the move itself; `timed` shows what the move cost: calls of `actions` and of `successor`,
    and seconds.
    """
    state = initialState
    while True:
        utilities = state.utility()
        if utilities is not None:
            break
        player = state.currentPlayer()
        if player not in agents:
            raise ValueError(f"there is no agent for player {player}: {sorted(agents)}")
        if verbose:
            show(state)
        actions, successors = _plygrade.calls()
        started = time.perf_counter()
        action = choose(agents[player], state)
        seconds = time.perf_counter() - started
        more_actions, more_successors = _plygrade.calls()
        if verbose:
            print(f"Player {player} agent returned action {action}")
        if timed:
            print(
                f"actions called {more_actions - actions} times and successor called "
                f"{more_successors - successors} times in {seconds:.6f} seconds"
            )
        state = state.successor(action)
    show(state)
    print(f"Game finished with utilities {utilities}")
    return utilities

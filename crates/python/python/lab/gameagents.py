"""Agents, and what a search is made of.

An agent has `getAction(state)`. A searcher has `getBestActionAndValue(state)`, which gives the best
action of who is to move and its value for that player.
"""

import ast
import random

from games import show

__all__ = [
    "GameAgent",
    "GameTreeSearcher",
    "HumanGameAgent",
    "RandomGameAgent",
    "SimpleTTTGameAgent",
    "UtilityDirectedGameAgent",
]


class GameAgent:
    """Chooses actions."""

    def getAction(self, state):
        raise NotImplementedError(f"{type(self).__name__} does not define getAction(state)")


class GameTreeSearcher:
    """Searches the tree of a game."""

    def getBestActionAndValue(self, state):
        raise NotImplementedError(
            f"{type(self).__name__} does not define getBestActionAndValue(state)"
        )


class UtilityDirectedGameAgent(GameAgent):
    """Plays what a searcher finds best."""

    def __init__(self, searcher):
        self.searcher = searcher

    def getAction(self, state):
        action, value = self.searcher.getBestActionAndValue(state)
        print(f"Got state value {value} with best action {action}")
        return action


class RandomGameAgent(GameAgent):
    """Plays any legal action."""

    def getAction(self, state):
        return random.choice(state.actions())


class SimpleTTTGameAgent(GameAgent):
    """Takes the centre of a tic-tac-toe board, else the first free cell: row 0 first, each row from
    column 0."""

    def getAction(self, state):
        cells = [(1, 1)] + [(column, row) for row in range(3) for column in range(3)]
        return next(cell for cell in cells if state.mark(cell) is None)


class HumanGameAgent(GameAgent):
    """Asks whoever sits at the keyboard: `0,2` is the cell in column 0 and row 2."""

    def getAction(self, state):
        before = state.lastAction()
        if before is not None:
            print(f"Opponent's move was {before}")
        if before is not None or show.last is not state:
            show(state)
        legal = state.actions()
        while True:
            action = parsed(self.ask())
            if action in legal:
                return action
            print(f"Not a legal move; choose from {', '.join(map(str, legal))}")

    @staticmethod
    def ask():
        try:
            return input("Your move? ")
        except EOFError:
            raise EOFError(
                "HumanGameAgent asked for a move and nobody is at the keyboard; games that are "
                'started when a file is loaded belong below `if __name__ == "__main__":`'
            ) from None


def parsed(text):
    try:
        action = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return text.strip()
    return tuple(action) if isinstance(action, list) else action

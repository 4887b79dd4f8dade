"""Your agents. Grade them with `plygrade grade .` in this folder.

A state has getNumAgents(), getTurn(), getLegalActions(agent), getNextState(agent, action),
isOver(), isWin(), isLose(), evaluate() and view(), its position as plain data. Every call of
getLegalActions, getNextState and evaluate is counted. getTurn() says who is to move; nobody else
has actions there. task holds the terms of docs/PROTOCOL.md: cut, window and more.

Standard output belongs to the grader: print with print(..., file=sys.stderr).
"""

import plygrade


class MultiAgentSearchAgent:
    """What the searches have in common: self.task says how to search."""

    def __init__(self, task):
        self.task = task
        self.depth = task["depth"]  # in rounds: one move of every agent each
        self.plies = task["plies"]  # in plies: one move of one agent each
        # One of the two is None; where both are, search to the end of the game.


class ReflexAgent(MultiAgentSearchAgent):
    """Looks one move ahead."""

    def getAction(self, state):
        raise NotImplementedError("ReflexAgent is not implemented: write it in agents.py")


class MinimaxAgent(MultiAgentSearchAgent):
    """Minimax for any number of agents."""

    def getAction(self, state):
        """Returns an action, or an action and its value, for the agent that is to move: MAX."""
        raise NotImplementedError("MinimaxAgent is not implemented: write it in agents.py")


class AlphaBetaAgent(MultiAgentSearchAgent):
    """Minimax with pruning; self.task["cut"] is "strict" (v > beta) or "weak" (v >= beta)."""

    def getAction(self, state):
        raise NotImplementedError("AlphaBetaAgent is not implemented: write it in agents.py")


class ExpectimaxAgent(MultiAgentSearchAgent):
    """The other agents move at random."""

    def getAction(self, state):
        raise NotImplementedError("ExpectimaxAgent is not implemented: write it in agents.py")


AGENTS = {
    "reflex": ReflexAgent,
    "minimax": MinimaxAgent,
    "alphabeta": AlphaBetaAgent,
    "expectimax": ExpectimaxAgent,
}

if __name__ == "__main__":
    plygrade.run(AGENTS)

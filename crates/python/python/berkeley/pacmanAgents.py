"""Simple agents for Pacman."""

import random

from game import Agent, Directions
import game  # noqa: F401
import util


class LeftTurnAgent(Agent):
    """Turns left wherever it can."""

    def getAction(self, state):
        legal = state.getLegalPacmanActions()
        ahead = state.getPacmanState().getDirection()
        if ahead == Directions.STOP:
            ahead = Directions.NORTH
        left = Directions.LEFT[ahead]
        for action in (left, ahead, Directions.RIGHT[ahead], Directions.LEFT[left]):
            if action in legal:
                return action
        return Directions.STOP


class GreedyAgent(Agent):
    """Takes a best successor, one step ahead."""

    def __init__(self, evalFn="scoreEvaluation"):
        self.evaluationFunction = util.lookup(evalFn, globals())

    def getAction(self, state):
        legal = [a for a in state.getLegalPacmanActions() if a != Directions.STOP]
        scored = [(self.evaluationFunction(state.getNextState(0, a)), a) for a in legal]
        best = max(scored)[0]
        return random.choice([action for score, action in scored if score == best])


def scoreEvaluation(state):
    return state.getScore()

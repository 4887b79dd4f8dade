"""Nobody sits at the keyboard: these agents stand still."""

from game import Agent, Directions


class KeyboardAgent(Agent):
    def getAction(self, state):
        return Directions.STOP


class KeyboardAgent2(KeyboardAgent):
    pass


class DirectionalKeyboardAgent(KeyboardAgent):
    pass

"""Displays that show nothing."""

import time  # noqa: F401

DRAW_EVERY = 1
SLEEP_TIME = 0
DISPLAY_MOVES = False
QUIET = True


class NullGraphics:
    def initialize(self, state, isBlue=False):
        pass

    def update(self, state):
        pass

    def checkNullDisplay(self):
        return True

    def pause(self):
        pass

    def draw(self, state):
        print(state)

    def updateDistributions(self, dist):
        pass

    def finish(self):
        pass


class PacmanGraphics(NullGraphics):
    def __init__(self, speed=None):
        self.speed = speed

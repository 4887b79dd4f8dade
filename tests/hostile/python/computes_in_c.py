# verdict: timed-out
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        7 ** (1 << 28) % 3
        return "left"

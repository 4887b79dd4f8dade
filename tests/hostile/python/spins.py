# verdict: timed-out
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        while True:
            pass
        return "left"

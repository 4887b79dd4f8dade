# verdict: killed
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        os.kill(os.getpid(), 9)
        return "left"

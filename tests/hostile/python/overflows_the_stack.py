# verdict: crashed | killed | timed-out
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        sys.setrecursionlimit(1 << 30)
        f = lambda n: f(n + 1) + 1
        f(0)
        return "left"

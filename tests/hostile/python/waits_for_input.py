# verdict: wrong
# Its standard input is empty.
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        sys.stdin.read()
        return "left"

# verdict: crashed
import ctypes


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        ctypes.string_at(0)
        return "left"

# verdict: crashed | killed | timed-out
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        sys.setrecursionlimit(1 << 30)
        nest = []
        for _ in range(3_000_000):
            nest = [nest]
        repr(nest)
        return "left"

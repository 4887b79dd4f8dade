# verdict: killed
# At most 400 MiB; the limit is 256.
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        line = "x" * (1 << 20)
        for _ in range(400):
            print(line)
        return "left"

# verdict: killed | timed-out
# At most 4 GiB; the limit is 1.
import os


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        kept = []
        for _ in range(64):
            kept.append(bytearray(b"x") * (64 << 20))
        return "left"

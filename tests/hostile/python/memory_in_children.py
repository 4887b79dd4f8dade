# verdict: killed
# At most 2.4 GiB; the limit is 1 in all.
import os, time


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for _ in range(8):
            if os.fork() == 0:
                kept = bytearray(b"x") * (300 << 20)
                time.sleep(1000)
        time.sleep(1000)
        return "left"

# verdict: crashed
# 60 MiB in one file; the limit is 16.
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        with open(os.path.join(os.environ["TMPDIR"], "file"), "wb") as file:
            for _ in range(60):
                file.write(bytes(1 << 20))
        return "left"

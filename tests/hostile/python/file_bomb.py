# verdict: crashed
# At most 200 MiB; the limit is 64.
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for n in range(200):
            with open(os.path.join(os.environ["TMPDIR"], str(n)), "wb") as file:
                file.write(bytes(1 << 20))
        return "left"

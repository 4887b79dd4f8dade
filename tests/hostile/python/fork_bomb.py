# verdict: wrong
# At most 1,000 forks.
import os, time


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for _ in range(1000):
            try:
                if os.fork() == 0:
                    time.sleep(1000)
            except OSError:
                break
        return "left"

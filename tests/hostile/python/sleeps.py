# verdict: timed-out
import time


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        time.sleep(1000)
        return "left"

# verdict: crashed
# And waits, so as to be there in the next case.
import time


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        import _plygrade
        _plygrade.ended(0)
        time.sleep(1000)
        return "left"

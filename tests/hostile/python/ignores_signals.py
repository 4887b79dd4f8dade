# verdict: timed-out | killed
import signal


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for number in range(1, 65):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        while True:
            pass
        return "left"

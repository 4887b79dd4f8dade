# verdict: wrong
import threading, time


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for _ in range(1000):
            try:
                threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
            except RuntimeError:
                break
        return "left"

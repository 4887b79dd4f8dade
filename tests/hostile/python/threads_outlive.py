# verdict: wrong
import threading, time


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for _ in range(5):
            threading.Thread(target=time.sleep, args=(1000,)).start()
        return "left"

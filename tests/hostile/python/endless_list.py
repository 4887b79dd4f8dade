# verdict: invalid-answer
class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        return [0] * 10_000_000

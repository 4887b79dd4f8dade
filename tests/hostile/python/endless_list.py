# verdict: invalid-answer
class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        return [0] * 2_000_000

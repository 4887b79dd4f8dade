# verdict: invalid-answer
class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        return "\ud800right"

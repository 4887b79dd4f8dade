# verdict: invalid-answer
class Minimax:
    def __init__(self, *rest, **keywords):
        pass

    def getBestActionAndValue(self, state):
        return "left", float("nan")

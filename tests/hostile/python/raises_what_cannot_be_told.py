# verdict: crashed
import os, sys


class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        class Odd(BaseException):
            def __str__(self):
                raise Odd

            __repr__ = __str__

        raise Odd
        return "left"

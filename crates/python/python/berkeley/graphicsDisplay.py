"""There is no screen."""

from textDisplay import NullGraphics


class PacmanGraphics(NullGraphics):
    def __init__(self, *args, **keywords):
        pass


class FirstPersonPacmanGraphics(PacmanGraphics):
    pass

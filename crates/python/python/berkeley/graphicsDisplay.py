"""There is no screen."""

from game import Directions  # noqa: F401
from graphicsUtils import *  # noqa: F401,F403
from textDisplay import NullGraphics


class InfoPane:
    """Shows nothing, whatever it is told."""

    def __init__(self, *args, **keywords):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args, **keywords: None


class PacmanGraphics(InfoPane, NullGraphics):
    pass


class FirstPersonPacmanGraphics(PacmanGraphics):
    pass


def saveFrame():
    """There is no frame to save."""


GHOST_COLORS = []
TEAM_COLORS = []

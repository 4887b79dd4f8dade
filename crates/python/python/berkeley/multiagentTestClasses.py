"""Where the states of abstract trees come from; there are no tests here."""

from _plygrade import MultiagentTreeState

__all__ = ["MultiagentTreeState"]

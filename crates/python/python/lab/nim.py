"""Nim: X begins, an action is `(pile, how many)`, piles counted from 0.

`NimGameState([3, 4, 5])` is won by who takes the last one; with `misere=True` that player loses.
"""

from _plygrade import NimGameState

__all__ = ["NimGameState"]

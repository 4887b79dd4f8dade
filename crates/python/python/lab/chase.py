"""The chase: a pursuer and an evader on a grid, one step a turn, no standing still.

An action is `"left"`, `"right"`, `"up"` (y - 1) or `"down"`; a state has `width`, `height`, and the
cells `pursuer` and `evader` as `(x, y)`.
"""

from _plygrade import ChaseGameState

__all__ = ["ChaseGameState"]

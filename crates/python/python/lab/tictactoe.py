"""Tic-tac-toe: X begins, an action is `(column, row)`; row 0 is drawn lowest."""

from _plygrade import TicTacToeGameState

__all__ = ["TicTacToeGameState"]

//! Tic-tac-toe for Python: an action is `(column, row)`.

use std::sync::Arc;

use plygrade_engine::games::tictactoe::{Board, Cell, TicTacToe};
use plygrade_wire as wire;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::common::{Seat, Side, lab_state, pair};
use crate::table::{self, Position};

lab_state!(TicTacToeState, TicTacToeSuccessors, TicTacToe, "TicTacToeGameState", "tictactoe", {
    /// The empty board, or the one after these moves, X first.
    #[new]
    #[pyo3(signature = (moves = Vec::new()))]
    fn new(py: Python<'_>, moves: Vec<(u32, u32)>) -> PyResult<Self> {
        let cell = |(column, row)| {
            let outside = || PyValueError::new_err(format!("({column}, {row}) is no cell"));
            Cell::at(column, row).ok_or_else(outside)
        };
        let cells = moves.into_iter().map(cell).collect::<PyResult<Vec<_>>>()?;
        let board =
            Board::play_all(&cells).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let last = cells.last().copied();
        Seat::made(py, TicTacToe::default(), board, last).map(TicTacToeState)
    }

    /// `"X"`, `"O"`, or `None` where the cell `(column, row)` is free.
    fn mark<'py>(&self, cell: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        let Some(found) = self.0.game.meant(cell) else {
            return Err(PyValueError::new_err(format!("{} is no cell", cell.repr()?)));
        };
        Ok(self.0.state.owner(found).map(|owner| TicTacToe::player(cell.py(), owner)))
    }
});

impl Side for TicTacToe {
    fn player<'py>(py: Python<'py>, agent: usize) -> Bound<'py, PyString> {
        if agent == 0 { intern!(py, "X").clone() } else { intern!(py, "O").clone() }
    }

    fn shown<'py>(py: Python<'py>, cell: &Cell) -> PyResult<Bound<'py, PyAny>> {
        Ok((cell.column(), cell.row()).into_pyobject(py)?.into_any())
    }

    fn meant(&self, action: &Bound<'_, PyAny>) -> Option<Cell> {
        let (column, row) = pair(action)?;
        Cell::at(column, row)
    }

    fn code(cell: &Cell) -> u64 {
        u64::from(3 * cell.row() + cell.column())
    }

    fn coded(code: u64) -> Option<Cell> {
        let code = u32::try_from(code).ok()?;
        Cell::at(code % 3, code / 3)
    }

    /// As moves that lead there. Where the game is over, one of them must be the last.
    fn board(&self, board: &Board) -> wire::Board {
        let cells = (0..9).filter_map(Self::coded);
        let (mut first, mut second): (Vec<_>, Vec<_>) = cells
            .filter(|cell| board.owner(*cell).is_some())
            .partition(|cell| board.owner(*cell) == Some(0));
        for _ in 0..9 {
            let mut moves = Vec::new();
            for (turn, cell) in first.iter().enumerate() {
                moves.push(*cell);
                moves.extend(second.get(turn));
            }
            if Board::play_all(&moves).as_ref() == Ok(board) {
                let moves = moves.iter().map(|cell| Self::code(cell) as u8).collect();
                return wire::Board::TicTacToe { moves };
            }
            let last = if board.to_move() == 0 { &mut second } else { &mut first };
            last.rotate_left(1);
        }
        wire::Board::TicTacToe { moves: Vec::new() }
    }

    fn of_the_case(&self, _: &Board) -> Option<Arc<Self>> {
        match table::start()? {
            Position::TicTacToe(at) => Some(at.0),
            _ => None,
        }
    }
}

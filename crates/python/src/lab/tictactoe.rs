//! Tic-tac-toe for Python: an action is `(column, row)`.

use std::sync::Arc;

use plygrade_engine::games::tictactoe::{Board, Cell, TicTacToe};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::common::{Seat, Side, lab_state, pair};
use crate::handle::Handle;

lab_state!(TicTacToeState, TicTacToeSuccessors, TicTacToe, "TicTacToeGameState", "tictactoe", {
    /// The empty board, or the one after these moves, X first.
    #[new]
    #[pyo3(signature = (moves = Vec::new()))]
    fn new(moves: Vec<(u32, u32)>) -> PyResult<Self> {
        let cell = |(column, row)| {
            let outside = || PyValueError::new_err(format!("({column}, {row}) is no cell"));
            Cell::at(column, row).ok_or_else(outside)
        };
        let cells = moves.into_iter().map(cell).collect::<PyResult<Vec<_>>>()?;
        let board =
            Board::play_all(&cells).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut seat = Seat::new(Arc::new(TicTacToe::default()), board, Handle::nobody());
        seat.last = cells.last().copied();
        Ok(TicTacToeState(seat))
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
}

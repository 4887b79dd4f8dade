//! States of the lab's games: tic-tac-toe, Nim and the chase.
//!
//! They have one vocabulary: `currentPlayer()`, `actions()`, `successor(action)`, `successors()`,
//! `utility()`. Asking for successors one after the other counts as one call of `actions` and one
//! of `successor` a child, when that child is asked for: a search that breaks off has not asked.

mod chase;
mod common;
mod nim;
mod tictactoe;

pub(crate) use chase::ChaseState;
pub(crate) use common::{Seat, Side, calls};
pub(crate) use nim::NimState;
pub(crate) use tictactoe::TicTacToeState;

use plygrade_wire::{Board, Reader};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::table::{At, Position};

/// A state that was pickled, and the action that had led there.
#[pyfunction]
pub(crate) fn lab_state(
    py: Python<'_>,
    board: &[u8],
    last: Option<Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let board = Board::read(&mut Reader::new(board));
    let board = board.map_err(|error| PyValueError::new_err(error.to_string()))?;
    match Position::of(py, &board)? {
        Position::TicTacToe(at) => made(py, at, last, TicTacToeState),
        Position::Nim(at) => made(py, at, last, NimState),
        Position::Chase(at) => made(py, at, last, ChaseState),
        _ => Err(PyValueError::new_err("a state of another kind of game")),
    }
}

fn made<G: Side + Clone, S: pyo3::PyClass + Into<pyo3::PyClassInitializer<S>>>(
    py: Python<'_>,
    At(game, state): At<G>,
    last: Option<Bound<'_, PyAny>>,
    class: impl FnOnce(Seat<G>) -> S,
) -> PyResult<Py<PyAny>> {
    let last = last.and_then(|action| game.meant(&action));
    Ok(Py::new(py, class(Seat::made(py, G::clone(&game), state, last)?))?.into_any())
}

//! Nim for Python: an action is `(pile, how many)`, piles counted from 0.

use std::sync::Arc;

use plygrade_engine::games::nim::{Nim, Piles, Take};
use plygrade_wire::Board;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::common::{Seat, Side, lab_state, pair};
use crate::table::{self, At, Position};

lab_state!(NimState, NimSuccessors, Nim, "NimGameState", "nim", {
    /// Piles, X to move first; `misere`: who takes the last one loses.
    #[new]
    #[pyo3(signature = (piles = vec![3, 4, 5], misere = false))]
    fn new(py: Python<'_>, piles: Vec<u32>, misere: bool) -> PyResult<Self> {
        let game = Nim::new(&piles, misere);
        let game = game.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let start = game.start();
        Seat::made(py, game, start, None).map(NimState)
    }

    /// What is left on each pile.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.state.left())
    }

    /// Whether who takes the last one loses.
    #[getter]
    fn misere(&self) -> bool {
        self.0.game.is_misere()
    }
});

impl Side for Nim {
    fn player<'py>(py: Python<'py>, agent: usize) -> Bound<'py, PyString> {
        if agent == 0 { intern!(py, "X").clone() } else { intern!(py, "O").clone() }
    }

    fn shown<'py>(py: Python<'py>, take: &Take) -> PyResult<Bound<'py, PyAny>> {
        Ok((take.pile, take.many).into_pyobject(py)?.into_any())
    }

    fn meant(&self, action: &Bound<'_, PyAny>) -> Option<Take> {
        let (pile, many) = pair(action)?;
        Some(Take { pile, many })
    }

    fn code(take: &Take) -> u64 {
        u64::from(take.pile) << 32 | u64::from(take.many)
    }

    fn coded(code: u64) -> Option<Take> {
        Some(Take { pile: (code >> 32) as u32, many: code as u32 })
    }

    fn board(&self, state: &Piles) -> Board {
        Board::Nim {
            piles: state.left().iter().map(|many| u32::from(*many)).collect(),
            misere: self.is_misere(),
            turn: state.to_move() as u8,
        }
    }

    fn of_the_case(&self, state: &Piles) -> Option<Arc<Self>> {
        let Position::Nim(At(game, _)) = table::start()? else { return None };
        let piles: Vec<u32> = state.left().iter().map(|many| u32::from(*many)).collect();
        let known = game.position(&piles, state.to_move()).is_some();
        (known && game.is_misere() == self.is_misere()).then_some(game)
    }
}

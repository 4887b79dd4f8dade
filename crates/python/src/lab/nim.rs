//! Nim for Python: an action is `(pile, how many)`, piles counted from 0.

use std::sync::Arc;

use plygrade_engine::games::nim::{Nim, Take};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::common::{Seat, Side, lab_state, pair};
use crate::handle::Handle;

lab_state!(NimState, NimSuccessors, Nim, "NimGameState", "nim", {
    /// Piles, X to move first; `misere`: who takes the last one loses.
    #[new]
    #[pyo3(signature = (piles = vec![3, 4, 5], misere = false))]
    fn new(piles: Vec<u32>, misere: bool) -> PyResult<Self> {
        let game = Nim::new(&piles, misere);
        let game = game.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let start = game.start();
        Ok(NimState(Seat::new(Arc::new(game), start, Handle::nobody())))
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
}

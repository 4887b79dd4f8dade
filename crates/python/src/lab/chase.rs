//! The chase for Python: an action is `"left"`, `"right"`, `"up"` or `"down"`.

use std::sync::Arc;

use plygrade_engine::games::chase::{Chase, EVADER, PURSUER, Places, Step};
use plygrade_engine::{ActionName, Domain};
use plygrade_wire::Board;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::common::{Seat, Side, lab_state};
use crate::table::{self, At, Position};

lab_state!(ChaseState, ChaseSuccessors, Chase, "ChaseGameState", "chase", {
    /// Cells are `(x, y)`, from 0; `toMove` is `"pursuer"` or `"evader"`.
    #[new]
    #[pyo3(signature = (
        width = 15, height = 15, pursuer = (0, 0), evader = (7, 7), toMove = "pursuer"
    ))]
    fn new(
        py: Python<'_>,
        width: u32,
        height: u32,
        pursuer: (u32, u32),
        evader: (u32, u32),
        toMove: &str,
    ) -> PyResult<Self> {
        let turn = match toMove {
            "pursuer" => PURSUER,
            "evader" => EVADER,
            other => {
                let message = format!("{other:?} is no player: \"pursuer\" or \"evader\"");
                return Err(PyValueError::new_err(message));
            }
        };
        let placed = Chase::new(width, height)
            .and_then(|game| Ok((game, game.place(pursuer, evader, turn)?)));
        let (game, state) = placed.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Seat::made(py, game, state, None).map(ChaseState)
    }

    /// Columns.
    #[getter]
    fn width(&self) -> u16 {
        self.0.game.width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> u16 {
        self.0.game.height()
    }

    /// The pursuer's cell.
    #[getter]
    fn pursuer(&self) -> Option<(u16, u16)> {
        self.0.state.cell(PURSUER)
    }

    /// The evader's cell.
    #[getter]
    fn evader(&self) -> Option<(u16, u16)> {
        self.0.state.cell(EVADER)
    }
});

impl Side for Chase {
    fn player<'py>(py: Python<'py>, agent: usize) -> Bound<'py, PyString> {
        if agent == PURSUER {
            intern!(py, "pursuer").clone()
        } else {
            intern!(py, "evader").clone()
        }
    }

    fn shown<'py>(py: Python<'py>, step: &Step) -> PyResult<Bound<'py, PyAny>> {
        let word = match step {
            Step::Left => intern!(py, "left"),
            Step::Right => intern!(py, "right"),
            Step::Up => intern!(py, "up"),
            Step::Down => intern!(py, "down"),
        };
        Ok(word.clone().into_any())
    }

    fn meant(&self, action: &Bound<'_, PyAny>) -> Option<Step> {
        let word = action.cast::<PyString>().ok()?.to_cow().ok()?;
        self.action_named(&ActionName::Word(word.into_owned()))
    }

    fn code(step: &Step) -> u64 {
        Step::ALL.iter().position(|known| known == step).unwrap_or_default() as u64
    }

    fn coded(code: u64) -> Option<Step> {
        Step::ALL.get(usize::try_from(code).ok()?).copied()
    }

    fn board(&self, state: &Places) -> Board {
        let cell = |agent| {
            let (x, y) = state.cell(agent).unwrap_or_default();
            (u32::from(x), u32::from(y))
        };
        Board::Chase {
            width: self.width().into(),
            height: self.height().into(),
            pursuer: cell(PURSUER),
            evader: cell(EVADER),
            turn: state.to_move() as u8,
        }
    }

    fn of_the_case(&self, _: &Places) -> Option<Arc<Self>> {
        match table::start()? {
            Position::Chase(At(game, _)) if *game == *self => Some(game),
            _ => None,
        }
    }
}

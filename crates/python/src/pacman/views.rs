//! What a state has shown of itself as objects that can be written to.
//!
//! Food, capsules and agents are handed out as the same objects each time, as the course's states
//! do, so that what is written to them changes the state.

use std::sync::{Mutex, OnceLock, PoisonError};

use plygrade_engine::games::pacman::{Direction, PacmanState};
use plygrade_wire::{AgentParts, Parts};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

use super::agent::{AgentState, Spot};
use super::board::Board;
use super::grid::Grid;

/// The objects that a state has handed out.
#[derive(Default)]
pub(crate) struct Views {
    pub(crate) food: OnceLock<Py<Grid>>,
    pub(crate) capsules: OnceLock<Py<PyList>>,
    pub(crate) agents: OnceLock<Vec<Py<AgentState>>>,
    data: Mutex<Option<Py<PyAny>>>,
}

/// A state whose parts were written to, and the ghosts on snapped cells.
pub(crate) type Changed = (PacmanState, u32);

impl Views {
    /// `state.data`, once it was asked for: the parts are what it says.
    pub(crate) fn data<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let data = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        data.as_ref().map(|data| data.bind(py).clone())
    }

    /// Sets `state.data`.
    pub(crate) fn set_data(&self, data: Py<PyAny>) {
        *self.data.lock().unwrap_or_else(PoisonError::into_inner) = Some(data);
    }

    /// The state that the parts make now; `None` while it is `state`.
    pub(crate) fn changed(
        &self,
        py: Python<'_>,
        board: &Board,
        state: &PacmanState,
    ) -> PyResult<Option<Changed>> {
        let data = self.data(py);
        if data.is_none() && !self.is_touched(py, board, state)? {
            return Ok(None);
        }
        let (parts, snapped) = match data {
            Some(data) => of_data(&data)?,
            None => self.parts(py, board.parts(state))?,
        };
        let made = board.state(&parts).map_err(|error| {
            PyValueError::new_err(format!("this state was changed into none that can be: {error}"))
        })?;
        let decided = |state: &PacmanState| (state.is_win(), state.is_lose());
        let same = made == *state && decided(&made) == decided(state);
        Ok((!same).then_some((made, snapped)))
    }

    /// Whether an object may have been written to.
    fn is_touched(&self, py: Python<'_>, board: &Board, state: &PacmanState) -> PyResult<bool> {
        if let Some(food) = self.food.get()
            && food.borrow(py).is_touched(py)?
        {
            return Ok(true);
        }
        let mut agents = self.agents.get().into_iter().flatten();
        if agents.any(|agent| agent.borrow(py).is_touched()) {
            return Ok(true);
        }
        let Some(capsules) = self.capsules.get() else { return Ok(false) };
        let layout = board.layout();
        let own = state.capsules(layout).map(|cell| (u32::from(cell.x), u32::from(cell.y)));
        Ok(cells(capsules.bind(py).as_any())? != own.collect::<Vec<_>>())
    }

    /// `parts`, with what was handed out in their place.
    fn parts(&self, py: Python<'_>, mut parts: Parts) -> PyResult<(Parts, u32)> {
        let mut snapped = 0;
        if let Some(food) = self.food.get() {
            parts.food = food.borrow(py).cells(py)?;
        }
        if let Some(capsules) = self.capsules.get() {
            parts.capsules = cells(capsules.bind(py).as_any())?;
        }
        if let Some(agents) = self.agents.get() {
            (parts.agents, snapped) = of_agents(py, agents.iter().map(|agent| agent.bind(py)))?;
        }
        Ok((parts, snapped))
    }
}

/// The parts that `state.data` says.
fn of_data(data: &Bound<'_, PyAny>) -> PyResult<(Parts, u32)> {
    let py = data.py();
    let mut agents = Vec::new();
    for agent in data.getattr("agentStates")?.try_iter()? {
        agents.push(agent?.cast_into::<AgentState>()?);
    }
    let (agents, snapped) = of_agents(py, agents.iter())?;
    let parts = Parts {
        agents,
        food: data.getattr("food")?.cast::<Grid>()?.borrow().cells(py)?,
        capsules: cells(&data.getattr("capsules")?)?,
        score: data.getattr("score")?.extract::<f64>()? as i64,
        win: data.getattr("_win")?.is_truthy()?,
        lose: data.getattr("_lose")?.is_truthy()?,
    };
    Ok((parts, snapped))
}

fn of_agents<'a, 'py: 'a>(
    py: Python<'py>,
    agents: impl Iterator<Item = &'a Bound<'py, AgentState>>,
) -> PyResult<(Vec<AgentParts>, u32)> {
    let mut snapped = 0;
    let mut parts = Vec::new();
    for (number, agent) in agents.enumerate() {
        let (Spot { x, y, is_int, direction }, scared) = agent.borrow().spot(py)?;
        if number > 0 && is_int && direction != Direction::Stop {
            snapped |= 1_u32.checked_shl(number as u32).unwrap_or_default();
        }
        let halves = |c: f64| {
            let halves = c * 2.0;
            let fits = halves.fract() == 0.0 && (0.0..=1e6).contains(&halves);
            fits.then_some(halves as u32)
        };
        let (Some(x2), Some(y2)) = (halves(x), halves(y)) else {
            return Err(PyValueError::new_err(format!(
                "agent {number} was put to ({x}, {y}), where no agent can be"
            )));
        };
        parts.push(AgentParts { x2, y2, direction: direction as u8, scared });
    }
    Ok((parts, snapped))
}

/// Cells as (x, y), from any iterable of pairs.
fn cells(pairs: &Bound<'_, PyAny>) -> PyResult<Vec<(u32, u32)>> {
    let mut cells = Vec::new();
    for pair in pairs.try_iter()? {
        let pair = pair?;
        let coordinate = |index| -> PyResult<u32> {
            let item = pair.get_item(index)?;
            match item.cast::<PyInt>() {
                Ok(int) => int.extract(),
                Err(_) => item.extract::<f64>().map(|x| x as u32),
            }
        };
        cells.push((coordinate(0)?, coordinate(1)?));
    }
    Ok(cells)
}

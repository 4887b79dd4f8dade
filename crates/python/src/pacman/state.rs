//! Pacman states as Python sees them.

use std::sync::OnceLock;

use plygrade_engine::Domain;
use pyo3::exceptions::{PyException, PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySet, PyTuple};

use super::agent::AgentState;
use super::grid::Grid;
use super::inner::{Inner, made_data};

/// A position of a Pacman game.
#[pyclass(frozen, dict, weakref, subclass, module = "pacman", name = "GameState")]
pub(crate) struct GameState {
    /// Not set before `initialize` in a state that was made from nothing.
    inner: OnceLock<Inner>,
}

impl GameState {
    #[inline]
    pub(crate) fn of(inner: Inner) -> Self {
        GameState { inner: OnceLock::from(inner) }
    }

    #[inline]
    fn inner(&self) -> PyResult<&Inner> {
        self.inner.get().ok_or_else(|| {
            PyException::new_err("this state is empty; call initialize(layout, numGhostAgents)")
        })
    }
}

/// A column or row as a list's index has it: negative ones count from the end.
fn indexed(index: i64, count: u32) -> PyResult<u32> {
    let wrapped = if index < 0 { index + i64::from(count) } else { index };
    match u32::try_from(wrapped) {
        Ok(index) if index < count => Ok(index),
        _ => Err(PyIndexError::new_err("list index out of range")),
    }
}

/// An agent's number. Any zero is Pacman's, as the course's rules compare it with 0.
pub(crate) struct Number(i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(number) => Ok(Number(number)),
            Err(_) if object.eq(0).unwrap_or(false) => Ok(Number(0)),
            Err(error) => Err(error),
        }
    }
}

#[pymethods]
#[allow(non_snake_case)]
impl GameState {
    #[new]
    #[pyo3(signature = (prevState = None))]
    fn copy_of(py: Python<'_>, prevState: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        match prevState {
            None => Ok(GameState { inner: OnceLock::new() }),
            Some(state) => match state.cast::<GameState>() {
                Ok(state) => state.get().inner()?.copied(py),
                Err(_) => Err(PyTypeError::new_err("GameState(state) copies another GameState")),
            },
        }
    }

    /// The start of `layout`'s game.
    #[pyo3(signature = (layout, numGhostAgents = 1000))]
    fn initialize(
        &self,
        py: Python<'_>,
        layout: &Bound<'_, PyAny>,
        numGhostAgents: usize,
    ) -> PyResult<()> {
        let lines: Vec<String> = layout.getattr("layoutText")?.extract()?;
        let inner = Inner::start(py, &lines.join("\n"), numGhostAgents)?;
        let twice = |_| PyException::new_err("this state is initialised already");
        self.inner.set(inner).map_err(twice)
    }

    /// States explored: counted by the grader, so empty here.
    #[classattr]
    fn explored(py: Python<'_>) -> PyResult<Py<PySet>> {
        Ok(PySet::empty(py)?.unbind())
    }

    #[staticmethod]
    fn getAndResetExplored(py: Python<'_>) -> PyResult<Bound<'_, PySet>> {
        PySet::empty(py)
    }

    #[pyo3(signature = (agentIndex = Number(0)))]
    fn getLegalActions<'py>(
        &self,
        py: Python<'py>,
        agentIndex: Number,
    ) -> PyResult<Bound<'py, PyList>> {
        self.inner()?.legal(py, agentIndex.0)
    }

    #[pyo3(signature = (agentIndex = Number(0)))]
    fn getPossibleActions<'py>(
        &self,
        py: Python<'py>,
        agentIndex: Number,
    ) -> PyResult<Bound<'py, PyList>> {
        self.inner()?.legal(py, agentIndex.0)
    }

    fn getLegalPacmanActions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.inner()?.legal(py, 0)
    }

    fn getNextState(
        &self,
        py: Python<'_>,
        agentIndex: Number,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.inner()?.successor(py, agentIndex.0, action)
    }

    fn generateSuccessor(
        &self,
        py: Python<'_>,
        agentIndex: Number,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.inner()?.successor(py, agentIndex.0, action)
    }

    fn getSuccessor(
        &self,
        py: Python<'_>,
        agentIndex: Number,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.inner()?.successor(py, agentIndex.0, action)
    }

    fn generateNextState(
        &self,
        py: Python<'_>,
        agentIndex: Number,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.inner()?.successor(py, agentIndex.0, action)
    }

    fn generatePacmanSuccessor(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.inner()?.successor(py, 0, action)
    }

    fn getPacmanNextState(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.inner()?.successor(py, 0, action)
    }

    fn getPacmanSuccessor(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.inner()?.successor(py, 0, action)
    }

    fn generatePacmanNextState(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.inner()?.successor(py, 0, action)
    }

    /// A copy of Pacman.
    fn getPacmanState<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pacman = self.inner()?.agent_state(py, 0)?;
        match pacman.cast::<AgentState>() {
            Ok(pacman) => Ok(Bound::new(py, pacman.borrow().copy(py))?.into_any()),
            Err(_) => pacman.call_method0("copy"),
        }
    }

    fn getPacmanPosition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.inner()?.position(py, 0)
    }

    fn getGhostStates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.inner()?.agents(py, 1)
    }

    fn getGhostState<'py>(
        &self,
        py: Python<'py>,
        agentIndex: Number,
    ) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.inner()?;
        inner.agent_state(py, inner.ghost(agentIndex.0)?)
    }

    fn getGhostPosition<'py>(
        &self,
        py: Python<'py>,
        agentIndex: Number,
    ) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.inner()?;
        inner.position(py, inner.ghost(agentIndex.0)?)
    }

    fn getGhostPositions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let inner = self.inner()?;
        let positions = (1..inner.state.num_agents())
            .map(|agent| inner.position(py, agent))
            .collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, positions)
    }

    fn getNumAgents(&self) -> PyResult<usize> {
        Ok(self.inner()?.state.num_agents())
    }

    fn getNumGhost(&self) -> PyResult<usize> {
        Ok(self.inner()?.state.num_agents() - 1)
    }

    fn getScore(&self, py: Python<'_>) -> PyResult<f64> {
        let inner = self.inner()?;
        match inner.data(py) {
            None => Ok(inner.state.score() as f64),
            Some(data) => data.getattr("score")?.extract(),
        }
    }

    fn getCapsules(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.inner()?.capsules(py)
    }

    fn getNumFood(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.inner()?.now(py)?.0.food_count())
    }

    fn getFood(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.inner()?.food(py)
    }

    fn getWalls(&self, py: Python<'_>) -> PyResult<Py<Grid>> {
        self.inner()?.walls(py)
    }

    fn hasFood(&self, py: Python<'_>, x: i64, y: i64) -> PyResult<bool> {
        let inner = self.inner()?;
        let layout = inner.board.layout();
        let (x, y) = (indexed(x, layout.width())?, indexed(y, layout.height())?);
        Ok(inner.now(py)?.0.has_food(layout, x, y))
    }

    fn hasWall(&self, x: i64, y: i64) -> PyResult<bool> {
        let layout = self.inner()?.board.layout();
        Ok(layout.is_wall(indexed(x, layout.width())?, indexed(y, layout.height())?))
    }

    fn isWin(&self, py: Python<'_>) -> PyResult<bool> {
        let inner = self.inner()?;
        match inner.data(py) {
            None => Ok(inner.state.is_win()),
            Some(data) => data.getattr("_win")?.is_truthy(),
        }
    }

    fn isWinningState(&self, py: Python<'_>) -> PyResult<bool> {
        self.isWin(py)
    }

    fn isLose(&self, py: Python<'_>) -> PyResult<bool> {
        let inner = self.inner()?;
        match inner.data(py) {
            None => Ok(inner.state.is_lose()),
            Some(data) => data.getattr("_lose")?.is_truthy(),
        }
    }

    fn isLosingState(&self, py: Python<'_>) -> PyResult<bool> {
        self.isLose(py)
    }

    fn deepCopy(&self, py: Python<'_>) -> PyResult<Self> {
        self.inner()?.copied(py)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.inner()?.copied(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.inner()?.copied(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.inner()?.reduced(py)
    }

    /// The parts of this state as an object, made once; what is written to it changes the state.
    #[getter]
    fn data(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let (py, inner) = (slf.py(), slf.get().inner()?);
        if let Some(data) = inner.data(py) {
            return Ok(data.unbind());
        }
        let Some(data) = made_data(slf)? else { return Ok(py.None()) };
        inner.views().set_data(data.clone_ref(py));
        Ok(data)
    }

    #[setter]
    fn set_data(&self, data: Py<PyAny>) -> PyResult<()> {
        self.inner()?.views().set_data(data);
        Ok(())
    }

    /// All agents as they can be written to, for the maker of `data`.
    fn _agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.inner()?.agents(py, 0)
    }

    #[getter]
    fn _layout(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.inner()?.layout(py)
    }

    #[getter]
    fn _score(&self) -> PyResult<i64> {
        Ok(self.inner()?.state.score())
    }

    /// Who has just moved, and what that did to the score.
    #[getter]
    fn _moved(&self) -> PyResult<Option<(u8, i32)>> {
        Ok(self.inner()?.moved)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<GameState>() {
            Ok(other) => {
                let (own, others) = (self.inner()?, other.get().inner()?);
                let py = other.py();
                Ok(own.board.is_same(&others.board) && own.now(py)?.0 == others.now(py)?.0)
            }
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.inner()?.now(py)?.0.fingerprint() as u64)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let inner = self.inner()?;
        Ok(inner.board.game.text(&inner.now(py)?.0))
    }
}

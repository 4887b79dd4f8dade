//! Pacman states.

use std::sync::{Arc, OnceLock};

use plygrade_engine::games::pacman::{
    self as engine, Direction, GhostKind, Layout, Pacman, PacmanState, distribution, pick,
};
use plygrade_engine::{Domain, Game};
use plygrade_wire::{AgentParts, Chances};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::agent::{AgentState, Spot};
use super::grid::Grid;
use crate::handle::Handle;
use crate::session::IllegalMove;

/// A board: its rules, and what Python sees of it once and for all.
pub(crate) struct Board {
    pub(crate) game: Pacman,
    text: String,
    /// By [`Direction`]'s number.
    words: [Py<PyString>; 5],
    walls: OnceLock<Py<Grid>>,
    layout: OnceLock<Py<PyAny>>,
}

impl Board {
    /// The board of a layout's text, with actions in this order.
    pub(crate) fn new(py: Python<'_>, text: &str, order: &[u8]) -> PyResult<Self> {
        let layout =
            Layout::parse(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut game = Pacman::new(layout);
        if order.len() == 5 {
            for (place, number) in game.action_order.iter_mut().zip(order) {
                *place = Direction::ALL.get(usize::from(*number)).copied().unwrap_or_default();
            }
        }
        let words = Direction::ALL.map(|direction| PyString::intern(py, direction.name()).unbind());
        let text = text.to_owned();
        Ok(Board { game, text, words, walls: OnceLock::new(), layout: OnceLock::new() })
    }

    fn word(&self, direction: Direction) -> &Py<PyString> {
        &self.words[direction as usize]
    }

    fn direction(&self, action: &Bound<'_, PyAny>) -> Option<Direction> {
        if let Some(number) = self.words.iter().position(|word| word.as_ptr() == action.as_ptr()) {
            return Some(Direction::ALL[number]);
        }
        Direction::named(&action.cast::<PyString>().ok()?.to_cow().ok()?)
    }

    fn layout(&self) -> &Layout {
        &self.game.layout
    }
}

/// A position of a Pacman game.
#[pyclass(frozen, dict, weakref, module = "pacman", name = "GameState")]
pub(crate) struct GameState {
    board: Arc<Board>,
    state: PacmanState,
    /// Ghosts that stand where they snapped to, which Python sees as ints.
    snapped: u32,
    handle: Handle,
    data: OnceLock<Py<PyAny>>,
}

/// Python's makers of `state.data` and of layouts.
static FACTORIES: OnceLock<(Py<PyAny>, Py<PyAny>)> = OnceLock::new();

/// Registers Python's makers of `state.data` and of layouts.
#[pyfunction]
pub(crate) fn factories(data: Py<PyAny>, layout: Py<PyAny>) {
    let _ = FACTORIES.set((data, layout));
}

/// `agent` plays `action`: the next state, and who stands on a snapped cell then.
pub(crate) fn play(
    game: &Pacman,
    state: &PacmanState,
    snapped: u32,
    agent: usize,
    action: Direction,
) -> Result<(PacmanState, u32), plygrade_engine::IllegalMove> {
    let next = game.successor(state, agent, &action)?;
    if agent == 0 {
        return Ok((next, snapped));
    }
    let bit = 1_u32.checked_shl(agent as u32).unwrap_or_default();
    let snaps = state.scared_timer(agent) == Some(1);
    Ok((next, if snaps { snapped | bit } else { snapped & !bit }))
}

impl GameState {
    pub(crate) fn new(board: Arc<Board>, state: PacmanState, snapped: u32, handle: Handle) -> Self {
        GameState { board, state, snapped, handle, data: OnceLock::new() }
    }

    /// The agent that an index of Python's means: negative ones count from the last.
    #[inline]
    fn agent(&self, index: i64) -> PyResult<usize> {
        let count = self.state.num_agents() as i64;
        let index = if index < 0 { index + count } else { index };
        if (0..count).contains(&index) {
            Ok(index as usize)
        } else {
            Err(PyException::new_err(format!("there is no agent {index} among {count} agents")))
        }
    }

    fn is_over(&self) -> bool {
        self.state.is_win() || self.state.is_lose()
    }

    fn legal<'py>(&self, py: Python<'py>, index: i64) -> PyResult<Bound<'py, PyList>> {
        if self.is_over() {
            self.handle.legal(py, index as u32)?;
            return Ok(PyList::empty(py));
        }
        let agent = self.agent(index)?;
        self.handle.legal(py, agent as u32)?;
        let mut actions = Vec::with_capacity(5);
        self.board.game.legal_actions(&self.state, agent, &mut actions);
        PyList::new(py, actions.iter().map(|action| self.board.word(*action)))
    }

    fn successor(&self, py: Python<'_>, index: i64, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        if self.is_over() {
            return Err(IllegalMove::new_err(
                "there is no successor of a state that is won or lost",
            ));
        }
        let agent = self.agent(index)?;
        let direction = self.board.direction(action);
        let played = direction.and_then(|direction| {
            play(&self.board.game, &self.state, self.snapped, agent, direction).ok()
        });
        let (Some(direction), Some((state, snapped))) = (direction, played) else {
            let action = action.repr()?;
            return Err(IllegalMove::new_err(format!("illegal action {action} of agent {agent}")));
        };
        let handle = self.handle.successor(py, agent as u32, direction as u64)?;
        Ok(GameState::new(Arc::clone(&self.board), state, snapped, handle))
    }

    fn spot(&self, agent: usize) -> Spot {
        let (x, y) = self.state.position(agent).unwrap_or_default();
        let direction = self.state.direction(agent).unwrap_or_default();
        // A ghost that has not walked since its start faces `Stop`, and nobody else does.
        let is_int = agent == 0 || direction == Direction::Stop || self.snapped >> agent & 1 == 1;
        Spot { x, y, is_int, direction }
    }

    fn agent_state(&self, py: Python<'_>, agent: usize) -> AgentState {
        let cell = self.board.layout().starts()[agent];
        let (x, y) = (cell.x.into(), cell.y.into());
        let start = Spot { x, y, is_int: true, direction: Direction::Stop };
        let scared = self.state.scared_timer(agent).unwrap_or_default();
        AgentState::native(py, start, self.spot(agent), agent == 0, scared)
    }

    fn ghost(&self, index: i64) -> PyResult<usize> {
        match self.agent(index)? {
            0 => Err(PyException::new_err("agent 0 is Pacman, no ghost")),
            agent => Ok(agent),
        }
    }

    fn copied(&self, py: Python<'_>) -> PyResult<Self> {
        let handle = self.handle.copied(py)?;
        Ok(GameState::new(Arc::clone(&self.board), self.state.clone(), self.snapped, handle))
    }

    fn food_grid(&self) -> Grid {
        let layout = self.board.layout();
        Grid::of_cells(layout.width(), layout.height(), self.state.food(layout))
    }
}

#[pymethods]
#[allow(non_snake_case)]
impl GameState {
    #[new]
    #[pyo3(signature = (prevState = None))]
    fn copy_of(py: Python<'_>, prevState: Option<&Bound<'_, GameState>>) -> PyResult<Self> {
        match prevState {
            Some(state) => state.get().copied(py),
            None => Err(PyTypeError::new_err("GameState() needs a state to copy here")),
        }
    }

    #[pyo3(signature = (agentIndex = 0))]
    fn getLegalActions<'py>(
        &self,
        py: Python<'py>,
        agentIndex: i64,
    ) -> PyResult<Bound<'py, PyList>> {
        self.legal(py, agentIndex)
    }

    #[pyo3(signature = (agentIndex = 0))]
    fn getPossibleActions<'py>(
        &self,
        py: Python<'py>,
        agentIndex: i64,
    ) -> PyResult<Bound<'py, PyList>> {
        self.legal(py, agentIndex)
    }

    fn getLegalPacmanActions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.legal(py, 0)
    }

    fn getNextState(
        &self,
        py: Python<'_>,
        agentIndex: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex, action)
    }

    fn generateSuccessor(
        &self,
        py: Python<'_>,
        agentIndex: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex, action)
    }

    fn getSuccessor(
        &self,
        py: Python<'_>,
        agentIndex: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex, action)
    }

    fn generateNextState(
        &self,
        py: Python<'_>,
        agentIndex: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex, action)
    }

    fn generatePacmanSuccessor(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.successor(py, 0, action)
    }

    fn getPacmanNextState(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.successor(py, 0, action)
    }

    fn getPacmanSuccessor(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.successor(py, 0, action)
    }

    fn generatePacmanNextState(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.successor(py, 0, action)
    }

    fn getPacmanState(&self, py: Python<'_>) -> AgentState {
        self.agent_state(py, 0)
    }

    fn getPacmanPosition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.spot(0).tuple(py)
    }

    fn getGhostStates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let ghosts = PyList::empty(py);
        for agent in 1..self.state.num_agents() {
            ghosts.append(Py::new(py, self.agent_state(py, agent))?)?;
        }
        Ok(ghosts)
    }

    fn getGhostState(&self, py: Python<'_>, agentIndex: i64) -> PyResult<AgentState> {
        Ok(self.agent_state(py, self.ghost(agentIndex)?))
    }

    fn getGhostPosition<'py>(
        &self,
        py: Python<'py>,
        agentIndex: i64,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.spot(self.ghost(agentIndex)?).tuple(py)
    }

    fn getGhostPositions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let positions = (1..self.state.num_agents())
            .map(|agent| self.spot(agent).tuple(py))
            .collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, positions)
    }

    fn getNumAgents(&self) -> usize {
        self.state.num_agents()
    }

    fn getNumGhost(&self) -> usize {
        self.state.num_agents() - 1
    }

    fn getScore(&self) -> f64 {
        self.state.score() as f64
    }

    fn getCapsules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.state.capsules(self.board.layout()).map(|cell| (cell.x, cell.y)))
    }

    fn getNumFood(&self) -> usize {
        self.state.food_count()
    }

    fn getFood(&self) -> Grid {
        self.food_grid()
    }

    fn getWalls(&self, py: Python<'_>) -> PyResult<Py<Grid>> {
        if let Some(walls) = self.board.walls.get() {
            return Ok(walls.clone_ref(py));
        }
        let layout = self.board.layout();
        let cells = (0..layout.width()).flat_map(|x| (0..layout.height()).map(move |y| (x, y)));
        let walls = cells.filter(|(x, y)| layout.is_wall(*x, *y));
        let walls = walls.filter_map(|(x, y)| layout.cell(x, y));
        let grid = Py::new(py, Grid::of_cells(layout.width(), layout.height(), walls))?;
        Ok(self.board.walls.get_or_init(|| grid).clone_ref(py))
    }

    fn hasFood(&self, x: i64, y: i64) -> bool {
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) => self.state.has_food(self.board.layout(), x, y),
            _ => false,
        }
    }

    fn hasWall(&self, x: i64, y: i64) -> bool {
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) => self.board.layout().is_wall(x, y),
            _ => true,
        }
    }

    fn isWin(&self) -> bool {
        self.state.is_win()
    }

    fn isWinningState(&self) -> bool {
        self.state.is_win()
    }

    fn isLose(&self) -> bool {
        self.state.is_lose()
    }

    fn isLosingState(&self) -> bool {
        self.state.is_lose()
    }

    fn deepCopy(&self, py: Python<'_>) -> PyResult<Self> {
        self.copied(py)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copied(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copied(py)
    }

    /// The parts of this state as an object, made once.
    #[getter]
    fn data(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        if let Some(data) = own.data.get() {
            return Ok(data.clone_ref(py));
        }
        let Some((make, _)) = FACTORIES.get() else { return Ok(py.None()) };
        let data = make.call1(py, (slf,))?;
        Ok(own.data.get_or_init(|| data).clone_ref(py))
    }

    /// The board as Python's layout, made once.
    #[getter]
    fn _layout(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Some(layout) = self.board.layout.get() {
            return Ok(layout.clone_ref(py));
        }
        let Some((_, make)) = FACTORIES.get() else { return Ok(py.None()) };
        let lines: Vec<&str> = self.board.text.lines().collect();
        let layout = make.call1(py, (lines,))?;
        Ok(self.board.layout.get_or_init(|| layout).clone_ref(py))
    }

    #[getter]
    fn _score(&self) -> i64 {
        self.state.score()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Option<bool> {
        let same = other.cast::<GameState>().is_ok_and(|other| {
            let other = other.get();
            let one_board = Arc::ptr_eq(&self.board, &other.board)
                || self.board.layout() == other.board.layout();
            one_board && self.state == other.state
        });
        match op {
            CompareOp::Eq => Some(same),
            CompareOp::Ne => Some(!same),
            _ => None,
        }
    }

    fn __hash__(&self) -> u64 {
        self.state.fingerprint() as u64
    }

    fn __str__(&self) -> String {
        self.board.game.text(&self.state)
    }
}

impl Board {
    /// The state with these parts.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn state(
        &self,
        agents: &[AgentParts],
        food: &[(u32, u32)],
        capsules: &[(u32, u32)],
        score: i64,
        win: bool,
        lose: bool,
    ) -> Option<PacmanState> {
        let layout = self.layout();
        let cells = |cells: &[(u32, u32)]| {
            cells.iter().map(|(x, y)| layout.cell(*x, *y)).collect::<Option<Vec<_>>>()
        };
        let agents = agents.iter().map(|agent| {
            Some(engine::AgentParts {
                x: f64::from(agent.x2) / 2.0,
                y: f64::from(agent.y2) / 2.0,
                direction: *Direction::ALL.get(usize::from(agent.direction))?,
                scared_timer: agent.scared,
            })
        });
        let parts = engine::Parts {
            agents: agents.collect::<Option<Vec<_>>>()?,
            food: cells(food)?,
            capsules: cells(capsules)?,
            score,
            win,
            lose,
        };
        PacmanState::from_parts(layout, &parts).ok()
    }
}

impl Board {
    /// The numbers that the ghosts draw when Pacman plays `action` in `state`, one a ghost that
    /// can move.
    pub(crate) fn draws_ahead(
        &self,
        state: &PacmanState,
        action: &Bound<'_, PyAny>,
        ghosts: &[Chances],
        draw: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<f64>> {
        let mut draws = Vec::new();
        let action = self.direction(action);
        let played = action.and_then(|action| self.game.successor(state, 0, &action).ok());
        let Some(mut state) = played else { return Ok(draws) };
        for ghost in 1..state.num_agents() {
            if self.game.is_terminal(&state) {
                break;
            }
            let kind = match ghosts.get(ghost - 1).or(ghosts.last()) {
                Some(Chances::Directional) => GhostKind::Directional,
                _ => GhostKind::Random,
            };
            let chances = distribution(&self.game, &state, ghost, kind);
            if chances.is_empty() {
                break;
            }
            let number: f64 = draw.call0()?.extract()?;
            draws.push(number);
            let Ok(next) = self.game.successor(&state, ghost, &pick(&chances, number)) else {
                break;
            };
            state = next;
        }
        Ok(draws)
    }
}

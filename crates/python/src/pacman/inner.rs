//! What a Pacman state does, apart from how Python spells it.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use plygrade_engine::Game;
use plygrade_engine::games::pacman::{Direction, PacmanState};
use plygrade_wire::{Parts, Place, Reader, Writer};
use pyo3::exceptions::{PyException, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use super::agent::{AgentState, Spot};
use super::board::{Board, play};
use super::grid::Grid;
use super::state::GameState;
use super::views::Views;
use crate::handle::Handle;
use crate::session::IllegalMove;
use crate::table;

/// A position on its board.
pub(crate) struct Inner {
    pub(super) board: Arc<Board>,
    pub(super) state: PacmanState,
    /// Ghosts that stand where they snapped to, which Python sees as ints.
    pub(super) snapped: u32,
    pub(super) handle: Handle,
    /// Who has just moved, and what that did to the score.
    pub(super) moved: Option<(u8, i32)>,
    views: OnceLock<Box<Views>>,
}

/// A position after all that was written to it.
pub(super) type Now<'a> = (Cow<'a, PacmanState>, u32);

/// Python's makers of `state.data` and of layouts.
static FACTORIES: OnceLock<(Py<PyAny>, Py<PyAny>)> = OnceLock::new();

/// Registers Python's makers of `state.data` and of layouts.
#[pyfunction]
pub(crate) fn factories(data: Py<PyAny>, layout: Py<PyAny>) {
    let _ = FACTORIES.set((data, layout));
}

/// A state that was pickled.
#[pyfunction]
pub(crate) fn pacman_state(
    py: Python<'_>,
    layout: &str,
    ghosts: usize,
    order: Vec<u8>,
    parts: &[u8],
    snapped: u32,
    turn: u32,
) -> PyResult<GameState> {
    let board = shared(Board::new(py, layout, ghosts, &order)?);
    let parts = Parts::read(&mut Reader::new(parts));
    let parts = parts.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let state = board.state(&parts).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(GameState::of(Inner::placed(py, board, state, snapped, turn)?))
}

/// The case's own board where `board` is the same.
fn shared(board: Board) -> Arc<Board> {
    let board = Arc::new(board);
    table::board().filter(|known| known.is_same(&board)).unwrap_or(board)
}

impl Inner {
    pub(crate) fn new(board: Arc<Board>, state: PacmanState, snapped: u32, handle: Handle) -> Self {
        Inner { board, state, snapped, handle, moved: None, views: OnceLock::new() }
    }

    /// A state that the submission made of its own.
    fn placed(
        py: Python<'_>,
        board: Arc<Board>,
        state: PacmanState,
        snapped: u32,
        turn: u32,
    ) -> PyResult<Self> {
        let known = table::board().is_some_and(|known| known.is_same(&board));
        let handle = if known {
            Handle::placed(py, Place::Pacman(board.parts(&state)), turn)?
        } else {
            Handle::nobody()
        };
        Ok(Inner::new(board, state, snapped, handle))
    }

    /// The start of a layout's game with at most `ghosts` ghosts.
    pub(super) fn start(py: Python<'_>, layout: &str, ghosts: usize) -> PyResult<Self> {
        let order = table::board().map(|board| board.order.clone()).unwrap_or_default();
        // Blanks at the ends of a row belong to it; a stroke is as empty as a blank.
        let board = shared(Board::new(py, &layout.replace(' ', "_"), ghosts, &order)?);
        let state = board.game.start();
        Inner::placed(py, board, state, 0, 0)
    }

    pub(super) fn views(&self) -> &Views {
        self.views.get_or_init(Box::default)
    }

    /// `state.data`, if it was ever asked for.
    #[inline]
    pub(super) fn data<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.views.get()?.data(py)
    }

    /// The state after all that was written to it.
    #[inline]
    pub(super) fn now(&self, py: Python<'_>) -> PyResult<Now<'_>> {
        if let Some(views) = self.views.get()
            && let Some((state, snapped)) = views.changed(py, &self.board, &self.state)?
        {
            return Ok((Cow::Owned(state), snapped));
        }
        Ok((Cow::Borrowed(&self.state), self.snapped))
    }

    /// The agent that an index of Python's means: negative ones count from the last.
    #[inline]
    fn agent(&self, index: i64) -> PyResult<usize> {
        let count = self.state.num_agents() as i64;
        let index = if index < 0 { index + count } else { index };
        if (0..count).contains(&index) {
            Ok(index as usize)
        } else {
            Err(PyIndexError::new_err(match count {
                1 => format!("asked for agent {index}, but the only agent is 0"),
                _ => format!(
                    "asked for agent {index}, but agents are 0 to {}: after the last ghost comes 0",
                    count - 1
                ),
            }))
        }
    }

    /// The agent that an index means; an error when it is Pacman.
    pub(super) fn ghost(&self, index: i64) -> PyResult<usize> {
        match self.agent(index)? {
            0 => Err(PyException::new_err("agent 0 is Pacman, no ghost")),
            agent => Ok(agent),
        }
    }

    pub(super) fn legal<'py>(&self, py: Python<'py>, index: i64) -> PyResult<Bound<'py, PyList>> {
        let (state, _) = self.now(py)?;
        if is_over(&state) {
            self.handle.legal(py, index as u32)?;
            return Ok(PyList::empty(py));
        }
        let agent = self.agent(index)?;
        self.handle.legal(py, agent as u32)?;
        let mut actions = Vec::with_capacity(5);
        self.board.game.legal_actions(&state, agent, &mut actions);
        PyList::new(py, actions.iter().map(|action| self.board.word(*action)))
    }

    pub(super) fn successor(
        &self,
        py: Python<'_>,
        index: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<GameState> {
        let (before, snapped) = self.now(py)?;
        if is_over(&before) {
            return Err(IllegalMove::new_err(
                "there is no successor of a state that is won or lost",
            ));
        }
        let agent = self.agent(index)?;
        let direction = self.board.direction(action);
        let played = direction
            .and_then(|direction| play(&self.board.game, &before, snapped, agent, direction).ok());
        let (Some(direction), Some((state, snapped))) = (direction, played) else {
            let action = action.repr()?;
            return Err(IllegalMove::new_err(format!("illegal action {action} of agent {agent}")));
        };
        let (agent, action) = (agent as u32, direction as u64);
        let handle = match &before {
            Cow::Borrowed(_) => self.handle.successor(py, agent, action)?,
            Cow::Owned(changed) => self.replaced(py, changed)?.successor(py, agent, action)?,
        };
        let change = (state.score() - before.score()) as i32;
        let mut next = Inner::new(Arc::clone(&self.board), state, snapped, handle);
        next.moved = Some((agent as u8, change));
        Ok(GameState::of(next))
    }

    /// The handle of this state after it was written to.
    fn replaced(&self, py: Python<'_>, changed: &PacmanState) -> PyResult<Handle> {
        Handle::placed(py, Place::Pacman(self.board.parts(changed)), self.handle.turn)
    }

    pub(super) fn copied(&self, py: Python<'_>) -> PyResult<GameState> {
        let (state, snapped) = self.now(py)?;
        let handle = match &state {
            Cow::Borrowed(_) => self.handle.copied(py)?,
            Cow::Owned(changed) => self.replaced(py, changed)?,
        };
        let board = Arc::clone(&self.board);
        Ok(GameState::of(Inner::new(board, state.into_owned(), snapped, handle)))
    }

    pub(super) fn spot(&self, agent: usize) -> Spot {
        let (x, y) = self.state.position(agent).unwrap_or_default();
        let direction = self.state.direction(agent).unwrap_or_default();
        // A ghost that has not walked since its start faces `Stop`, and nobody else does.
        let is_int = agent == 0 || direction == Direction::Stop || self.snapped >> agent & 1 == 1;
        Spot { x, y, is_int, direction }
    }

    /// The agents as objects, the same each time.
    fn made_agents(&self, py: Python<'_>) -> PyResult<&[Py<AgentState>]> {
        let views = self.views();
        if let Some(agents) = views.agents.get() {
            return Ok(agents);
        }
        let agents = (0..self.state.num_agents()).map(|agent| {
            let cell = self.board.layout().starts()[agent];
            let (x, y) = (cell.x.into(), cell.y.into());
            let start = Spot { x, y, is_int: true, direction: Direction::Stop };
            let scared = self.state.scared_timer(agent).unwrap_or_default();
            Py::new(py, AgentState::native(py, start, self.spot(agent), agent == 0, scared))
        });
        let agents = agents.collect::<PyResult<Vec<_>>>()?;
        Ok(views.agents.get_or_init(|| agents))
    }

    /// The agents from number `first` on, as objects that can be written to.
    pub(super) fn agents<'py>(
        &self,
        py: Python<'py>,
        first: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        if let Some(data) = self.data(py) {
            let agents = data.getattr("agentStates")?.try_iter()?.skip(first);
            return PyList::new(py, agents.collect::<PyResult<Vec<_>>>()?);
        }
        PyList::new(py, self.made_agents(py)?[first..].iter().map(|agent| agent.bind(py)))
    }

    /// One agent as an object that can be written to.
    pub(super) fn agent_state<'py>(
        &self,
        py: Python<'py>,
        agent: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.data(py) {
            Some(data) => data.getattr("agentStates")?.get_item(agent),
            None => Ok(self.made_agents(py)?[agent].bind(py).clone().into_any()),
        }
    }

    /// Where an agent is, as Python's pair.
    #[inline]
    pub(super) fn position<'py>(
        &self,
        py: Python<'py>,
        agent: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.views.get() {
            Some(views) if views.agents.get().is_some() || views.data(py).is_some() => {
                self.agent_state(py, agent)?.call_method0("getPosition")
            }
            _ => Ok(self.spot(agent).tuple(py)?.into_any()),
        }
    }

    pub(super) fn food(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Some(data) = self.data(py) {
            return Ok(data.getattr("food")?.unbind());
        }
        let views = self.views();
        if let Some(food) = views.food.get() {
            return Ok(food.clone_ref(py).into_any());
        }
        let layout = self.board.layout();
        let grid = Grid::of_cells(layout.width(), layout.height(), self.state.food(layout));
        let grid = Py::new(py, grid)?;
        Ok(views.food.get_or_init(|| grid).clone_ref(py).into_any())
    }

    pub(super) fn capsules(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Some(data) = self.data(py) {
            return Ok(data.getattr("capsules")?.unbind());
        }
        let views = self.views();
        if let Some(capsules) = views.capsules.get() {
            return Ok(capsules.clone_ref(py).into_any());
        }
        let cells = self.state.capsules(self.board.layout());
        let list = PyList::new(py, cells.map(|cell| (cell.x, cell.y)))?.unbind();
        Ok(views.capsules.get_or_init(|| list).clone_ref(py).into_any())
    }

    pub(super) fn walls(&self, py: Python<'_>) -> PyResult<Py<Grid>> {
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

    /// The board as Python's layout, made once.
    pub(super) fn layout(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Some(layout) = self.board.layout.get() {
            return Ok(layout.clone_ref(py));
        }
        let Some((_, make)) = FACTORIES.get() else { return Ok(py.None()) };
        let text = self.board.text.replace('_', " ");
        let layout = make.call1(py, (text.lines().collect::<Vec<_>>(),))?;
        Ok(self.board.layout.get_or_init(|| layout).clone_ref(py))
    }

    /// What makes the state again when it is unpickled.
    pub(super) fn reduced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (state, snapped) = self.now(py)?;
        let mut parts = Writer::default();
        self.board.parts(&state).write(&mut parts);
        let board = &self.board;
        (
            py.import("_plygrade")?.getattr("pacman_state")?,
            (
                &board.text,
                board.ghosts,
                board.order.clone(),
                PyBytes::new(py, &parts.bytes),
                snapped,
                self.handle.turn,
            ),
        )
            .into_pyobject(py)
    }
}

/// `state.data` as an object, made by Python.
pub(super) fn made_data(slf: &Bound<'_, GameState>) -> PyResult<Option<Py<PyAny>>> {
    match FACTORIES.get() {
        Some((make, _)) => make.call1(slf.py(), (slf,)).map(Some),
        None => Ok(None),
    }
}

fn is_over(state: &PacmanState) -> bool {
    state.is_win() || state.is_lose()
}

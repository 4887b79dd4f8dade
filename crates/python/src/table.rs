//! The case on the table: its game, and the position in which the submission is asked.

use std::sync::{Arc, Mutex, PoisonError};

use plygrade_engine::Game as _;
use plygrade_engine::games::chase::Chase;
use plygrade_engine::games::nim::Nim;
use plygrade_engine::games::pacman::{Direction, PacmanState};
use plygrade_engine::games::tictactoe::{self, TicTacToe};
use plygrade_engine::games::tree::NodeId;
use plygrade_wire as wire;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::handle::Handle;
use crate::lab::{ChaseState, NimState, Seat, Side, TicTacToeState};
use crate::pacman::{self, Board, GameState, Inner};
use crate::session;
use crate::tree::{TreeGame, TreeState};

/// A position of a case.
#[derive(Clone)]
pub(crate) enum Position {
    Tree(Arc<TreeGame>, NodeId),
    Pacman(Arc<Board>, PacmanState, u32),
    TicTacToe(At<TicTacToe>),
    Nim(At<Nim>),
    Chase(At<Chase>),
}

/// A position of one of the lab's games.
pub(crate) struct At<G: Side>(pub(crate) Arc<G>, pub(crate) G::State);

impl<G: Side> Clone for At<G> {
    fn clone(&self) -> Self {
        At(Arc::clone(&self.0), self.1.clone())
    }
}

impl<G: Side> At<G> {
    fn seat(self, handle: Handle) -> Seat<G> {
        Seat::new(self.0, self.1, handle)
    }
}

/// The case's start, and where its game stands.
struct Table {
    start: Position,
    now: Position,
    ahead: Vec<wire::Chances>,
}

static TABLE: Mutex<Option<Table>> = Mutex::new(None);

fn with<T>(body: impl FnOnce(&mut Table) -> PyResult<T>) -> PyResult<T> {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    match table.as_mut() {
        Some(table) => body(table),
        None => Err(PyValueError::new_err("no case was given")),
    }
}

impl Position {
    /// The position of a board as it was sent.
    pub(crate) fn of(py: Python<'_>, board: &wire::Board) -> PyResult<Self> {
        let unknown = || PyValueError::new_err("a position that cannot be");
        Ok(match board {
            wire::Board::Tree { agents, labels, nodes, start } => {
                let game = TreeGame::new(py, *agents, labels, nodes, NodeId(*start))
                    .ok_or_else(unknown)?;
                Position::Tree(Arc::new(game), NodeId(*start))
            }
            wire::Board::Pacman { layout, order, parts } => {
                let board = Board::new(py, layout, usize::MAX, order)?;
                let state = board.state(parts).map_err(|_| unknown())?;
                Position::Pacman(Arc::new(board), state, 0)
            }
            wire::Board::TicTacToe { moves } => {
                let cells: Option<Vec<_>> =
                    moves.iter().map(|cell| TicTacToe::coded(u64::from(*cell))).collect();
                let board = tictactoe::Board::play_all(&cells.ok_or_else(unknown)?);
                let board = board.map_err(|_| unknown())?;
                Position::TicTacToe(At(Arc::new(TicTacToe::default()), board))
            }
            wire::Board::Nim { piles, misere, turn } => {
                let game = Nim::new(piles, *misere).ok();
                let game = game.and_then(|game| game.with_first(usize::from(*turn)));
                let game = game.ok_or_else(unknown)?;
                let start = game.start();
                Position::Nim(At(Arc::new(game), start))
            }
            wire::Board::Chase { width, height, pursuer, evader, turn } => {
                let game = Chase::new(*width, *height).map_err(|_| unknown())?;
                let start = game.place(*pursuer, *evader, usize::from(*turn));
                Position::Chase(At(Arc::new(game), start.map_err(|_| unknown())?))
            }
        })
    }
}

/// Sets up a case's position.
pub(crate) fn place(py: Python<'_>, board: &wire::Board, turn: u32) -> PyResult<()> {
    let start = Position::of(py, board)?;
    let agents = match &start {
        Position::Tree(game, _) => game.tree.agents() as u32,
        Position::Pacman(_, state, _) => state.num_agents() as u32,
        Position::TicTacToe(_) | Position::Nim(_) | Position::Chase(_) => 2,
    };
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    *table = Some(Table { now: start.clone(), start, ahead: Vec::new() });
    drop(table);
    session::with(|session| session.next_case(turn, agents));
    Ok(())
}

/// A new game begins.
pub(crate) fn begin() -> PyResult<()> {
    with(|table| {
        table.now = table.start.clone();
        Ok(())
    })?;
    session::ask(true);
    Ok(())
}

/// Makes the moves that all agents have made since the last time. `ahead` says how ghosts draw,
/// where [`ahead`] is to draw for them.
pub(crate) fn play(moves: &[(u32, u64)], ahead: Vec<wire::Chances>) -> PyResult<()> {
    with(|table| {
        table.ahead = ahead;
        for (agent, action) in moves {
            table.now.play(*agent as usize, *action)?;
        }
        Ok(())
    })?;
    session::ask(true);
    Ok(())
}

/// The current position, for the submission.
#[pyfunction]
pub(crate) fn root(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let now = with(|table| Ok(table.now.clone()))?;
    let handle = Handle::root(py)?;
    Ok(match now {
        Position::Tree(game, node) => Py::new(py, TreeState::new(game, node, handle))?.into_any(),
        Position::Pacman(board, state, snapped) => {
            Py::new(py, GameState::of(Inner::new(board, state, snapped, handle)))?.into_any()
        }
        Position::TicTacToe(at) => Py::new(py, TicTacToeState(at.seat(handle)))?.into_any(),
        Position::Nim(at) => Py::new(py, NimState(at.seat(handle)))?.into_any(),
        Position::Chase(at) => Py::new(py, ChaseState(at.seat(handle)))?.into_any(),
    })
}

/// The position that the case starts from, if there is a case.
pub(crate) fn start() -> Option<Position> {
    with(|table| Ok(table.start.clone())).ok()
}

/// The tree of the case, if it is one.
pub(crate) fn tree() -> Option<Arc<TreeGame>> {
    match start()? {
        Position::Tree(game, _) => Some(game),
        _ => None,
    }
}

/// The board of the case, if it is one of Pacman's.
pub(crate) fn board() -> Option<Arc<Board>> {
    match start()? {
        Position::Pacman(board, ..) => Some(board),
        _ => None,
    }
}

/// What the ghosts draw if `action` is played now; `draw` gives one number.
#[pyfunction]
pub(crate) fn ahead(action: &Bound<'_, PyAny>, draw: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let (now, ghosts) = with(|table| Ok((table.now.clone(), std::mem::take(&mut table.ahead))))?;
    match now {
        Position::Pacman(board, state, _) if !ghosts.is_empty() => {
            board.draws_ahead(&state, action, &ghosts, draw)
        }
        _ => Ok(Vec::new()),
    }
}

impl Position {
    fn play(&mut self, agent: usize, action: u64) -> PyResult<()> {
        let impossible = || PyValueError::new_err("a move that cannot be");
        match self {
            // Whole games are played on Pacman's boards alone.
            Position::Tree(..) | Position::TicTacToe(_) | Position::Nim(_) | Position::Chase(_) => {
                return Err(impossible());
            }
            Position::Pacman(board, state, snapped) => {
                let direction = Direction::ALL.get(action as usize).ok_or_else(impossible)?;
                let played = pacman::play(&board.game, state, *snapped, agent, *direction);
                (*state, *snapped) = played.map_err(|_| impossible())?;
            }
        }
        Ok(())
    }
}

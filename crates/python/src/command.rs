//! What the grader says, for the worker's loop in Python.

use std::sync::{Arc, Mutex, PoisonError};

use plygrade_engine::games::tree::NodeId;
use plygrade_wire::{Board, Case, Command, Keyword, Seed};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::handle::Handle;
use crate::session;
use crate::tree::{TreeGame, TreeState};

/// The position in which the submission is asked next.
enum Current {
    Tree(Arc<TreeGame>, NodeId),
}

/// The case's start, and where its game stands.
struct Table {
    start: Current,
    now: Current,
}

static TABLE: Mutex<Option<Table>> = Mutex::new(None);

/// Reads a frame: the command's name and what it says.
#[pyfunction]
pub(crate) fn command<'py>(py: Python<'py>, frame: &[u8]) -> PyResult<Bound<'py, PyTuple>> {
    let command = Command::read(frame).map_err(|error| PyValueError::new_err(error.to_string()))?;
    match command {
        Command::Fork { cpu_seconds } => ("fork", cpu_seconds).into_pyobject(py),
        Command::End => ("end",).into_pyobject(py),
        Command::Case(case) => {
            let Case { board, agent, .. } = *case;
            let keywords = PyDict::new(py);
            for (name, value) in agent.keywords {
                match value {
                    Keyword::Int(n) => keywords.set_item(name, n)?,
                    Keyword::Text(text) => keywords.set_item(name, text)?,
                }
            }
            place(py, &board)?;
            ("case", agent.classes, agent.functions, keywords).into_pyobject(py)
        }
        Command::Seed(Seed::Int(n)) => ("seed", n).into_pyobject(py),
        Command::Seed(Seed::Text(text)) => ("seed", text).into_pyobject(py),
        Command::Begin => {
            with_table(Table::begin)?;
            ("begin",).into_pyobject(py)
        }
        Command::Ask { moves } => {
            with_table(|table| table.play(&moves))??;
            ("ask",).into_pyobject(py)
        }
        Command::Finish { moves } => {
            with_table(|table| table.play(&moves))??;
            ("finish",).into_pyobject(py)
        }
        Command::Draw => ("draw",).into_pyobject(py),
    }
}

/// The current position, for the submission.
#[pyfunction]
pub(crate) fn root(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let Current::Tree(game, node) = with_table(|table| table.now.copy())?;
    let handle = Handle::root(py)?;
    Ok(Py::new(py, TreeState::new(game, node, handle))?.into_any())
}

fn place(py: Python<'_>, board: &Board) -> PyResult<()> {
    let unknown = || PyValueError::new_err("a board that is none");
    let start = match board {
        Board::Tree { agents, labels, nodes, start } => {
            let game = TreeGame::new(py, *agents, labels, nodes).ok_or_else(unknown)?;
            Current::Tree(Arc::new(game), NodeId(*start))
        }
        _ => return Err(unknown()),
    };
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    *table = Some(Table { now: start.copy(), start });
    drop(table);
    session::with(session::Session::next_case);
    Ok(())
}

fn with_table<T>(body: impl FnOnce(&mut Table) -> T) -> PyResult<T> {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    table.as_mut().map(body).ok_or_else(|| PyValueError::new_err("no case was given"))
}

impl Current {
    fn copy(&self) -> Self {
        match self {
            Current::Tree(game, node) => Current::Tree(Arc::clone(game), *node),
        }
    }
}

impl Table {
    fn begin(&mut self) {
        self.now = self.start.copy();
    }

    /// Makes the moves that all agents have made since the last time.
    fn play(&mut self, moves: &[(u32, u64)]) -> PyResult<()> {
        if moves.is_empty() { Ok(()) } else { Err(PyValueError::new_err("trees are not played")) }
    }
}

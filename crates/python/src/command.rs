//! What the grader says, for the worker's loop in Python.

use plygrade_wire::{Case, Command, Keyword, Seed};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::table;

/// Reads a frame: the command's name and what it says. Positions are set up on the way.
#[pyfunction]
pub(crate) fn command<'py>(py: Python<'py>, frame: &[u8]) -> PyResult<Bound<'py, PyTuple>> {
    let command = Command::read(frame).map_err(|error| PyValueError::new_err(error.to_string()))?;
    match command {
        Command::Fork { cpu_seconds } => ("fork", cpu_seconds).into_pyobject(py),
        Command::End => ("end",).into_pyobject(py),
        Command::Case(case) => {
            let Case { board, turn, agent } = *case;
            let (keywords, offers) = (named(py, agent.keywords)?, named(py, agent.offers)?);
            table::place(py, &board, turn)?;
            let names = (agent.classes, agent.functions, agent.searches);
            ("case", names, keywords, offers).into_pyobject(py)
        }
        Command::Seed(Seed::Int(n)) => ("seed", n).into_pyobject(py),
        Command::Seed(Seed::Text(text)) => ("seed", text).into_pyobject(py),
        Command::Begin => {
            table::begin()?;
            ("begin",).into_pyobject(py)
        }
        Command::Ask { moves, ahead } => {
            table::play(&moves, ahead)?;
            ("ask",).into_pyobject(py)
        }
        Command::Finish { moves } => {
            table::play(&moves, Vec::new())?;
            ("finish",).into_pyobject(py)
        }
        Command::Draw => ("draw",).into_pyobject(py),
    }
}

fn named(py: Python<'_>, keywords: Vec<(String, Keyword)>) -> PyResult<Bound<'_, PyDict>> {
    let named = PyDict::new(py);
    for (name, value) in keywords {
        match value {
            Keyword::Int(n) => named.set_item(name, n)?,
            Keyword::Text(text) => named.set_item(name, text)?,
            Keyword::Pair(a, b) => named.set_item(name, (a, b))?,
        }
    }
    Ok(named)
}

//! The native module under a Python submission: states that report every call.
//!
//! Everything counted is reported as records ([`plygrade_wire::Record`]) that the grader replays;
//! nothing here decides anything, and no expectation ever comes here.

// The functions of a Python module are documented in Python.
#![allow(missing_docs)]

mod command;
mod given;
mod handle;
mod lab;
mod pacman;
mod session;
mod table;
mod tree;

use pyo3::prelude::*;

/// The native half of plygrade's Python worker.
#[pymodule]
#[pyo3(name = "_plygrade")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("IllegalMove", py.get_type::<session::IllegalMove>())?;
    module.add_class::<tree::TreeState>()?;
    module.add_class::<lab::TicTacToeState>()?;
    module.add_class::<lab::NimState>()?;
    module.add_class::<lab::ChaseState>()?;
    module.add_function(wrap_pyfunction!(lab::calls, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_state, module)?)?;
    module.add_class::<pacman::GameState>()?;
    module.add_class::<pacman::Grid>()?;
    module.add_class::<pacman::AgentState>()?;
    module.add_class::<pacman::Configuration>()?;
    module.add_function(wrap_pyfunction!(tree::tree_state, module)?)?;
    module.add_function(wrap_pyfunction!(pacman::factories, module)?)?;
    module.add_function(wrap_pyfunction!(pacman::pacman_state, module)?)?;
    module.add_function(wrap_pyfunction!(pacman::layout_text, module)?)?;
    module.add_function(wrap_pyfunction!(session::start, module)?)?;
    module.add_function(wrap_pyfunction!(session::flush, module)?)?;
    module.add_function(wrap_pyfunction!(session::mute, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(table::root, module)?)?;
    module.add_function(wrap_pyfunction!(table::ahead, module)?)?;
    module.add_function(wrap_pyfunction!(given::answer, module)?)?;
    module.add_function(wrap_pyfunction!(given::missing, module)?)?;
    module.add_function(wrap_pyfunction!(given::fault, module)?)?;
    module.add_function(wrap_pyfunction!(given::drawn, module)?)?;
    module.add_function(wrap_pyfunction!(given::loaded, module)?)?;
    module.add_function(wrap_pyfunction!(given::ended, module)?)?;
    Ok(())
}

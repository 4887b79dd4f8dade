//! What the worker reports besides calls: answers, faults, its own beginning and end.

use plygrade_wire::{Answer, Defines, Fault, FaultKind, Given, Record};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PySet, PyString, PyTuple};

use crate::session::{self, report};

/// Longest text of an odd answer, in characters.
const ODD: usize = 200;

/// Reports an answer.
#[pyfunction]
pub(crate) fn answer(
    py: Python<'_>,
    action: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    draws: Vec<f64>,
    knows: Vec<String>,
) -> PyResult<()> {
    let answer = Answer { action: given(action), value: given(value), draws, knows };
    report(py, &Record::Answer(answer))?;
    session::ask(false);
    session::flush(py)
}

/// Reports that the submission has no such agent.
#[pyfunction]
pub(crate) fn missing(py: Python<'_>) -> PyResult<()> {
    report(py, &Record::Missing)?;
    session::flush(py)
}

/// Reports what went wrong.
#[pyfunction]
pub(crate) fn fault(
    py: Python<'_>,
    kind: &str,
    message: String,
    traceback: Vec<String>,
    hints: Vec<String>,
) -> PyResult<()> {
    let kind = match kind {
        "illegal" => FaultKind::Illegal,
        "load" => FaultKind::Load,
        "memory" => FaultKind::Memory,
        "time" => FaultKind::Time,
        _ => FaultKind::Exception,
    };
    let message = without_addresses(&message);
    let hints = hints.iter().map(|hint| without_addresses(hint)).collect();
    let slot = session::with(|session| session.last).flatten();
    report(py, &Record::Fault(Fault { kind, message, traceback, hints, slot }))?;
    session::ask(false);
    session::flush(py)
}

/// Reports a number drawn from the submission's generator.
#[pyfunction]
pub(crate) fn drawn(py: Python<'_>, number: f64) -> PyResult<()> {
    report(py, &Record::Drawn(number))?;
    session::flush(py)
}

/// Reports that the submission is loaded.
#[pyfunction]
pub(crate) fn loaded(
    py: Python<'_>,
    python: String,
    classes: Vec<String>,
    searches: Vec<String>,
    functions: Vec<String>,
) -> PyResult<()> {
    let defines = Defines { classes, searches, functions };
    report(py, &Record::Loaded { python, defines })?;
    session::flush(py)
}

/// Reports how a child ended.
#[pyfunction]
pub(crate) fn ended(py: Python<'_>, status: i64) -> PyResult<()> {
    report(py, &Record::Ended { status })?;
    session::flush(py)
}

/// What a submission gave, as plain data. None of its methods is called for the plain types.
fn given(object: &Bound<'_, PyAny>) -> Given {
    plain(object).unwrap_or_else(|| Given::Other(odd(object)))
}

fn plain(object: &Bound<'_, PyAny>) -> Option<Given> {
    if object.is_none() {
        return Some(Given::Nothing);
    }
    if let Ok(text) = object.cast::<PyString>() {
        if !(object.is_exact_instance_of::<PyString>() || is_numpys(object)) {
            return None;
        }
        let text = text.to_cow().ok()?;
        return (text.len() <= ODD).then(|| Given::Word(text.into_owned()));
    }
    if let Ok(pair) = object.cast::<PyTuple>() {
        return (pair.len() == 2)
            .then(|| {
                Some(Given::Pair(int(&pair.get_item(0).ok()?)?, int(&pair.get_item(1).ok()?)?))
            })
            .flatten();
    }
    if let Ok(pair) = object.cast::<PyList>() {
        return (pair.len() == 2)
            .then(|| {
                Some(Given::Pair(int(&pair.get_item(0).ok()?)?, int(&pair.get_item(1).ok()?)?))
            })
            .flatten();
    }
    number(object).map(Given::Number)
}

fn int(object: &Bound<'_, PyAny>) -> Option<i64> {
    if object.is_instance_of::<PyBool>() {
        return None;
    }
    object.cast::<PyInt>().ok()?.extract().ok()
}

/// The number that `object` is: an int, a float, or one of numpy's scalars.
fn number(object: &Bound<'_, PyAny>) -> Option<f64> {
    if let Ok(float) = object.cast::<PyFloat>() {
        let plain = object.is_exact_instance_of::<PyFloat>() || is_numpys(object);
        return plain.then(|| float.value());
    }
    if object.is_exact_instance_of::<PyInt>() || is_numpys(object) {
        return object.extract().ok();
    }
    None
}

/// Whether this is one of numpy's own types. Other subclasses of plain types are no answers: what
/// they hold and what they say they hold may differ.
fn is_numpys(object: &Bound<'_, PyAny>) -> bool {
    object.get_type().module().is_ok_and(|module| module == "numpy")
}

fn is_plain_collection(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyList>()
        || object.is_exact_instance_of::<PyTuple>()
        || object.is_exact_instance_of::<PySet>()
        || object.is_exact_instance_of::<PyDict>()
}

fn odd(object: &Bound<'_, PyAny>) -> String {
    let kind = object.get_type().name().map_or_else(|_| "object".to_owned(), |n| n.to_string());
    // The text of a long one takes longer than a case may.
    if let (true, Ok(length)) = (is_plain_collection(object), object.len())
        && length > ODD
    {
        return format!("a {kind} of {length} items");
    }
    let Ok(repr) = object.repr() else { return format!("an object of type {kind}") };
    let repr = without_addresses(&repr.to_string_lossy());
    let text: String = repr.chars().take(ODD).collect();
    let more = if text.len() < repr.len() { " ..." } else { "" };
    format!("{text}{more}, of type {kind},")
}

/// The text of objects without where they are in memory, which is another place each time.
fn without_addresses(text: &str) -> String {
    let mut pieces = text.split(" at 0x");
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    kept.extend(pieces.map(|piece| piece.trim_start_matches(|c: char| c.is_ascii_hexdigit())));
    kept
}

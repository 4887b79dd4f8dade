//! What is built in, by name: `SUITE/QUESTION/CASE`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::Suite;
use crate::error::Error;
use crate::nearest::did_you_mean;

/// What a path names of the built-in suites.
pub(crate) enum Named {
    /// A suite.
    Suite(Suite),
    /// A question: its suite with it alone.
    Question(Suite),
    /// A case: its file.
    Case(PathBuf),
}

/// What `path` names of the built-in suites; `None` where it begins with the name of none.
///
/// # Errors
/// [`Error::Usage`] with the nearest name when the suite has no such question or case.
pub(crate) fn built_in(path: &Path) -> Result<Option<Named>, Error> {
    let names: Vec<&str> = path.iter().filter_map(OsStr::to_str).collect();
    let (suite, inside) = match names.as_slice() {
        [suite, inside @ ..] if inside.len() <= 2 => (suite, inside),
        _ => return Ok(None),
    };
    let Some(mut suite) = Suite::builtin(suite).transpose()? else { return Ok(None) };
    let Some(name) = inside.first() else { return Ok(Some(Named::Suite(suite))) };
    let Some(at) = suite.questions.iter().position(|question| question.name == *name) else {
        let known: Vec<&str> = suite.questions.iter().map(|q| q.name.as_str()).collect();
        return Err(no_such("question", name, &suite.name, &known));
    };
    let question = suite.questions.swap_remove(at);
    let Some(name) = inside.get(1) else {
        return Ok(Some(Named::Question(Suite { questions: vec![question], ..suite })));
    };
    match question.cases.iter().find(|case| case.name == *name || case.file == path) {
        Some(case) => Ok(Some(Named::Case(case.file.clone()))),
        None => {
            let known: Vec<&str> = question.cases.iter().map(|case| case.name.as_str()).collect();
            Err(no_such("case", name, &format!("{}/{}", suite.name, question.name), &known))
        }
    }
}

/// The error about a `name` of which the `suite` has none, with the nearest one or all there are.
pub(crate) fn no_such(what: &str, name: &str, suite: &str, known: &[&str]) -> Error {
    /// More names than this are no help in one line.
    const LIST: usize = 12;
    let mut hint = did_you_mean(name, known.iter().copied());
    if hint.is_empty() {
        let (shown, others) = known.split_at(known.len().min(LIST));
        let others = match others.len() {
            0 => String::new(),
            others => format!(" and {others} more"),
        };
        hint = format!("; it has {}{others}", shown.join(", "));
    }
    Error::Usage(format!("the suite {suite} has no {what} {name:?}{hint}"))
}

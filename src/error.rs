//! Errors that end a command, by whose fault they are.

use std::path::{Path, PathBuf};

use crate::exit_status::ExitStatus;

/// An error that ends a command. Texts are lower-case fragments with the place and the way out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command line asks for what is not there or cannot be done.
    #[error("{0}")]
    Usage(String),
    /// A case or a suite is wrong: the author's fault.
    #[error("{}", join(.0))]
    Case(Vec<CaseError>),
    /// A fault of the grader's own.
    #[error("{0}")]
    Grader(String),
}

/// What is wrong with a case, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {message}", .file.display(), place(.line, .column))]
pub struct CaseError {
    /// The file, as the user reached it.
    pub file: PathBuf,
    /// From 1; `None` where the whole file is meant.
    pub line: Option<usize>,
    /// From 1, in characters.
    pub column: Option<usize>,
    /// What was found, what was expected, the nearest known key.
    pub message: String,
}

impl CaseError {
    /// An error about the whole of `file`.
    #[must_use]
    pub fn file(file: &Path, message: impl Into<String>) -> Self {
        CaseError { file: file.to_owned(), line: None, column: None, message: message.into() }
    }
}

impl From<CaseError> for Error {
    fn from(error: CaseError) -> Self {
        Error::Case(vec![error])
    }
}

impl Error {
    /// The exit status that says whose fault it was.
    #[must_use]
    pub fn exit_status(&self) -> ExitStatus {
        match self {
            Error::Usage(_) | Error::Case(_) => ExitStatus::Usage,
            Error::Grader(_) => ExitStatus::GraderError,
        }
    }
}

fn place(line: &Option<usize>, column: &Option<usize>) -> String {
    match (line, column) {
        (Some(line), Some(column)) => format!(":{line}:{column}"),
        (Some(line), None) => format!(":{line}"),
        _ => String::new(),
    }
}

fn join(errors: &[CaseError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

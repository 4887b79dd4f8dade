//! What the process's exit code says.

use std::process::ExitCode;

/// The meaning of each exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// Everything passed.
    Passed = 0,
    /// Points were lost.
    PointsLost = 1,
    /// The command line, a suite or a case is wrong, or a tool that is needed is missing.
    Usage = 2,
    /// A fault of the grader's own; nothing was scored by it.
    GraderError = 3,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(status as u8)
    }
}

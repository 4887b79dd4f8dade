//! What the user wants of hosts.

use std::path::PathBuf;

use super::sandbox::Level;

/// What the user wants of hosts.
#[derive(Clone, Debug, Default)]
pub struct HostOptions {
    /// Seeds the submission's own random numbers.
    pub seed: u64,
    /// Which layers must stand between a submission and this machine.
    pub sandbox: Level,
    /// The Python interpreter; `None`: the one on the path.
    pub python: Option<PathBuf>,
    /// Suites and results: never shown to a submission, even where they lie in its folder.
    pub hidden: Vec<PathBuf>,
}

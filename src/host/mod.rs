//! Hosts run a submission's agents and give back transcripts. They never see expectations.

pub mod native;
pub mod recorder;

use crate::case::Task;
use crate::transcript::Transcript;

/// Runs the agents of one submission.
pub trait Host {
    /// Runs one case. Never fails: what goes wrong is a fault in the transcript.
    fn run(&mut self, task: &Task) -> Transcript;

    /// Whether this submission's interface answers values as well as actions for `task`.
    fn answers_value(&self, _task: &Task) -> bool {
        true
    }
}

//! Hosts run a submission's agents and give back transcripts. They never see expectations.

pub mod answer;
mod bounded;
mod cache;
pub mod native;
mod options;
mod places;
pub mod play;
pub mod python;
pub mod recorder;
mod room;
pub mod sandbox;
pub mod scratch;
pub mod sources;
pub mod stdio;

pub use options::HostOptions;

use plygrade_engine::search::Terms;

use crate::case::Task;
use crate::error::Error;
use crate::suite::Rules;
use crate::transcript::Transcript;

/// Runs the agents of one submission.
pub trait Host {
    /// Runs one case. Never fails: what goes wrong is a fault in the transcript.
    fn run(&mut self, task: &Task) -> Transcript;

    /// Whether this submission's interface answers values as well as actions for `task`.
    fn answers_value(&self, _task: &Task) -> bool {
        true
    }

    /// Terms that the agent that answered last may have kept instead of those of `task`, since
    /// its interface has no way to tell it; asked after [`Host::run`].
    fn own_terms(&self, _task: &Task) -> Vec<Terms> {
        Vec::new()
    }
}

/// Makes the hosts of one submission: each worker thread runs its own.
pub trait Hosts: Sync {
    /// A host for a suite that is graded by `rules`, to be used by the calling thread alone.
    ///
    /// # Errors
    /// [`Error`] when it cannot be started at all.
    fn host(&self, rules: Rules) -> Result<Box<dyn Host>, Error>;

    /// The layers of the sandbox that are really in force.
    fn sandbox(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the user must know before the run, such as a missing layer.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}

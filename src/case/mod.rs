//! Cases: what is asked of a submission and what is expected.
//!
//! [`wire`] is the file format; [`load`] reads it, checks it and gives a [`Case`]. What a host
//! may know of a case is its [`Task`]; what the judge needs is its [`Expect`].

pub mod expect;
pub mod fill;
pub mod load;
pub mod play;
pub mod wire;
pub mod write;

pub use expect::{Expect, Range, Unit};
pub use play::Play;

use std::path::PathBuf;
use std::time::Duration;

use plygrade_engine::search::{Algorithm, Terms};

use crate::position::Position;

/// One case, checked and ready to be run.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file's stem.
    pub name: String,
    /// The file, as the user reached it.
    pub file: PathBuf,
    /// What is asked of the submission.
    pub task: Task,
    /// What is expected.
    pub expect: Expect,
    /// Points for passing.
    pub points: f64,
    /// Who may see the result.
    pub visibility: Visibility,
    /// What to tell a student whose submission fails here.
    pub hints: Vec<String>,
    /// A sentence about what the case isolates.
    pub description: String,
    /// The author's drawing of the tree or board, where there is one.
    pub diagram: Option<String>,
}

/// What a host may know of a case: no expectation.
#[derive(Clone, Debug)]
pub struct Task {
    /// The agent's name as the case writes it: `alphabeta`, or a class of the submission.
    pub agent: String,
    /// The search that this agent should be; `None` for a class of the submission that is none.
    pub algorithm: Option<Algorithm>,
    /// Rounds, where the case counts in rounds.
    pub depth: Option<u32>,
    /// The terms of the search; its plies follow from `depth` or from the case's `plies`.
    pub terms: Terms,
    /// The evaluation that the case names.
    pub evaluation: Option<String>,
    /// Further arguments for the agent's constructor, by name: `evalFn` on a Berkeley folder.
    pub arguments: Vec<(String, String)>,
    /// Where the agent is asked.
    pub position: Position,
    /// A whole game instead of one question.
    pub play: Option<Play>,
    /// What is allowed.
    pub limits: Limits,
    /// What the host must record beyond the calls.
    pub watch: Watch,
}

/// What a submission may spend on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Successor calls.
    pub calls: u64,
    /// Time: CPU time where the host can tell, else wall time.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { calls: 100_000_000, time: Duration::from_secs(30) }
    }
}

/// What a host must record beyond the calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Count distinct states however many there are.
    pub exact_distinct: bool,
    /// Record the order of calls.
    pub order: bool,
    /// Record which states were generated.
    pub generated: bool,
}

/// Who may see a case's result.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody.
    #[default]
    Visible,
    /// The instructor alone.
    Hidden,
    /// The student after the due date.
    AfterDueDate,
    /// The student once grades are published.
    AfterPublished,
}

//! Verdicts: whose fault it was is part of the type.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Note, Reason};
use crate::transcript::FaultKind;

/// The judge's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Everything that the case checks is right.
    Pass,
    /// Some of the points.
    Partial,
    /// An answer or a count is wrong.
    Wrong,
    /// More calls than allowed.
    OverBudget,
    /// More time than allowed.
    TimedOut,
    /// An exception, a panic or a signal.
    Crashed,
    /// A move that the rules do not allow.
    IllegalAction,
    /// An answer that is no answer.
    InvalidAnswer,
    /// Memory, output or a forbidden call.
    Killed,
    /// The case is wrong: its author's fault.
    CaseError,
    /// The grader is wrong: ours. Never scored.
    GraderError,
    /// Not run: the submission has no such agent, or an earlier end of the question.
    NotRun,
}

impl Word {
    /// All words, in the order of reports.
    pub const ALL: [Word; 12] = [
        Word::Pass,
        Word::Partial,
        Word::Wrong,
        Word::OverBudget,
        Word::TimedOut,
        Word::Crashed,
        Word::IllegalAction,
        Word::InvalidAnswer,
        Word::Killed,
        Word::CaseError,
        Word::GraderError,
        Word::NotRun,
    ];

    /// The word as reports write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Word::Pass => "pass",
            Word::Partial => "partial",
            Word::Wrong => "wrong",
            Word::OverBudget => "over-budget",
            Word::TimedOut => "timed-out",
            Word::Crashed => "crashed",
            Word::IllegalAction => "illegal-action",
            Word::InvalidAnswer => "invalid-answer",
            Word::Killed => "killed",
            Word::CaseError => "case-error",
            Word::GraderError => "grader-error",
            Word::NotRun => "not-run",
        }
    }

    /// Whether it says nothing about the submission: the case could not be graded.
    #[must_use]
    pub fn is_ungraded(self) -> bool {
        matches!(self, Word::CaseError | Word::GraderError)
    }
}

impl From<FaultKind> for Word {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::OverBudget => Word::OverBudget,
            FaultKind::TimedOut => Word::TimedOut,
            FaultKind::Crashed => Word::Crashed,
            FaultKind::IllegalAction => Word::IllegalAction,
            FaultKind::InvalidAnswer => Word::InvalidAnswer,
            FaultKind::Killed => Word::Killed,
            FaultKind::Grader => Word::GraderError,
        }
    }
}

/// What the judge says of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The word.
    pub word: Word,
    /// Points earned.
    pub points: f64,
    /// Points to earn.
    pub max_points: f64,
    /// Why points were lost.
    pub reasons: Vec<Reason>,
    /// What was seen besides; it changes no point.
    pub notes: Vec<Note>,
}

impl Verdict {
    /// A verdict that earns nothing.
    #[must_use]
    pub fn without_points(word: Word, max_points: f64, reasons: Vec<Reason>) -> Self {
        Verdict { word, points: 0.0, max_points, reasons, notes: Vec::new() }
    }
}

//! The judge: a pure function from (case, reference, transcript) to a verdict.
//!
//! It runs no code and makes no text: reasons are data, which [`crate::report::text`] words.

mod checks;
pub mod reason;
pub mod verdict;

pub use reason::{Note, Reason};
pub use verdict::{Verdict, Word};

use crate::case::Case;
use crate::reference::Reference;
use crate::transcript::Transcript;

/// Judges one case. Precedence, from top to bottom: no agent, fault, checks.
#[must_use]
pub fn judge(case: &Case, reference: Option<&Reference>, transcript: &Transcript) -> Verdict {
    if transcript.missing_agent {
        return Verdict::without_points(
            Word::NotRun,
            case.points,
            vec![Reason::NoSuchAgent { agent: case.task.agent.clone() }],
        );
    }
    if let Some(fault) = &transcript.fault {
        let reasons = vec![Reason::Fault(fault.clone())];
        return Verdict::without_points(fault.kind.into(), case.points, reasons);
    }
    let Some(turn) = transcript.turns.first() else {
        return Verdict::without_points(Word::NotRun, case.points, Vec::new());
    };
    let reasons = checks::check(case, reference, turn);
    let word = if reasons.is_empty() { Word::Pass } else { Word::Wrong };
    let points = if reasons.is_empty() { case.points } else { 0.0 };
    Verdict { word, points, max_points: case.points, reasons, notes: Vec::new() }
}

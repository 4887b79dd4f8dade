//! The judge: a pure function from (case, reference, transcript) to a verdict.
//!
//! It runs no code and makes no text: reasons are data, which [`crate::report::text`] words.

mod checks;
mod games;
mod line;
pub mod reason;
pub mod verdict;

pub use reason::{Note, Reason};
pub use verdict::{Verdict, Word};

use plygrade_engine::search::Algorithm;

use crate::case::expect::Line;
use crate::case::play::Follow;
use crate::case::{Case, Unit};
use crate::reference::Reference;
use crate::suite::Rules;
use crate::transcript::{Transcript, Turn};

/// Judges one case by the suite's rules. Precedence, from top to bottom: not built, no agent, a fault that
/// ended the case, whole games, checks of one answer.
#[must_use]
pub fn judge(
    case: &Case,
    rules: Rules,
    reference: Option<&Reference>,
    transcript: &Transcript,
) -> Verdict {
    if let Some(fault) = &transcript.not_run {
        let reasons = vec![Reason::Fault(fault.clone())];
        return Verdict::without_points(Word::NotRun, case.points, reasons);
    }
    if transcript.missing_agent {
        return Verdict::without_points(
            Word::NotRun,
            case.points,
            vec![Reason::NoSuchAgent {
                agent: case.task.agent.clone(),
                wanted: transcript.missing.wanted.clone(),
                instead: transcript.missing.instead.clone(),
            }],
        );
    }
    if let Some(fault) = &transcript.fault {
        let reasons = vec![Reason::Fault(fault.clone())];
        return Verdict::without_points(fault.kind.into(), case.points, reasons);
    }
    if reference.is_none() && case.expect.is_empty() {
        return no_reference(case, "nothing is written down, and there is no reference".to_owned());
    }
    let mut verdict = if let Some(games) = &case.expect.games {
        games::judge(games, case.points, transcript)
    } else if let Some(line) = line_of(case, reference) {
        let (word, reasons, notes) = line::judge(line, transcript);
        Verdict { notes, ..settled(case, word, reasons) }
    } else if let Some(turn) = transcript.turns.first() {
        let (reasons, own_terms) = checks::check(case, rules, reference, transcript, turn);
        let mut notes: Vec<Note> = own_terms.map(Note::OwnTerms).into_iter().collect();
        notes.extend(remembers(case, &reasons).then_some(Note::Remembers));
        notes.extend(asks_when_over(turn, &reasons));
        let verdict = settled(case, word_for(&reasons), reasons);
        Verdict { notes, ..verdict }
    } else {
        Verdict::without_points(Word::NotRun, case.points, Vec::new())
    };
    verdict.notes.extend(notes(case, rules, reference, transcript));
    verdict
}

/// The verdict on a case that checks nothing, since it leaves everything to a reference that
/// there is not: its author's fault.
#[must_use]
pub fn no_reference(case: &Case, why: String) -> Verdict {
    let reasons = vec![Reason::NoReference { why }];
    Verdict::without_points(Word::CaseError, case.points, reasons)
}

/// The word for an answer with these faults. An infinite value where a finite one was to come is no
/// answer.
fn word_for(reasons: &[Reason]) -> Word {
    let infinite = |reason: &Reason| {
        matches!(reason, Reason::WrongValue { got: Some(got), expected, .. }
            if got.is_infinite() && expected.is_finite())
    };
    if reasons.is_empty() {
        Word::Pass
    } else if reasons.iter().any(infinite) {
        Word::InvalidAnswer
    } else {
        Word::Wrong
    }
}

/// Whether minimax answered right, and only asked for less than it does.
fn remembers(case: &Case, reasons: &[Reason]) -> bool {
    let fewer = |reason: &Reason| matches!(reason, Reason::WrongCount { got: Some(got), expected, .. } if *got < expected.min);
    case.task.algorithm == Some(Algorithm::Minimax)
        && !reasons.is_empty()
        && reasons.iter().all(fewer)
}

/// Why legal actions may have been asked for too often.
fn asks_when_over(turn: &Turn, reasons: &[Reason]) -> Option<Note> {
    let too_often = reasons.iter().any(|reason| {
        matches!(reason, Reason::WrongCount { unit: Unit::LegalActionsCalls, got: Some(got), expected }
            if *got > expected.max)
    });
    let calls = turn.asked_when_over;
    (too_often && calls > 0).then_some(Note::AsksWhenOver { calls })
}

/// The line that a game must follow: the case's, or the reference's where it writes none.
fn line_of<'a>(case: &'a Case, reference: Option<&'a Reference>) -> Option<&'a Line> {
    let follows = case.task.play.as_ref().is_some_and(|play| play.follow == Follow::Reference);
    let computed = || reference.filter(|_| follows).and_then(|reference| reference.line.as_ref());
    case.expect.line.as_ref().or_else(computed)
}

/// All points or none.
fn settled(case: &Case, word: Word, reasons: Vec<Reason>) -> Verdict {
    let points = if word == Word::Pass { case.points } else { 0.0 };
    Verdict { word, points, max_points: case.points, reasons, notes: Vec::new() }
}

/// What is seen beyond the rules of the suite.
fn notes(
    case: &Case,
    rules: Rules,
    reference: Option<&Reference>,
    transcript: &Transcript,
) -> Vec<Note> {
    let mut notes = Vec::new();
    if rules != Rules::Berkeley {
        return notes;
    }
    let wrong = transcript.turns.iter().find(|turn| !turn.wrong_turns.is_empty());
    notes.extend(wrong.map(|turn| Note::WrongTurn(turn.wrong_turns.clone())));
    let asked = |turn: &Turn| {
        let needed = reference?.counts;
        let same = Unit::ALL.into_iter().filter(|unit| {
            matches!(unit, Unit::DistinctGenerated | Unit::DistinctExplored)
                && unit.of(&needed) == unit.of(&turn.counts)
        });
        let calls = turn.counts.next_state_calls;
        let again = same.count() == 2 && calls > needed.next_state_calls;
        again.then_some(Note::AsksAgain { calls, needed: needed.next_state_calls })
    };
    if case.expect.games.is_none() {
        // The reference's counts are those of the first move.
        notes.extend(transcript.turns.first().and_then(asked));
    }
    notes
}

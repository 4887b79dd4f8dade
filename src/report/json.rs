//! The report as JSON, schema `plygrade/report/v1`. The same run gives the same bytes, `seconds`
//! apart.

use plygrade_sdk::Action;
use serde::{Serialize, Serializer};

use super::{CaseReport, QuestionReport, Report, text};
use crate::case::{Unit, Visibility};
use crate::judge::Word;
use crate::transcript::{Fault, FaultKind, Game};

/// The whole report.
#[derive(Debug, Serialize)]
struct Root<'a> {
    schema: &'static str,
    submission: &'a str,
    suite: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suite_notes: Vec<String>,
    suite_chosen: bool,
    seed: u64,
    /// Left out once it is true.
    #[serde(skip_serializing_if = "is_true")]
    complete: bool,
    points: Number,
    max_points: Number,
    questions: Vec<Question<'a>>,
    sandbox: &'a [String],
    faults: Vec<FaultEntry<'a>>,
    seconds: Number,
}

#[derive(Debug, Serialize)]
struct Question<'a> {
    name: &'a str,
    title: &'a str,
    points: Number,
    max_points: Number,
    cases: Vec<Case<'a>>,
}

#[derive(Debug, Serialize)]
struct Case<'a> {
    name: &'a str,
    verdict: Word,
    points: Number,
    max_points: Number,
    reasons: Vec<String>,
    notes: Vec<String>,
    hints: &'a [String],
    /// Who may see this entry, as the case says; whoever shows the report must heed it.
    visibility: Visibility,
    /// The answer to a single question; null over a whole game.
    action: Option<&'a Action>,
    value: Option<Number>,
    counts: Counts,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    games: Vec<GameEntry>,
    output: &'a str,
    seconds: Number,
}

/// Summed over the moves of a whole game.
#[derive(Debug, Serialize)]
struct Counts {
    next_state_calls: Option<u64>,
    distinct_generated: Option<u64>,
    distinct_explored: Option<u64>,
    legal_actions_calls: Option<u64>,
    evaluations: Option<u64>,
}

#[derive(Debug, Serialize)]
struct GameEntry {
    score: Number,
    win: bool,
    timed_out: bool,
    crashed: bool,
}

/// A fault, and the case that it ended.
#[derive(Debug, Serialize)]
struct FaultEntry<'a> {
    question: &'a str,
    case: &'a str,
    kind: FaultKind,
    message: &'a str,
    traceback: &'a [String],
    state: Option<&'a str>,
}

/// A number; those that JSON lacks are the strings `"inf"`, `"-inf"`, `"nan"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            n if n.is_nan() => to.serialize_str("nan"),
            f64::INFINITY => to.serialize_str("inf"),
            f64::NEG_INFINITY => to.serialize_str("-inf"),
            n => to.serialize_f64(n),
        }
    }
}

/// Renders `report`.
///
/// # Errors
/// None that these types can cause; the serializer's signature has one.
pub fn render(report: &Report) -> serde_json::Result<String> {
    let root = Root {
        schema: "plygrade/report/v1",
        submission: &report.submission,
        suite: &report.suite,
        suite_notes: report.suite_notes.iter().map(text::suite_note).collect(),
        suite_chosen: report.suite_chosen,
        seed: report.seed,
        complete: report.complete,
        points: Number(report.points),
        max_points: Number(report.max_points),
        questions: report.questions.iter().map(question).collect(),
        sandbox: &report.sandbox,
        faults: report.questions.iter().flat_map(faults).collect(),
        seconds: Number(report.seconds),
    };
    let mut text = serde_json::to_string_pretty(&root)?;
    text.push('\n');
    Ok(text)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(flag: &bool) -> bool {
    *flag
}

fn question(question: &QuestionReport) -> Question<'_> {
    Question {
        name: &question.name,
        title: &question.title,
        points: Number(question.points),
        max_points: Number(question.max_points),
        cases: question.cases.iter().map(case).collect(),
    }
}

fn case(case: &CaseReport) -> Case<'_> {
    let CaseReport { case, transcript, verdict, .. } = case;
    let answer = transcript.turns.first().filter(|_| case.task.play.is_none());
    let answer = answer.map(|turn| &turn.answer);
    Case {
        name: &case.name,
        verdict: verdict.word,
        points: Number(verdict.points),
        max_points: Number(verdict.max_points),
        reasons: verdict.reasons.iter().map(|reason| text::reason(reason, &case.task)).collect(),
        notes: verdict.notes.iter().map(text::note).collect(),
        hints: &case.hints,
        visibility: case.visibility,
        action: answer.and_then(|answer| answer.action.as_ref()),
        value: answer.and_then(|answer| answer.value).map(Number),
        counts: Counts {
            next_state_calls: transcript.total(Unit::NextStateCalls),
            distinct_generated: transcript.total(Unit::DistinctGenerated),
            distinct_explored: transcript.total(Unit::DistinctExplored),
            legal_actions_calls: transcript.total(Unit::LegalActionsCalls),
            evaluations: transcript.total(Unit::Evaluations),
        },
        games: transcript.games.iter().map(game).collect(),
        output: &transcript.output,
        seconds: Number(transcript.seconds),
    }
}

fn game(game: &Game) -> GameEntry {
    let &Game { score, win, timed_out, crashed, moves: _, fault: _ } = game;
    GameEntry { score: Number(score), win, timed_out, crashed }
}

fn faults(question: &QuestionReport) -> impl Iterator<Item = FaultEntry<'_>> {
    question.cases.iter().filter_map(|case| {
        let Fault { kind, message, traceback, state } =
            case.transcript.fault.as_ref().or(case.transcript.not_run.as_ref())?;
        Some(FaultEntry {
            question: &question.name,
            case: &case.case.name,
            kind: *kind,
            message,
            traceback,
            state: state.as_deref(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_json_lacks_are_strings() {
        let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.5].map(Number);
        let text = serde_json::to_string(&numbers).expect("numbers can be written");
        assert_eq!(text, r#"["nan","inf","-inf",0.5]"#);
    }
}

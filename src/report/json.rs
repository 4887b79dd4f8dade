//! The report as JSON, schema `plygrade/report/v1`. The same run gives the same bytes, `seconds`
//! apart.

use plygrade_sdk::Action;
use plygrade_sdk::wire::Number;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

use super::{CaseReport, QuestionReport, Report, text};
use crate::case::{Unit, Visibility};
use crate::judge::{Reason, Word};
use crate::suite::Chosen;
use crate::transcript::{Fault, FaultKind, Game, Transcript};

/// What plygrade says of one submission on one suite.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "plygrade report", rename = "Report")]
struct Root<'a> {
    /// `plygrade/report/v1`.
    schema: &'static str,
    /// The submission, as the user named it.
    submission: &'a str,
    /// Whether that is one of plygrade's own solutions, linked in; left out where it is not.
    #[serde(default, skip_serializing_if = "is_false")]
    linked_in: bool,
    /// The suite's name.
    suite: &'a str,
    /// What was found out about the suite while it was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    suite_notes: Vec<String>,
    /// Whether the user named no suite: the submission did, or what it defines, or it is the default.
    suite_chosen: bool,
    /// What seeded the submission's own random numbers.
    seed: u64,
    /// Cases of its questions that were left out because others were named; left out where there are
    /// none.
    #[serde(default, skip_serializing_if = "is_zero")]
    cases_left_out: usize,
    /// False in the report of a run that is not over; left out once it is.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    complete: bool,
    /// Points earned; more than the most with extra credit.
    points: Number,
    /// Points to earn.
    max_points: Number,
    /// In the order of the suite.
    questions: Vec<Question<'a>>,
    /// The layers of the sandbox that were in force.
    sandbox: &'a [String],
    /// What ended cases or games early, with the place in the submission's own code.
    faults: Vec<FaultEntry<'a>>,
    /// Wall time of the whole run.
    seconds: Number,
}

/// One question.
#[derive(Debug, Serialize, JsonSchema)]
struct Question<'a> {
    name: &'a str,
    /// Empty where the suite gives none.
    title: &'a str,
    points: Number,
    max_points: Number,
    /// Sorted by name.
    cases: Vec<Case<'a>>,
}

/// One case.
#[derive(Debug, Serialize, JsonSchema)]
struct Case<'a> {
    /// The stem of its file's name.
    name: &'a str,
    verdict: Word,
    points: Number,
    max_points: Number,
    /// Why points were lost, one sentence each.
    reasons: Vec<String>,
    /// What was seen besides and costs no points.
    notes: Vec<String>,
    /// Of the case's author.
    hints: &'a [String],
    /// Who may see this entry, as the case says; whoever shows the report must heed it.
    visibility: Visibility,
    /// The answer to a single question; null over a whole game.
    action: Option<&'a Action>,
    /// The answer to a single question, where the submission gave one.
    value: Option<Number>,
    counts: Counts,
    /// The games that were played, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    games: Vec<GameEntry>,
    /// What the submission printed, its beginning.
    output: &'a str,
    /// Wall time.
    seconds: Number,
}

/// What was counted, summed over the moves of whole games; null where it could not be.
#[derive(Debug, Serialize, JsonSchema)]
struct Counts {
    next_state_calls: Option<u64>,
    distinct_generated: Option<u64>,
    distinct_explored: Option<u64>,
    legal_actions_calls: Option<u64>,
    evaluations: Option<u64>,
}

/// One whole game.
#[derive(Debug, Serialize, JsonSchema)]
struct GameEntry {
    score: Number,
    win: bool,
    timed_out: bool,
    crashed: bool,
}

/// A fault, and the case that it ended, or a game of it.
#[derive(Debug, Serialize, JsonSchema)]
struct FaultEntry<'a> {
    question: &'a str,
    case: &'a str,
    kind: FaultKind,
    message: &'a str,
    /// The submission's own lines, the innermost last.
    traceback: &'a [String],
    /// The state in which it happened, drawn.
    state: Option<&'a str>,
}

/// What [`render`] writes, as JSON Schema.
#[must_use]
pub fn schema() -> Schema {
    schema_for!(Root<'_>)
}

/// Renders `report`.
///
/// # Errors
/// None that these types can cause; the serializer's signature has one.
pub fn render(report: &Report) -> serde_json::Result<String> {
    let root = Root {
        schema: "plygrade/report/v1",
        submission: &report.submission,
        linked_in: report.linked_in,
        suite: &report.suite,
        suite_notes: report.suite_notes.iter().map(text::suite_note).collect(),
        suite_chosen: report.suite_chosen != Chosen::ByUser,
        seed: report.seed,
        cases_left_out: report.left_out,
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

fn is_zero(n: &usize) -> bool {
    *n == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

fn yes() -> bool {
    true
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
    question.cases.iter().flat_map(|case| {
        let Transcript { fault, not_run, .. } = &case.transcript;
        let ended = fault.as_ref().or(not_run.as_ref());
        let games = case.verdict.reasons.iter().filter_map(|reason| match reason {
            Reason::Game { fault, .. } => fault.as_ref(),
            _ => None,
        });
        ended.into_iter().chain(games).map(|fault| {
            let Fault { kind, message, traceback, state, mistake: _ } = fault;
            FaultEntry {
                question: &question.name,
                case: &case.case.name,
                kind: *kind,
                message,
                traceback,
                state: state.as_deref(),
            }
        })
    })
}

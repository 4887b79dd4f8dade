//! The report as JSON, schema `plygrade/report/v1`.

use serde_json::{Value, json};

use super::{CaseReport, Report, text};
use crate::case::Unit;

/// Renders `report`.
#[must_use]
pub fn render(report: &Report) -> String {
    let value = json!({
        "schema": "plygrade/report/v1",
        "submission": report.submission,
        "suite": report.suite,
        "points": report.points,
        "max_points": report.max_points,
        "questions": report.questions.iter().map(|question| json!({
            "name": question.name,
            "points": question.points,
            "max_points": question.max_points,
            "cases": question.cases.iter().map(case).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "sandbox": [],
        "faults": [],
    });
    format!("{value:#}\n")
}

fn case(case: &CaseReport) -> Value {
    let turn = case.transcript.turns.first();
    let counts: serde_json::Map<String, Value> = Unit::ALL
        .iter()
        .map(|unit| (unit.key().to_owned(), json!(turn.and_then(|turn| unit.of(&turn.counts)))))
        .collect();
    json!({
        "name": case.case.name,
        "verdict": case.verdict.word,
        "points": case.verdict.points,
        "max_points": case.verdict.max_points,
        "reasons": case.verdict.reasons.iter().map(text::reason).collect::<Vec<_>>(),
        "notes": [],
        "action": turn.and_then(|turn| turn.answer.action.clone()),
        "value": turn.and_then(|turn| turn.answer.value).map(number),
        "counts": counts,
        "seconds": case.transcript.seconds,
    })
}

/// A number, with a string for those that JSON lacks.
#[must_use]
pub fn number(value: f64) -> Value {
    if value.is_nan() {
        json!("nan")
    } else if value.is_infinite() {
        json!(if value > 0.0 { "inf" } else { "-inf" })
    } else {
        json!(value)
    }
}

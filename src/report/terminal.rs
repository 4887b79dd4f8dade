//! The report that people read in a terminal.

use std::fmt::Write as _;

use super::style::Style;
use super::{CaseReport, Report, text};
use crate::judge::Word;

/// Renders `report`.
#[must_use]
pub fn render(report: &Report, style: Style) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} on {}", style.strong(&report.submission), report.suite);
    for question in &report.questions {
        let passed = question.cases.iter().filter(|c| c.verdict.word == Word::Pass).count();
        let _ = writeln!(
            out,
            "{} {}  {passed}/{} cases  {}/{} points",
            style.strong(&question.name),
            question.title,
            question.cases.len(),
            question.points,
            question.max_points
        );
        for case in question.cases.iter().filter(|case| case.verdict.word != Word::Pass) {
            render_case(&mut out, case, style);
        }
    }
    let _ = writeln!(out, "{} {}/{}", style.strong("total"), report.points, report.max_points);
    out
}

fn render_case(out: &mut String, case: &CaseReport, style: Style) {
    let word = style.bad(case.verdict.word.as_str());
    let _ = writeln!(out, "  {word} {}", case.case.name);
    for reason in &case.verdict.reasons {
        let _ = writeln!(out, "    {}", text::reason(reason));
    }
}

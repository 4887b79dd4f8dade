//! What kept the whole submission from being run, told once instead of question by question.

use super::super::layout::{bounded, clean, wrap};
use super::super::style::Style;
use super::super::{CaseReport, Report, text};
use super::case::{REASON, place, printed};
use crate::judge::{Reason, Word};

/// The lines, if no case got as far as a question to an agent.
pub(super) fn failure(report: &Report, style: Style) -> Option<Vec<String>> {
    let cases: Vec<&CaseReport> = report.questions.iter().flat_map(|q| &q.cases).collect();
    let asked = |case: &&CaseReport| {
        let some = !case.transcript.missing_agent && !case.transcript.turns.is_empty();
        some || case.verdict.word == Word::Pass
    };
    if report.questions.len() < 2 || cases.iter().any(asked) {
        return None;
    }
    // The others wait for these.
    let tried = || cases.iter().filter(|case| !case.verdict.reasons.is_empty() && is_first(case));
    let first = tried().next()?;
    let same = |case: &&CaseReport| case.verdict.reasons == first.verdict.reasons;
    if let [Reason::Fault(fault)] = first.verdict.reasons.as_slice()
        && tried().all(same)
    {
        let reason = text::reason(&first.verdict.reasons[0], &first.case.task);
        let mut lines = vec![String::new(), style.bad(text::NOTHING_RUN)];
        lines.extend(bounded(wrap(&clean(&reason), "  - "), REASON, "    "));
        lines.extend(place(fault));
        lines.extend(printed(&first.transcript.output));
        return Some(lines);
    }
    let wanted = tried().map(|case| match case.verdict.reasons.as_slice() {
        [Reason::NoSuchAgent { wanted, instead: None, .. }] => wanted.first(),
        _ => None,
    });
    let mut wanted: Vec<String> = wanted.map(Option::<&String>::cloned).collect::<Option<_>>()?;
    let mut seen = std::collections::BTreeSet::new();
    wanted.retain(|name| seen.insert(name.clone()));
    let lines = wrap(&clean(&text::no_agents(&wanted)), "  - ");
    let head = vec![String::new(), style.bad(text::NOTHING_RUN)];
    Some(head.into_iter().chain(lines).collect())
}

/// Whether the case was tried at all: no earlier one kept it from it.
fn is_first(case: &CaseReport) -> bool {
    let own = |reason: &Reason| matches!(reason, Reason::Fault(_) | Reason::NoSuchAgent { .. });
    case.verdict.reasons.iter().any(own)
}

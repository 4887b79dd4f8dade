//! One case in the terminal report: what was asked, what came, what was expected.

use std::collections::HashSet;

use plygrade_sdk::Action;

use super::super::layout::{WIDTH, bounded, clean, clean_line, cut, width, wrap};
use super::super::style::Style;
use super::super::tree::{Expansions, draw};
use super::super::{CaseReport, text};
use super::{counts, mark};
use crate::case::Unit;
use crate::judge::{Reason, Word};
use crate::position::Position;
use crate::transcript::Fault;

/// Lines of one reason: an exception's text may be a page.
pub(super) const REASON: usize = 16;
/// Lines of a board.
const BOARD: usize = 40;
/// Lines of a traceback, the last ones, where the error is.
const TRACEBACK: usize = 20;
/// Lines of what a submission printed.
const PRINTED: usize = 10;

/// The lines about one case, without those hints that were told before.
pub(super) fn block<'r>(
    case: &'r CaseReport,
    drawn: bool,
    told: &mut HashSet<&'r str>,
    style: Style,
) -> Vec<String> {
    let verdict = &case.verdict;
    let mut lines = vec![head(case, style)];
    if verdict.word != Word::Pass {
        lines.extend(wrap(&clean(&text::task::asked(&case.case.task)), "    "));
        let games = &case.transcript.games;
        if case.plays_freely() && !games.is_empty() {
            lines.extend(wrap(&text::games(games), "    "));
        }
        // Where no game came to its end, what the games came to says nothing.
        let unfinished = !games.is_empty() && games.iter().all(|game| game.crashed);
        let sums = |reason: &Reason| {
            matches!(reason, Reason::BelowMinimum { .. } | Reason::MissedThresholds { .. })
        };
        for reason in verdict.reasons.iter().filter(|reason| !(unfinished && sums(reason))) {
            let text = wrap(&clean(&text::reason(reason, &case.case.task)), "    - ");
            lines.extend(bounded(text, REASON, "      "));
            lines.extend(evidence(reason, drawn));
        }
        let faulty = |reason: &Reason| matches!(reason, Reason::Fault(_) | Reason::Game { .. });
        if !verdict.reasons.iter().any(faulty) {
            lines.extend(counts::table(case, style));
            lines.extend(drawing(case, drawn, style));
        }
        lines.extend(printed(&case.transcript.output));
        // A hint is on how to search, which is not what a crash is about.
        let hints = if matches!(verdict.word, Word::Wrong | Word::Partial) {
            case.case.hints.as_slice()
        } else {
            &[]
        };
        for hint in hints.iter().filter(|hint| told.insert(hint)) {
            lines
                .extend(coloured(wrap(&clean(&text::hint(hint)), "    "), |line| style.note(line)));
        }
    }
    for note in &verdict.notes {
        let note = text::noted(&text::note(note));
        lines.extend(coloured(wrap(&clean(&note), "    "), |line| style.note(line)));
    }
    lines
}

/// Passed cases of which the same was noted as of one above.
pub(super) fn likewise(cases: &[&CaseReport], style: Style) -> Vec<String> {
    let names = cases.iter().map(|case| clean_line(&case.case.name));
    listed(&text::likewise(&names.collect::<Vec<_>>()), Word::Pass, style)
}

/// A mistake that is all there is to say of a case, so that it need not be said of another one.
pub(super) enum Mistake<'r> {
    /// The fault that ended the case, or its only game.
    Fault(&'r Fault),
    /// Nothing was searched, and always the same answered, or nothing.
    Unsearched(Option<&'r Action>),
}

impl<'r> Mistake<'r> {
    pub(super) fn of(case: &'r CaseReport) -> Option<Self> {
        let silent = || case.transcript.total(Unit::NextStateCalls) == Some(0);
        match case.verdict.reasons.as_slice() {
            [Reason::Fault(fault)] => Some(Mistake::Fault(fault)),
            [Reason::Game { fault: Some(fault), .. }] if !case.plays_freely() => {
                Some(Mistake::Fault(fault))
            }
            [Reason::WrongAction { got, .. } | Reason::Suboptimal { got, .. }, ..] if silent() => {
                Some(Mistake::Unsearched(got.as_ref()))
            }
            _ => None,
        }
    }

    pub(super) fn is_like(&self, other: &Mistake<'_>) -> bool {
        match (self, other) {
            (Mistake::Fault(one), Mistake::Fault(other)) => one.is_like(other),
            (Mistake::Unsearched(one), Mistake::Unsearched(other)) => one == other,
            _ => false,
        }
    }
}

/// Cases with the same mistake as `first`, the one above.
pub(super) fn same_mistake(first: &CaseReport, cases: &[&CaseReport], style: Style) -> Vec<String> {
    let names: Vec<String> = cases.iter().map(|case| clean_line(&case.case.name)).collect();
    let text = match Mistake::of(first) {
        // What would be right is another action in each of them.
        Some(Mistake::Unsearched(Some(_))) => text::same_action(&names),
        _ => text::same_mistake(&names),
    };
    listed(&text, Word::Wrong, style)
}

/// A line about several cases, which begins with the mark of their word.
fn listed(title: &str, word: Word, style: Style) -> Vec<String> {
    let mut lines = wrap(title, "  - ");
    if let Some(first) = lines.first_mut() {
        *first = first.replacen('-', &mark(word, style), 1);
    }
    lines
}

/// Cases of `all` in a question that were not run, together where the reasons are the same.
pub(super) fn not_run(cases: &[&CaseReport], all: usize, style: Style) -> Vec<Vec<String>> {
    let mut groups: Vec<(&[Reason], Vec<&CaseReport>)> = Vec::new();
    for case in cases {
        match groups.iter_mut().find(|(reasons, _)| *reasons == case.verdict.reasons) {
            Some((_, group)) => group.push(case),
            None => groups.push((&case.verdict.reasons, vec![case])),
        }
    }
    let mut blocks = Vec::new();
    for (reasons, group) in groups {
        let names = group.iter().map(|case| clean_line(&case.case.name));
        let title = match group.len() {
            2.. if group.len() == all => text::none_run(all),
            _ => text::not_run(&names.collect::<Vec<_>>()),
        };
        let mut lines = listed(&title, Word::NotRun, style);
        for reason in reasons {
            let task = &group[0].case.task;
            lines.extend(wrap(&clean(&text::reason(reason, task)), "    - "));
            if let Reason::Fault(fault) = reason {
                lines.extend(said(&fault.traceback.join("\n"), BOARD, "      "));
            }
        }
        blocks.push(lines);
    }
    blocks
}

fn head(case: &CaseReport, style: Style) -> String {
    let verdict = &case.verdict;
    let name = cut(&clean_line(&case.case.name), 44);
    let word = text::verdict(verdict.word);
    let word = match verdict.word {
        Word::Pass => style.good(word),
        Word::Partial => style.note(word),
        _ => style.bad(word),
    };
    let points = text::points_of(verdict.points, verdict.max_points);
    format!("  {} {}  {word}, {points}", mark(verdict.word, style), style.strong(&name))
}

/// What shows where a reason comes from, below it.
fn evidence(reason: &Reason, drawn: bool) -> Vec<String> {
    match reason {
        Reason::Fault(fault) | Reason::Game { fault: Some(fault), .. } => place(fault),
        Reason::Suboptimal { state: Some(state), .. } if drawn => boarded(text::BOARD, state),
        _ => Vec::new(),
    }
}

/// Where a fault happened: the submission's own traceback, and the state.
pub(super) fn place(fault: &Fault) -> Vec<String> {
    let mut lines = Vec::new();
    let traceback: Vec<&str> = fault.traceback.iter().flat_map(|entry| entry.lines()).collect();
    if !traceback.is_empty() {
        lines.push(format!("      {}", text::TRACEBACK));
        let skipped = traceback.len().saturating_sub(TRACEBACK);
        if skipped > 0 {
            lines.push(format!("        {}", text::more_lines(skipped)));
        }
        lines.extend(traceback[skipped..].iter().flat_map(|line| whole(&clean(line), "        ")));
    }
    if let Some(state) = &fault.state {
        lines.extend(boarded(text::FAULT_STATE, state));
    }
    lines
}

/// A drawn state below its heading.
fn boarded(heading: &str, state: &str) -> Vec<String> {
    let mut lines = vec![format!("      {heading}")];
    lines.extend(page(state, BOARD, "        "));
    lines
}

/// The tree with both sides' expansions, or the board.
fn drawing(case: &CaseReport, drawn: bool, style: Style) -> Vec<String> {
    let task = &case.case.task;
    if task.play.is_some() || case.transcript.turns.is_empty() {
        return Vec::new();
    }
    if !drawn {
        return wrap(&text::not_drawn(&clean_line(&case.case.name)), "    ");
    }
    match &task.position {
        Position::Tree(at) => draw(at, task.terms.plies, expansions(case), "    ", style),
        position => {
            let mut lines = vec![format!("    {}", text::BOARD)];
            lines.extend(page(&position.text(), BOARD, "      "));
            lines
        }
    }
}

/// The calls of both sides, if all of them were kept.
fn expansions(case: &CaseReport) -> Option<Expansions<'_>> {
    let turn = case.transcript.turns.first()?;
    let calls = turn.calls.as_ref().filter(|calls| !calls.truncated)?;
    let reference = case.reference.as_ref()?;
    let complete = reference.calls.len() as u64 >= reference.counts.next_state_calls;
    complete.then_some(Expansions { yours: &calls.list, reference: &reference.calls })
}

pub(super) fn printed(output: &str) -> Vec<String> {
    if output.trim().is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("    {}", text::PRINTED)];
    lines.extend(said(output, PRINTED, "      "));
    lines
}

/// The first `most` lines of what a program said, long ones on several.
fn said(text: &str, most: usize, indent: &str) -> Vec<String> {
    let text = clean(text);
    let lines = text.trim_end().lines().flat_map(|line| whole(line, indent));
    bounded(lines.collect(), most, indent)
}

/// A line as it is where it fits the page, else on several with its own blanks before each. Of many
/// blanks side by side some are enough there: nothing stands below what they led to.
fn whole(line: &str, indent: &str) -> Vec<String> {
    const BLANKS: usize = 24;
    let line = line.trim_end();
    if width(indent) + width(line) <= WIDTH {
        return vec![format!("{indent}{line}")];
    }
    let mut blanks = 0;
    let mut short = line.to_owned();
    short.retain(|c| {
        blanks = if c == ' ' { blanks + 1 } else { 0 };
        blanks <= BLANKS
    });
    let own = short.len() - short.trim_start().len();
    wrap(short.trim_start(), &format!("{indent}{}", " ".repeat(own)))
}

/// The first `most` lines of a text that is laid out already.
fn page(text: &str, most: usize, indent: &str) -> Vec<String> {
    let text = clean(text);
    let room = WIDTH - indent.len();
    let lines = text.trim_end().lines().map(|line| format!("{indent}{}", cut(line, room)));
    bounded(lines.collect(), most, indent)
}

/// Colours each line behind its blanks, so that no colour runs over a line's end.
fn coloured(lines: Vec<String>, paint: impl Fn(&str) -> String) -> Vec<String> {
    let paint = |line: String| {
        let text = line.trim_start();
        format!("{}{}", &line[..line.len() - text.len()], paint(text))
    };
    lines.into_iter().map(paint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_a_program_said_nothing_is_cut_off_and_what_fits_stays_as_it_is() {
        let pointer = format!("{}^", " ".repeat(60));
        let far = format!("   | {}^~~ here", " ".repeat(90));
        let long = format!("      {} did you mean 'turn'?", "x.cpp:3:5: error: ".repeat(6));
        let fault = Fault {
            traceback: [&long, &far, &pointer].map(Clone::clone).into(),
            ..Fault::new(crate::transcript::FaultKind::Crashed, "it does not build")
        };
        for lines in [printed(&fault.traceback.join("\n")), place(&fault)] {
            assert!(lines.iter().all(|line| width(line) <= WIDTH), "{lines:#?}");
            let last = lines.last().expect("lines");
            assert_eq!(last.trim_start(), "^");
            assert!(last.len() > 60, "{lines:#?}");
            let words = lines.join(" ");
            let words: Vec<&str> = words.split_whitespace().collect();
            assert!(words.join(" ").contains("did you mean 'turn'?"), "{lines:#?}");
            assert!(lines.iter().any(|line| line.contains("   |  ") && line.ends_with("^~~ here")));
            // Its own blanks are before each part of it.
            let parts: Vec<_> = lines.iter().filter(|line| line.contains("error:")).collect();
            assert!(parts.len() > 1, "{lines:#?}");
            assert!(parts.iter().all(|part| part.starts_with("            ")), "{lines:#?}");
        }
    }

    #[test]
    fn what_a_program_said_takes_so_many_lines_and_no_more() {
        let lines = printed(&"word ".repeat(1000));
        assert_eq!(lines.len(), 1 + PRINTED + 1);
        assert!(lines.last().expect("lines").contains("more lines"), "{lines:#?}");
    }
}

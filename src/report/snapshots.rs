//! Snapshots of all formats from one fixture, and the fixture's completeness.

use super::style::Style;
use super::{Report, fixture, json, layout, terminal};
use crate::judge::{Note, Reason, Word};

#[test]
fn terminal_plain() {
    let text = terminal::render(&fixture::report(), Style::plain());
    assert!(!text.contains('\u{1b}'));
    insta::assert_snapshot!(text);
}

#[test]
fn terminal_coloured() {
    let text = terminal::render(&fixture::report(), Style::coloured());
    insta::assert_snapshot!(text.replace('\u{1b}', "␛"));
}

#[test]
fn json() {
    insta::assert_snapshot!(json::render(&fixture::report()).expect("a report is JSON"));
}

#[test]
fn colour_changes_no_text() {
    let coloured = terminal::render(&fixture::report(), Style::coloured());
    let mut text = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        text += before;
        rest = after.split_once('m').expect("an escape sequence ends").1;
    }
    text += rest;
    let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
    let plain = terminal::render(&fixture::report(), Style::plain());
    assert_eq!(trimmed, plain.lines().collect::<Vec<_>>());
}

/// The command to copy stays on one line, whatever its length.
#[test]
fn every_line_fits_the_page() {
    let text = terminal::render(&fixture::report(), Style::plain());
    for line in text.lines().filter(|line| !line.starts_with("  plygrade grade ")) {
        assert!(layout::width(line) <= layout::WIDTH, "{line}");
    }
}

/// A function from a value to its variant's name, and the list of all names; a new variant
/// breaks the build here until it is listed, and the test below until the fixture shows it.
macro_rules! variants {
    ($kind:ident, $name:ident, $all:ident: $($variant:ident),+ $(,)?) => {
        const $all: &[&str] = &[$(stringify!($variant)),+];

        fn $name(value: &$kind) -> &'static str {
            match value {
                $($kind::$variant { .. } => stringify!($variant)),+
            }
        }
    };
}

variants!(Word, word_name, WORDS:
    Pass, Partial, Wrong, OverBudget, TimedOut, Crashed, IllegalAction, InvalidAnswer, Killed,
    CaseError, GraderError, NotRun);
variants!(Reason, reason_name, REASONS:
    NoSuchAgent, Fault, NoReference, WrongAction, OddAction, WrongValue, WrongCount, WrongGenerated, WrongOrder, WrongTurn,
    Game, WrongLength, WrongExplored, Suboptimal, BelowMinimum, MissedThresholds,
    QuestionEnded, DependsOn);
variants!(Note, note_name, NOTES:
    NotChecked, OwnTerms, Remembers, AsksWhenOver, AsksAgain, WrongTurn, LooksLike, ExtraCredit);

#[test]
fn the_fixture_shows_everything_that_a_judge_can_say() {
    let report: Report = fixture::report();
    let verdicts = || report.questions.iter().flat_map(|q| &q.cases).map(|case| &case.verdict);
    let words: Vec<&str> = verdicts().map(|verdict| word_name(&verdict.word)).collect();
    let reasons: Vec<&str> = verdicts().flat_map(|v| &v.reasons).map(reason_name).collect();
    let notes: Vec<&str> = verdicts().flat_map(|v| &v.notes).map(note_name).collect();
    for (all, shown) in [(WORDS, words), (REASONS, reasons), (NOTES, notes)] {
        let forgotten: Vec<&&str> = all.iter().filter(|name| !shown.contains(name)).collect();
        assert!(forgotten.is_empty(), "not in the fixture: {forgotten:?}");
    }
    assert_eq!(Word::ALL.map(|word| word_name(&word)), WORDS);
}

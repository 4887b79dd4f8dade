//! The report that people read in a terminal, at 80 columns, with or without colour.
//!
//! First what went wrong, question by question, or once where nothing could be run; then, where
//! the eye rests when the command is done, a line a question and the total.

mod case;
mod counts;
mod whole;

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

use self::case::Mistake;
use super::layout::{WIDTH, clean_line, cut, left, right, width, wrap};
use super::style::Style;
use super::{CaseReport, QuestionReport, Report, text};
use crate::judge::{Note, Word};

/// Cases of one question whose tree or board is drawn.
const DRAWN: usize = 3;

/// Renders `report`.
#[must_use]
pub fn render(report: &Report, style: Style) -> String {
    let mut lines = header(report, style);
    let failure = whole::failure(report, style);
    let told = failure.is_some();
    lines.extend(failure.unwrap_or_else(|| {
        report.questions.iter().flat_map(|question| details(question, style)).collect()
    }));
    lines.push(String::new());
    lines.extend(table(&report.questions, style));
    lines.push(String::new());
    lines.push(style.strong(&text::total(report)));
    let ungraded = |case: &&CaseReport| case.verdict.word.is_ungraded();
    let ungraded = report.questions.iter().flat_map(|q| &q.cases).filter(ungraded).count();
    if report.left_out > 0 {
        lines.push(style.note(&text::left_out(report.left_out)));
    }
    if ungraded > 0 {
        lines.push(style.bad(&text::not_final(ungraded)));
    }
    if !told {
        lines.extend(next(report));
    }
    let mut out = String::new();
    for line in lines {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn header(report: &Report, style: Style) -> Vec<String> {
    let mut heads = vec![
        (text::SUBMISSION, clean_line(&text::submission(report))),
        (text::SUITE, clean_line(&text::suite(report))),
    ];
    for note in &report.suite_notes {
        heads.push((text::NOTE, clean_line(&text::suite_note(note))));
    }
    if !report.sandbox.is_empty() {
        heads.push((text::SANDBOX, text::sandbox(&report.sandbox, report.sandbox_whole)));
    }
    let columns = heads.iter().map(|(head, _)| width(head)).max().unwrap_or(0) + 2;
    let mut lines = Vec::new();
    for (index, (head, value)) in heads.iter().enumerate() {
        for (line, part) in wrap(value, &" ".repeat(columns)).iter().enumerate() {
            let part = part.get(columns..).unwrap_or_default();
            let head = if line == 0 { head } else { "" };
            let part = if index == 0 { style.strong(part) } else { part.to_owned() };
            lines.push(format!("{}{part}", left(head, columns)));
        }
    }
    lines
}

/// What is to be said about the cases of one question: failed ones, and notes on others.
fn details(question: &QuestionReport, style: Style) -> Vec<String> {
    let (not_run, run): (Vec<&CaseReport>, Vec<&CaseReport>) =
        question.cases.iter().partition(|case| case.verdict.word == Word::NotRun);
    let mut blocks: Vec<Vec<String>> = Vec::new();
    let mut drawn = 0;
    let mut likewise = Vec::new();
    let mut told = Told::default();
    for case in &run {
        if told.has_mistake(case) {
            continue;
        }
        let notes = &case.verdict.notes;
        let failed = case.verdict.word != Word::Pass;
        if failed {
            drawn += 1;
        } else if notes.iter().all(|note| told.notes.contains(&discriminant(note))) {
            likewise.extend((!notes.is_empty()).then_some(*case));
            continue;
        }
        told.notes.extend(notes.iter().map(discriminant));
        blocks.push(case::block(case, drawn <= DRAWN, &mut told.hints, style));
        let same: Vec<&CaseReport> = told.add_mistake(case, &run);
        if !same.is_empty() {
            blocks.push(case::same_mistake(case, &same, style));
        }
    }
    if !likewise.is_empty() {
        blocks.push(case::likewise(&likewise, style));
    }
    blocks.extend(case::not_run(&not_run, question.cases.len(), style));
    if blocks.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), heading(question, style)];
    for block in blocks {
        // A blank line around a block of many lines, none between one-liners.
        if lines.len() > 2
            && (block.len() > 2 || lines.last().is_some_and(|l| l.starts_with("   ")))
        {
            lines.push(String::new());
        }
        lines.extend(block);
    }
    lines
}

/// What has been said of a question already, and is not said again.
#[derive(Default)]
struct Told<'r> {
    hints: HashSet<&'r str>,
    notes: HashSet<Discriminant<Note>>,
    mistakes: Vec<Mistake<'r>>,
}

impl<'r> Told<'r> {
    fn has_mistake(&self, case: &CaseReport) -> bool {
        Mistake::of(case).is_some_and(|mistake| self.mistakes.iter().any(|it| it.is_like(&mistake)))
    }

    /// Remembers the mistake of `case`; the later ones of `cases` that have it too.
    fn add_mistake<'c>(
        &mut self,
        case: &'r CaseReport,
        cases: &[&'c CaseReport],
    ) -> Vec<&'c CaseReport> {
        let Some(mistake) = Mistake::of(case) else { return Vec::new() };
        let later = cases.iter().skip_while(|it| !std::ptr::eq(**it, case)).skip(1).copied();
        let same = later.filter(|it| Mistake::of(it).is_some_and(|it| it.is_like(&mistake)));
        let same = same.collect();
        self.mistakes.push(mistake);
        same
    }
}

fn heading(question: &QuestionReport, style: Style) -> String {
    let name = clean_line(&question.name);
    let title = cut(&clean_line(&question.title), WIDTH.saturating_sub(width(&name) + 2));
    format!("{}  {title}", style.strong(&name))
}

/// One line a question.
fn table(questions: &[QuestionReport], style: Style) -> Vec<String> {
    let rows: Vec<[String; 3]> = questions
        .iter()
        .map(|question| {
            let name = cut(&clean_line(&question.name), 24);
            let points = text::points_of(question.points, question.max_points);
            [name, points, text::summary(&tally(question))]
        })
        .collect();
    let columns = |n: usize| rows.iter().map(|row| width(&row[n])).max().unwrap_or(0);
    let (name_columns, points_columns) = (columns(0), columns(1));
    let mut lines = Vec::new();
    for ([name, points, summary], question) in rows.iter().zip(questions) {
        let word = match question.cases.iter().all(|case| case.verdict.word == Word::Pass) {
            true if question.points >= question.max_points => Word::Pass,
            _ if question.points > 0.0 => Word::Partial,
            _ => Word::Wrong,
        };
        let mark = mark(word, style);
        let head = format!("{}  {}  ", left(name, name_columns), right(points, points_columns));
        let title = clean_line(&question.title);
        let used = 2 + width(&head) + width(summary);
        let room = WIDTH.saturating_sub(used + 2);
        let title = if room >= 8 { style.dim(&cut(&title, room)) } else { String::new() };
        let mut parts = wrap(summary, &" ".repeat(2 + width(&head))).into_iter();
        let first = parts.next().unwrap_or_default();
        lines.push(format!("{mark} {head}{}  {title}", first.trim_start()));
        lines.extend(parts);
    }
    lines
}

/// How many cases got each word, in the order of the words.
fn tally(question: &QuestionReport) -> Vec<(Word, usize)> {
    let count = |word| question.cases.iter().filter(|case| case.verdict.word == word).count();
    Word::ALL.into_iter().map(|word| (word, count(word))).filter(|(_, n)| *n > 0).collect()
}

/// The mark and the colour of a word.
fn mark(word: Word, style: Style) -> String {
    match word {
        Word::Pass => style.good("✓"),
        Word::Partial => style.note("~"),
        Word::NotRun => style.note("-"),
        _ => style.bad("✗"),
    }
}

/// How to run the first case that lost points again.
fn next(report: &Report) -> Vec<String> {
    let failed = report.questions.iter().find_map(|question| {
        let lost = |case: &&CaseReport| !matches!(case.verdict.word, Word::Pass | Word::NotRun);
        Some((question, question.cases.iter().find(lost)?))
    });
    let Some((question, case)) = failed else { return Vec::new() };
    // A path that begins like an option is none.
    let dash = report.submission.starts_with('-');
    let submission = format!("{}{}", if dash { "./" } else { "" }, report.submission);
    let words = [&submission, &report.suite_argument, &question.name, &case.case.name];
    let [submission, suite, question, case] = words.map(|word| quoted(&clean_line(word)));
    let option = |(name, value): &(&str, String)| format!(" {name} {}", quoted(&clean_line(value)));
    let options: String = report.options.iter().map(option).collect();
    let command =
        format!("plygrade grade {submission} --suite {suite} -q {question} -t {case}{options}");
    // On one line, however long, so that it can be copied.
    vec![text::next(), format!("  {command}")]
}

/// A word for a POSIX shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./+:@%,=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

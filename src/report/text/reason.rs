//! Reasons and notes as sentences.

use std::collections::BTreeSet;

use super::games;
use super::list::{action, actions, all_of, range, value};
use super::task::searcher;
use crate::case::{Range, Task, Unit};
use crate::judge::{Note, Reason};
use crate::transcript::{Fault, FaultKind, Instead, VALUE_ALONE, WrongTurn};
use plygrade_engine::search::{Cut, Terms};
use plygrade_sdk::Action;

/// One reason, in the case that `task` asks.
#[must_use]
pub fn reason(reason: &Reason, task: &Task) -> String {
    match reason {
        Reason::NoSuchAgent { agent, wanted, instead } => {
            no_such_agent(agent, wanted, instead.as_ref())
        }
        Reason::Fault(fault) => fault_text(fault),
        Reason::NoReference { why } => {
            format!("the case is wrong, which is not your mistake: {why}")
        }
        Reason::WrongAction { got: None, valued: true, allowed, .. } => {
            format!("{VALUE_ALONE}; expected {}", actions(allowed))
        }
        Reason::WrongAction { got, method, allowed, .. } => {
            wrong_action(got.as_ref(), method.as_deref(), allowed)
        }
        Reason::OddAction { odd, allowed } => odd.sentence(&actions(allowed)),
        Reason::WrongValue { got, expected, tolerance } => wrong_value(*got, *expected, *tolerance),
        Reason::WrongCount { unit, got, expected } => match got {
            None => not_counted(*unit, *expected),
            Some(got) => wrong_count(*unit, *got, *expected, task),
        },
        Reason::WrongGenerated { unexpected, missing } => wrong_generated(unexpected, missing),
        Reason::WrongOrder { index, got, expected } => {
            wrong_order(*index, got.as_deref(), expected.as_deref())
        }
        Reason::WrongTurn(turns) => wrong_turn(turns),
        Reason::Game { numbers, moves, fault } => {
            games::ended_early(numbers, *moves, fault.as_ref())
        }
        Reason::WrongLength { got, expected } => games::wrong_length(*got, *expected),
        Reason::WrongExplored { number, got, expected, without_stop } => {
            games::wrong_explored(*number, *got, expected, *without_stop)
        }
        Reason::Suboptimal { number, got, method, state: _, allowed } => {
            games::suboptimal(*number, got.as_ref(), method.as_deref(), allowed)
        }
        Reason::BelowMinimum { quantity, got, minimum } => {
            games::below_minimum(*quantity, *got, *minimum)
        }
        Reason::MissedThresholds { quantity, got, missed } => {
            games::missed_thresholds(*quantity, *got, missed)
        }
        Reason::QuestionEnded { case } => format!("not run, because {case} ended the question"),
        Reason::DependsOn { question } => {
            format!("not run, because question {question} does not have all its points yet")
        }
    }
}

/// One note.
#[must_use]
pub fn note(note: &Note) -> String {
    match note {
        Note::NotChecked { what, why } => format!("{what} was not checked: {why}"),
        Note::OwnTerms(terms) => own_terms(terms),
        Note::Remembers => "action and value are right: do you cache values? This case counts \
                            plain minimax"
            .to_owned(),
        Note::AsksWhenOver { calls } => format!(
            "it asked for legal actions {} where the game is over, which counts too: ask whether \
             it is over first",
            n_times(*calls)
        ),
        Note::AsksAgain { calls, needed } => {
            format!(
                "it asked for {}, where {needed} would do: some were asked for again",
                n_successors(*calls)
            )
        }
        Note::WrongTurn(turns) => wrong_turn(turns),
        Note::LooksLike(mistake) => {
            format!("the moves are those of a known mistake: {}", games::looks_like(*mistake))
        }
        Note::ExtraCredit { points } => format!("{} of extra credit", super::list::points(*points)),
    }
}

fn own_terms(terms: &Terms) -> String {
    let cut = if terms.cut == Cut::Weak { "weak" } else { "strict" };
    let (alpha, beta) = terms.window;
    let window = if (alpha, beta) == Terms::default().window {
        "an open window".to_owned()
    } else {
        format!("the window [{}, {}]", value(alpha), value(beta))
    };
    format!(
        "no points lost: this case names another cut or window; your counts are right for the \
         {cut} cut and {window}"
    )
}

fn no_such_agent(agent: &str, wanted: &[String], instead: Option<&Instead>) -> String {
    let Some(first) = wanted.first() else {
        return format!("the submission has no agent {agent:?}");
    };
    let is_class = first.starts_with(char::is_uppercase);
    let kind = if is_class { "class" } else { "function" };
    let missing = format!("{kind} {first} is missing");
    match instead {
        None => missing,
        Some(Instead::Named(name)) => format!("{missing}; you have {name}: rename it"),
        Some(Instead::Function { name, search }) => format!(
            "{missing}; {name} of yours is a function, and a function is asked only if it is \
             called {search} and its first parameter rules (docs/PYTHON.md)"
        ),
    }
}

pub(super) fn fault_text(fault: &Fault) -> String {
    let message = fault.message.trim();
    match fault.kind {
        FaultKind::Grader => {
            format!("the grader itself failed, which is not your mistake: {message}")
        }
        _ if !message.is_empty() => message.to_owned(),
        FaultKind::OverBudget => "more calls than the case allows".to_owned(),
        FaultKind::TimedOut => "more time than the case allows".to_owned(),
        FaultKind::Crashed => "it ended without an answer".to_owned(),
        FaultKind::IllegalAction => "a move that the rules do not allow".to_owned(),
        FaultKind::InvalidAnswer => "an answer that is neither an action nor a number".to_owned(),
        FaultKind::Killed => "it was stopped from outside".to_owned(),
    }
}

fn wrong_action(got: Option<&Action>, method: Option<&str>, allowed: &[Action]) -> String {
    let right = actions(allowed);
    match got {
        Some(got) => {
            format!("action {}, expected {right}{}", action(got), wrong_case(got, allowed))
        }
        None => format!("{}; expected {right}", nothing(method)),
    }
}

/// No answer came, of a method whose name is known or of a program.
pub(super) fn nothing(method: Option<&str>) -> String {
    match method {
        Some(method) => crate::transcript::returned_nothing(method),
        None => "the agent answered nothing".to_owned(),
    }
}

/// A remark where an action is right but for capital letters.
pub(super) fn wrong_case(got: &Action, allowed: &[Action]) -> &'static str {
    let same = |right: &Action| right.to_string().eq_ignore_ascii_case(&got.to_string());
    if allowed.iter().any(same) { " (capital letters count)" } else { "" }
}

fn wrong_value(got: Option<f64>, expected: f64, tolerance: f64) -> String {
    /// Below it a tolerance is there for rounding alone.
    const ROUNDING: f64 = 1e-6;
    let expected = value(expected);
    match got.map(value) {
        None => format!("no value, expected {expected}"),
        Some(got) if tolerance > ROUNDING => {
            format!("value {got}, expected {expected}, give or take {}", value(tolerance))
        }
        Some(got) => format!("value {got}, expected {expected}"),
    }
}

fn not_counted(unit: Unit, expected: Range) -> String {
    format!("{} could not be counted, expected {}", super::unit(unit), range(expected))
}

/// `you asked for 12 successors; a right alpha-beta with the strict cut asks for 8`.
fn wrong_count(unit: Unit, got: u64, expected: Range, task: &Task) -> String {
    let exact = (task.algorithm.is_some() && expected.min == expected.max).then_some(expected.min);
    let yours = match unit {
        Unit::NextStateCalls => format!("you asked for {}", n_successors(got)),
        Unit::LegalActionsCalls => format!("you asked for legal actions {}", n_times(got)),
        Unit::DistinctGenerated => format!("you generated {}", n_states(got)),
        Unit::DistinctExplored => format!("you explored {}", n_states(got)),
        Unit::Evaluations => format!("you evaluated {}", n_plain_states(got)),
    };
    let Some(n) = exact else {
        return format!("{yours}, expected {}", range(expected));
    };
    let right = searcher(task);
    match unit {
        Unit::NextStateCalls => format!("{yours}; a right {right} asks for {n}"),
        Unit::LegalActionsCalls => format!("{yours}; a right {right} asks {}", n_times(n)),
        Unit::DistinctGenerated => format!("{yours}; a right {right} generates {n}"),
        Unit::DistinctExplored => format!("{yours}; a right {right} explores {n}"),
        Unit::Evaluations => format!("{yours}; a right {right} evaluates {n}"),
    }
}

fn n_successors(n: u64) -> String {
    if n == 1 { "1 successor".to_owned() } else { format!("{n} successors") }
}

fn n_times(n: u64) -> String {
    if n == 1 { "once".to_owned() } else { format!("{n} times") }
}

fn n_states(n: u64) -> String {
    if n == 1 { "1 state".to_owned() } else { format!("{n} different states") }
}

fn n_plain_states(n: u64) -> String {
    if n == 1 { "1 state".to_owned() } else { format!("{n} states") }
}

fn wrong_generated(unexpected: &BTreeSet<String>, missing: &BTreeSet<String>) -> String {
    let list = |names: &BTreeSet<String>| all_of(names.iter().cloned());
    match (unexpected.is_empty(), missing.is_empty()) {
        (false, true) => format!("you generated {} needlessly", list(unexpected)),
        (true, false) => format!("you never generated {}", list(missing)),
        _ => format!(
            "you generated {} needlessly and never generated {}",
            list(unexpected),
            list(missing)
        ),
    }
}

fn wrong_order(index: usize, got: Option<&str>, expected: Option<&str>) -> String {
    let n = index + 1;
    match (got, expected) {
        (Some(got), Some(expected)) => {
            format!("the calls differ at number {n}: {got}, expected {expected}")
        }
        (Some(got), None) => format!("call number {n}, {got}, is one too many"),
        (None, Some(expected)) => {
            format!("the calls end before number {n}, which should be {expected}")
        }
        (None, None) => "the calls came in another order".to_owned(),
    }
}

/// The first wrong turn in words, the others as a number.
fn wrong_turn(turns: &[WrongTurn]) -> String {
    let Some(WrongTurn { state, turn, agent }) = turns.first() else {
        return "a successor was asked for the wrong agent".to_owned();
    };
    let agent = super::list::agent(*agent);
    let first = format!(
        "you asked for a successor of state \"{state}\" by agent {agent}, but it is the turn of \
         agent {turn}"
    );
    match turns.len() - 1 {
        0 => first,
        1 => format!("{first}; this happened once more"),
        more => format!("{first}; this happened at least {more} more times"),
    }
}

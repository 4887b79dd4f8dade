//! What a case says that its reference search contradicts, for the case's author.

use super::list::{actions, all_of, range, value};
use super::reason;
use crate::case::Task;
use crate::judge::Reason;
use plygrade_sdk::Action;

/// One reason why the reference itself would not pass the case.
#[must_use]
pub fn disagreement(reason: &Reason, task: &Task) -> String {
    match reason {
        Reason::WrongAction { got, allowed, .. } => {
            let got = got.as_ref().map_or("none".to_owned(), written);
            let allowed = match allowed.as_slice() {
                [] => actions(allowed),
                allowed => all_of(allowed.iter().map(written)),
            };
            said_and_found(&allowed, &got)
        }
        Reason::WrongValue { got, expected, .. } => {
            said_and_found(&value(*expected), &got.map_or("none".to_owned(), value))
        }
        Reason::WrongCount { got, expected, .. } => {
            let got = got.map_or("none".to_owned(), |n| n.to_string());
            said_and_found(&range(*expected), &got)
        }
        Reason::WrongGenerated { unexpected, missing } => {
            let names = |names: &std::collections::BTreeSet<String>| all_of(names.iter().cloned());
            let mut parts = Vec::new();
            if !unexpected.is_empty() {
                parts.push(format!("the reference generates {} too", names(unexpected)));
            }
            if !missing.is_empty() {
                parts.push(format!("the reference does not generate {}", names(missing)));
            }
            parts.join(", ")
        }
        Reason::WrongOrder { index, got, expected } => {
            let or_end = |call: &Option<String>| call.clone().unwrap_or("no call".to_owned());
            let both = said_and_found(&or_end(expected), &or_end(got));
            format!("call number {}: {both}", index + 1)
        }
        other => reason::reason(other, task),
    }
}

/// The author allows an action that no right search chooses.
#[must_use]
pub fn not_optimal(action: &Action) -> String {
    format!("{} is allowed here, and is not optimal", written(action))
}

fn said_and_found(said: &str, found: &str) -> String {
    format!("the case says {said}, the reference {found}")
}

/// An action as case files write it.
#[must_use]
pub fn written(action: &Action) -> String {
    match action {
        Action::Word(word) => word.clone(),
        Action::Pair(first, second) => format!("[{first}, {second}]"),
    }
}

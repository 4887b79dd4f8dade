//! The words of reports, in one place, made from data.

use crate::judge::Reason;
use plygrade_sdk::Action;

/// One reason as a sentence or two.
#[must_use]
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::NoSuchAgent { agent } => format!("the submission has no agent {agent:?}"),
        Reason::Fault(fault) => fault.message.clone(),
        Reason::WrongAction { got, allowed } => match got {
            Some(got) => format!("action {got}, expected {}", actions(allowed)),
            None => format!("no action, expected {}", actions(allowed)),
        },
        Reason::WrongValue { got, expected, .. } => match got {
            Some(got) => format!("value {got}, expected {expected}"),
            None => format!("no value, expected {expected}"),
        },
        Reason::WrongCount { unit, got, expected } => {
            let got = got.map_or("not counted".to_owned(), |n| n.to_string());
            let expected = if expected.min == expected.max {
                expected.min.to_string()
            } else {
                format!("{} to {}", expected.min, expected.max)
            };
            format!("{} {got}, expected {expected}", unit.key())
        }
        Reason::WrongGenerated { unexpected, missing } => {
            let list = |names: &std::collections::BTreeSet<String>| {
                names.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
            };
            match (unexpected.is_empty(), missing.is_empty()) {
                (false, true) => format!("generated needlessly: {}", list(unexpected)),
                (true, false) => format!("never generated: {}", list(missing)),
                _ => format!(
                    "generated needlessly: {}; never generated: {}",
                    list(unexpected),
                    list(missing)
                ),
            }
        }
        Reason::WrongOrder { index, got, expected } => format!(
            "call {} is {}, expected {}",
            index + 1,
            got.as_deref().unwrap_or("missing"),
            expected.as_deref().unwrap_or("none")
        ),
        Reason::WrongTurn(turns) => turns
            .iter()
            .map(|turn| {
                format!(
                    "asked {} for a move of agent {}, but it is the turn of agent {}",
                    turn.state, turn.agent, turn.turn
                )
            })
            .collect::<Vec<_>>()
            .join("; "),
    }
}

fn actions(actions: &[Action]) -> String {
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

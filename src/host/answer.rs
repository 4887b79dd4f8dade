//! Whether an answer is one at all, before the judge asks whether it is right.

use plygrade_engine::Domain;
use plygrade_sdk::Answer;

use crate::position::{At, to_name};
use crate::transcript::{Fault, FaultKind};

/// What is wrong with `answer` in the position `at`: a value that is not a number, an action that
/// this game does not have, or one that is not legal there. No action is not wrong by itself.
#[must_use]
pub fn fault<G: Domain>(at: &At<G>, answer: &Answer) -> Option<Fault> {
    let fault = |kind, message| {
        Some(Fault { state: Some(at.game.text(&at.state)), ..Fault::new(kind, message) })
    };
    if answer.value.is_some_and(f64::is_nan) {
        return fault(FaultKind::InvalidAnswer, "the value is not a number".to_owned());
    }
    let action = answer.action.as_ref()?;
    let Some(known) = at.game.action_named(&to_name(action)) else {
        let message = format!("{action} is no action of this game");
        return fault(FaultKind::InvalidAnswer, message);
    };
    let mut legal = Vec::new();
    at.game.legal_actions(&at.state, at.agent, &mut legal);
    if legal.contains(&known) {
        return None;
    }
    fault(FaultKind::IllegalAction, format!("{action} is not legal for agent {}", at.agent))
}

//! Whether an answer is one at all, before the judge asks whether it is right.

use plygrade_engine::Domain;
use plygrade_sdk::{Action, Answer};

use crate::position::{At, to_action, to_name};
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
    let mut legal = Vec::new();
    at.game.legal_actions(&at.state, at.agent, &mut legal);
    let Some(known) = at.game.action_named(&to_name(action)) else {
        let told = fault(FaultKind::InvalidAnswer, unknown(at, action, &legal));
        let mistake = Some("no action of this game".to_owned());
        return told.map(|fault| Fault { mistake, ..fault });
    };
    if legal.contains(&known) {
        return None;
    }
    fault(FaultKind::IllegalAction, format!("{action} is not legal for agent {}", at.agent))
}

/// What is said of an action that the game does not have, where `legal` ones would do.
fn unknown<G: Domain>(at: &At<G>, action: &Action, legal: &[G::Action]) -> String {
    let names: Vec<String> =
        legal.iter().map(|one| to_action(at.game.action_name(one)).to_string()).collect();
    let word = action.to_string();
    let remark = if names.iter().any(|name| name.eq_ignore_ascii_case(&word)) {
        " (capital letters count)"
    } else {
        ""
    };
    if at.game.has_state_named(&word) {
        return format!("the answer {word} is a state; actions here: {}", listed(&names));
    }
    format!("{word} is no action of this game; actions here: {}{remark}", listed(&names))
}

/// The first legal action, for an example.
#[must_use]
pub fn example<G: Domain>(at: &At<G>) -> String {
    let mut legal = Vec::new();
    at.game.legal_actions(&at.state, at.agent, &mut legal);
    legal.first().map(|one| to_action(at.game.action_name(one)).to_string()).unwrap_or_default()
}

/// The first few of `names`.
fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    match names.get(..MOST) {
        Some(first) if names.len() > MOST => format!("{}, ...", first.join(", ")),
        _ => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use plygrade_engine::games::tree::Tree;

    use super::*;

    #[test]
    fn what_was_meant_is_said_of_an_answer_that_is_no_action() {
        let mut game = Tree::new(2);
        let (root, left, right) = (game.node("root"), game.node("a"), game.node("b"));
        game.add_edge(root, "Left", left);
        game.add_edge(root, "Right", right);
        let at = At { game, state: root, agent: 0 };
        let told = |word: &str| fault(&at, &Answer::action(word.into())).map(|it| it.message);
        let told = |word| told(word).unwrap_or_default();
        assert_eq!(told("Left"), "");
        assert_eq!(told("b"), "the answer b is a state; actions here: Left, Right");
        let unknown = "left is no action of this game; actions here: Left, Right";
        assert_eq!(told("left"), format!("{unknown} (capital letters count)"));
        assert_eq!(told("Up"), "Up is no action of this game; actions here: Left, Right");
    }
}

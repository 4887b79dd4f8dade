//! The checks on one answer and its calls.

use std::collections::BTreeSet;

use plygrade_engine::search::Terms;

use super::Reason;
use crate::case::{Case, Expect, Range, Unit};
use crate::position::Position;
use crate::reference::Reference;
use crate::suite::Rules;
use crate::transcript::{Transcript, Turn};

/// Every reason against `turn`; empty when the case is passed.
///
/// The course's grader knows no turns: on its folders a wrong one is a note. Where the
/// submission's interface has no value, none is checked, unless it is all that the case checks:
/// what a submission says of its interface is its own word. A submission that cannot be told the
/// case's terms is right under its own, which are told then.
pub(super) fn check(
    case: &Case,
    rules: Rules,
    reference: Option<&Reference>,
    transcript: &Transcript,
    turn: &Turn,
) -> (Vec<Reason>, Option<Terms>) {
    let from_reference = reference.filter(|_| case.expect.is_empty()).map(expectation);
    let mut expect = from_reference.unwrap_or_else(|| case.expect.clone());
    let value = expect.value.take_if(|_| transcript.actions_only);
    if expect.is_empty() {
        // Who answers no value then answers nothing that is asked for.
        expect.value = value;
    }
    let mut reasons = against(case, rules, reference, &expect, turn);
    if let Some(Reason::WrongAction { method, .. }) = reasons.first_mut() {
        method.clone_from(&transcript.method);
    }
    if reasons.is_empty() {
        return (reasons, None);
    }
    let others = reference.map_or(&[][..], |reference| &reference.others);
    let right = others.iter().find(|other| {
        against(case, rules, Some(other), &restated(&expect, other), turn).is_empty()
    });
    match right {
        Some(other) => (Vec::new(), Some(other.terms)),
        None => (reasons, None),
    }
}

/// What `expect` checks, as a search under other terms answers and counts it.
fn restated(expect: &Expect, other: &Reference) -> Expect {
    let count = |&(unit, range): &(Unit, Range)| {
        (unit, unit.of(&other.counts).map_or(range, Range::exactly))
    };
    let order = || other.calls.iter().map(|call| format!("{}>{}", call.parent, call.child));
    Expect {
        counts: expect.counts.iter().map(count).collect(),
        generated: expect.generated.as_ref().and(other.generated.clone()),
        order: expect.order.as_ref().map(|_| order().collect()),
        ..expect.clone()
    }
}

fn against(
    case: &Case,
    rules: Rules,
    reference: Option<&Reference>,
    expect: &Expect,
    turn: &Turn,
) -> Vec<Reason> {
    let mut reasons = Vec::new();
    // A window that nothing beats leaves a right search without an action.
    let none = reference.is_some_and(|reference| reference.action.is_none());
    if !(none && turn.answer.action.is_none()) {
        reasons.extend(action(expect, turn));
    }
    reasons.extend(value(expect, turn));
    let knows_turns = matches!(case.task.position, Position::Tree(_)) && rules == Rules::Plygrade;
    if knows_turns && !turn.wrong_turns.is_empty() {
        reasons.push(Reason::WrongTurn(turn.wrong_turns.clone()));
    }
    reasons.extend(counts(expect, turn));
    reasons.extend(generated(expect, turn));
    reasons.extend(order(expect, turn));
    reasons
}

/// What a case without expectations checks: the reference's actions, value and calls.
fn expectation(reference: &Reference) -> Expect {
    let actions = reference.allowed_actions();
    Expect {
        action: (!actions.is_empty()).then_some(actions),
        value: Some(reference.value),
        value_tolerance: 1e-9,
        counts: vec![(Unit::NextStateCalls, Range::exactly(reference.counts.next_state_calls))],
        ..Expect::default()
    }
}

fn action(expect: &Expect, turn: &Turn) -> Option<Reason> {
    let allowed = expect.action.as_ref()?;
    let got = turn.answer.action.clone();
    let right = match &got {
        Some(action) => allowed.contains(action),
        None => allowed.is_empty(),
    };
    let allowed = || allowed.clone();
    (!right).then(|| match &turn.odd {
        Some(odd) => Reason::OddAction { odd: odd.clone(), allowed: allowed() },
        None => Reason::WrongAction {
            got,
            valued: turn.answer.value.is_some(),
            method: None,
            allowed: allowed(),
        },
    })
}

fn value(expect: &Expect, turn: &Turn) -> Option<Reason> {
    let expected = expect.value?;
    let tolerance = expect.value_tolerance;
    let got = turn.answer.value;
    let right = got.is_some_and(|got| got == expected || (got - expected).abs() <= tolerance);
    (!right).then_some(Reason::WrongValue { got, expected, tolerance })
}

fn counts(expect: &Expect, turn: &Turn) -> impl Iterator<Item = Reason> {
    expect.counts.iter().filter_map(|&(unit, expected)| {
        let got = unit.of(&turn.counts);
        let right = got.is_some_and(|n| expected.contains(n));
        (!right).then_some(Reason::WrongCount { unit, got, expected })
    })
}

fn generated(expect: &Expect, turn: &Turn) -> Option<Reason> {
    let (expected, nothing) = (expect.generated.as_ref()?, BTreeSet::new());
    let got = turn.generated.as_ref().unwrap_or(&nothing);
    (got != expected).then(|| Reason::WrongGenerated {
        unexpected: got.difference(expected).cloned().collect(),
        missing: expected.difference(got).cloned().collect(),
    })
}

fn order(expect: &Expect, turn: &Turn) -> Option<Reason> {
    let expected = expect.order.as_ref()?;
    let calls = turn.calls.iter().flat_map(|calls| &calls.list);
    let got: Vec<String> = calls.map(|call| format!("{}>{}", call.parent, call.child)).collect();
    let index = (0..got.len().max(expected.len())).find(|&i| got.get(i) != expected.get(i))?;
    Some(Reason::WrongOrder {
        index,
        got: got.get(index).cloned(),
        expected: expected.get(index).cloned(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use plygrade_sdk::Answer;

    use super::*;
    use crate::case::load;

    fn reasons(expect: &str, answer: Answer) -> Vec<Reason> {
        let text =
            format!("agent = \"minimax\"\n[game]\nkind = \"nim\"\npiles = [1]\n[expect]\n{expect}");
        let case = load::case(Path::new("case.toml"), &text).expect("a case");
        let turn = Turn { answer, ..Turn::default() };
        let transcript = Transcript { actions_only: true, ..Transcript::default() };
        check(&case, Rules::Plygrade, None, &transcript, &turn).0
    }

    /// That it answers no values is the submission's own word.
    #[test]
    fn a_value_is_checked_where_it_is_all_that_is_checked() {
        let take = Answer::action(plygrade_sdk::Action::Pair(0, 1));
        assert_eq!(reasons("value = 1\naction = [[0, 1]]\n", take.clone()), []);
        for answer in [Answer::none(), take] {
            let alone = reasons("value = 1\n", answer);
            assert!(matches!(alone[..], [Reason::WrongValue { got: None, .. }]), "{alone:?}");
        }
    }
}

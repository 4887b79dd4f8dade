//! The reference search of a case: what a right submission answers and counts.

use std::collections::BTreeSet;

use plygrade_engine::counting::{CallOrder, Counted, Distinct, Uncounted};
use plygrade_engine::search::{Algorithm, Outcome, search};
use plygrade_engine::{Counts, Domain, Stop};
use plygrade_sdk::Action;

use crate::case::Task;
use crate::position::{At, Position, to_action};
use crate::transcript::Call;
use crate::with_position;

/// Calls of the reference that are kept in order.
const ORDER_LIMIT: usize = 1 << 16;

/// The reference's answer to one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The value of the root for the side to move.
    pub value: f64,
    /// The first best action.
    pub action: Option<Action>,
    /// The tie set of minimax, or of expectimax, whatever the cut.
    pub optimal_actions: Vec<Action>,
    /// All counts.
    pub counts: Counts,
    /// Names of the generated states, the start included; trees only.
    pub generated: Option<BTreeSet<String>>,
    /// The first calls in order.
    pub calls: Vec<Call>,
}

/// Why a case has no reference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoReference {
    /// The agent is a class of the submission that is none of our searches.
    #[error("there is no reference search for the agent {0:?}")]
    UnknownAgent(String),
    /// The search cannot be finished.
    #[error("the reference search fails: {0}")]
    Fails(String),
}

/// Runs the reference search of `task`.
///
/// # Errors
/// [`NoReference`] when there is none, or when it cannot be finished.
pub fn solve(task: &Task) -> Result<Reference, NoReference> {
    let Some(algorithm) = task.algorithm else {
        return Err(NoReference::UnknownAgent(task.agent.clone()));
    };
    let is_tree = matches!(task.position, Position::Tree(_));
    let reference = with_position!(&task.position, at => solve_at(at, algorithm, task, is_tree));
    reference.map_err(|stop| match stop {
        Stop::Budget => {
            NoReference::Fails(format!("it needs more than {} calls", task.limits.calls))
        }
        Stop::TooLarge => NoReference::Fails("the game goes on for too long".to_owned()),
        Stop::Illegal(illegal) => NoReference::Fails(illegal.to_string()),
        Stop::NoValue(no_value) => NoReference::Fails(no_value.to_string()),
    })
}

fn solve_at<G: Domain>(
    at: &At<G>,
    algorithm: Algorithm,
    task: &Task,
    is_tree: bool,
) -> Result<Reference, Stop> {
    let root = at.game.fingerprint(&at.state);
    let meter = (Distinct::new(root, Some(task.limits.calls), true), CallOrder::new(ORDER_LIMIT));
    let mut counted = Counted::new(&at.game, meter);
    let outcome = search(&mut counted, &at.state, at.agent, algorithm, &task.terms)?;
    let (distinct, order) = counted.meter;
    let calls: Vec<Call> = order.calls.iter().map(|call| Call::named(&at.game, call)).collect();
    let generated = is_tree.then(|| {
        let start = at.game.state_name(&at.state);
        calls.iter().map(|call| call.child.clone()).chain([start]).collect()
    });
    let name = |action: &G::Action| to_action(at.game.action_name(action));
    let Outcome { value, action, .. } = outcome;
    Ok(Reference {
        value,
        action: action.as_ref().map(name),
        optimal_actions: ties(at, algorithm, task)?.iter().map(name).collect(),
        counts: distinct.counts(),
        generated,
        calls,
    })
}

fn ties<G: Domain>(at: &At<G>, algorithm: Algorithm, task: &Task) -> Result<Vec<G::Action>, Stop> {
    let exact = match algorithm {
        Algorithm::Expectimax | Algorithm::Reflex | Algorithm::Evaluation => algorithm,
        _ => Algorithm::Minimax,
    };
    let mut game = Counted::new(&at.game, Uncounted);
    Ok(search(&mut game, &at.state, at.agent, exact, &task.terms)?.tie_set())
}

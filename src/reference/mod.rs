//! The reference search of a case: what a right submission answers and counts.

mod line;

pub use line::line;
pub(crate) use line::{Searcher, advance};

use std::borrow::Cow;
use std::collections::BTreeSet;

use plygrade_engine::counting::{CallOrder, Counted, Distinct, Generated};
use plygrade_engine::search::{Algorithm, Outcome, Terms, optimal_actions, search};
use plygrade_engine::{Counts, Domain, Stop};
use plygrade_sdk::Action;

use crate::case::expect::Line;
use crate::case::play::Follow;
use crate::case::{Case, Play, Task};
use crate::position::{At, to_action};
use crate::transcript::{Call, ORDER_LIMIT};
use crate::with_position;

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
    /// The line of a game that follows the reference, where the case records none; all else is
    /// said of its first move.
    pub line: Option<Line>,
    /// The terms of the search.
    pub terms: Terms,
    /// The answers and counts of the same search under other terms, which a submission that
    /// cannot be told the case's may keep.
    pub others: Vec<Reference>,
}

impl Reference {
    /// The actions that a right submission may choose: the tie set, or the reference's own action
    /// where its search did not reach an optimal one (a budget that ran out); none where it has
    /// no action.
    #[must_use]
    pub fn allowed_actions(&self) -> Vec<Action> {
        match &self.action {
            Some(action) if self.optimal_actions.contains(action) => self.optimal_actions.clone(),
            Some(action) => vec![action.clone()],
            None => Vec::new(),
        }
    }
}

/// Why a case has no reference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoReference {
    /// The agent is a class of the submission that is none of our searches.
    #[error("there is no reference search for the agent {0:?}")]
    UnknownAgent(String),
    /// Whole games that the submission plays have no one right answer.
    #[error("whole games have no single right answer")]
    WholeGames,
    /// The search cannot be finished.
    #[error("the reference search fails: {0}")]
    Fails(String),
}

/// The task of `case` as a host gets it, and the reference's answer: a game that follows the
/// reference needs its moves, which are the recorded ones where the case has them.
pub fn prepare(case: &Case) -> (Cow<'_, Task>, Result<Reference, NoReference>) {
    let task = &case.task;
    let Some(play) = task.play.as_ref().filter(|play| play.follow == Follow::Reference) else {
        return (Cow::Borrowed(task), solve(task));
    };
    let mut reference = solve(task);
    let mut moves = case.expect.line.as_ref().map_or_else(|| play.moves.clone(), Line::moves);
    if moves.is_empty()
        && let Ok(found) = &mut reference
    {
        match line(task) {
            Ok(line) => {
                moves = line.moves();
                found.line = Some(line);
            }
            Err(error) => reference = Err(error),
        }
    }
    let play = Some(Play { moves, ..play.clone() });
    (Cow::Owned(Task { play, ..task.clone() }), reference)
}

/// Adds the answers under other `terms` to the reference of `task`.
pub fn add_others(reference: &mut Reference, task: &Task, terms: Vec<Terms>) {
    let others = terms.into_iter().map(|terms| Task { terms, ..task.clone() });
    reference.others.extend(others.filter_map(|task| solve(&task).ok()));
}

/// Runs the reference search of `task`; of a game that follows the reference, for its first move.
///
/// # Errors
/// [`NoReference`] when there is none, or when it cannot be finished.
pub fn solve(task: &Task) -> Result<Reference, NoReference> {
    if task.play.as_ref().is_some_and(|play| play.follow == Follow::Submission) {
        return Err(NoReference::WholeGames);
    }
    let Some(algorithm) = task.algorithm else {
        return Err(NoReference::UnknownAgent(task.agent.clone()));
    };
    let reference = with_position!(&task.position, at => solve_at(at, algorithm, task));
    reference.map_err(NoReference::from)
}

impl From<Stop> for NoReference {
    fn from(stop: Stop) -> Self {
        NoReference::Fails(match stop {
            Stop::Budget => "it needs more calls than the case allows".to_owned(),
            Stop::TooLarge => "the game goes on for too long".to_owned(),
            Stop::Illegal(illegal) => illegal.to_string(),
            Stop::NoValue(no_value) => no_value.to_string(),
        })
    }
}

fn solve_at<G: Domain>(at: &At<G>, algorithm: Algorithm, task: &Task) -> Result<Reference, Stop> {
    let root = at.game.fingerprint(&at.state);
    let distinct = Distinct::new(root, Some(task.limits.calls), task.watch.exact_distinct);
    let generated = task.watch.generated.then(Generated::default);
    let mut counted = Counted::new(&at.game, (distinct, (CallOrder::new(ORDER_LIMIT), generated)));
    let outcome = search(&mut counted, &at.state, at.agent, algorithm, &task.terms)?;
    let (distinct, (order, generated)) = counted.meter;
    let generated = generated.map(|generated| {
        let states = generated.states.iter().chain([&at.state]);
        states.map(|state| at.game.state_name(state)).collect()
    });
    let optimal = optimal_actions(&at.game, &at.state, at.agent, algorithm, &task.terms)?;
    let name = |action: &G::Action| to_action(at.game.action_name(action));
    let Outcome { value, action, .. } = outcome;
    Ok(Reference {
        value,
        action: action.as_ref().map(name),
        optimal_actions: optimal.iter().map(name).collect(),
        counts: distinct.counts(),
        generated,
        calls: order.calls.iter().map(|call| Call::named(&at.game, call)).collect(),
        line: None,
        terms: task.terms,
        others: Vec::new(),
    })
}

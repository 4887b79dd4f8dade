//! Reference searches, each generic over games and instrumented by the same wrapper.
//!
//! A count means nothing without its terms, so every search takes them as data ([`Terms`]).

mod alphabeta;
mod analysis;
mod bounds;
mod breadth_first;
mod expectimax;
mod iterative;
mod minimax;
mod ordered;
mod reflex;
mod scope;
mod window;

pub use analysis::{optimal_actions, principal_variation};
pub use breadth_first::MAX_NODES;
pub use scope::MAX_PLIES;

use crate::counting::{Counted, Meter, Stop};
use crate::game::{Game, Role};

/// Which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Depth-first minimax for any number of agents.
    Minimax,
    /// Minimax with OPEN and CLOSED lists: all nodes level by level, then backed up.
    MinimaxBfs,
    /// Alpha-beta in action order.
    AlphaBeta,
    /// Alpha-beta with successors ordered by their static value.
    AlphaBetaOrdered,
    /// Alpha-beta that also cuts on sound interior bounds.
    AlphaBetaBounds,
    /// Alpha-beta to depth 1, 2, ... within a budget of calls.
    IterativeDeepening,
    /// Opponents draw uniformly.
    Expectimax,
    /// One step, static values of the successors.
    Reflex,
    /// The static value of the state itself; no action.
    Evaluation,
}

/// When alpha-beta cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cut {
    /// On v > beta and v < alpha, as CS188 asks.
    #[default]
    Strict,
    /// On v >= beta and v <= alpha, as most textbooks write it.
    Weak,
}

/// What alpha-beta returns from a node whose value lies outside its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fail {
    /// The best value seen, a bound that may lie outside the window.
    #[default]
    Soft,
    /// The window's own edge.
    Hard,
}

/// The terms of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// Plies to search; `None` searches to the end of the game.
    pub plies: Option<u32>,
    /// When alpha-beta cuts.
    pub cut: Cut,
    /// What alpha-beta returns outside the window.
    pub fail: Fail,
    /// The root window (alpha, beta).
    pub window: (f64, f64),
    /// Whether breadth-first minimax merges symmetric boards.
    pub merge_symmetric: bool,
    /// Successor calls that iterative deepening may spend.
    pub call_budget: Option<u64>,
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            plies: None,
            cut: Cut::Strict,
            fail: Fail::Soft,
            window: (f64::NEG_INFINITY, f64::INFINITY),
            merge_symmetric: false,
            call_budget: None,
        }
    }
}

/// A search's answer. What each search does and counts stands at the head of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<A> {
    /// The backed-up value of the root, for the side to move there.
    pub value: f64,
    /// The first best action; `None` where the root has none, or where none beats the root
    /// window's alpha.
    pub action: Option<A>,
    /// Every root action that was searched, in the order searched, with what its search
    /// returned: exact for minimax and expectimax, possibly a bound for alpha-beta. Where
    /// symmetric boards are merged, only the first action of each class is listed.
    pub root_values: Vec<(A, f64)>,
}

impl<A: Clone> Outcome<A> {
    /// The actions that reach the root's value: the tie set, when the search was exact.
    #[must_use]
    pub fn tie_set(&self) -> Vec<A> {
        self.root_values
            .iter()
            .filter(|(_, value)| *value == self.value)
            .map(|(action, _)| action.clone())
            .collect()
    }
}

/// Runs `algorithm` for `agent`, who is to move in `root` and is MAX.
///
/// # Errors
/// [`Stop`] when the meter's budget is used up, a state without a value is evaluated, or the
/// game does not fit (see [`Stop::TooLarge`]).
pub fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    algorithm: Algorithm,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    match algorithm {
        Algorithm::Minimax => minimax::search(game, root, agent, terms),
        Algorithm::MinimaxBfs => breadth_first::search(game, root, agent, terms),
        Algorithm::AlphaBeta => alphabeta::search(game, root, agent, terms),
        Algorithm::AlphaBetaOrdered => ordered::search(game, root, agent, terms),
        Algorithm::AlphaBetaBounds => bounds::search(game, root, agent, terms),
        Algorithm::IterativeDeepening => iterative::search(game, root, agent, terms),
        Algorithm::Expectimax => expectimax::search(game, root, agent, terms),
        Algorithm::Reflex => reflex::search(game, root, agent),
        Algorithm::Evaluation => Ok(Outcome {
            value: game.evaluate(root, agent)?,
            action: None,
            root_values: Vec::new(),
        }),
    }
}

/// The first of `values` that is better for `role` than all before it and than the window's edge
/// on its side; an infinite edge lets the first one pass whatever its value.
fn first_best<A: Clone>(role: Role, values: &[(A, f64)], window: (f64, f64)) -> Option<A> {
    let (edge, better): (f64, fn(f64, f64) -> bool) = match role {
        Role::Max => (window.0, |value, best| value > best),
        Role::Min => (window.1, |value, best| value < best),
        Role::Chance => return None,
    };
    let mut best: Option<&(A, f64)> = None;
    for entry in values {
        let known = best.map_or(edge, |(_, value)| *value);
        if better(entry.1, known) || known.is_nan() || (best.is_none() && edge.is_infinite()) {
            best = Some(entry);
        }
    }
    best.map(|(action, _)| action.clone())
}

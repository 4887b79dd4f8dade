//! What reports say of a position beyond one search's answer: the tie set and the principal
//! variation. Nothing here is counted.

use super::alphabeta::AlphaBeta;
use super::scope::{Leaf, Scope, Turn};
use super::{Algorithm, Outcome, Terms, first_best, iterative};
use crate::counting::{Counted, Stop, Uncounted};
use crate::game::Game;

/// The root actions that reach minimax's value (under [`Algorithm::Expectimax`] expectimax's), in
/// action order, whatever the cut, the root window and the order of successors.
///
/// Iterative deepening takes minimax to the depth of its last completed iteration, or the first
/// legal action where it completes none; reflex goes one ply deep; an evaluation has no action.
///
/// # Errors
/// [`Stop`] as in [`search`](super::search), except that no budget applies.
pub fn optimal_actions<G: Game>(
    game: &G,
    root: &G::State,
    agent: usize,
    algorithm: Algorithm,
    terms: &Terms,
) -> Result<Vec<G::Action>, Stop> {
    Ok(match depth(game, root, agent, algorithm, terms)? {
        Depth::Plies(plies) => {
            let (scope, turn) = scope(game, agent, algorithm, plies);
            exact(game, root, scope, turn)?.tie_set()
        }
        Depth::OneAction(action) => action.into_iter().collect(),
    })
}

/// The line that both sides would play: (agent, action) from the root on, every agent taking its
/// first best action in action order. It ends at a leaf or before a chance level.
///
/// # Errors
/// [`Stop`] as in [`search`](super::search), except that no budget applies.
pub fn principal_variation<G: Game>(
    game: &G,
    root: &G::State,
    agent: usize,
    algorithm: Algorithm,
    terms: &Terms,
) -> Result<Vec<(usize, G::Action)>, Stop> {
    let plies = match depth(game, root, agent, algorithm, terms)? {
        Depth::Plies(plies) => plies,
        Depth::OneAction(action) => {
            return Ok(action.map(|action| (agent, action)).into_iter().collect());
        }
    };
    let (scope, mut turn) = scope(game, agent, algorithm, plies);
    let mut state = root.clone();
    let mut line = Vec::new();
    while scope.leaf(game, &state, turn)? == Leaf::No {
        let values = exact(game, &state, scope, turn)?.root_values;
        let role = scope.role(game, turn);
        let Some(action) = first_best(role, &values, (f64::NEG_INFINITY, f64::INFINITY)) else {
            break;
        };
        state = game.successor(&state, turn.agent, &action)?;
        line.push((turn.agent, action));
        turn = scope.next(turn);
    }
    Ok(line)
}

/// How deep an algorithm really looks.
enum Depth<A> {
    Plies(Option<u32>),
    /// It does not search; this is its action.
    OneAction(Option<A>),
}

fn depth<G: Game>(
    game: &G,
    root: &G::State,
    agent: usize,
    algorithm: Algorithm,
    terms: &Terms,
) -> Result<Depth<G::Action>, Stop> {
    Ok(match algorithm {
        Algorithm::Evaluation => Depth::OneAction(None),
        Algorithm::Reflex => Depth::Plies(Some(1)),
        Algorithm::IterativeDeepening => {
            let mut counted = Counted::new(game, Uncounted);
            match iterative::deepest(&mut counted, root, agent, terms)? {
                Some(completed) => Depth::Plies(Some(completed.plies)),
                None => {
                    let action = iterative::search(&mut counted, root, agent, terms)?.action;
                    Depth::OneAction(action)
                }
            }
        }
        _ => Depth::Plies(terms.plies),
    })
}

fn scope<G: Game>(
    game: &G,
    agent: usize,
    algorithm: Algorithm,
    plies: Option<u32>,
) -> (Scope, Turn) {
    let (scope, turn) = Scope::new(game, agent, plies);
    match algorithm {
        Algorithm::Expectimax => (scope.with_random_opponents(), turn),
        _ => (scope, turn),
    }
}

/// A search whose best root values are exact: under the strict cut with fail-soft, every value
/// inside the window is, so that ties need no full minimax; chance levels, which open the window,
/// make no difference.
fn exact<G: Game>(
    game: &G,
    state: &G::State,
    scope: Scope,
    turn: Turn,
) -> Result<Outcome<G::Action>, Stop> {
    let mut counted = Counted::new(game, Uncounted);
    let terms = Terms::default();
    AlphaBeta::new(&mut counted, scope, &terms).run(state, turn, terms.window)
}

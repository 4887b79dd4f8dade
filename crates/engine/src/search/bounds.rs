//! Alpha-beta that asks the game for sound bounds before it expands a node.
//!
//! An interior node below the root, after the terminal test and the ply limit and before its
//! actions are asked for, takes [`Game::bounds`]. It returns the bound and is not expanded when
//! low == high, when low lies above beta, or when high lies below alpha ("above" and "below" in
//! the strict or weak sense of the cut). Asking for bounds counts as nothing: it is neither an
//! evaluation nor a call for actions or successors.

use super::alphabeta::AlphaBeta;
use super::scope::{Scope, Turn};
use super::window::Window;
use super::{Outcome, Terms};
use crate::counting::{Counted, Meter, Stop};
use crate::game::Game;

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    let (scope, turn) = Scope::new(game.game(), agent, terms.plies);
    let mut search = AlphaBeta::new(game, scope, terms);
    search.with_bounds = true;
    search.run(root, turn, terms.window)
}

/// The value to return from a node that its bounds decide.
pub(super) fn decided<G: Game, M: Meter<G>>(
    search: &AlphaBeta<'_, '_, G, M>,
    state: &G::State,
    turn: Turn,
    window: Window,
) -> Option<f64> {
    let scope = &search.scope;
    let (low, high) = search.game.game().bounds(state, scope.root, scope.plies_left(turn));
    if low == high || search.pruning.above(low, window) {
        Some(low)
    } else if search.pruning.below(high, window) {
        Some(high)
    } else {
        None
    }
}

//! Expectimax: every opponent draws uniformly among its actions.
//!
//! The value of an opponent's node is the sum of its successors' values in action order, divided
//! once by their number, so that floats agree with the obvious code. The calls are minimax's.

use super::scope::Scope;
use super::{Outcome, Terms, minimax};
use crate::counting::{Counted, Meter, Stop};
use crate::game::Game;

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    let (scope, turn) = Scope::new(game.game(), agent, terms.plies);
    minimax::within(game, root, scope.with_random_opponents(), turn)
}

//! Reflex: one step, each successor of the root generated and evaluated once; the first best.

use super::{Outcome, Terms, minimax};
use crate::counting::{Counted, Meter, Stop};
use crate::game::Game;

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
) -> Result<Outcome<G::Action>, Stop> {
    minimax::search(game, root, agent, &Terms { plies: Some(1), ..Terms::default() })
}

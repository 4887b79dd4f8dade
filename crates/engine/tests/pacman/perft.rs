//! Counting paths, the classic test of move generation.

use plygrade_engine::{Game, IllegalMove};

/// How many lines of exactly `plies` moves there are from `state`, where `agent` is to move. A
/// line that ends early (decided, or nobody can move) counts for nothing.
///
/// # Errors
/// [`IllegalMove`] when the game refuses a move that it listed as legal.
pub(crate) fn perft<G: Game>(
    game: &G,
    state: &G::State,
    agent: usize,
    plies: u32,
) -> Result<u64, IllegalMove> {
    if plies == 0 {
        return Ok(1);
    }
    let mut actions = Vec::new();
    game.legal_actions(state, agent, &mut actions);
    let next = (agent + 1) % game.agents();
    actions.iter().try_fold(0, |paths, action| {
        let child = game.successor(state, agent, action)?;
        Ok(paths + perft(game, &child, next, plies - 1)?)
    })
}

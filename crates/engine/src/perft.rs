//! Counting the lines of play of a given length: the plainest check of a game's rules.

use crate::game::{Game, IllegalMove};

/// How many different lines of exactly `plies` moves there are from `root`, where `agent` is to
/// move and the agents follow each other in turn. A line that ends the game earlier counts only
/// for its own length.
///
/// # Errors
/// [`IllegalMove`] when the game lists an action that it then does not allow.
pub fn perft<G: Game>(
    game: &G,
    root: &G::State,
    agent: usize,
    plies: u32,
) -> Result<u64, IllegalMove> {
    if plies == 0 {
        return Ok(1);
    }
    if game.is_terminal(root) {
        return Ok(0);
    }
    let mut actions = Vec::new();
    game.legal_actions(root, agent, &mut actions);
    let next = (agent + 1) % game.agents().max(1);
    let mut lines = 0;
    for action in &actions {
        lines += perft(game, &game.successor(root, agent, action)?, next, plies - 1)?;
    }
    Ok(lines)
}

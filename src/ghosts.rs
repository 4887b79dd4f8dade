//! The ghosts' side of a Pacman game: every ghost moves once, in order.

use plygrade_engine::games::pacman::{
    Direction, GhostKind, Pacman, PacmanState, distribution, pick,
};
use plygrade_engine::{Game, IllegalMove};

/// Why the ghosts could not move.
#[derive(Clone, Debug, PartialEq)]
pub enum GhostError<E> {
    /// No number could be drawn.
    Draw(E),
    /// A ghost that is walled in must stay, which the rules do not allow.
    Stuck(IllegalMove),
}

/// Moves every ghost of `state` once, ghost i as `kinds[i - 1]` says (as the last of `kinds` where
/// there are too few, at random where there is none), until the game is over. `draw` gives one
/// number in [0, 1) a ghost that can move, and is not asked otherwise. The moves made are appended
/// to `made`, with the agent's number.
///
/// # Errors
/// [`GhostError`]; `state` is then the one before that ghost's move.
pub fn respond<E>(
    game: &Pacman,
    state: &mut PacmanState,
    kinds: &[GhostKind],
    made: &mut Vec<(usize, Direction)>,
    mut draw: impl FnMut() -> Result<f64, E>,
) -> Result<(), GhostError<E>> {
    for ghost in 1..game.agents() {
        if game.is_terminal(state) {
            break;
        }
        let kind = kinds.get(ghost - 1).or(kinds.last()).copied().unwrap_or(GhostKind::Random);
        let chances = distribution(game, state, ghost, kind);
        let drawn = if chances.is_empty() { 0.0 } else { draw().map_err(GhostError::Draw)? };
        let action = pick(&chances, drawn);
        *state = game.successor(state, ghost, &action).map_err(GhostError::Stuck)?;
        made.push((ghost, action));
    }
    Ok(())
}

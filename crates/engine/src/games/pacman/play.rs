//! Whole games: Pacman's choices against drawn ghosts.

use super::direction::Direction;
use super::ghosts::{GhostKind, choose};
use super::rules::Pacman;
use super::state::PacmanState;
use crate::game::{Game, IllegalMove};
use crate::random::MersenneTwister;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The last state.
    pub state: PacmanState,
    /// The moves of all agents in turn.
    pub moves: Vec<Direction>,
    /// How it ended.
    pub ending: Ending,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Pacman ate the last food.
    Won,
    /// A ghost caught Pacman.
    Lost,
    /// The limit of moves was reached.
    MoveLimit,
    /// An agent chose what the rules do not allow; a ghost that is walled in must do so.
    Illegal(IllegalMove),
}

/// Plays from `state`, Pacman to move: `pacman` chooses Pacman's actions, ghost number i plays as
/// `ghosts[i - 1]` (as the last kind where there are too few, at random where there is none).
/// Ends at the latest after `max_moves` moves, all agents' counted.
pub fn play(
    game: &Pacman,
    mut state: PacmanState,
    ghosts: &[GhostKind],
    random: &mut MersenneTwister,
    max_moves: usize,
    mut pacman: impl FnMut(&PacmanState) -> Direction,
) -> Played {
    let mut moves = Vec::new();
    let mut agent = 0;
    let ending = loop {
        if state.is_win() {
            break Ending::Won;
        } else if state.is_lose() {
            break Ending::Lost;
        } else if moves.len() >= max_moves {
            break Ending::MoveLimit;
        }
        let action = if agent == 0 {
            pacman(&state)
        } else {
            let kind = ghosts.get(agent - 1).or(ghosts.last()).copied();
            choose(game, &state, agent, kind.unwrap_or(GhostKind::Random), random)
        };
        match game.successor(&state, agent, &action) {
            Ok(next) => state = next,
            Err(illegal) => break Ending::Illegal(illegal),
        }
        moves.push(action);
        agent = (agent + 1) % game.agents();
    };
    Played { state, moves, ending }
}

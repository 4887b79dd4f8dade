//! Whole games.

use std::time::Duration;

use plygrade_engine::games::pacman::GhostKind;
use plygrade_engine::random::MersenneTwister;
use plygrade_sdk::Action;

/// A case that plays games instead of asking one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// How many games, one after the other, from one generator.
    pub games: u32,
    /// What seeds the generator, once before all games.
    pub seed: Seed,
    /// How ghost number i plays: entry i - 1; where there are too few, as the last one.
    pub ghosts: Vec<GhostKind>,
    /// Whose moves are made.
    pub follow: Follow,
    /// Agent 0's moves under [`Follow::Reference`], which the grader fills in before a host runs
    /// ([`crate::reference::prepare`]). No move may reach submitted code before its answer.
    pub moves: Vec<Action>,
    /// Moves of agent 0 after which a game ends undecided.
    pub max_moves: u32,
    /// Wall time of one game.
    pub time: Duration,
    /// Wall time of all games together; none is given up that is over.
    pub all_time: Duration,
}

/// What seeds the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seed {
    /// An integer, by its absolute value.
    Int(i64),
    /// A string, as Python 3 seeds with it.
    Text(String),
}

impl Seed {
    /// The generator that this seeds, `k` added to an integer; a text takes no addition.
    #[must_use]
    pub fn generator(&self, k: u32) -> MersenneTwister {
        match self {
            Seed::Int(n) => MersenneTwister::seed_int(i128::from(*n) + i128::from(k)),
            Seed::Text(text) => MersenneTwister::seed_str(text),
        }
    }
}

/// Whose moves are made in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Follow {
    /// The submission's own.
    #[default]
    Submission,
    /// The reference's, after the submission has answered; the generator is seeded anew with
    /// seed + k after agent 0's k-th move.
    Reference,
}

//! Whole games.

use std::time::Duration;

/// A case that plays games instead of asking one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// How many games, one after the other, from one generator.
    pub games: u32,
    /// What seeds the generator, once before all games.
    pub seed: Seed,
    /// Whose moves are made.
    pub follow: Follow,
    /// Moves of agent 0 after which a game ends undecided.
    pub max_moves: u32,
    /// Wall time of one game.
    pub time: Duration,
}

/// What seeds the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seed {
    /// An integer, by its absolute value.
    Int(i64),
    /// A string, as Python 3 seeds with it.
    Text(String),
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

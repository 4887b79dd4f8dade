//! The file format of a case, as serde types: TOML and JSON carry the same model.
//!
//! The types say what can be written; what makes sense together is checked in
//! [`super::load`]. `docs/CASES.md` describes the format for authors.

mod expect;
mod game;
mod number;
mod play;

pub use expect::{
    CountRange, Expect, ExpectedMove, KnownMistake, MistakenLine, Thresholds, Variant,
};
pub use game::{AgentRole, Direction, GhostKind};
pub use game::{ChaseGame, Edge, Game, NimGame, PacmanGame, Side, TicTacToeGame, TreeGame};
pub use number::{Action, Number};
pub use play::{Follow, Play, Seed};

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Visibility;

/// One case of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "plygrade case")]
pub struct CaseFile {
    /// What the case isolates, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Which agent: minimax, alphabeta, expectimax, reflex, evaluation, minimax-bfs,
    /// alphabeta-ordered, alphabeta-bounds, iterative-deepening, or a class of the submission,
    /// whose name begins with a capital letter.
    pub agent: String,
    /// Rounds to search: one move of every agent each. Without `depth` and `plies` the search
    /// goes to the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Plies to search: one move of one agent each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// When alpha-beta cuts; strict without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// What alpha-beta returns from outside its window; soft without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail: Option<Fail>,
    /// The root window of alpha-beta: alpha, then beta.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<(Number, Number)>,
    /// The static evaluation: score or better in pacman, utility or open-lines in tictactoe,
    /// distance in chase; of a class, whatever it takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    /// Further arguments for the constructor of a class of the submission, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<String, String>,
    /// Successor calls that iterative deepening may spend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_budget: Option<u64>,
    /// Whether minimax-bfs merges symmetric boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merge_symmetric: Option<bool>,
    /// Points for passing: 1 without it, or one a threshold where games have thresholds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// Who may see the result; visible without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
    /// What to tell a student whose submission fails here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
    /// A drawing of the tree or board, shown on failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<String>,
    /// What a submission may spend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The game and its parameters.
    pub game: Game,
    /// Whole games instead of one question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Play>,
    /// What is checked; without it, what the reference search answers.
    #[serde(default, skip_serializing_if = "Expect::is_empty")]
    pub expect: Expect,
}

/// When alpha-beta cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// On v > beta and v < alpha, as CS188 asks.
    Strict,
    /// On v >= beta and v <= alpha, as most textbooks write it.
    Weak,
}

/// What alpha-beta returns from a node whose value lies outside its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fail {
    /// The best value seen.
    Soft,
    /// The window's own edge.
    Hard,
}

/// What a submission may spend on one case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Successor calls; 100,000,000 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
    /// Seconds of CPU time; 30 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

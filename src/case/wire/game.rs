//! `[game]`: the game and its parameters.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Action, Number};

/// The game of a case, by its key `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Game {
    /// An abstract tree.
    Tree(TreeGame),
    /// Classic Pacman.
    Pacman(PacmanGame),
    /// Tic-tac-toe.
    TicTacToe(TicTacToeGame),
    /// Nim.
    Nim(NimGame),
    /// A pursuer and an evader on a grid.
    Chase(ChaseGame),
}

/// Serde's own tagged enums buffer their content and lose its places; documents read this form
/// by its key `kind`.
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum ByKind {
            Tree(TreeGame),
            Pacman(PacmanGame),
            TicTacToe(TicTacToeGame),
            Nim(NimGame),
            Chase(ChaseGame),
        }
        Ok(match ByKind::deserialize(from)? {
            ByKind::Tree(game) => Game::Tree(game),
            ByKind::Pacman(game) => Game::Pacman(game),
            ByKind::TicTacToe(game) => Game::TicTacToe(game),
            ByKind::Nim(game) => Game::Nim(game),
            ByKind::Chase(game) => Game::Chase(game),
        })
    }
}

/// A move on a tree: from which state, the action, to which state.
pub type Edge = (String, String, String);

/// An abstract tree: either `outline`, or `root`, `edges` and what belongs to them. States may
/// be shared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeGame {
    /// How many agents move in turn.
    pub agents: u32,
    /// The role of each agent; without it agent 0 is max and all others min.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<AgentRole>,
    /// The tree as an indented text: one state a line, its moves below it, further in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<String>,
    /// The state that the agent is asked in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// The moves in action order: [state, action, next state].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<Edge>>,
    /// Static values of all states that can be a leaf or a cut-off.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Number>,
    /// Sound bounds [low, high] on backed-up values, for alphabeta-bounds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bounds: BTreeMap<String, (Number, Number)>,
    /// States that agent 0 has won; the game is over there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub win: Vec<String>,
    /// States that agent 0 has lost; the game is over there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lose: Vec<String>,
}

/// Whose interest an agent serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AgentRole {
    /// Takes the largest value.
    Max,
    /// Takes the smallest value.
    Min,
    /// Draws uniformly; the value is the mean.
    Chance,
}

/// Classic Pacman.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PacmanGame {
    /// The maze as text, one line a row; or the name of a layout beside the case, in the nearest
    /// `layouts/` above it, or built in.
    pub layout: String,
    /// How the ghosts play; at most that many exist. Without it all of the layout's do, and
    /// play at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ghosts: Option<Vec<GhostKind>>,
    /// The order in which legal actions are listed; West, Stop, East, North, South without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_order: Option<Vec<Direction>>,
    /// Moves made before the agent is asked, by all agents in turn; Pacman is to move next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Direction>,
}

/// How a ghost plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GhostKind {
    /// Mostly towards Pacman, or away from it while scared.
    Directional,
    /// Every legal action alike.
    Random,
}

/// A step on Pacman's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    South,
    East,
    West,
    Stop,
}

/// Tic-tac-toe; X moves first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicTacToeGame {
    /// Moves made before the agent is asked: [column, row] from 0, X and O in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Action>,
}

/// Nim: any number from one pile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NimGame {
    /// The piles' sizes, in order.
    pub piles: Vec<u32>,
    /// Whether taking the last one loses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
    /// Who moves first, 0 or 1; 0 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u32>,
    /// Moves made before the agent is asked: [pile from 0, how many].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Action>,
}

/// A pursuer and an evader on a grid; one orthogonal step a turn, capture ends the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChaseGame {
    /// Columns; 15 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Rows; 15 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Where the pursuer, agent 0, starts: [x, y] from 0, y down.
    pub pursuer: (u32, u32),
    /// Where the evader, agent 1, starts.
    pub evader: (u32, u32),
    /// Who moves first; the pursuer without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Side>,
    /// Moves made before the agent is asked, by both in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Action>,
}

/// A side of the chase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Agent 0.
    Pursuer,
    /// Agent 1.
    Evader,
}

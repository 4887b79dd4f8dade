//! The file format of a case, as serde types.

use std::collections::BTreeMap;

use plygrade_sdk::Action;
use serde::{Deserialize, Serialize};

/// A case file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// Which agent.
    pub agent: String,
    /// Rounds to search.
    pub depth: Option<u32>,
    /// Plies to search.
    pub plies: Option<u32>,
    /// When alpha-beta cuts.
    #[serde(default)]
    pub cut: plygrade_sdk::Cut,
    /// The game and its parameters.
    pub game: Game,
    /// What is expected.
    #[serde(default)]
    pub expect: Expect,
}

/// The game of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Game {
    /// An abstract tree.
    Tree {
        /// How many agents move in turn.
        agents: usize,
        /// The start.
        root: String,
        /// (state, action, next state), in action order.
        edges: Vec<(String, String, String)>,
        /// Static values.
        values: BTreeMap<String, f64>,
        /// States that are won.
        #[serde(default)]
        win: Vec<String>,
        /// States that are lost.
        #[serde(default)]
        lose: Vec<String>,
    },
}

/// What a case expects.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The allowed actions.
    pub action: Option<Vec<Action>>,
    /// The value.
    pub value: Option<f64>,
    /// Successor calls.
    pub next_state_calls: Option<u64>,
}

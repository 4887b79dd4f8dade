//! What a submission is asked and what it answers.

use serde::{Deserialize, Serialize};

use crate::{Action, State};

/// What a case asks of a submission; it holds no expectation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Which agent: `minimax`, `alphabeta`, `expectimax`, `reflex`, `evaluation`, ...
    pub agent: String,
    /// Rounds to search, one move of every agent each; `None`: see `plies`, else to the end.
    pub depth: Option<u32>,
    /// Plies to search, where the case counts in plies.
    pub plies: Option<u32>,
    /// When alpha-beta cuts.
    pub cut: Cut,
    /// The root window (alpha, beta).
    pub window: (f64, f64),
    /// The evaluation that the case names, where it names one.
    pub evaluation: Option<String>,
    /// Successor calls that iterative deepening may spend.
    pub call_budget: Option<u64>,
    /// Whether breadth-first minimax merges symmetric boards.
    pub merge_symmetric: bool,
    /// Seeds whatever chance the agent uses, so that two runs are alike; `grade --seed`.
    pub seed: u64,
}

impl Task {
    /// The ply limit of a search by `agents` agents; `None` searches to the end of the game.
    #[must_use]
    pub fn ply_limit(&self, agents: usize) -> Option<u32> {
        self.plies.or_else(|| self.depth.map(|depth| depth.saturating_mul(agents as u32)))
    }
}

/// When alpha-beta cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// On v > beta and v < alpha.
    #[default]
    Strict,
    /// On v >= beta and v <= alpha.
    Weak,
}

/// An agent's answer. Either part may be missing; what a case checks must be there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The chosen action.
    pub action: Option<Action>,
    /// The backed-up value of the state, for the side to move.
    pub value: Option<f64>,
}

impl Answer {
    /// No action and no value.
    #[must_use]
    pub fn none() -> Self {
        Answer::default()
    }

    /// An action alone.
    #[must_use]
    pub fn action(action: Action) -> Self {
        Answer { action: Some(action), value: None }
    }

    /// A value alone, as evaluation agents give.
    #[must_use]
    pub fn value(value: f64) -> Self {
        Answer { action: None, value: Some(value) }
    }

    /// A value and, where there is one, an action.
    #[must_use]
    pub fn new(action: Option<Action>, value: f64) -> Self {
        Answer { action, value: Some(value) }
    }
}

/// Chooses actions. One agent plays one case; over a whole game it is asked once a move.
pub trait Agent {
    /// Chooses in `state`, where it is this agent's turn.
    fn act(&mut self, state: &State) -> Answer;
}

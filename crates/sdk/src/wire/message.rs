//! What the grader writes.

use serde::{Deserialize, Serialize};

use super::{Id, Number};
use crate::{Action, Cut, Task, View};

/// One line from the grader to a program. Programs skip keys that they do not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// The first line: which protocol the grader speaks.
    Hello {
        /// `plygrade/stdio/v1`.
        protocol: String,
    },
    /// What the case asks.
    Task(TaskMessage),
    /// A turn begins: choose in this state.
    Act(StateMessage),
    /// Answers `next_state`.
    State(StateMessage),
    /// Answers `legal_actions`.
    Actions {
        /// In the case's order.
        actions: Vec<Action>,
    },
    /// Answers `evaluate`.
    Value {
        /// For the side to move at the root.
        value: Number,
    },
    /// Answers `bounds`.
    Bounds {
        /// The value is not below this.
        low: Number,
        /// The value is not above this.
        high: Number,
    },
    /// Answers `view`.
    View {
        /// The position.
        view: View,
    },
    /// The case is over because of the program; nothing more will be read.
    Fault {
        /// Which kind.
        kind: FaultWord,
        /// What happened.
        message: String,
    },
}

/// A state and what agents need to know of it at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateMessage {
    /// Its name for further calls.
    pub state: Id,
    /// Whose turn it is.
    pub turn: usize,
    /// Whether the game is over: won, lost, drawn.
    pub over: bool,
    /// Whether MAX has won.
    pub win: bool,
    /// Whether MAX has lost.
    pub lose: bool,
    /// Equal for equal positions of one case, different for different ones; for transposition
    /// tables.
    pub key: String,
}

/// What a case asks of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaskMessage {
    /// Which agent: `minimax`, `alphabeta`, `expectimax`, `reflex`, `evaluation`, ...
    pub agent: String,
    /// Which game: `tree`, `pacman`, `tictactoe`, `nim`, `chase`.
    pub game: String,
    /// How many agents move in turn.
    pub agents: usize,
    /// Rounds to search, one move of every agent each; null: see `plies`, else to the end.
    pub depth: Option<u32>,
    /// Plies to search, where the case counts in plies.
    pub plies: Option<u32>,
    /// When alpha-beta cuts.
    pub cut: Cut,
    /// The root window, alpha and beta.
    pub window: (Number, Number),
    /// The evaluation that the case names, where it names one.
    pub evaluation: Option<String>,
    /// Successor calls that iterative deepening may spend.
    pub call_budget: Option<u64>,
    /// Whether breadth-first minimax merges symmetric boards.
    pub merge_symmetric: bool,
    /// Seeds whatever chance the program uses, so that two runs are alike; `grade --seed`.
    #[serde(default)]
    pub seed: u64,
}

impl TaskMessage {
    /// The message for `task` in a game of `agents` agents.
    #[must_use]
    pub fn new(task: &Task, game: &str, agents: usize) -> Self {
        TaskMessage {
            agent: task.agent.clone(),
            game: game.to_owned(),
            agents,
            depth: task.depth,
            plies: task.plies,
            cut: task.cut,
            window: (Number(task.window.0), Number(task.window.1)),
            evaluation: task.evaluation.clone(),
            call_budget: task.call_budget,
            merge_symmetric: task.merge_symmetric,
            seed: task.seed,
        }
    }

    /// The task, as agents take it.
    #[must_use]
    pub fn task(&self) -> Task {
        Task {
            agent: self.agent.clone(),
            depth: self.depth,
            plies: self.plies,
            cut: self.cut,
            window: (self.window.0.0, self.window.1.0),
            evaluation: self.evaluation.clone(),
            call_budget: self.call_budget,
            merge_symmetric: self.merge_symmetric,
            seed: self.seed,
        }
    }
}

/// Whose rule was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FaultWord {
    /// More successor calls, or a deeper line, than the case allows.
    OverBudget,
    /// More time than the case allows.
    TimedOut,
    /// The program gave up.
    Crashed,
    /// A move that the rules do not allow.
    IllegalAction,
    /// A line that is no message, or not one that may come now; an answer that is no answer.
    InvalidAnswer,
    /// Too many states held, or a line that does not end.
    Killed,
}

//! What a program writes.

use serde::{Deserialize, Serialize};

use super::{Id, Number};
use crate::Action;

/// One line from a program to the grader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first line: which protocol the program speaks.
    Hello {
        /// `plygrade/stdio/v1`.
        protocol: String,
    },
    /// After the task: there is an agent for it.
    Ready {},
    /// After the task: there is none.
    NoAgent {},
    /// The legal actions of an agent in a state; the answer is `actions`. Counted.
    LegalActions {
        /// The state.
        state: Id,
        /// The agent, from 0.
        agent: usize,
    },
    /// The state after an agent's move; the answer is `state`. Counted, every time.
    NextState {
        /// The state before.
        state: Id,
        /// The agent that moves.
        agent: usize,
        /// Its move.
        action: Action,
    },
    /// The case's static evaluation of a state, for the side to move at the root; the answer is
    /// `value`. Counted.
    Evaluate {
        /// The state.
        state: Id,
    },
    /// Bounds that the case's evaluation guarantees for the value of a state; the answer is
    /// `bounds`. Not counted.
    Bounds {
        /// The state.
        state: Id,
        /// Plies that are still searched below it; left out: to the end of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies_left: Option<u32>,
    },
    /// The position as plain data; the answer is `view`. Not counted.
    View {
        /// The state.
        state: Id,
    },
    /// These states are not needed any more. There is no answer.
    Release {
        /// The states.
        states: Vec<Id>,
    },
    /// The end of the turn: what the agent chose, and the value that it found.
    Answer {
        /// The action; may be left out where only a value is asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        action: Option<Action>,
        /// The backed-up value of the state, for the side to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Number>,
    },
    /// The program gives up: a panic, an exception, a thing that is not implemented.
    Error {
        /// What happened.
        message: String,
        /// Where: lines of a traceback, the innermost one last.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        traceback: Vec<String>,
    },
}

//! What an agent did in one case: the calls, its answers, its faults. Plain data.

use std::collections::BTreeSet;

use plygrade_engine::counting::OrderedCall;
use plygrade_engine::{Counts, Domain};
use plygrade_sdk::{Action, Answer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::case::Unit;
use crate::position::to_action;

/// Calls that are remembered in order, a submission's and the reference's.
pub const ORDER_LIMIT: usize = 1 << 16;

/// Everything that a host tells the judge about one case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Transcript {
    /// One entry each time an agent was asked for an action: one for a single question, one a
    /// move over a whole game.
    pub turns: Vec<Turn>,
    /// The games that were played to an end.
    pub games: Vec<Game>,
    /// What ended the case early.
    pub fault: Option<Fault>,
    /// Why the submission cannot be run at all, the same for every case: it does not build.
    pub not_run: Option<Fault>,
    /// The submission has no agent for this case.
    pub missing_agent: bool,
    /// What was looked for in a submission without an agent, and what may be meant.
    #[serde(default)]
    pub missing: Missing,
    /// The submission's interface answers actions alone, so no value can be checked.
    #[serde(default)]
    pub actions_only: bool,
    /// The method that was asked, where its name says something to who wrote it.
    #[serde(default)]
    pub method: Option<String>,
    /// What the submission printed, bounded.
    pub output: String,
    /// Wall time of the whole case.
    pub seconds: f64,
}

/// What a submission lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// Names that would have done, the one that the suite's own style has first.
    pub wanted: Vec<String>,
    /// What the submission has in its place.
    pub instead: Option<Instead>,
}

/// What may have been meant for an agent and is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instead {
    /// The right kind of thing, under a name that is near.
    Named(String),
    /// A function of an agent's name, where a class is asked, or a plain search.
    Function {
        /// Its name.
        name: String,
        /// What a plain search would be called.
        search: String,
    },
}

impl Transcript {
    /// One unit summed over all turns; `None` where there was none, or one could not count it.
    #[must_use]
    pub fn total(&self, unit: Unit) -> Option<u64> {
        if self.turns.is_empty() {
            return None;
        }
        self.turns.iter().map(|turn| unit.of(&turn.counts)).sum()
    }
}

/// One answer and what was asked for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The answer; empty where a fault came first.
    pub answer: Answer,
    /// What came instead of an action and is compared like one, as the course does.
    #[serde(default)]
    pub odd: Option<Odd>,
    /// What was counted by replaying the calls on the grader's engine.
    #[serde(with = "counts")]
    pub counts: Counts,
    /// The first calls in order, where the case checks or explains them.
    pub calls: Option<Calls>,
    /// Names of all generated states, the start included; trees only.
    #[serde(default)]
    pub generated: Option<BTreeSet<String>>,
    /// Calls that asked for legal actions in a state where the game is over.
    #[serde(default)]
    pub asked_when_over: u64,
    /// Successors asked for another agent than the one whose turn it was, the first few.
    pub wrong_turns: Vec<WrongTurn>,
    /// The state in which the agent was asked, as text; along a reference's line only.
    #[serde(default)]
    pub state: Option<String>,
    /// Wall time of this move.
    pub seconds: f64,
}

/// An answer that is no action, in the words of the host: what it was, and what would be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odd {
    /// `the number 1`.
    pub what: String,
    /// `return the action, not its value`.
    pub advice: String,
}

impl Odd {
    /// A sentence on it, with an action for an example.
    #[must_use]
    pub fn sentence(&self, example: &str) -> String {
        let Odd { what, advice } = self;
        format!("the answer was {what}; an action such as {example} was expected ({advice})")
    }
}

/// What is said of a method of the submission that returned nothing.
#[must_use]
pub fn returned_nothing(method: &str) -> String {
    format!("{method} returned None (a return is missing, or nothing is written yet)")
}

/// What is said of an answer that has a value alone, where an action was asked for.
pub const VALUE_ALONE: &str = "the answer has a value and no action";

/// Calls in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls {
    /// Oldest first.
    pub list: Vec<Call>,
    /// Whether later calls were left out.
    pub truncated: bool,
}

/// One call of the successor function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The state that was asked.
    pub parent: String,
    /// The agent that the caller named.
    pub agent: usize,
    /// The action.
    pub action: Action,
    /// The state that it gave.
    pub child: String,
}

impl Call {
    /// The names of a call that was recorded in `game`.
    pub fn named<G: Domain>(game: &G, call: &OrderedCall<G>) -> Self {
        Call {
            parent: game.state_name(&call.parent),
            agent: call.agent,
            action: to_action(game.action_name(&call.action)),
            child: game.state_name(&call.child),
        }
    }
}

/// A successor that was asked for the wrong agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongTurn {
    /// The state that was asked.
    pub state: String,
    /// Whose turn it was.
    pub turn: usize,
    /// Whom the caller named.
    pub agent: usize,
}

/// One game played to its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The final score.
    pub score: f64,
    /// Whether it was won.
    pub win: bool,
    /// Whether it ran out of time.
    pub timed_out: bool,
    /// Whether the agent crashed; a game that ran out of time did, too.
    pub crashed: bool,
    /// Moves of agent 0.
    pub moves: u32,
    /// What ended it early.
    pub fault: Option<Fault>,
}

/// What ended a case early, and whose fault it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// Which kind.
    pub kind: FaultKind,
    /// What happened, in the words of whoever noticed: an exception's text, a signal.
    pub message: String,
    /// The submission's own traceback, with the grader's frames left out.
    pub traceback: Vec<String>,
    /// The state in which it happened, as text.
    pub state: Option<String>,
    /// The mistake in short, the same for every time that it is made, where the message tells of
    /// this one time alone: the move that was not legal, the moves that were.
    #[serde(default)]
    pub mistake: Option<String>,
}

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// More successor calls, or a deeper line, than the case allows.
    OverBudget,
    /// More time than the case allows.
    TimedOut,
    /// An exception, a panic or a signal.
    Crashed,
    /// A successor or a move that the rules do not allow.
    IllegalAction,
    /// An answer that is no action, or no number.
    InvalidAnswer,
    /// Memory, output or a forbidden call.
    Killed,
    /// A fault of the grader's own; never scored.
    Grader,
}

impl Fault {
    /// A fault with a message alone.
    #[must_use]
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Fault { kind, message: message.into(), traceback: Vec::new(), state: None, mistake: None }
    }

    /// The innermost line of the submission's own traceback.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.traceback.last().map(String::as_str)
    }

    /// Whether both come from the same mistake: the same was said, or the same kind of exception was
    /// raised in the same place, such as a `KeyError` for another key.
    #[must_use]
    pub fn is_like(&self, other: &Fault) -> bool {
        let told = |it: &Fault| {
            let told = it.mistake.as_ref().unwrap_or(&it.message);
            match (it.place(), told.split_once(": ")) {
                (Some(_), Some((exception, _))) => exception.to_owned(),
                _ => told.clone(),
            }
        };
        (self.kind, self.place(), told(self)) == (other.kind, other.place(), told(other))
    }
}

/// [`Counts`] lives in the engine, which knows no serde.
mod counts {
    use super::Counts;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Wire {
        next_state_calls: u64,
        legal_actions_calls: u64,
        distinct_generated: Option<u64>,
        distinct_explored: Option<u64>,
        evaluations: Option<u64>,
    }

    pub(super) fn serialize<S: Serializer>(counts: &Counts, to: S) -> Result<S::Ok, S::Error> {
        let Counts {
            next_state_calls,
            legal_actions_calls,
            distinct_generated,
            distinct_explored,
            evaluations,
        } = *counts;
        Wire {
            next_state_calls,
            legal_actions_calls,
            distinct_generated,
            distinct_explored,
            evaluations,
        }
        .serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Counts, D::Error> {
        let Wire {
            next_state_calls,
            legal_actions_calls,
            distinct_generated,
            distinct_explored,
            evaluations,
        } = Wire::deserialize(from)?;
        Ok(Counts {
            next_state_calls,
            legal_actions_calls,
            distinct_generated,
            distinct_explored,
            evaluations,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_exception_in_the_same_place_is_the_same_mistake() {
        let raised = |message: &str, place: &[&str]| Fault {
            traceback: place.iter().map(|line| (*line).to_owned()).collect(),
            ..Fault::new(FaultKind::Crashed, message)
        };
        let at = ["a.py, line 2, in f"];
        let one = raised("KeyError: 'a'", &at);
        assert!(one.is_like(&raised("KeyError: 'b'", &at)));
        assert!(!one.is_like(&raised("IndexError: 'b'", &at)));
        assert!(!one.is_like(&raised("KeyError: 'a'", &["a.py, line 3, in f"])));
        // Without a place the words are all there is.
        assert!(!raised("killed: a", &[]).is_like(&raised("killed: b", &[])));
    }
}

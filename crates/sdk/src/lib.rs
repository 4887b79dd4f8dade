//! What a Rust submission is written against: states that count every call, tasks, answers.
//!
//! A submission is a function from a [`Task`] to an [`Agent`]; `None` says that it has no agent
//! for that task. [`main!`] makes a program of it, which `plygrade grade` builds and runs.
//!
//! ```
//! use plygrade_sdk::{Agent, Answer, State, Task};
//!
//! /// Takes the action whose successor looks best.
//! struct Greedy;
//!
//! impl Agent for Greedy {
//!     fn act(&mut self, state: &State) -> Answer {
//!         let turn = state.turn();
//!         let mut best: Option<(f64, _)> = None;
//!         for action in state.legal_actions(turn) {
//!             let value = state.next_state(turn, &action).evaluate();
//!             if best.as_ref().is_none_or(|(known, _)| value > *known) {
//!                 best = Some((value, action));
//!             }
//!         }
//!         best.map_or(Answer::none(), |(_, action)| Answer::action(action))
//!     }
//! }
//!
//! pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
//!     (task.agent == "reflex").then(|| Box::new(Greedy) as Box<dyn Agent>)
//! }
//! ```

mod action;
mod agent;
mod program;
mod state;
mod view;
pub mod wire;

pub use action::Action;
pub use agent::{Agent, Answer, Cut, Task};
pub use program::run;
pub use state::{Handle, State};
pub use view::{Ghost, View};

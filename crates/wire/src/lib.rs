//! What the grader and its Python worker say to each other.
//!
//! Two one-way byte streams. The grader sends [`Command`]s, each in a frame with its length; the
//! worker sends [`Record`]s, one after the other. The worker says what its submission asked for,
//! never what came of it: the grader replays every call on its own engine. States are named by
//! slots, which both ends hand out by the same rule ([`Slots`]).
//!
//! Nothing here holds an expectation, and a worker's bytes are never believed: reading them
//! gives values or [`Malformed`], whatever they are.

mod codec;
mod command;
mod parts;
mod record;
mod slots;

pub use codec::{Malformed, Reader, Writer};
pub use command::{Agent, Board, Case, Chances, Command, Edge, Keyword, Node, Seed};
pub use parts::{AgentParts, Parts};
pub use record::{Answer, Defines, Fault, FaultKind, Given, Place, Record};
pub use slots::Slots;

/// Longest text that is read, in bytes.
pub const TEXT_LIMIT: usize = 1 << 20;
/// Longest list that is read.
pub const LIST_LIMIT: usize = 1 << 22;

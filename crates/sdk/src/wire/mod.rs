//! The messages of `plygrade/stdio/v1`: one JSON object a line, over stdin and stdout.
//!
//! The grader writes [`Message`]s, a program writes [`Request`]s. `docs/PROTOCOL.md` shows a
//! session. States live in the grader; a program knows them by their [`Id`].

mod message;
mod number;
mod request;

pub use message::{FaultWord, Message, StateMessage, TaskMessage};
pub use number::Number;
pub use request::Request;

/// The version that this SDK speaks; the first message of either side names it.
pub const PROTOCOL: &str = "plygrade/stdio/v1";

/// Names a state until the answer of its turn, or until it is released. It means nothing else:
/// two ids may stand for equal positions.
pub type Id = u64;

//! States of the lab's games: tic-tac-toe, Nim and the chase.
//!
//! They have one vocabulary: `currentPlayer()`, `actions()`, `successor(action)`, `successors()`,
//! `utility()`. Asking for successors one after the other counts as one call of `actions` and one
//! of `successor` a child, when that child is asked for: a search that breaks off has not asked.

mod chase;
mod common;
mod nim;
mod tictactoe;

pub(crate) use chase::ChaseState;
pub(crate) use common::{Seat, Side, calls};
pub(crate) use nim::NimState;
pub(crate) use tictactoe::TicTacToeState;

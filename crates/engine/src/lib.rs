//! Games, the counting wrapper and the reference searches of plygrade.
//!
//! Invariants: nothing here does I/O, reads a clock or draws unseeded chance; the crate has no
//! dependencies; games know nothing of counting, and searches see a game only through
//! [`counting::Counted`].

pub mod counting;
pub mod domain;
pub mod game;
pub mod games;
pub mod perft;
pub mod random;
pub mod search;
mod sha512;

pub use counting::{Counted, Counts, Stop};
pub use domain::{ActionName, Domain};
pub use game::{Game, IllegalMove, MoveError, NoValue, Role};

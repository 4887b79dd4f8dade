//! The games: one file each (Pacman, the largest, a folder).

pub mod chase;
pub mod nim;
pub mod pacman;
pub mod tictactoe;
pub mod tree;

/// The word of every game, as `[game] kind` has it in a case. Each has perft counts in
/// `tests/perft/`.
pub const KINDS: [&str; 5] = ["tree", "pacman", "tictactoe", "nim", "chase"];

//! The games: one file each (Pacman, the largest, a folder).

pub mod tictactoe;
pub mod tree;

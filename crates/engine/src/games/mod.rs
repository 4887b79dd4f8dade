//! The games: one file each (Pacman, the largest, a folder).

pub mod pacman;
pub mod tictactoe;
pub mod tree;

//! The engine's integration tests, one binary.

mod breadth_first;
mod chase;
mod conformance;
mod counting;
mod deepening;
mod nim;
mod pacman;
mod perft;
mod properties;
mod published;
mod recorded;
mod scale;
mod shared;
mod support;
mod terms;
mod tictactoe;
mod ties;

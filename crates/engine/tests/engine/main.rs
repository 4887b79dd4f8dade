//! The engine's integration tests, one binary.

mod breadth_first;
mod chase;
mod conformance;
mod deepening;
mod nim;
mod perft;
mod properties;
mod published;
mod recorded;
mod scale;
mod support;
mod terms;
mod tictactoe;
mod ties;

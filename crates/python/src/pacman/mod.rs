//! Pacman for Python: states, grids, agents.

mod agent;
mod board;
mod grid;
mod inner;
mod state;
mod views;

pub(crate) use agent::{AgentState, Configuration};
pub(crate) use board::{Board, layout_text, play};
pub(crate) use grid::Grid;
pub(crate) use inner::{Inner, factories, pacman_state};
pub(crate) use state::GameState;

//! Pacman for Python: states, grids, agents.

mod agent;
mod grid;
mod state;

pub(crate) use agent::{AgentState, Configuration};
pub(crate) use grid::Grid;
pub(crate) use state::{Board, GameState, factories, play};

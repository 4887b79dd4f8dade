//! Classic Pacman as the public Berkeley project plays it, bit for bit.
//!
//! Pacman is agent 0 and MAX whoever searches; ghosts follow in the layout's order. States do not
//! know whose turn it is. Positions are counted in half cells, because a scared ghost walks at
//! half speed; everything is exact, and only ghost draws and evaluations use floating point.

pub mod builtin;
mod direction;
mod evaluation;
mod food;
mod ghosts;
mod layout;
mod parse;
mod parts;
mod play;
mod rules;
mod state;
mod text;

pub use direction::Direction;
pub use ghosts::{GhostKind, choose, distribution, pick};
pub use layout::{Cell, Layout, MAX_CAPSULES, MAX_CELLS, MAX_GHOSTS, MAX_SIDE};
pub use parse::{LayoutError, LayoutErrorKind};
pub use parts::{AgentParts, Parts, PartsError};
pub use play::{Ending, Played, play};
pub use rules::{Evaluation, Pacman};
pub use state::{PacmanState, SCARED_MOVES};

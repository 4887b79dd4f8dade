//! An evaluation that makes a shallow search play well.

use super::layout::Layout;
use super::state::PacmanState;

pub(super) fn better(_layout: &Layout, state: &PacmanState) -> f64 {
    state.score as f64
}

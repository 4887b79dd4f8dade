//! An evaluation that makes a shallow search play well.

use super::direction::Direction;
use super::layout::{Cell, Layout};
use super::state::{Agent, PacmanState};

/// What is added for the nearest food, divided by the distance to it. Less than the 10 points
/// for eating it, so that eating always pays.
const FOOD_NEAR: f64 = 8.0;
/// What a scared ghost that Pacman can reach is worth before it is eaten, less [`CHASE_STEP`]
/// for each step to it. Below the 200 points for eating it.
const SCARED: f64 = 170.0;
const CHASE_STEP: f64 = 4.0;
/// What a capsule is worth before it is eaten: it pays only when a ghost is close enough.
const CAPSULE: f64 = 60.0;
/// What is added for the nearest capsule, divided by the distance to it.
const CAPSULE_NEAR: f64 = 12.0;
/// What a hunting ghost costs at most, divided by the square of the distance to it.
const DANGER: f64 = 40.0;
/// What defeat costs beyond the score: the rest of the game.
const DEFEAT: f64 = 1000.0;

/// The score, and what food, capsules and ghosts around Pacman promise or threaten. Distances
/// are steps through the maze.
pub(super) fn better(layout: &Layout, state: &PacmanState) -> f64 {
    let score = state.score as f64;
    if state.win {
        return score;
    }
    if state.lose {
        return score - DEFEAT;
    }
    let steps = Steps::from(layout, state.agents[0].cell());
    let nearest = |cells: &mut dyn Iterator<Item = Cell>| {
        cells.filter_map(|cell| steps.to(layout, cell)).min().map(|steps| f64::from(steps.max(1)))
    };
    let mut value = score;
    if let Some(distance) = nearest(&mut state.food(layout)) {
        value += FOOD_NEAR / distance;
    }
    if !state.ghosts().is_empty() {
        value += CAPSULE * state.capsule_count() as f64;
        if let Some(distance) = nearest(&mut state.capsules(layout)) {
            value += CAPSULE_NEAR / distance;
        }
    }
    state.ghosts().iter().fold(value, |value, ghost| value + promise(layout, &steps, *ghost))
}

/// What one ghost promises, or threatens when negative.
fn promise(layout: &Layout, steps: &Steps, ghost: Agent) -> f64 {
    let Some(distance) = steps.to(layout, ghost.cell()) else { return 0.0 };
    let distance = f64::from(distance);
    if ghost.scared == 0 {
        return -DANGER / distance.max(1.0).powi(2);
    }
    // It walks at half speed; in the worst case straight away from Pacman.
    if distance < f64::from(ghost.scared) / 2.0 { SCARED - CHASE_STEP * distance } else { 0.0 }
}

/// How many steps every cell is away from one.
struct Steps(Vec<u16>);

const FAR: u16 = u16::MAX;

impl Steps {
    fn from(layout: &Layout, start: Cell) -> Self {
        let mut steps = vec![FAR; layout.cells()];
        let mut queue = Vec::with_capacity(layout.cells());
        steps[layout.index(start)] = 0;
        queue.push(start);
        let mut next = 0;
        while let Some(cell) = queue.get(next).copied() {
            next += 1;
            let here = steps[layout.index(cell)];
            let exits = layout.square(cell).exits;
            for direction in Direction::ALL {
                if exits & direction.bit() == 0 {
                    continue;
                }
                let (dx, dy) = direction.delta();
                let cell =
                    Cell { x: cell.x.wrapping_add_signed(dx), y: cell.y.wrapping_add_signed(dy) };
                let there = &mut steps[layout.index(cell)];
                if *there == FAR {
                    *there = here + 1;
                    queue.push(cell);
                }
            }
        }
        Steps(steps)
    }

    /// `None` when there is no way.
    fn to(&self, layout: &Layout, cell: Cell) -> Option<u16> {
        Some(self.0[layout.index(cell)]).filter(|steps| *steps != FAR)
    }
}

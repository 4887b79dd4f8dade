//! A board and its rules, and what Python sees of it once and for all.

use std::sync::{Arc, OnceLock};

use plygrade_engine::Game;
use plygrade_engine::games::pacman::{
    self as engine, Direction, GhostKind, Layout, Pacman, PacmanState, PartsError, builtin,
    distribution, pick,
};
use plygrade_wire::{AgentParts, Chances, Parts};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::grid::Grid;

/// A board: its rules, and what Python sees of it.
pub(crate) struct Board {
    pub(crate) game: Pacman,
    /// The layout.
    pub(crate) text: String,
    /// At most this many of its ghosts exist.
    pub(crate) ghosts: usize,
    /// The order of actions, as it was given.
    pub(crate) order: Vec<u8>,
    /// By [`Direction`]'s number.
    words: [Py<PyString>; 5],
    pub(crate) walls: OnceLock<Py<Grid>>,
    /// The board as Python's layout.
    pub(crate) layout: OnceLock<Py<PyAny>>,
}

/// The text of a built-in layout; `None` when there is none of that name.
#[pyfunction]
pub(crate) fn layout_text(name: &str) -> Option<&'static str> {
    builtin::text(name)
}

impl Board {
    /// The board of a layout's text with at most `ghosts` ghosts and with actions in this order.
    pub(crate) fn new(py: Python<'_>, text: &str, ghosts: usize, order: &[u8]) -> PyResult<Self> {
        let layout =
            Layout::parse(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut game = Pacman::new(layout.with_ghost_limit(ghosts));
        if order.len() == 5 {
            for (place, number) in game.action_order.iter_mut().zip(order) {
                *place = Direction::ALL.get(usize::from(*number)).copied().unwrap_or_default();
            }
        }
        let words = Direction::ALL.map(|direction| PyString::intern(py, direction.name()).unbind());
        Ok(Board {
            game,
            text: text.to_owned(),
            ghosts,
            order: order.to_vec(),
            words,
            walls: OnceLock::new(),
            layout: OnceLock::new(),
        })
    }

    #[inline]
    pub(crate) fn word(&self, direction: Direction) -> &Py<PyString> {
        &self.words[direction as usize]
    }

    #[inline]
    pub(crate) fn direction(&self, action: &Bound<'_, PyAny>) -> Option<Direction> {
        if let Some(number) = self.words.iter().position(|word| word.as_ptr() == action.as_ptr()) {
            return Some(Direction::ALL[number]);
        }
        Direction::named(&action.cast::<PyString>().ok()?.to_cow().ok()?)
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.game.layout
    }

    /// Whether states of both are states of one game.
    pub(crate) fn is_same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other) || self.layout() == other.layout()
    }

    /// The state with these parts.
    ///
    /// # Errors
    /// [`PartsError`]; a cell off the board is taken for one in a wall.
    pub(crate) fn state(&self, parts: &Parts) -> Result<PacmanState, PartsError> {
        let layout = self.layout();
        let corner = engine::Cell { x: 0, y: 0 };
        let cells = |cells: &[(u32, u32)]| {
            cells.iter().map(|(x, y)| layout.cell(*x, *y).unwrap_or(corner)).collect::<Vec<_>>()
        };
        let agents = parts.agents.iter().map(|agent| engine::AgentParts {
            x: f64::from(agent.x2) / 2.0,
            y: f64::from(agent.y2) / 2.0,
            direction: Direction::ALL
                .get(usize::from(agent.direction))
                .copied()
                .unwrap_or_default(),
            scared_timer: agent.scared,
        });
        let parts = engine::Parts {
            agents: agents.collect(),
            food: cells(&parts.food),
            capsules: cells(&parts.capsules),
            score: parts.score,
            win: parts.win,
            lose: parts.lose,
        };
        PacmanState::from_parts(layout, &parts)
    }

    /// The parts of a state; [`Board::state`] takes them back.
    pub(crate) fn parts(&self, state: &PacmanState) -> Parts {
        let parts = state.parts(self.layout());
        let cell = |cell: &engine::Cell| (u32::from(cell.x), u32::from(cell.y));
        let agents = parts.agents.iter().map(|agent| AgentParts {
            x2: (agent.x * 2.0) as u32,
            y2: (agent.y * 2.0) as u32,
            direction: agent.direction as u8,
            scared: agent.scared_timer,
        });
        Parts {
            agents: agents.collect(),
            food: parts.food.iter().map(cell).collect(),
            capsules: parts.capsules.iter().map(cell).collect(),
            score: parts.score,
            win: parts.win,
            lose: parts.lose,
        }
    }

    /// The numbers that the ghosts draw when Pacman plays `action` in `state`, one a ghost that
    /// can move.
    pub(crate) fn draws_ahead(
        &self,
        state: &PacmanState,
        action: &Bound<'_, PyAny>,
        ghosts: &[Chances],
        draw: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<f64>> {
        let mut draws = Vec::new();
        let action = self.direction(action);
        let played = action.and_then(|action| self.game.successor(state, 0, &action).ok());
        let Some(mut state) = played else { return Ok(draws) };
        for ghost in 1..state.num_agents() {
            if self.game.is_terminal(&state) {
                break;
            }
            let kind = match ghosts.get(ghost - 1).or(ghosts.last()) {
                Some(Chances::Directional) => GhostKind::Directional,
                _ => GhostKind::Random,
            };
            let chances = distribution(&self.game, &state, ghost, kind);
            if chances.is_empty() {
                break;
            }
            let number: f64 = draw.call0()?.extract()?;
            draws.push(number);
            let Ok(next) = self.game.successor(&state, ghost, &pick(&chances, number)) else {
                break;
            };
            state = next;
        }
        Ok(draws)
    }
}

/// `agent` plays `action`: the next state, and who stands on a snapped cell then.
#[inline]
pub(crate) fn play(
    game: &Pacman,
    state: &PacmanState,
    snapped: u32,
    agent: usize,
    action: Direction,
) -> Result<(PacmanState, u32), plygrade_engine::IllegalMove> {
    let next = game.successor(state, agent, &action)?;
    if agent == 0 {
        return Ok((next, snapped));
    }
    let bit = 1_u32.checked_shl(agent as u32).unwrap_or_default();
    let snaps = state.scared_timer(agent) == Some(1);
    Ok((next, if snaps { snapped | bit } else { snapped & !bit }))
}

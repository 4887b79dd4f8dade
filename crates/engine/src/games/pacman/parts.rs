//! States from parts and back, for hosts whose agents bring states of their own.

use std::fmt;

use super::direction::Direction;
use super::food::Food;
use super::layout::{Cell, Layout};
use super::state::{Agent, PacmanState};

/// Everything that a state is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Pacman, then the layout's ghosts in order.
    pub agents: Vec<AgentParts>,
    /// The cells with food, in any order.
    pub food: Vec<Cell>,
    /// The capsules that are left, in the layout's order.
    pub capsules: Vec<Cell>,
    /// The score.
    pub score: i64,
    /// Whether the game is won.
    pub win: bool,
    /// Whether the game is lost.
    pub lose: bool,
}

/// One agent of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentParts {
    /// From the left, in cells: a multiple of 0.5.
    pub x: f64,
    /// From below, in cells: a multiple of 0.5.
    pub y: f64,
    /// Where it faces.
    pub direction: Direction,
    /// How many more moves it is scared, at most 255; 0 for Pacman.
    pub scared_timer: u32,
}

/// Why parts make no state that the rules can go on from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PartsError {
    /// Not as many agents as the layout has.
    AgentCount {
        /// How many the layout has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// An agent where the rules never bring it: in a wall, off the board, not on a half cell, or
    /// between two cells without being a scared ghost on its way from one to the other.
    Position {
        /// Which agent.
        agent: usize,
        /// Its x.
        x: f64,
        /// Its y.
        y: f64,
    },
    /// A timer above 255, or one of Pacman's.
    ScaredTimer {
        /// Which agent.
        agent: usize,
        /// The timer.
        timer: u32,
    },
    /// Food in a wall, off the board, or twice on one cell.
    Food(Cell),
    /// A capsule that the layout has not, or that is out of its order.
    Capsule(Cell),
    /// Won and lost at once.
    WinAndLose,
}

impl fmt::Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AgentCount { expected, found } => {
                write!(f, "{found} agents where the layout has {expected}")
            }
            Self::Position { agent, x, y } => {
                write!(f, "agent {agent} cannot be at ({x}, {y}) in this layout")
            }
            Self::ScaredTimer { agent, timer } => {
                write!(f, "agent {agent} cannot have the scared timer {timer}")
            }
            Self::Food(Cell { x, y }) => write!(f, "food cannot lie at ({x}, {y})"),
            Self::Capsule(Cell { x, y }) => {
                write!(f, "the capsule at ({x}, {y}) is not the layout's, or out of its order")
            }
            Self::WinAndLose => f.write_str("a game cannot be both won and lost"),
        }
    }
}

impl std::error::Error for PartsError {}

impl PacmanState {
    /// The state with these parts.
    ///
    /// # Errors
    /// [`PartsError`] names the first part that cannot be.
    pub fn from_parts(layout: &Layout, parts: &Parts) -> Result<Self, PartsError> {
        let (expected, found) = (layout.num_agents(), parts.agents.len());
        if found != expected {
            return Err(PartsError::AgentCount { expected, found });
        }
        if parts.win && parts.lose {
            return Err(PartsError::WinAndLose);
        }
        let mut state = PacmanState::start(layout);
        for (number, agent) in parts.agents.iter().enumerate() {
            state.agents[number] = checked_agent(layout, number, agent)?;
        }
        state.food = checked_food(layout, &parts.food)?;
        state.capsules = checked_capsules(layout, &parts.capsules)?;
        state.score = parts.score;
        (state.win, state.lose) = (parts.win, parts.lose);
        Ok(state)
    }

    /// The parts of this state; [`PacmanState::from_parts`] takes them back.
    #[must_use]
    pub fn parts(&self, layout: &Layout) -> Parts {
        let agent = |agent: &Agent| AgentParts {
            x: f64::from(agent.x2) / 2.0,
            y: f64::from(agent.y2) / 2.0,
            direction: agent.facing,
            scared_timer: agent.scared.into(),
        };
        Parts {
            agents: self.agents[..self.num_agents()].iter().map(agent).collect(),
            food: self.food(layout).collect(),
            capsules: self.capsules(layout).collect(),
            score: self.score,
            win: self.win,
            lose: self.lose,
        }
    }
}

fn checked_agent(layout: &Layout, number: usize, parts: &AgentParts) -> Result<Agent, PartsError> {
    let misplaced = PartsError::Position { agent: number, x: parts.x, y: parts.y };
    let wrong_timer = PartsError::ScaredTimer { agent: number, timer: parts.scared_timer };
    let scared = u8::try_from(parts.scared_timer).map_err(|_| wrong_timer)?;
    if number == 0 && scared > 0 {
        return Err(wrong_timer);
    }
    let half_cells = |c: f64| {
        let doubled = c * 2.0;
        (doubled.fract() == 0.0 && (0.0..=254.0).contains(&doubled)).then_some(doubled as u8)
    };
    let (Some(x2), Some(y2)) = (half_cells(parts.x), half_cells(parts.y)) else {
        return Err(misplaced);
    };
    let agent = Agent { x2, y2, facing: parts.direction, scared };
    let open = |agent: Agent| !layout.is_wall(u32::from(agent.x2) / 2, u32::from(agent.y2) / 2);
    let sound = if agent.on_grid() {
        open(agent)
    } else {
        // Half a cell back and half a cell on there must be two open cells.
        let (mut behind, mut ahead) = (agent, agent);
        behind.step(agent.facing.reverse(), 1);
        ahead.step(agent.facing, 1);
        scared > 0 && behind.on_grid() && ahead.on_grid() && open(behind) && open(ahead)
    };
    if sound { Ok(agent) } else { Err(misplaced) }
}

fn checked_food(layout: &Layout, cells: &[Cell]) -> Result<Food, PartsError> {
    let mut food = Food::empty(layout.cells());
    for cell in cells {
        if layout.is_wall(cell.x.into(), cell.y.into()) || food.has(layout.index(*cell)) {
            return Err(PartsError::Food(*cell));
        }
        food.put(layout.index(*cell));
    }
    Ok(food)
}

fn checked_capsules(layout: &Layout, cells: &[Cell]) -> Result<u64, PartsError> {
    let mut set = 0_u64;
    for cell in cells {
        let number = layout.capsules().iter().position(|known| known == cell);
        match number.map(|number| 1 << number) {
            Some(bit) if bit > set => set |= bit,
            _ => return Err(PartsError::Capsule(*cell)),
        }
    }
    Ok(set)
}

//! A pursuer and an evader on a grid without walls. Both must take one orthogonal step in their
//! turn; the game is over, and won by the pursuer, when they stand on the same cell.
//!
//! Agent 0 is the pursuer, agent 1 the evader. Column 0 is on the left, row 0 on top. Actions are
//! listed left, right, up (y - 1), down; steps out of the grid are left out. A grid of two cells
//! or more leaves every agent a step.

use std::fmt;

use crate::domain::{ActionName, Domain};
use crate::game::{Game, IllegalMove, MoveError, NoValue};

/// The pursuer's agent number.
pub const PURSUER: usize = 0;

/// The evader's agent number.
pub const EVADER: usize = 1;

/// The longest side of a grid.
pub const MAX_SIDE: u32 = 1000;

/// A cell: column, row.
pub type Cell = (u16, u16);

/// One position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Places {
    cells: [Cell; 2],
    turn: u8,
}

impl Places {
    /// Where `agent` stands; [`PURSUER`] or [`EVADER`].
    #[must_use]
    pub fn cell(&self, agent: usize) -> Option<Cell> {
        self.cells.get(agent).copied()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> usize {
        usize::from(self.turn)
    }

    /// Whether the pursuer stands on the evader's cell.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.cells[0] == self.cells[1]
    }

    /// Columns and rows between the two.
    fn gap(&self) -> (u32, u32) {
        let [(px, py), (ex, ey)] = self.cells;
        (u32::from(px.abs_diff(ex)), u32::from(py.abs_diff(ey)))
    }
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// x - 1
    Left,
    /// x + 1
    Right,
    /// y - 1
    Up,
    /// y + 1
    Down,
}

impl Step {
    /// All steps, in action order.
    pub const ALL: [Step; 4] = [Step::Left, Step::Right, Step::Up, Step::Down];

    /// How cases write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Step::Left => "left",
            Step::Right => "right",
            Step::Up => "up",
            Step::Down => "down",
        }
    }
}

/// The grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chase {
    width: u16,
    height: u16,
}

impl Default for Chase {
    /// 15 x 15.
    fn default() -> Self {
        Chase { width: 15, height: 15 }
    }
}

/// A chase that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChaseError {
    /// The grid has fewer than two cells, or a side longer than [`MAX_SIDE`].
    Grid {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A starting cell lies outside of the grid.
    Outside {
        /// Who stands there.
        agent: usize,
        /// The cell.
        cell: (u32, u32),
        /// The grid.
        grid: Chase,
    },
    /// There are only [`PURSUER`] and [`EVADER`].
    NoSuchAgent(usize),
}

impl fmt::Display for ChaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChaseError::Grid { width, height } => write!(
                f,
                "a grid of {width} x {height} cannot be played on: it needs at least two cells \
                 and sides of at most {MAX_SIDE}"
            ),
            ChaseError::Outside { agent, cell: (x, y), grid: Chase { width, height } } => {
                let name = if *agent == PURSUER { "pursuer" } else { "evader" };
                let (right, bottom) = (width - 1, height - 1);
                write!(
                    f,
                    "the {name}'s cell [{x}, {y}] lies outside of the grid: columns go from 0 \
                     to {right}, rows from 0 to {bottom}"
                )
            }
            ChaseError::NoSuchAgent(agent) => {
                write!(f, "there is no agent {agent}: 0 is the pursuer, 1 the evader")
            }
        }
    }
}

impl std::error::Error for ChaseError {}

impl Chase {
    /// A grid of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`ChaseError::Grid`] when it is too small or too large.
    pub fn new(width: u32, height: u32) -> Result<Self, ChaseError> {
        let error = ChaseError::Grid { width, height };
        if width.max(height) > MAX_SIDE || width * height < 2 {
            return Err(error);
        }
        Ok(Chase { width: width as u16, height: height as u16 })
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The position with the two on these cells and `to_move` to move. They may share a cell:
    /// the game is over then.
    ///
    /// # Errors
    /// [`ChaseError`] when a cell lies outside of the grid or there is no such agent.
    pub fn place(
        &self,
        pursuer: (u32, u32),
        evader: (u32, u32),
        to_move: usize,
    ) -> Result<Places, ChaseError> {
        if to_move > EVADER {
            return Err(ChaseError::NoSuchAgent(to_move));
        }
        let inside = |agent, cell: (u32, u32)| {
            if cell.0 < u32::from(self.width) && cell.1 < u32::from(self.height) {
                Ok((cell.0 as u16, cell.1 as u16))
            } else {
                Err(ChaseError::Outside { agent, cell, grid: *self })
            }
        };
        let cells = [inside(PURSUER, pursuer)?, inside(EVADER, evader)?];
        Ok(Places { cells, turn: to_move as u8 })
    }

    /// The cell that a step leads to, inside the grid.
    fn after(&self, (x, y): Cell, step: Step) -> Option<Cell> {
        let (x, y) = match step {
            Step::Left => (x.checked_sub(1)?, y),
            Step::Right => (x + 1, y),
            Step::Up => (x, y.checked_sub(1)?),
            Step::Down => (x, y + 1),
        };
        (x < self.width && y < self.height).then_some((x, y))
    }

    /// The least and the largest squared distance that `plies` steps can lead to.
    fn reach(&self, state: &Places, plies: Option<u32>) -> (u32, u32) {
        let widest = (u32::from(self.width) - 1, u32::from(self.height) - 1);
        let Some(plies) = plies else { return (0, squared(widest)) };
        let (dx, dy) = state.gap();
        // Nearest: what is left of the steps between them, as evenly as the gap allows.
        let between = (dx + dy).saturating_sub(plies);
        let x = between.div_ceil(2).min(dx).max(between.saturating_sub(dy));
        let nearest = squared((x, between - x));
        // Farthest: the square grows fastest along one axis, so fill one first, then the other.
        let spare = (widest.0 - dx, widest.1 - dy);
        let along_x = plies.min(spare.0);
        let along_y = plies.min(spare.1);
        let farthest = squared((dx + along_x, dy + (plies - along_x).min(spare.1)))
            .max(squared((dx + (plies - along_y).min(spare.0), dy + along_y)));
        (nearest, farthest)
    }
}

fn squared((dx, dy): (u32, u32)) -> u32 {
    dx * dx + dy * dy
}

impl Game for Chase {
    type State = Places;
    type Action = Step;

    fn agents(&self) -> usize {
        2
    }

    fn to_move(&self, state: &Places) -> Option<usize> {
        Some(state.to_move())
    }

    fn is_terminal(&self, state: &Places) -> bool {
        state.is_capture()
    }

    fn legal_actions(&self, state: &Places, agent: usize, out: &mut Vec<Step>) {
        if agent == state.to_move() && !state.is_capture() {
            let cell = state.cells[agent];
            out.extend(Step::ALL.into_iter().filter(|step| self.after(cell, *step).is_some()));
        }
    }

    fn successor(
        &self,
        state: &Places,
        agent: usize,
        action: &Step,
    ) -> Result<Places, IllegalMove> {
        let refuse = |why| Err(IllegalMove { agent, why });
        if agent > EVADER {
            return refuse(MoveError::NoSuchAgent);
        }
        if agent != state.to_move() {
            return refuse(MoveError::NotItsTurn);
        }
        if state.is_capture() {
            return refuse(MoveError::GameOver);
        }
        let mut next = Places { turn: 1 - state.turn, ..*state };
        match self.after(state.cells[agent], *action) {
            Some(cell) => next.cells[agent] = cell,
            None => return refuse(MoveError::NotLegal),
        }
        Ok(next)
    }

    /// Minus the squared Euclidean distance for the pursuer, the squared distance for the evader.
    fn evaluate(&self, state: &Places, perspective: usize) -> Result<f64, NoValue> {
        let distance = f64::from(squared(state.gap()));
        Ok(if perspective == PURSUER { 0.0 - distance } else { distance })
    }

    fn fingerprint(&self, state: &Places) -> u128 {
        let [(px, py), (ex, ey)] = state.cells;
        let numbers = [px, py, ex, ey, u16::from(state.turn)];
        numbers.iter().fold(0, |code, number| code << 16 | u128::from(*number))
    }

    /// A step changes the distance by one cell along one axis, and the grid limits it.
    fn bounds(&self, state: &Places, perspective: usize, plies_left: Option<u32>) -> (f64, f64) {
        let (nearest, farthest) = self.reach(state, plies_left);
        let (near, far) = (f64::from(nearest), f64::from(farthest));
        if perspective == PURSUER { (0.0 - far, 0.0 - near) } else { (near, far) }
    }
}

impl Domain for Chase {
    const KIND: &'static str = "chase";

    fn action_name(&self, action: &Step) -> ActionName {
        ActionName::Word(action.name().to_owned())
    }

    fn action_named(&self, name: &ActionName) -> Option<Step> {
        let ActionName::Word(word) = name else { return None };
        Step::ALL.into_iter().find(|step| step.name().eq_ignore_ascii_case(word))
    }

    /// The pursuer's cell, the evader's, and who is to move, as in `0,0-7,7:0`.
    fn state_name(&self, state: &Places) -> String {
        let [(px, py), (ex, ey)] = state.cells;
        format!("{px},{py}-{ex},{ey}:{}", state.turn)
    }

    /// The grid, row 0 on top: `P` the pursuer, `E` the evader, `*` both, `.` nobody.
    fn text(&self, state: &Places) -> String {
        let [pursuer, evader] = state.cells;
        let mark = |cell| match (cell == pursuer, cell == evader) {
            (true, true) => '*',
            (true, false) => 'P',
            (false, true) => 'E',
            (false, false) => '.',
        };
        let row = |y| (0..self.width).map(|x| mark((x, y))).chain(['\n']).collect::<String>();
        (0..self.height).map(row).collect()
    }

    fn is_win(&self, state: &Places, agent: usize) -> bool {
        state.is_capture() && agent == PURSUER
    }

    fn is_lose(&self, state: &Places, agent: usize) -> bool {
        state.is_capture() && agent == EVADER
    }
}

//! The board of a game: walls, and where everything is at the start.

use super::direction::{Direction, Directions};
use super::food::Food;
use super::parse::{LayoutError, Reader};
use super::state::PacmanState;

/// Most cells a layout may have.
pub const MAX_CELLS: usize = 4096;
/// Longest side of a layout, in cells: coordinates in half cells fit into a byte.
pub const MAX_SIDE: usize = 127;
/// Most ghosts a layout may have.
pub const MAX_GHOSTS: usize = 16;
/// Most capsules a layout may have.
pub const MAX_CAPSULES: usize = 64;

/// A cell's column and row; (0, 0) is the lower-left one. Ordered by x, then y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The column, from the left.
    pub x: u8,
    /// The row, from below.
    pub y: u8,
}

/// A board. What lies beyond its edge counts as wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    width: u8,
    height: u8,
    squares: Vec<Square>,
    food: Food,
    capsules: Vec<Cell>,
    starts: Vec<Cell>,
}

/// What the rules ask of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Square {
    pub(super) wall: bool,
    /// The directions whose neighbour is no wall; never `Stop`.
    pub(super) exits: Directions,
    /// The capsule that lies here at the start, as a bit of the state's set; 0 for none.
    pub(super) capsule: u64,
}

impl Layout {
    /// Reads a layout: one line a row, the top row first.
    ///
    /// Blanks around a line and blank lines around the whole are dropped. The first line gives
    /// the width; what a later line has beyond it is ignored.
    ///
    /// # Errors
    /// [`LayoutError`] says what is wrong and where.
    pub fn parse(text: &str) -> Result<Self, LayoutError> {
        let found = Reader::read(text)?;
        let (width, height) = (found.width, found.height);
        let mut squares = vec![Square::default(); usize::from(width) * usize::from(height)];
        let mut food = Food::empty(squares.len());
        let index = |cell: Cell| usize::from(cell.x) * usize::from(height) + usize::from(cell.y);
        for cell in &found.walls {
            squares[index(*cell)].wall = true;
        }
        for cell in &found.food {
            food.put(index(*cell));
        }
        for (number, cell) in found.capsules.iter().enumerate() {
            squares[index(*cell)].capsule = 1 << number;
        }
        let mut layout =
            Layout { width, height, squares, food, capsules: found.capsules, starts: found.agents };
        for x in 0..width {
            for y in 0..height {
                let exits = layout.exits_of(Cell { x, y });
                layout.squares[index(Cell { x, y })].exits = exits;
            }
        }
        Ok(layout)
    }

    fn exits_of(&self, cell: Cell) -> Directions {
        let open = |direction: &Direction| {
            let (dx, dy) = direction.delta();
            match (cell.x.checked_add_signed(dx), cell.y.checked_add_signed(dy)) {
                (Some(x), Some(y)) => {
                    *direction != Direction::Stop && !self.is_wall(x.into(), y.into())
                }
                _ => false,
            }
        };
        Direction::ALL.iter().filter(|direction| open(direction)).fold(0, |set, d| set | d.bit())
    }

    /// The same board with only the first `limit` ghosts.
    #[must_use]
    pub fn with_ghost_limit(mut self, limit: usize) -> Self {
        self.starts.truncate(limit.saturating_add(1));
        self
    }

    /// How many columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width.into()
    }

    /// How many rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height.into()
    }

    /// How many agents, Pacman included.
    #[must_use]
    pub fn num_agents(&self) -> usize {
        self.starts.len()
    }

    /// Where the agents start, Pacman first.
    #[must_use]
    pub fn starts(&self) -> &[Cell] {
        &self.starts
    }

    /// The capsules at the start, row by row from below and from left to right in each.
    #[must_use]
    pub fn capsules(&self) -> &[Cell] {
        &self.capsules
    }

    /// Whether a cell is wall; cells beyond the edge are.
    #[must_use]
    pub fn is_wall(&self, x: u32, y: u32) -> bool {
        self.cell(x, y).is_none_or(|cell| self.squares[self.index(cell)].wall)
    }

    /// The cell at (x, y); `None` beyond the edge.
    #[must_use]
    pub fn cell(&self, x: u32, y: u32) -> Option<Cell> {
        (x < self.width() && y < self.height()).then_some(Cell { x: x as u8, y: y as u8 })
    }

    /// The state before the first move.
    #[must_use]
    pub fn start(&self) -> PacmanState {
        PacmanState::start(self)
    }

    /// The number of a cell on this board, column by column. The cell must be on it.
    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.x) * usize::from(self.height) + usize::from(cell.y)
    }

    /// The cell with the number `index`.
    pub(super) fn cell_at(&self, index: usize) -> Cell {
        let height = usize::from(self.height);
        Cell { x: (index / height) as u8, y: (index % height) as u8 }
    }

    pub(super) fn square(&self, cell: Cell) -> Square {
        self.squares[self.index(cell)]
    }

    pub(super) fn cells(&self) -> usize {
        self.squares.len()
    }

    pub(super) fn food(&self) -> &Food {
        &self.food
    }
}

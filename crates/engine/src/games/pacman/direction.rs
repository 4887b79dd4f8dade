//! The five actions, and the orders in which ports of the game list them.

/// A move to a neighbouring cell, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// (0, 1): y points up.
    North,
    /// (0, -1).
    South,
    /// (1, 0).
    East,
    /// (-1, 0).
    West,
    /// (0, 0).
    #[default]
    Stop,
}

use Direction::{East, North, South, Stop, West};

impl Direction {
    /// All of them, in no order that a rule knows.
    pub const ALL: [Direction; 5] = [North, South, East, West, Stop];

    /// The order that all recorded Berkeley solution files assume.
    pub const REFERENCE_ORDER: [Direction; 5] = [West, Stop, East, North, South];

    /// The order of some Python 3 ports.
    pub const PORT_ORDER: [Direction; 5] = [North, South, East, West, Stop];

    /// Its name, as Python code and cases write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            North => "North",
            South => "South",
            East => "East",
            West => "West",
            Stop => "Stop",
        }
    }

    /// The direction called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// The change of (x, y), in cells.
    #[must_use]
    pub fn delta(self) -> (i8, i8) {
        match self {
            North => (0, 1),
            South => (0, -1),
            East => (1, 0),
            West => (-1, 0),
            Stop => (0, 0),
        }
    }

    /// The way back; `Stop` is its own.
    #[must_use]
    pub fn reverse(self) -> Self {
        match self {
            North => South,
            South => North,
            East => West,
            West => East,
            Stop => Stop,
        }
    }

    /// This direction as a member of a [`Directions`] set.
    pub(super) const fn bit(self) -> Directions {
        1 << self as u8
    }
}

/// A set of directions, one bit each.
pub(super) type Directions = u8;

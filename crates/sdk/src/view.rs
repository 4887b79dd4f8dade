//! Positions as plain data.

use serde::{Deserialize, Serialize};

/// One position of any game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum View {
    /// An abstract tree state.
    Tree {
        /// Its name.
        name: String,
    },
    /// A Pacman position; (0, 0) is the lower-left cell.
    Pacman {
        /// Cells from left to right.
        width: u32,
        /// Cells from bottom to top.
        height: u32,
        /// Pacman's cell.
        pacman: (f64, f64),
        /// Pacman's direction.
        direction: String,
        /// The ghosts, in agent order.
        ghosts: Vec<Ghost>,
        /// Cells with food, by x, then y.
        food: Vec<(u32, u32)>,
        /// Cells with capsules.
        capsules: Vec<(u32, u32)>,
        /// Cells with walls, by x, then y.
        walls: Vec<(u32, u32)>,
        /// The score so far.
        score: f64,
    },
    /// A tic-tac-toe board.
    Tictactoe {
        /// Who owns each cell, row 0 first, each row from column 0: 0 for X, 1 for O.
        cells: [Option<u8>; 9],
    },
    /// Nim.
    Nim {
        /// What is left on each pile.
        piles: Vec<u32>,
        /// Whether who takes the last one loses.
        misere: bool,
    },
    /// The chase on a grid; (0, 0) is the upper-left cell.
    Chase {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// The pursuer's cell (agent 0).
        pursuer: (u32, u32),
        /// The evader's cell (agent 1).
        evader: (u32, u32),
    },
}

/// One ghost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ghost {
    /// Its position; half a cell is possible while it is scared.
    pub position: (f64, f64),
    /// Its direction.
    pub direction: String,
    /// Moves for which it stays scared.
    pub scared_timer: u32,
}

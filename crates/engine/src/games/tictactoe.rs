//! Tic-tac-toe. Agent 0 plays X and moves first; actions are listed row 0 first and each row
//! from column 0.

mod tables;

use std::fmt;

use self::tables::{FULL, LINES, has_line, turned};
use crate::domain::{ActionName, Domain};
use crate::game::{Game, IllegalMove, MoveError, NoValue};

/// A cell, 0 to 8: `3 * row + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell in `column` and `row`, both from 0.
    #[must_use]
    pub fn at(column: u32, row: u32) -> Option<Self> {
        (column < 3 && row < 3).then(|| Cell((3 * row + column) as u8))
    }

    /// From 0, left to right.
    #[must_use]
    pub fn column(self) -> u32 {
        u32::from(self.0 % 3)
    }

    /// From 0; row 0 is drawn lowest.
    #[must_use]
    pub fn row(self) -> u32 {
        u32::from(self.0 / 3)
    }
}

/// One position: a set of cells for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    marks: [u16; 2],
}

impl Board {
    /// Who owns a cell: 0 for X, 1 for O.
    #[must_use]
    pub fn owner(self, cell: Cell) -> Option<usize> {
        self.marks.iter().position(|marks| marks >> cell.0 & 1 == 1)
    }

    /// Who has three in a line.
    #[must_use]
    pub fn winner(self) -> Option<usize> {
        self.marks.iter().position(|marks| has_line(*marks))
    }

    /// Whether every cell is taken.
    #[must_use]
    pub fn is_full(self) -> bool {
        self.marks[0] | self.marks[1] == FULL
    }

    /// Whose turn it is: X moves when both have as many cells.
    #[must_use]
    pub fn to_move(self) -> usize {
        usize::from(self.marks[0].count_ones() > self.marks[1].count_ones())
    }

    /// The board after `cells` were played in turn, X first, from the empty board.
    ///
    /// # Errors
    /// [`PlayError`] at the first move that the rules do not allow.
    pub fn play_all(cells: &[Cell]) -> Result<Self, PlayError> {
        let game = TicTacToe::default();
        let mut board = Board::default();
        for (index, cell) in cells.iter().enumerate() {
            let play = game.successor(&board, board.to_move(), cell);
            board = play.map_err(|illegal| PlayError { index, cell: *cell, illegal })?;
        }
        Ok(board)
    }

    /// The lines without a mark of `agent`'s opponent.
    fn open_lines(self, agent: usize) -> impl Iterator<Item = u16> {
        let against = self.marks[1 - agent];
        LINES.into_iter().filter(move |line| line & against == 0)
    }

    /// Whether `agent` could fill a line of its own if it alone chose the next `plies` moves.
    fn may_win(self, agent: usize, plies: u32) -> bool {
        let moves = if agent == self.to_move() { plies.div_ceil(2) } else { plies / 2 };
        let marks = self.marks[agent];
        self.open_lines(agent).any(|line| (line & !marks).count_ones() <= moves)
    }
}

/// A line of moves that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// Which move, from 0.
    pub index: usize,
    /// Its cell.
    pub cell: Cell,
    /// What the rules say.
    pub illegal: IllegalMove,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayError { index, cell, illegal } = self;
        let (number, column, row) = (index + 1, cell.column(), cell.row());
        match illegal.why {
            MoveError::NotLegal => {
                write!(f, "move {number}: the cell [{column}, {row}] is taken already")
            }
            _ => write!(f, "move {number}, [{column}, {row}]: {illegal}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// The rules, with the case's evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe {
    /// How boards are evaluated.
    pub evaluation: Evaluation,
}

/// The static value of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// 1 when won, -1 when lost, else 0.
    #[default]
    Utility,
    /// Lines still open for MAX minus lines still open for MIN; infinite when decided.
    OpenLines,
}

impl Game for TicTacToe {
    type State = Board;
    type Action = Cell;

    fn agents(&self) -> usize {
        2
    }

    fn to_move(&self, state: &Board) -> Option<usize> {
        Some(state.to_move())
    }

    fn is_terminal(&self, state: &Board) -> bool {
        state.is_full() || state.winner().is_some()
    }

    fn legal_actions(&self, state: &Board, agent: usize, out: &mut Vec<Cell>) {
        if agent == state.to_move() && !self.is_terminal(state) {
            let taken = state.marks[0] | state.marks[1];
            out.extend((0..9).filter(|cell| taken >> cell & 1 == 0).map(Cell));
        }
    }

    fn successor(&self, state: &Board, agent: usize, action: &Cell) -> Result<Board, IllegalMove> {
        let refuse = |why| Err(IllegalMove { agent, why });
        if agent >= 2 {
            return refuse(MoveError::NoSuchAgent);
        }
        if agent != state.to_move() {
            return refuse(MoveError::NotItsTurn);
        }
        if state.winner().is_some() {
            return refuse(MoveError::GameOver);
        }
        if state.owner(*action).is_some() {
            return refuse(MoveError::NotLegal);
        }
        let mut next = *state;
        next.marks[agent] |= 1 << action.0;
        Ok(next)
    }

    fn evaluate(&self, state: &Board, perspective: usize) -> Result<f64, NoValue> {
        let for_x = match (state.winner(), self.evaluation) {
            (None, Evaluation::Utility) => 0.0,
            (None, Evaluation::OpenLines) => {
                state.open_lines(0).count() as f64 - state.open_lines(1).count() as f64
            }
            (Some(winner), evaluation) => {
                let size = if evaluation == Evaluation::Utility { 1.0 } else { f64::INFINITY };
                if winner == 0 { size } else { -size }
            }
        };
        // Not `-for_x`, which would make an even board -0.
        Ok(if perspective == 0 { for_x } else { 0.0 - for_x })
    }

    fn fingerprint(&self, state: &Board) -> u128 {
        code(state.marks)
    }

    /// The least code of the board's eight symmetric images; 765 classes can be reached.
    fn symmetry_class(&self, state: &Board) -> u128 {
        turned(state.marks).map(code).min().unwrap_or_default()
    }

    /// Of the utility: nobody wins who has no open line left, or too few moves to fill one.
    fn bounds(&self, state: &Board, perspective: usize, plies_left: Option<u32>) -> (f64, f64) {
        if self.evaluation != Evaluation::Utility || perspective >= 2 {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        if let Some(winner) = state.winner() {
            let value = if winner == perspective { 1.0 } else { -1.0 };
            return (value, value);
        }
        let free = 9 - (state.marks[0] | state.marks[1]).count_ones();
        let plies = plies_left.map_or(free, |plies| plies.min(free));
        let limit = |agent| if state.may_win(agent, plies) { 1.0 } else { 0.0 };
        (0.0 - limit(1 - perspective), limit(perspective))
    }
}

fn code(marks: [u16; 2]) -> u128 {
    u128::from(marks[0]) << 16 | u128::from(marks[1])
}

impl Domain for TicTacToe {
    const KIND: &'static str = "tictactoe";

    fn action_name(&self, action: &Cell) -> ActionName {
        ActionName::Pair(action.column(), action.row())
    }

    fn action_named(&self, name: &ActionName) -> Option<Cell> {
        match name {
            ActionName::Pair(column, row) => Cell::at(*column, *row),
            ActionName::Word(_) => None,
        }
    }

    fn state_name(&self, state: &Board) -> String {
        let mark = |index| match state.owner(Cell(index)) {
            Some(0) => 'X',
            Some(_) => 'O',
            None => '.',
        };
        (0..9).map(mark).collect()
    }

    /// As the lab prints it: row 2 on top, the columns' numbers below.
    fn text(&self, state: &Board) -> String {
        const RULE: &str = "  -------------\n";
        let name = self.state_name(state).replace('.', " ");
        let mut text = RULE.to_owned();
        for row in (0..3).rev() {
            let cells = name[3 * row..3 * row + 3].chars().map(|mark| format!(" {mark} |"));
            text.push_str(&format!("{row} |{}\n{RULE}", cells.collect::<String>()));
        }
        text + "    0   1   2\n"
    }

    fn is_win(&self, state: &Board, agent: usize) -> bool {
        state.winner() == Some(agent)
    }

    fn is_lose(&self, state: &Board, agent: usize) -> bool {
        state.winner().is_some_and(|winner| winner != agent)
    }
}

//! Tic-tac-toe. Agent 0 plays X and moves first; actions are listed row 0 first and each row
//! from column 0.

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

const FULL: u16 = 0o777;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    /// Who owns a cell: 0 for X, 1 for O.
    #[must_use]
    pub fn owner(self, cell: Cell) -> Option<usize> {
        self.marks.iter().position(|marks| marks >> cell.0 & 1 == 1)
    }

    /// Who has three in a line.
    #[must_use]
    pub fn winner(self) -> Option<usize> {
        self.marks.iter().position(|marks| LINES.iter().any(|line| marks & line == *line))
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
}

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
        let sign = if perspective == 0 { 1.0 } else { -1.0 };
        let for_x = match (state.winner(), self.evaluation) {
            (None, Evaluation::Utility) => 0.0,
            (None, Evaluation::OpenLines) => {
                let open = |against: u16| LINES.iter().filter(|line| *line & against == 0).count();
                open(state.marks[1]) as f64 - open(state.marks[0]) as f64
            }
            (Some(winner), evaluation) => {
                let size = if evaluation == Evaluation::Utility { 1.0 } else { f64::INFINITY };
                if winner == 0 { size } else { -size }
            }
        };
        Ok(sign * for_x)
    }

    fn fingerprint(&self, state: &Board) -> u128 {
        u128::from(state.marks[0]) << 16 | u128::from(state.marks[1])
    }
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

    fn text(&self, state: &Board) -> String {
        let name = self.state_name(state);
        let rows = (0..3).rev().map(|row| format!("{}\n", &name[3 * row..3 * row + 3]));
        rows.collect()
    }

    fn is_win(&self, state: &Board, agent: usize) -> bool {
        state.winner() == Some(agent)
    }

    fn is_lose(&self, state: &Board, agent: usize) -> bool {
        state.winner().is_some_and(|winner| winner != agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::{Counted, Distinct};
    use crate::search::{Algorithm, Terms, search};

    /// Published: 549,945 successor calls, 294,778 actions calls, 5,478 distinct states.
    #[test]
    fn full_minimax_has_the_published_counts() {
        let game = TicTacToe::default();
        let root = Board::default();
        let mut counted = Counted::new(&game, Distinct::new(game.fingerprint(&root), None, true));
        let outcome = search(&mut counted, &root, 0, Algorithm::Minimax, &Terms::default())
            .expect("no budget, every board has a value");
        let counts = counted.meter.counts();
        assert_eq!(outcome.value, 0.0);
        assert_eq!(outcome.tie_set().len(), 9);
        assert_eq!(counts.next_state_calls, 549_945);
        assert_eq!(counts.legal_actions_calls, 294_778);
        assert_eq!(counts.distinct_explored, Some(5_478));
    }
}

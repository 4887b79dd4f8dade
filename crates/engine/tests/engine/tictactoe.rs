//! Tic-tac-toe: symmetries, evaluation, bounds, drawing.

use std::collections::{HashMap, HashSet};

use plygrade_engine::domain::Domain;
use plygrade_engine::game::Game;
use plygrade_engine::games::tictactoe::{Board, Cell, Evaluation, TicTacToe};
use plygrade_engine::search::{Algorithm, Terms};

use crate::support::run;

fn cell(column: u32, row: u32) -> Cell {
    Cell::at(column, row).expect("a cell of the board")
}

fn board(moves: &[(u32, u32)]) -> Board {
    let cells: Vec<Cell> = moves.iter().map(|(column, row)| cell(*column, *row)).collect();
    Board::play_all(&cells).expect("legal moves")
}

/// Every board that play from the empty one can reach.
fn reachable() -> HashMap<u128, Board> {
    let game = TicTacToe::default();
    let mut found = HashMap::new();
    let mut open = vec![Board::default()];
    while let Some(board) = open.pop() {
        if found.insert(game.fingerprint(&board), board).is_some() {
            continue;
        }
        let mut cells = Vec::new();
        game.legal_actions(&board, board.to_move(), &mut cells);
        for cell in cells {
            open.push(game.successor(&board, board.to_move(), &cell).expect("a listed cell"));
        }
    }
    found
}

/// Published: 5,478 boards in 765 classes.
#[test]
fn boards_and_classes() {
    let game = TicTacToe::default();
    let boards = reachable();
    assert_eq!(boards.len(), 5_478);
    let classes: HashSet<u128> = boards.values().map(|b| game.symmetry_class(b)).collect();
    assert_eq!(classes.len(), 765);
}

/// Published: X in the centre and O on an edge leaves 6 lines to X and 4 to O.
#[test]
fn open_lines() {
    let game = TicTacToe { evaluation: Evaluation::OpenLines };
    let board = board(&[(1, 1), (1, 0)]);
    assert_eq!(game.evaluate(&board, 0), Ok(2.0));
    assert_eq!(game.evaluate(&board, 1), Ok(-2.0));
}

#[test]
fn open_lines_of_a_decided_board_are_infinite() {
    let game = TicTacToe { evaluation: Evaluation::OpenLines };
    let won = board(&[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]);
    assert_eq!(game.evaluate(&won, 0), Ok(f64::INFINITY));
    assert_eq!(game.evaluate(&won, 1), Ok(f64::NEG_INFINITY));
}

/// An even board is 0 for both sides, never -0, which would be printed.
#[test]
fn an_even_board_has_no_sign() {
    let game = TicTacToe::default();
    for perspective in [0, 1] {
        let value = game.evaluate(&Board::default(), perspective).expect("a value");
        assert!(value.is_sign_positive());
    }
}

/// The bounds hold on every board, at every depth, for both sides.
#[test]
fn bounds_hold_everywhere() {
    let game = TicTacToe::default();
    let mut tight = 0;
    for board in reachable().values().filter(|board| !game.is_terminal(board)) {
        let agent = board.to_move();
        for plies in [Some(0), Some(1), Some(2), Some(3), Some(4), None] {
            let terms = Terms { plies, ..Terms::default() };
            let value = run(&game, board, agent, Algorithm::AlphaBeta, &terms).outcome.value;
            let (low, high) = game.bounds(board, agent, plies);
            assert!(low <= value && value <= high, "{board:?} {plies:?}");
            // The other side sees the same game with the sign changed.
            let (other_low, other_high) = game.bounds(board, 1 - agent, plies);
            assert_eq!((other_low, other_high), (-high, -low), "{board:?} {plies:?}");
            tight += usize::from(low == high);
        }
    }
    assert!(tight > 0, "bounds that never decide anything are useless");
}

#[test]
fn moves_that_cannot_be_played() {
    let taken = Board::play_all(&[cell(1, 1), cell(1, 1)]).expect_err("taken");
    assert_eq!(taken.to_string(), "move 2: the cell [1, 1] is taken already");
    let cells = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)].map(|(c, r)| cell(c, r));
    let over = Board::play_all(&cells).expect_err("X has won");
    assert_eq!(over.index, 5);
    assert_eq!(over.to_string(), "move 6, [2, 1]: agent 1 cannot move: the game is over");
}

/// The lab's drawing of its recorded session.
#[test]
fn drawing() {
    let board = board(&[(0, 0), (1, 1), (1, 0)]);
    let drawn = "  -------------
2 |   |   |   |
  -------------
1 |   | O |   |
  -------------
0 | X | X |   |
  -------------
    0   1   2
";
    assert_eq!(TicTacToe::default().text(&board), drawn);
}

//! Counts that others have published.

use plygrade_engine::game::Game;
use plygrade_engine::games::nim::Nim;
use plygrade_engine::games::tictactoe::{Board, Cell, TicTacToe};
use plygrade_engine::search::{Algorithm, Cut, Fail, Terms};

use crate::support::{Run, run, uniform};

fn empty_board(algorithm: Algorithm, terms: &Terms) -> Run<TicTacToe> {
    run(&TicTacToe::default(), &Board::default(), 0, algorithm, terms)
}

/// (successor calls, actions calls, distinct states)
fn figures(run: &Run<TicTacToe>) -> (u64, u64, Option<u64>) {
    (run.counts.next_state_calls, run.counts.legal_actions_calls, run.counts.distinct_explored)
}

#[test]
fn tictactoe_minimax() {
    for algorithm in [Algorithm::Minimax, Algorithm::MinimaxBfs] {
        let run = empty_board(algorithm, &Terms::default());
        assert_eq!(figures(&run), (549_945, 294_778, Some(5_478)), "{algorithm:?}");
        assert_eq!(run.counts.evaluations, Some(255_168), "{algorithm:?}");
        assert_eq!(run.outcome.value, 0.0);
        assert_eq!(run.outcome.action, Cell::at(0, 0));
        assert_eq!(run.outcome.tie_set().len(), 9, "all nine openings draw");
    }
}

#[test]
fn tictactoe_alphabeta_weak() {
    for fail in [Fail::Soft, Fail::Hard] {
        let terms = Terms { cut: Cut::Weak, fail, ..Terms::default() };
        let run = empty_board(Algorithm::AlphaBeta, &terms);
        assert_eq!(figures(&run), (18_296, 10_967, Some(2_511)), "{fail:?}");
        assert_eq!((run.outcome.value, run.outcome.action), (0.0, Cell::at(0, 0)));
    }
}

#[test]
fn tictactoe_alphabeta_strict() {
    let run = empty_board(Algorithm::AlphaBeta, &Terms::default());
    assert_eq!(figures(&run), (146_119, 83_958, Some(5_251)));
    assert_eq!((run.outcome.value, run.outcome.action), (0.0, Cell::at(0, 0)));
}

#[test]
fn tictactoe_alphabeta_weak_in_the_utility_window() {
    let terms = Terms { cut: Cut::Weak, window: (-1.0, 1.0), ..Terms::default() };
    let run = empty_board(Algorithm::AlphaBeta, &terms);
    let (successors, actions, _) = figures(&run);
    assert_eq!((successors, actions), (16_810, 10_071));
    assert_eq!((run.outcome.value, run.outcome.action), (0.0, Cell::at(0, 0)));
}

/// One row of the recorded lab session: moves so far, the best move, calls for actions and for
/// successors.
type Recorded = (&'static [(u32, u32)], (u32, u32), (u64, u64));

const SESSION: [Recorded; 9] = [
    (&[], (0, 0), (294_778, 549_945)),
    (&[(0, 0), (1, 1)], (1, 0), (3_864, 7_331)),
    (&[(0, 0), (1, 1), (1, 0), (2, 0)], (0, 2), (104, 197)),
    (&[(0, 0), (1, 1), (1, 0), (2, 0), (0, 2), (0, 1)], (2, 1), (8, 13)),
    (&[(0, 0), (1, 1), (1, 0), (2, 0), (0, 2), (0, 1), (2, 1), (1, 2)], (2, 2), (1, 1)),
    (&[(1, 1)], (0, 0), (29_633, 55_504)),
    (&[(1, 1), (0, 0), (1, 0)], (1, 2), (582, 1_054)),
    (&[(1, 1), (0, 0), (1, 0), (1, 2), (0, 2)], (2, 0), (32, 52)),
    (&[(1, 1), (0, 0), (1, 0), (1, 2), (0, 2), (2, 0), (0, 1)], (2, 1), (3, 4)),
];

#[test]
fn tictactoe_lab_session() {
    let game = TicTacToe::default();
    for (moves, best, calls) in SESSION {
        let cells: Vec<Cell> =
            moves.iter().map(|(column, row)| Cell::at(*column, *row).expect("a cell")).collect();
        let board = Board::play_all(&cells).expect("the session was played");
        let run = run(&game, &board, board.to_move(), Algorithm::Minimax, &Terms::default());
        assert_eq!(run.outcome.value, 0.0, "{moves:?}");
        assert_eq!(run.outcome.action, Cell::at(best.0, best.1), "{moves:?}");
        let counts = run.counts;
        assert_eq!((counts.legal_actions_calls, counts.next_state_calls), calls, "{moves:?}");
    }
}

/// X wins 131,184 lines, O 77,904, and 46,080 are drawn: 255,168 in all.
#[test]
fn tictactoe_results_of_all_lines() {
    fn tally(game: &TicTacToe, board: Board, results: &mut [u32; 3]) {
        if game.is_terminal(&board) {
            results[board.winner().unwrap_or(2)] += 1;
            return;
        }
        let mut cells = Vec::new();
        game.legal_actions(&board, board.to_move(), &mut cells);
        for cell in cells {
            let next = game.successor(&board, board.to_move(), &cell).expect("a listed cell");
            tally(game, next, results);
        }
    }
    let mut results = [0; 3];
    tally(&TicTacToe::default(), Board::default(), &mut results);
    assert_eq!(results, [131_184, 77_904, 46_080]);
}

#[test]
fn nim_full_trees() {
    for (piles, nodes) in [(&[1, 2][..], 12), (&[1, 2, 3], 447), (&[3, 4, 5], 1_038_768)] {
        let game = Nim::new(piles, false).expect("sound piles");
        let run = run(&game, &game.start(), 0, Algorithm::Minimax, &Terms::default());
        assert_eq!(run.counts.next_state_calls + 1, nodes, "{piles:?}");
    }
}

/// In best order alpha-beta visits b^ceil(d/2) + b^floor(d/2) - 1 leaves of a uniform tree.
/// Leaves all different, so that both cuts do; MAX's best child and MIN's best child are first.
#[test]
fn uniform_trees_in_best_order() {
    for (branching, depth) in [(2, 1), (2, 6), (3, 4), (3, 5), (5, 4), (8, 3), (40, 2)] {
        let value = |leaf: u32| {
            // Digits of the leaf in base b, first move first: MAX loses by a later move, MIN by
            // an earlier one, and earlier plies weigh more.
            (0..depth).fold(0.0, |value, ply| {
                let digit = leaf / u32::pow(branching, depth - 1 - ply) % branching;
                let weight = f64::from(branching).powi((depth - 1 - ply) as i32);
                let sign = if ply % 2 == 0 { -1.0 } else { 1.0 };
                value + sign * weight * f64::from(digit)
            })
        };
        let (tree, root) = uniform(branching, depth, value);
        let best = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
        for cut in [Cut::Strict, Cut::Weak] {
            let terms = Terms { cut, ..Terms::default() };
            let run = run(&tree, &root, 0, Algorithm::AlphaBeta, &terms);
            assert_eq!(run.counts.evaluations, Some(u64::from(best)), "{branching}^{depth}");
        }
    }
}

//! Minimax with OPEN and CLOSED lists.

use plygrade_engine::Game;
use plygrade_engine::games::nim::Nim;
use plygrade_engine::games::tictactoe::{Board, Cell, Evaluation, TicTacToe};
use plygrade_engine::games::tree::Tree;
use plygrade_engine::search::{Algorithm, Terms, optimal_actions};

use crate::support::{Shape, run, tree_of};

const OPEN_LINES: TicTacToe = TicTacToe { evaluation: Evaluation::OpenLines };

/// Published: centre 1, corner -1, edge -2, from 12 boards at the second ply.
#[test]
fn open_lines_two_plies_with_symmetry() {
    let terms = Terms { plies: Some(2), merge_symmetric: true, ..Terms::default() };
    let run = run(&OPEN_LINES, &Board::default(), 0, Algorithm::MinimaxBfs, &terms);
    let values: Vec<((u32, u32), f64)> = run
        .outcome
        .root_values
        .iter()
        .map(|(cell, value)| ((cell.column(), cell.row()), *value))
        .collect();
    assert_eq!(values, [((0, 0), -1.0), ((1, 0), -2.0), ((1, 1), 1.0)]);
    assert_eq!(run.outcome.value, 1.0);
    assert_eq!(run.outcome.action, Cell::at(1, 1));
    // 9 successors of the root in 3 classes, 8 of each of these, 12 classes to evaluate.
    assert_eq!(run.counts.next_state_calls, 9 + 3 * 8);
    assert_eq!(run.counts.legal_actions_calls, 1 + 3);
    assert_eq!(run.counts.evaluations, Some(12));
}

#[test]
fn open_lines_two_plies_without_symmetry() {
    let terms = Terms { plies: Some(2), ..Terms::default() };
    let run = run(&OPEN_LINES, &Board::default(), 0, Algorithm::MinimaxBfs, &terms);
    let values: Vec<f64> = run.outcome.root_values.iter().map(|(_, value)| *value).collect();
    assert_eq!(values, [-1.0, -2.0, -1.0, -2.0, 1.0, -2.0, -1.0, -2.0, -1.0]);
    assert_eq!(run.counts.next_state_calls, 9 + 9 * 8);
    assert_eq!(run.counts.evaluations, Some(72));
}

/// No successor of a level is made before all of the level above are there.
#[test]
fn calls_come_level_by_level() {
    let game = TicTacToe::default();
    let terms = Terms { plies: Some(3), ..Terms::default() };
    let run = run(&game, &Board::default(), 0, Algorithm::MinimaxBfs, &terms);
    let cells: Vec<Cell> = (0..9).filter_map(|n| Cell::at(n % 3, n / 3)).collect();
    let marks = |board: &Board| cells.iter().filter(|cell| board.owner(**cell).is_some()).count();
    let levels: Vec<usize> = run.calls.iter().map(|call| marks(&call.child)).collect();
    assert!(levels.is_sorted());
    assert_eq!(levels.len(), 9 + 72 + 504);
}

/// Merging leaves every value as it is, and one entry a class at the root.
#[test]
fn merging_symmetric_boards_keeps_values() {
    let game = TicTacToe::default();
    for plies in [Some(1), Some(2), Some(3), Some(5), None] {
        let plain = Terms { plies, ..Terms::default() };
        let merged = Terms { merge_symmetric: true, ..plain };
        let minimax = run(&game, &Board::default(), 0, Algorithm::Minimax, &plain).outcome;
        let outcome = run(&game, &Board::default(), 0, Algorithm::MinimaxBfs, &merged).outcome;
        assert_eq!(outcome.value, minimax.value);
        assert_eq!(outcome.action, minimax.action);
        assert_eq!(outcome.root_values.len(), 3);
        for entry in &outcome.root_values {
            assert!(minimax.root_values.contains(entry));
        }
        let ties = optimal_actions(&game, &Board::default(), 0, Algorithm::MinimaxBfs, &merged);
        assert_eq!(ties, Ok(minimax.tie_set()), "the tie set names symmetric actions too");
    }
}

/// Equal piles are symmetric: two piles of two lead to two classes, not four.
#[test]
fn merging_equal_piles() {
    let game = Nim::new(&[2, 2], false).expect("sound piles");
    let terms = Terms { merge_symmetric: true, ..Terms::default() };
    let run = run(&game, &game.start(), 0, Algorithm::MinimaxBfs, &terms);
    assert_eq!(run.outcome.root_values.len(), 2);
    assert_eq!(run.outcome.value, -1.0);
}

/// On a chance level merged successors keep their weight: two of three draws give 0.
#[test]
fn merging_keeps_the_weight_of_draws() {
    let mut tree = tree_of(&Shape::Inner(0, vec![Shape::Inner(0, Vec::new())]), 2, Vec::new()).0;
    tree.set_roles(vec![plygrade_engine::Role::Max, plygrade_engine::Role::Chance]);
    let (root, draw) = (tree.node("r"), tree.node("r0"));
    let (zero, three) = (tree.node("zero"), tree.node("three"));
    tree.set_value(zero, 0.0);
    tree.set_value(three, 3.0);
    for (action, child) in [("x", zero), ("y", three), ("z", zero)] {
        assert!(tree.add_edge(draw, action, child));
    }
    for merge_symmetric in [false, true] {
        let terms = Terms { merge_symmetric, ..Terms::default() };
        let run = run(&tree, &root, 0, Algorithm::MinimaxBfs, &terms);
        assert_eq!(run.outcome.value, 1.0);
        assert_eq!(run.counts.evaluations, Some(if merge_symmetric { 2 } else { 3 }));
    }
}

/// A state that comes again two levels deeper is another node: fewer plies are left there.
#[test]
fn merging_stays_within_a_level() {
    let mut tree = Tree::new(2);
    let names = ["root", "v", "a", "b", "w", "x", "y"];
    let [root, v, a, b, w, x, y] = names.map(|name| tree.node(name));
    for (from, action, to) in [
        (root, "0", v),
        (root, "1", a),
        (a, "0", b),
        (b, "0", v),
        (v, "0", w),
        (w, "0", x),
        (x, "0", y),
    ] {
        assert!(tree.add_edge(from, action, to));
    }
    for (state, value) in [(w, 9.0), (y, 1.0)] {
        tree.set_value(state, value);
    }
    let merged = Terms { plies: Some(4), merge_symmetric: true, ..Terms::default() };
    let breadth = run(&tree, &root, 0, Algorithm::MinimaxBfs, &merged);
    let values: Vec<f64> = breadth.outcome.root_values.iter().map(|(_, value)| *value).collect();
    assert_eq!(values, [1.0, 9.0]);
}

#[test]
fn a_root_that_is_a_leaf() {
    let game = Nim::new(&[0], false).expect("sound piles");
    assert!(game.is_terminal(&game.start()));
    let run = run(&game, &game.start(), 0, Algorithm::MinimaxBfs, &Terms::default());
    assert_eq!((run.outcome.value, run.outcome.action), (-1.0, None));
    assert_eq!(run.counts.legal_actions_calls, 0);
}

//! Tie sets and principal variations.

use plygrade_engine::games::tictactoe::{Board, Cell, TicTacToe};
use plygrade_engine::search::{Algorithm, Cut, Terms, optimal_actions, principal_variation};
use plygrade_engine::{Game, Role};

use crate::support::{Shape, tree_of};

fn leaves(values: &[i8]) -> Shape {
    Shape::Inner(0, values.iter().map(|value| Shape::Leaf(*value)).collect())
}

/// After (0, 0) only the centre holds the draw.
#[test]
fn the_only_answer_to_a_corner() {
    let corner = Board::play_all(&[Cell::at(0, 0).expect("a cell")]).expect("legal");
    let terms = Terms { cut: Cut::Weak, ..Terms::default() };
    let ties = optimal_actions(&TicTacToe::default(), &corner, 1, Algorithm::AlphaBeta, &terms);
    assert_eq!(ties, Ok(vec![Cell::at(1, 1).expect("a cell")]));
}

/// The line follows each side's first best move and ends in the value it promises.
#[test]
fn the_line_of_play_keeps_its_promise() {
    let game = TicTacToe::default();
    let line =
        principal_variation(&game, &Board::default(), 0, Algorithm::Minimax, &Terms::default())
            .expect("no stop");
    let turns: Vec<usize> = line.iter().map(|(agent, _)| *agent).collect();
    assert_eq!(turns, [0, 1, 0, 1, 0, 1, 0, 1, 0]);
    let cells: Vec<Cell> = line.into_iter().map(|(_, cell)| cell).collect();
    let last = Board::play_all(&cells).expect("legal moves");
    assert_eq!(game.evaluate(&last, 0), Ok(0.0));
    assert!(last.is_full());
}

/// (3 12) (2 4): MAX goes left, MIN answers with the 3.
#[test]
fn a_line_on_a_tree() {
    let shape = Shape::Inner(0, vec![leaves(&[2, 4]), leaves(&[12, 3, 3])]);
    let (tree, root) = tree_of(&shape, 2, Vec::new());
    let line = |algorithm, plies| -> Vec<(usize, String)> {
        let terms = Terms { plies, ..Terms::default() };
        principal_variation(&tree, &root, 0, algorithm, &terms)
            .expect("no stop")
            .into_iter()
            .map(|(agent, action)| (agent, tree.label(action).to_owned()))
            .collect()
    };
    let full = [(0, "1".to_owned()), (1, "1".to_owned())];
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::IterativeDeepening] {
        assert_eq!(line(algorithm, None), full, "{algorithm:?}");
    }
    // Nobody knows what a random opponent does; all inner values are 0, so one ply ties.
    assert_eq!(line(Algorithm::Expectimax, None), full[..1]);
    assert_eq!(line(Algorithm::Minimax, Some(1)), [(0, "0".to_owned())]);
    assert_eq!(line(Algorithm::Reflex, None), [(0, "0".to_owned())]);
    assert_eq!(line(Algorithm::Evaluation, None), []);
}

#[test]
fn a_line_ends_before_a_draw() {
    let shape = Shape::Inner(0, vec![leaves(&[1]), leaves(&[2, 9])]);
    let (tree, root) = tree_of(&shape, 2, vec![Role::Max, Role::Chance]);
    let line = principal_variation(&tree, &root, 0, Algorithm::Minimax, &Terms::default())
        .expect("no stop");
    assert_eq!(line, [(0, tree.find_label("1").expect("an action"))]);
}

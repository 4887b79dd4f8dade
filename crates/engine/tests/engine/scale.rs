//! Games without an end and games that are too large end a search with an answer or a reason.

use plygrade_engine::Stop;
use plygrade_engine::counting::{Counted, Uncounted};
use plygrade_engine::games::chase::{Chase, PURSUER};
use plygrade_engine::games::nim::Nim;
use plygrade_engine::games::tree::{NodeId, Tree};
use plygrade_engine::search::{
    Algorithm, MAX_PLIES, Terms, optimal_actions, principal_variation, search,
};

use crate::support::{run, run_within};

const DEPTH_FIRST: [Algorithm; 6] = [
    Algorithm::Minimax,
    Algorithm::AlphaBeta,
    Algorithm::AlphaBetaOrdered,
    Algorithm::AlphaBetaBounds,
    Algorithm::Expectimax,
    Algorithm::IterativeDeepening,
];

fn chain(length: u32) -> (Tree, NodeId) {
    let mut tree = Tree::new(2);
    let root = tree.node("0");
    let mut last = root;
    tree.set_value(root, 0.0);
    for ply in 1..=length {
        let next = tree.node(&ply.to_string());
        tree.set_value(next, f64::from(ply));
        assert!(tree.add_edge(last, "on", next));
        last = next;
    }
    (tree, root)
}

/// An endless chase without a ply limit: no overflowed stack.
#[test]
fn an_endless_game() {
    let game = Chase::default();
    let root = game.place((0, 0), (7, 7), PURSUER).expect("cells of the grid");
    for algorithm in DEPTH_FIRST.into_iter().filter(|a| *a != Algorithm::IterativeDeepening) {
        for plies in [None, Some(u32::MAX)] {
            let terms = Terms { plies, ..Terms::default() };
            let (answer, _) = run_within(&game, &root, algorithm, &terms, 1 << 20);
            assert_eq!(answer, Err(Stop::TooLarge), "{algorithm:?} {plies:?}");
        }
    }
    let (answer, _) =
        run_within(&game, &root, Algorithm::IterativeDeepening, &Terms::default(), 1 << 16);
    assert_eq!(answer, Err(Stop::Budget));
    let (answer, _) = run_within(&game, &root, Algorithm::MinimaxBfs, &Terms::default(), 1 << 16);
    assert_eq!(answer, Err(Stop::Budget));
}

/// The deepest line that fits fits the stack of a test's thread, 2 MiB.
#[test]
fn the_deepest_line_that_fits() {
    let (tree, root) = chain(MAX_PLIES - 1);
    for algorithm in DEPTH_FIRST.into_iter().filter(|a| *a != Algorithm::IterativeDeepening) {
        let outcome = run(&tree, &root, 0, algorithm, &Terms::default()).outcome;
        assert_eq!(outcome.value, f64::from(MAX_PLIES - 1), "{algorithm:?}");
    }
    let (tree, root) = chain(MAX_PLIES);
    let (answer, _) = run_within(&tree, &root, Algorithm::Minimax, &Terms::default(), u64::MAX);
    assert_eq!(answer, Err(Stop::TooLarge), "whether the last state has actions is not known");
}

/// A pile of 65,535 is a tree that no search finishes, and no reason to fall over.
#[test]
fn the_largest_piles() {
    let game = Nim::new(&[65_535; 16], false).expect("sound piles");
    let (answer, counts) =
        run_within(&game, &game.start(), Algorithm::MinimaxBfs, &Terms::default(), 100_000);
    assert_eq!(answer, Err(Stop::Budget));
    assert_eq!(counts.next_state_calls, 100_000);
    let mut counted = Counted::new(&game, Uncounted);
    let answer = search(&mut counted, &game.start(), 0, Algorithm::Reflex, &Terms::default());
    assert_eq!(answer.map(|outcome| outcome.root_values.len()), Ok(16 * 65_535));
}

/// What is not counted still has to end.
#[test]
fn analysis_of_an_endless_game() {
    let game = Chase::default();
    let root = game.place((0, 0), (7, 7), PURSUER).expect("cells of the grid");
    let terms = Terms::default();
    let ties = optimal_actions(&game, &root, PURSUER, Algorithm::Minimax, &terms);
    assert_eq!(ties, Err(Stop::TooLarge));
    let line = principal_variation(&game, &root, PURSUER, Algorithm::AlphaBeta, &terms);
    assert_eq!(line, Err(Stop::TooLarge));
}

//! What the terms of alpha-beta mean, on trees small enough to follow by hand.

use plygrade_engine::search::{Algorithm, Cut, Fail, Terms};
use plygrade_engine::{Counts, NoValue, Role, Stop};

use crate::support::{Run, Shape, run, run_within, tree_of, uniform};
use plygrade_engine::games::tree::{NodeId, Tree};

fn leaves(values: &[i8]) -> Shape {
    Shape::Inner(0, values.iter().map(|value| Shape::Leaf(*value)).collect())
}

/// MAX over MIN: (3 12 8) (2 4 6) (14 5 2), the tree that most textbooks draw.
fn textbook() -> (Tree, NodeId) {
    let rows = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];
    tree_of(&Shape::Inner(0, rows.iter().map(|row| leaves(row)).collect()), 2, Vec::new())
}

fn evaluations(run: &Run<Tree>) -> u64 {
    run.counts.evaluations.expect("counted")
}

#[test]
fn the_textbook_tree() {
    let (tree, root) = textbook();
    for (algorithm, leaves) in [(Algorithm::Minimax, 9), (Algorithm::AlphaBeta, 7)] {
        for cut in [Cut::Strict, Cut::Weak] {
            let run = run(&tree, &root, 0, algorithm, &Terms { cut, ..Terms::default() });
            assert_eq!(run.outcome.value, 3.0);
            assert_eq!(run.outcome.action, tree.find_label("0"));
            assert_eq!(evaluations(&run), leaves, "{algorithm:?} {cut:?}");
        }
    }
}

/// (3 5) (3 9): at the tie 3 a weak cut skips the 9, a strict one does not.
#[test]
fn a_tie_cuts_weakly_only() {
    let shape = Shape::Inner(0, vec![leaves(&[3, 5]), leaves(&[3, 9])]);
    let (tree, root) = tree_of(&shape, 2, Vec::new());
    for (cut, count) in [(Cut::Strict, 4), (Cut::Weak, 3)] {
        let run = run(&tree, &root, 0, Algorithm::AlphaBeta, &Terms { cut, ..Terms::default() });
        assert_eq!(evaluations(&run), count, "{cut:?}");
    }
}

/// (3) (1 0): from the second MIN node soft returns the 1 that it saw, hard the window's 3.
#[test]
fn fail_soft_and_hard() {
    let shape = Shape::Inner(0, vec![leaves(&[3]), leaves(&[1, 0])]);
    let (tree, root) = tree_of(&shape, 2, Vec::new());
    for (fail, returned) in [(Fail::Soft, 1.0), (Fail::Hard, 3.0)] {
        let terms = Terms { fail, cut: Cut::Weak, ..Terms::default() };
        let run = run(&tree, &root, 0, Algorithm::AlphaBeta, &terms);
        let values: Vec<f64> = run.outcome.root_values.iter().map(|(_, value)| *value).collect();
        assert_eq!(values, [3.0, returned], "{fail:?}");
        assert_eq!(run.outcome.action, tree.find_label("0"));
    }
}

/// An action must beat a finite root alpha; below an infinite one the first always counts.
#[test]
fn the_root_window_and_the_action() {
    let shape = Shape::Inner(0, vec![Shape::Leaf(-1), Shape::Leaf(-1)]);
    let (tree, root) = tree_of(&shape, 2, Vec::new());
    let action = |window| {
        let terms = Terms { cut: Cut::Weak, window, ..Terms::default() };
        run(&tree, &root, 0, Algorithm::AlphaBeta, &terms).outcome.action
    };
    assert_eq!(action((-1.0, 1.0)), None);
    assert_eq!(action((-2.0, 1.0)), tree.find_label("0"));
    assert_eq!(action((f64::NEG_INFINITY, f64::INFINITY)), tree.find_label("0"));
}

#[test]
fn a_lost_root_still_has_an_action() {
    let (mut tree, root) = tree_of(&Shape::Inner(0, vec![Shape::Leaf(0)]), 2, Vec::new());
    let lost = tree.node("r0");
    tree.set_value(lost, f64::NEG_INFINITY);
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::AlphaBetaOrdered] {
        let outcome = run(&tree, &root, 0, algorithm, &Terms::default()).outcome;
        assert_eq!(outcome.action, tree.find_label("0"), "{algorithm:?}");
    }
}

/// A chance level opens the window: 9 after a sure 3 must be seen, or the mean is wrong.
#[test]
fn chance_levels_open_the_window() {
    let min = |values: &[i8]| Shape::Inner(0, vec![leaves(values), leaves(values)]);
    let shape = Shape::Inner(0, vec![min(&[3]), min(&[1, 9])]);
    let roles = vec![Role::Max, Role::Chance, Role::Max];
    let (tree, root) = tree_of(&shape, 3, roles);
    let run = run(&tree, &root, 0, Algorithm::AlphaBeta, &Terms::default());
    assert_eq!(run.outcome.value, 9.0);
    assert_eq!(evaluations(&run), 6);
}

/// Good order halves the work: on (3 12 8) (2 4 6) (14 5 2) the third MIN node is cut after its
/// 2, so that 5 leaves would do; all successors of an expanded node are generated and evaluated.
#[test]
fn ordered_by_evaluation() {
    let rows = [(3, [3, 12, 8]), (2, [2, 4, 6]), (2, [14, 5, 2])];
    let children = rows.map(|(value, row)| match leaves(&row) {
        Shape::Inner(_, leaves) => Shape::Inner(value, leaves),
        leaf @ Shape::Leaf(_) => leaf,
    });
    let (tree, root) = tree_of(&Shape::Inner(0, children.to_vec()), 2, Vec::new());
    let run = run(&tree, &root, 0, Algorithm::AlphaBetaOrdered, &Terms::default());
    let Counts { next_state_calls, legal_actions_calls, .. } = run.counts;
    assert_eq!(run.outcome.value, 3.0);
    assert_eq!(next_state_calls, 3 + 9);
    assert_eq!(evaluations(&run), 3 + 9, "no leaf is evaluated twice");
    // The root, three MIN nodes, and the leaves that were searched: 3 + 1 + 1.
    assert_eq!(legal_actions_calls, 1 + 3 + 5);
}

/// MAX searches falling values, MIN rising ones, ties in action order; the answer is the first
/// of the exact ties in action order under the strict cut, the first searched under the weak one.
#[test]
fn ordered_ties() {
    let child = |value: i8| Shape::Inner(value, vec![Shape::Leaf(4), Shape::Leaf(4)]);
    let shape = Shape::Inner(0, vec![child(1), child(2), child(2), child(0)]);
    let (tree, root) = tree_of(&shape, 2, Vec::new());
    for (cut, action) in [(Cut::Strict, "0"), (Cut::Weak, "1")] {
        let terms = Terms { cut, ..Terms::default() };
        let outcome = run(&tree, &root, 0, Algorithm::AlphaBetaOrdered, &terms).outcome;
        let searched: Vec<&str> =
            outcome.root_values.iter().map(|(action, _)| tree.label(*action)).collect();
        assert_eq!(searched, ["1", "2", "0", "3"], "{cut:?}");
        assert_eq!(outcome.action, tree.find_label(action), "{cut:?}");
    }
}

/// The user's notes: after the right MIN node is worth 30, a bound of 5 on the left one settles
/// it without a look at its children.
#[test]
fn a_bound_spares_a_subtree() {
    let shape = Shape::Inner(0, vec![leaves(&[30, 50]), leaves(&[1, 2])]);
    let (mut tree, root) = tree_of(&shape, 2, Vec::new());
    let left = tree.node("r1");
    let spared = |tree: &Tree| {
        let run = run(tree, &root, 0, Algorithm::AlphaBetaBounds, &Terms::default());
        assert_eq!((run.outcome.value, run.outcome.action), (30.0, tree.find_label("0")));
        (run.counts.next_state_calls, run.counts.legal_actions_calls, evaluations(&run))
    };
    assert_eq!(spared(&tree), (5, 6, 3));
    tree.set_bounds(left, f64::NEG_INFINITY, 5.0);
    assert_eq!(spared(&tree), (4, 4, 2));
    // A bound above alpha settles nothing.
    tree.set_bounds(left, f64::NEG_INFINITY, 31.0);
    assert_eq!(spared(&tree), (5, 6, 3));
    // Equal bounds are a value, also where the window is still open.
    let right = tree.node("r0");
    tree.set_bounds(right, 30.0, 30.0);
    assert_eq!(spared(&tree), (3, 3, 1));
}

/// From a node that its bound decides, the bound comes back.
#[test]
fn a_deciding_bound_is_returned() {
    let shape = Shape::Inner(0, vec![leaves(&[30, 50]), leaves(&[1, 2])]);
    let (mut tree, root) = tree_of(&shape, 2, Vec::new());
    let (right, left) = (tree.node("r0"), tree.node("r1"));
    tree.set_bounds(left, 0.0, 5.0);
    let values = |tree: &Tree, window| -> Vec<f64> {
        let terms = Terms { window, ..Terms::default() };
        let run = run(tree, &root, 0, Algorithm::AlphaBetaBounds, &terms);
        run.outcome.root_values.iter().map(|(_, value)| *value).collect()
    };
    assert_eq!(values(&tree, (f64::NEG_INFINITY, f64::INFINITY)), [30.0, 5.0]);
    tree.set_bounds(right, 28.0, 40.0);
    assert_eq!(values(&tree, (f64::NEG_INFINITY, 27.0)), [28.0]);
}

#[test]
fn reflex_looks_one_step_ahead() {
    let (tree, root) = uniform(3, 3, f64::from);
    let run = run(&tree, &root, 0, Algorithm::Reflex, &Terms::default());
    assert_eq!((run.outcome.value, run.outcome.action), (0.0, tree.find_label("0")));
    let counts = run.counts;
    assert_eq!((counts.next_state_calls, counts.legal_actions_calls), (3, 1));
    assert_eq!(counts.evaluations, Some(3));
}

#[test]
fn evaluation_calls_nothing() {
    let (tree, root) = uniform(3, 3, f64::from);
    let run = run(&tree, &root, 0, Algorithm::Evaluation, &Terms::default());
    assert_eq!((run.outcome.value, run.outcome.action), (0.0, None));
    let counts = run.counts;
    assert_eq!((counts.next_state_calls, counts.legal_actions_calls), (0, 0));
    assert_eq!(counts.evaluations, Some(1));
}

#[test]
fn a_state_without_a_value_stops_the_search() {
    let mut tree = Tree::new(2);
    let (root, bare) = (tree.node("root"), tree.node("bare"));
    assert!(tree.add_edge(root, "on", bare));
    let (answer, _) = run_within(&tree, &root, Algorithm::Minimax, &Terms::default(), 10);
    assert_eq!(answer, Err(Stop::NoValue(NoValue { state: "bare".to_owned() })));
}

/// A budget of n lets exactly n calls through, in every search.
#[test]
fn a_budget_is_exact() {
    let (tree, root) = uniform(3, 4, f64::from);
    for algorithm in [
        Algorithm::Minimax,
        Algorithm::MinimaxBfs,
        Algorithm::AlphaBeta,
        Algorithm::AlphaBetaOrdered,
        Algorithm::AlphaBetaBounds,
        Algorithm::Expectimax,
        Algorithm::IterativeDeepening,
    ] {
        let needed = run(&tree, &root, 0, algorithm, &Terms::default()).counts.next_state_calls;
        let within = |budget| run_within(&tree, &root, algorithm, &Terms::default(), budget);
        let (answer, counts) = within(needed - 1);
        assert_eq!(answer, Err(Stop::Budget), "{algorithm:?}");
        assert_eq!(counts.next_state_calls, needed - 1, "{algorithm:?}");
        let (answer, counts) = within(needed);
        assert!(answer.is_ok(), "{algorithm:?}");
        assert_eq!(counts.next_state_calls, needed, "{algorithm:?}");
    }
}

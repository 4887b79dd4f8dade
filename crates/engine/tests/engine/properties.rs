//! Searches against each other on random trees of 2 to 4 agents with ties.

use plygrade_engine::Role;
use plygrade_engine::games::tree::{NodeId, Tree};
use plygrade_engine::search::{Algorithm, Cut, Fail, Terms, optimal_actions};
use proptest::prelude::*;

use crate::support::{Shape, run, tree_of};

/// Small values, so that ties abound; inner values too, since a ply limit may fall on them.
fn shape() -> impl Strategy<Value = Shape> {
    let leaf = (-3_i8..=3).prop_map(Shape::Leaf);
    leaf.prop_recursive(5, 60, 4, |inner| {
        (-3_i8..=3, prop::collection::vec(inner, 1..=4))
            .prop_map(|(value, children)| Shape::Inner(value, children))
    })
}

/// A tree that has at least one move.
fn tree() -> impl Strategy<Value = (Tree, NodeId)> {
    let rooted = (0_i8..1, prop::collection::vec(shape(), 1..=4));
    (rooted, 2_usize..=4, prop::bool::weighted(0.3), any::<[bool; 4]>()).prop_map(
        |((value, children), agents, with_chance, draws)| {
            let role = |agent| match agent {
                0 => Role::Max,
                _ if with_chance && draws[agent] => Role::Chance,
                _ => Role::Min,
            };
            let roles = (0..agents).map(role).collect();
            tree_of(&Shape::Inner(value, children), agents, roles)
        },
    )
}

fn cut() -> impl Strategy<Value = Cut> {
    prop_oneof![Just(Cut::Strict), Just(Cut::Weak)]
}

fn fail() -> impl Strategy<Value = Fail> {
    prop_oneof![Just(Fail::Soft), Just(Fail::Hard)]
}

/// Every state's exact minimax value as bounds, loosened by what `slack` says.
fn with_bounds(tree: &mut Tree, plies: Option<u32>, root: NodeId, slack: &[u8]) {
    let mut level = vec![root];
    let mut turn = 0;
    let mut left = plies;
    while !level.is_empty() {
        for (state, slack) in level.iter().zip(slack.iter().cycle()) {
            let value = exact(tree, *state, turn, left);
            let (below, above) = (f64::from(slack & 3), f64::from(slack >> 2 & 3));
            tree.set_bounds(*state, value - below, value + above);
        }
        level = level.iter().flat_map(|id| tree.edges(*id).to_vec()).map(|(_, id)| id).collect();
        turn = (turn + 1) % plygrade_engine::Game::agents(tree);
        left = match left {
            Some(0) => return,
            left => left.map(|left| left - 1),
        };
    }
}

/// The plain definition of minimax: an oracle that shares nothing with the searches.
fn exact(tree: &Tree, state: NodeId, turn: usize, plies: Option<u32>) -> f64 {
    let edges = tree.edges(state);
    if plies == Some(0) || edges.is_empty() {
        return tree.value(state).expect("every state has a value");
    }
    let next = (turn + 1) % plygrade_engine::Game::agents(tree);
    let values: Vec<f64> = edges
        .iter()
        .map(|(_, child)| exact(tree, *child, next, plies.map(|plies| plies - 1)))
        .collect();
    match plygrade_engine::Game::role(tree, turn, 0) {
        Role::Max => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        Role::Min => values.iter().copied().fold(f64::INFINITY, f64::min),
        Role::Chance => values.iter().sum::<f64>() / values.len() as f64,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn minimax_is_its_definition((tree, root) in tree(), plies in prop::option::of(1_u32..7)) {
        let terms = Terms { plies, ..Terms::default() };
        let value = run(&tree, &root, 0, Algorithm::Minimax, &terms).outcome.value;
        prop_assert_eq!(value, exact(&tree, root, 0, plies));
    }

    #[test]
    fn alphabeta_agrees_and_never_calls_more(
        (tree, root) in tree(),
        plies in prop::option::of(1_u32..7),
        cut in cut(),
        fail in fail(),
    ) {
        let terms = Terms { plies, cut, fail, ..Terms::default() };
        let minimax = run(&tree, &root, 0, Algorithm::Minimax, &terms);
        let alphabeta = run(&tree, &root, 0, Algorithm::AlphaBeta, &terms);
        prop_assert_eq!(alphabeta.outcome.value, minimax.outcome.value);
        prop_assert_eq!(alphabeta.outcome.action, minimax.outcome.action);
        let (few, many) = (alphabeta.counts, minimax.counts);
        prop_assert!(few.next_state_calls <= many.next_state_calls);
        prop_assert!(few.legal_actions_calls <= many.legal_actions_calls);
        prop_assert!(few.evaluations <= many.evaluations);
        prop_assert!(few.distinct_explored <= many.distinct_explored);
    }

    #[test]
    fn a_weak_cut_never_calls_more_than_a_strict_one((tree, root) in tree()) {
        let calls = |cut| {
            let terms = Terms { cut, ..Terms::default() };
            run(&tree, &root, 0, Algorithm::AlphaBeta, &terms).counts.next_state_calls
        };
        prop_assert!(calls(Cut::Weak) <= calls(Cut::Strict));
    }

    /// A value inside the window is exact; outside of it, a bound on the right side.
    #[test]
    fn a_root_window_bounds_the_value(
        (tree, root) in tree(),
        (alpha, width) in (-4_i8..=3, 1_i8..=4),
        cut in cut(),
        fail in fail(),
    ) {
        let window = (f64::from(alpha), f64::from(alpha + width));
        let terms = Terms { cut, fail, window, ..Terms::default() };
        let value = exact(&tree, root, 0, None);
        let outcome = run(&tree, &root, 0, Algorithm::AlphaBeta, &terms).outcome;
        if window.0 < value && value < window.1 {
            prop_assert_eq!(outcome.value, value);
        } else if value <= window.0 {
            prop_assert!(value <= outcome.value && outcome.value <= window.0);
            prop_assert_eq!(outcome.action, None);
        } else {
            prop_assert!(window.1 <= outcome.value && outcome.value <= value);
        }
        if fail == Fail::Hard {
            prop_assert!(window.0 <= outcome.value && outcome.value <= window.1);
        }
    }

    #[test]
    fn ordered_alphabeta_agrees(
        (tree, root) in tree(),
        plies in prop::option::of(1_u32..7),
        cut in cut(),
        fail in fail(),
    ) {
        let terms = Terms { plies, cut, fail, ..Terms::default() };
        let minimax = run(&tree, &root, 0, Algorithm::Minimax, &terms).outcome;
        let ordered = run(&tree, &root, 0, Algorithm::AlphaBetaOrdered, &terms);
        prop_assert_eq!(ordered.outcome.value, minimax.value);
        if cut == Cut::Strict && fail == Fail::Soft {
            prop_assert_eq!(ordered.outcome.action, minimax.action);
        } else {
            let action = ordered.outcome.action.expect("the root has moves");
            prop_assert!(minimax.tie_set().contains(&action));
        }
    }

    /// Whatever the bounds, as long as they are sound.
    #[test]
    fn alphabeta_with_bounds_agrees(
        (mut tree, root) in tree(),
        slack in prop::collection::vec(0_u8..16, 1..=20),
        plies in prop::option::of(1_u32..7),
        cut in cut(),
        fail in fail(),
    ) {
        with_bounds(&mut tree, plies, root, &slack);
        let terms = Terms { plies, cut, fail, ..Terms::default() };
        let plain = run(&tree, &root, 0, Algorithm::AlphaBeta, &terms);
        let bounded = run(&tree, &root, 0, Algorithm::AlphaBetaBounds, &terms);
        let minimax = run(&tree, &root, 0, Algorithm::Minimax, &terms).outcome;
        prop_assert_eq!(bounded.outcome.value, minimax.value);
        prop_assert_eq!(bounded.outcome.action, minimax.action);
        if fail == Fail::Soft {
            prop_assert!(bounded.counts.next_state_calls <= plain.counts.next_state_calls);
        }
    }

    #[test]
    fn breadth_first_agrees(
        (tree, root) in tree(),
        plies in prop::option::of(1_u32..7),
        merge_symmetric: bool,
    ) {
        let terms = Terms { plies, merge_symmetric, ..Terms::default() };
        let minimax = run(&tree, &root, 0, Algorithm::Minimax, &terms);
        let breadth = run(&tree, &root, 0, Algorithm::MinimaxBfs, &terms);
        prop_assert_eq!(&breadth.outcome, &minimax.outcome);
        prop_assert_eq!(breadth.counts, minimax.counts);
    }

    #[test]
    fn deepening_without_a_budget_agrees(
        (tree, root) in tree(),
        plies in prop::option::of(1_u32..7),
        cut in cut(),
    ) {
        let terms = Terms { plies, cut, ..Terms::default() };
        let minimax = run(&tree, &root, 0, Algorithm::Minimax, &terms).outcome;
        let deep = run(&tree, &root, 0, Algorithm::IterativeDeepening, &terms).outcome;
        prop_assert_eq!(deep.value, minimax.value);
        prop_assert_eq!(deep.action, minimax.action);
    }

    /// Random opponents who never have a choice are not random.
    #[test]
    fn expectimax_without_choices_is_minimax(
        values in prop::collection::vec(prop::collection::vec(-3_i8..=3, 1..=4), 1..=4),
    ) {
        let children = values.iter().map(|row| {
            let leaves = row.iter().map(|value| Shape::Leaf(*value)).collect();
            Shape::Inner(0, vec![Shape::Inner(0, leaves)])
        });
        let (tree, root) = tree_of(&Shape::Inner(0, children.collect()), 2, Vec::new());
        let minimax = run(&tree, &root, 0, Algorithm::Minimax, &Terms::default());
        let expectimax = run(&tree, &root, 0, Algorithm::Expectimax, &Terms::default());
        prop_assert_eq!(expectimax.outcome, minimax.outcome);
        prop_assert_eq!(expectimax.counts, minimax.counts);
    }

    /// Expectimax is minimax of the same tree with chance in the place of MIN.
    #[test]
    fn expectimax_is_minimax_with_chance_levels(shape in shape(), agents in 2_usize..=4) {
        let chance = (0..agents).map(|agent| if agent == 0 { Role::Max } else { Role::Chance });
        let (adverse, root) = tree_of(&shape, agents, Vec::new());
        let (random, _) = tree_of(&shape, agents, chance.collect());
        let expectimax = run(&adverse, &root, 0, Algorithm::Expectimax, &Terms::default());
        prop_assert_eq!(expectimax.outcome.value, exact(&random, root, 0, None));
    }

    #[test]
    fn ties_are_minimax_ties(
        (tree, root) in tree(),
        plies in prop::option::of(1_u32..7),
        cut in cut(),
        fail in fail(),
    ) {
        let terms = Terms { plies, cut, fail, window: (-1.0, 1.0), ..Terms::default() };
        let minimax = run(&tree, &root, 0, Algorithm::Minimax, &terms).outcome;
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::AlphaBetaOrdered] {
            let ties = optimal_actions(&tree, &root, 0, algorithm, &terms);
            prop_assert_eq!(ties, Ok(minimax.tie_set()));
        }
        let expectimax = run(&tree, &root, 0, Algorithm::Expectimax, &terms).outcome;
        let ties = optimal_actions(&tree, &root, 0, Algorithm::Expectimax, &terms);
        prop_assert_eq!(ties, Ok(expectimax.tie_set()));
    }
}

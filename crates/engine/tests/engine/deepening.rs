//! Iterative deepening: its budget, its rounds, its answer.

use plygrade_engine::Stop;
use plygrade_engine::games::chase::{Chase, PURSUER};
use plygrade_engine::games::tictactoe::{Board, TicTacToe};
use plygrade_engine::search::{Algorithm, Cut, Terms, optimal_actions};

use crate::support::{run, run_within, uniform};

fn alphabeta_calls(plies: u32) -> u64 {
    let terms = Terms { plies: Some(plies), ..Terms::default() };
    let run = run(&TicTacToe::default(), &Board::default(), 0, Algorithm::AlphaBeta, &terms);
    run.counts.next_state_calls
}

/// Rounds of two plies each; the ninth ply is half a round, so five iterations, and the fifth,
/// to ten plies, meets no limit.
#[test]
fn iterations_are_rounds() {
    let game = TicTacToe::default();
    let run = run(&game, &Board::default(), 0, Algorithm::IterativeDeepening, &Terms::default());
    let rounds: u64 = [2, 4, 6, 8, 10].map(alphabeta_calls).iter().sum();
    assert_eq!(run.counts.next_state_calls, rounds);
    assert_eq!(run.outcome.value, 0.0);
}

/// A limit that is not whole rounds is the last iteration's depth.
#[test]
fn the_last_iteration_goes_to_the_limit() {
    let game = TicTacToe::default();
    let terms = Terms { plies: Some(5), ..Terms::default() };
    let run = run(&game, &Board::default(), 0, Algorithm::IterativeDeepening, &terms);
    let calls: u64 = [2, 4, 5].map(alphabeta_calls).iter().sum();
    assert_eq!(run.counts.next_state_calls, calls);
}

/// The budget is used to its last call, and the answer is the last completed iteration's.
#[test]
fn the_budget_is_exact() {
    let game = Chase::default();
    let root = game.place((0, 0), (3, 1), PURSUER).expect("cells of the grid");
    let at = |algorithm, terms: &Terms| run(&game, &root, PURSUER, algorithm, terms);
    let depth = |plies| at(Algorithm::AlphaBeta, &Terms { plies: Some(plies), ..Terms::default() });
    let calls = |plies| depth(plies).counts.next_state_calls;
    let enough = calls(2) + calls(4);
    for (budget, answer) in [(enough - 1, 2), (enough, 4), (enough + 1, 4), (enough + 50, 4)] {
        let terms = Terms { call_budget: Some(budget), ..Terms::default() };
        let run = at(Algorithm::IterativeDeepening, &terms);
        assert_eq!(run.counts.next_state_calls, budget, "nothing ends this chase early");
        assert_eq!(run.outcome, depth(answer).outcome, "budget {budget}");
        if budget == enough {
            let actions = |plies| depth(plies).counts.legal_actions_calls;
            assert_eq!(run.counts.legal_actions_calls, actions(2) + actions(4));
        }
        let ties = optimal_actions(&game, &root, PURSUER, Algorithm::IterativeDeepening, &terms);
        let minimax = Terms { plies: Some(answer), ..Terms::default() };
        assert_eq!(ties, Ok(at(Algorithm::Minimax, &minimax).outcome.tie_set()));
    }
}

/// Without one completed iteration: the first legal action and the static value.
#[test]
fn too_small_a_budget() {
    let (tree, root) = uniform(3, 4, f64::from);
    for budget in [0, 1, 5] {
        let terms = Terms { call_budget: Some(budget), ..Terms::default() };
        let run = run(&tree, &root, 0, Algorithm::IterativeDeepening, &terms);
        assert_eq!(run.counts.next_state_calls, budget);
        assert_eq!(run.outcome.value, 0.0);
        assert_eq!(run.outcome.action, tree.find_label("0"));
        let ties = optimal_actions(&tree, &root, 0, Algorithm::IterativeDeepening, &terms);
        assert_eq!(ties, Ok(vec![tree.find_label("0").expect("the first action")]));
    }
}

/// The meter's own budget is another matter: it ends the search without an answer.
#[test]
fn the_meter_still_rules() {
    let (tree, root) = uniform(3, 4, f64::from);
    let terms = Terms { call_budget: Some(40), ..Terms::default() };
    let (answer, counts) = run_within(&tree, &root, Algorithm::IterativeDeepening, &terms, 30);
    assert_eq!(answer, Err(Stop::Budget));
    assert_eq!(counts.next_state_calls, 30);
    let (answer, counts) = run_within(&tree, &root, Algorithm::IterativeDeepening, &terms, 50);
    assert!(answer.is_ok());
    assert_eq!(counts.next_state_calls, 40);
}

/// A finished game needs no further iteration, whatever the limit.
#[test]
fn a_finished_search_stops() {
    let (tree, root) = uniform(2, 2, f64::from);
    for plies in [Some(3), Some(100), None] {
        let terms = Terms { plies, cut: Cut::Weak, ..Terms::default() };
        let deep = run(&tree, &root, 0, Algorithm::IterativeDeepening, &terms);
        let once = run(&tree, &root, 0, Algorithm::AlphaBeta, &terms);
        // The leaves lie on the first iteration's limit, so a second one asks for their actions.
        assert_eq!(deep.counts.next_state_calls, 2 * once.counts.next_state_calls, "{plies:?}");
    }
}

//! Recorded searches: values, actions and all counts.

use plygrade_engine::counting::Distinct;
use plygrade_engine::games::pacman::Pacman;
use plygrade_engine::search::{Algorithm, Cut, Terms, search};
use plygrade_engine::{Counted, Game};
use serde_json::Value;

use super::shared::{action_order, direction, directions, layout, list, records, word};

/// The searches of a record under their names there.
const SEARCHES: [(&str, Algorithm, Cut); 4] = [
    ("minimax", Algorithm::Minimax, Cut::Strict),
    ("alphabeta-strict", Algorithm::AlphaBeta, Cut::Strict),
    ("alphabeta-weak", Algorithm::AlphaBeta, Cut::Weak),
    ("expectimax", Algorithm::Expectimax, Cut::Strict),
];

fn check(record: &Value, name: &str, algorithm: Algorithm, cut: Cut) {
    let id = format!("{}, {name}", word(&record["id"]));
    let ghosts = record["ghosts"].as_u64().expect("a number") as usize;
    let mut game = Pacman::new(layout(record).with_ghost_limit(ghosts));
    game.action_order = action_order(record);
    let mut state = game.start();
    for (number, action) in list(&record["moves"]).iter().enumerate() {
        let agent = number % game.agents();
        state = game.successor(&state, agent, &direction(action)).expect("a legal move");
    }
    let rounds = record["depth"].as_u64().expect("a number") as u32;
    let terms = Terms { plies: Some(rounds * game.agents() as u32), cut, ..Terms::default() };
    let mut counted = Counted::new(&game, Distinct::new(game.fingerprint(&state), None, true));
    let outcome = search(&mut counted, &state, 0, algorithm, &terms).expect("no budget");
    let counts = counted.meter.counts();

    let expected = &record["results"][name];
    let count = |key: &str| expected[key].as_u64();
    assert_eq!(Some(outcome.value), expected["value"].as_f64(), "{id}: value");
    let action = outcome.action.expect("Pacman can move");
    assert_eq!(action, direction(&expected["first_best_action"]), "{id}: action");
    if !expected["optimal_actions"].is_null() {
        assert_eq!(outcome.tie_set(), directions(&expected["optimal_actions"]), "{id}: ties");
    }
    assert_eq!(Some(counts.next_state_calls), count("next_state_calls"), "{id}: calls");
    assert_eq!(counts.evaluations, count("evaluations"), "{id}: evaluations");
    assert_eq!(counts.distinct_generated, count("distinct_generated"), "{id}: generated");
    assert_eq!(counts.distinct_explored, count("distinct_explored"), "{id}: explored");
}

#[test]
fn searches_agree() {
    for record in records("pacman-search.jsonl") {
        for (name, algorithm, cut) in SEARCHES {
            check(&record, name, algorithm, cut);
        }
    }
}

//! Trees with recorded answers of independent searches, one JSON object a line.

use std::collections::BTreeSet;
use std::path::Path;

use plygrade_engine::games::tree::{Decided, NodeId, Tree};
use plygrade_engine::search::{Algorithm, Cut, Terms, optimal_actions};
use serde_json::Value;

use crate::support::run;

/// Checks all lines of a file; gives how many searches were compared.
pub(crate) fn check_file(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    text.lines().map(|line| check(&serde_json::from_str(line).expect("JSON"))).sum()
}

fn check(case: &Value) -> usize {
    let (tree, root) = read_tree(&case["game"]);
    let agents = case["game"]["agents"].as_u64().expect("agents") as u32;
    let plies = case["depth"].as_u64().map(|depth| depth as u32 * agents);
    let results = case["results"].as_object().expect("results");
    for (name, expected) in results {
        let (algorithm, cut) = match name.as_str() {
            "minimax" => (Algorithm::Minimax, Cut::Strict),
            "alphabeta-strict" => (Algorithm::AlphaBeta, Cut::Strict),
            "alphabeta-weak" => (Algorithm::AlphaBeta, Cut::Weak),
            "expectimax" => (Algorithm::Expectimax, Cut::Strict),
            _ => panic!("unknown search {name}"),
        };
        let terms = Terms { plies, cut, ..Terms::default() };
        let place = format!("{} {name}", case["id"]);
        compare(&tree, root, algorithm, &terms, expected, &place);
    }
    results.len()
}

fn compare(
    tree: &Tree,
    root: NodeId,
    algorithm: Algorithm,
    terms: &Terms,
    expected: &Value,
    place: &str,
) {
    let run = run(tree, &root, 0, algorithm, terms);
    let name = |state| tree.name(state);
    let labels = |actions: &[_]| -> Vec<String> {
        actions.iter().map(|action| tree.label(*action).to_owned()).collect()
    };
    let trace: Vec<String> = run
        .calls
        .iter()
        .map(|call| format!("{}>{}", name(call.parent), name(call.child)))
        .collect();
    let mut generated: BTreeSet<&str> = run.calls.iter().map(|call| name(call.child)).collect();
    generated.insert(tree.name(root));
    let action = run.outcome.action.map(|action| tree.label(action).to_owned());

    for (field, wanted) in expected.as_object().expect("fields") {
        let got = match field.as_str() {
            "value" => Value::from(run.outcome.value),
            "first_best_action" => Value::from(action.clone()),
            "calls" => Value::from(run.counts.next_state_calls),
            "evaluations" => Value::from(run.counts.evaluations),
            "trace" => Value::from(trace.clone()),
            "generated" => Value::from(generated.iter().copied().collect::<Vec<_>>()),
            "optimal_actions" => {
                let ties = optimal_actions(tree, &root, 0, algorithm, terms).expect("no stop");
                Value::from(labels(&ties))
            }
            _ => panic!("{place}: unknown field {field}"),
        };
        assert_eq!(&got, wanted, "{place}: {field}");
    }
}

fn read_tree(game: &Value) -> (Tree, NodeId) {
    let mut tree = Tree::new(game["agents"].as_u64().expect("agents") as usize);
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    for edge in game["edges"].as_array().expect("edges") {
        let (from, to) = (tree.node(&text(&edge[0])), tree.node(&text(&edge[2])));
        assert!(tree.add_edge(from, &text(&edge[1]), to), "an action twice: {edge}");
    }
    for (name, value) in game["values"].as_object().expect("values") {
        let id = tree.node(name);
        tree.set_value(id, value.as_f64().expect("a number"));
    }
    for (list, decided) in [("win", Decided::Win), ("lose", Decided::Lose)] {
        for name in game[list].as_array().expect("a list") {
            let id = tree.node(&text(name));
            tree.set_decided(id, decided);
        }
    }
    let root = tree.node(&text(&game["root"]));
    (tree, root)
}

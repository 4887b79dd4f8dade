//! Two runs are alike.

use serde_json::Value;

use super::{SEARCH, Work, cases};

/// Plays by chance: by a set's order, at import, by `random`, and by `random` in the constructor.
const BY_CHANCE: &str = r#"
import random

AT_IMPORT = random.random()


def choose(state, depth, evaluate):
    actions = sorted(set(state.getLegalActions(0)), key=hash)
    print(AT_IMPORT, random.random(), actions, list({"some", "words", "in", "a", "set"}))
    random.shuffle(actions)
    for _ in range(random.randrange(40)):
        state.getNextState(0, random.choice(actions))
    return random.choice(actions)
"#;

const GAME: &str = r#"
agent = "minimax"
depth = 1
[game]
kind = "pacman"
layout = "open"
ghosts = ["random"]
[play]
games = 3
seed = 4
max_moves = 60
[expect.score]
thresholds = [10000]
"#;

fn without_times(report: &Value) -> Value {
    match report {
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, _)| *key != "seconds");
            kept.map(|(key, value)| (key.clone(), without_times(value))).collect()
        }
        Value::Array(list) => list.iter().map(without_times).collect(),
        other => other.clone(),
    }
}

#[test]
fn two_runs_give_the_same_report_and_another_seed_another() {
    let work = Work::new(&[("board", super::BOARD), ("game", GAME), ("tree", super::TREE)]);
    let main = work.submit("multiAgents.py", format!("{BY_CHANCE}{SEARCH}"));
    let once = without_times(&work.report(&main, &["--seed", "5"]));
    let again = without_times(&work.report(&main, &["--seed", "5"]));
    assert_eq!(once, again);
    let parallel = without_times(&work.report(&main, &["--seed", "5", "--jobs", "2"]));
    assert_eq!(once, parallel);
    let other = work.report(&main, &["--seed", "6"]);
    let counts = |report: &Value| {
        cases(report)
            .map(|(_, case)| case["counts"]["next_state_calls"].clone())
            .collect::<Vec<_>>()
    };
    assert_ne!(counts(&once), counts(&other));
}

//! The recorded facts, and reading them.

use plygrade_engine::games::pacman::{Cell, Direction, Layout, PacmanState};
use serde_json::Value;

use crate::shared::folder;

/// The records of a JSON-lines file; says so and gives none where there are no recorded facts.
pub(crate) fn records(file: &str) -> Vec<Value> {
    let Some(folder) = folder(file) else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join(file)).expect("a readable file");
    let records: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    assert!(!records.is_empty(), "{file} is empty");
    records
}

/// The layout of a record: inline, or by the name of a file.
pub(crate) fn layout(record: &Value) -> Layout {
    let text = match &record["layout_text"] {
        Value::String(text) => text.clone(),
        _ => {
            let name = format!("berkeley-next/layouts/{}.lay", word(&record["layout"]));
            let path = folder(&name).expect("records come from there").join(name);
            std::fs::read_to_string(path).expect("a readable layout")
        }
    };
    Layout::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", record["id"]))
}

pub(crate) fn word(value: &Value) -> &str {
    value.as_str().expect("a string")
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

pub(crate) fn direction(value: &Value) -> Direction {
    Direction::named(word(value)).expect("a direction")
}

pub(crate) fn directions(value: &Value) -> Vec<Direction> {
    list(value).iter().map(direction).collect()
}

pub(crate) fn action_order(record: &Value) -> [Direction; 5] {
    directions(&record["action_order"]).try_into().expect("five directions")
}

/// A state as the records write it.
pub(crate) fn written(layout: &Layout, state: &PacmanState) -> Value {
    let agents: Vec<Value> = (0..state.num_agents())
        .map(|agent| {
            let (x, y) = state.position(agent).expect("an agent");
            let direction = state.direction(agent).expect("an agent");
            let timer = state.scared_timer(agent).expect("an agent");
            serde_json::json!([x, y, direction.name(), timer])
        })
        .collect();
    let capsules: Vec<Value> =
        state.capsules(layout).map(|Cell { x, y }| serde_json::json!([x, y])).collect();
    serde_json::json!({
        "score": state.score(), "win": state.is_win(), "lose": state.is_lose(),
        "food": state.food_count(), "capsules": capsules, "agents": agents,
    })
}

/// A recorded state with its coordinates as floats, since 1 and 1.0 are one place.
pub(crate) fn recorded(value: &Value) -> Value {
    let mut value = value.clone();
    for agent in value["agents"].as_array_mut().expect("an array") {
        for coordinate in 0..2 {
            agent[coordinate] = agent[coordinate].as_f64().expect("a number").into();
        }
    }
    value
}

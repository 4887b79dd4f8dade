//! Tests on abstract trees (`GraphGameTreeTest`).

use plygrade_engine::games::tree::{Decided, NodeId, Tree};
use plygrade_engine::search::Terms;
use plygrade_sdk::Action;

use super::file::File;
use super::test::Test;
use crate::case::{Case, Expect, Watch};
use crate::error::CaseError;
use crate::position::{At, Position};

const KEYS: [&str; 15] = [
    "class",
    "disabled",
    "points",
    "max_points",
    "alg",
    "depth",
    "diagram",
    "num_agents",
    "start_state",
    "win_states",
    "lose_states",
    "successors",
    "children",
    "evaluation",
    "question",
];
const SOLUTION_KEYS: [&str; 3] = ["action", "generated", "expanded"];

/// Reads a test and its solution.
pub(super) fn case(test: &Test<'_>) -> Result<Case, CaseError> {
    let file = test.file;
    file.only(&KEYS)?;
    let agents = file.number::<usize>("num_agents")?;
    if !(1..=MAX_AGENTS).contains(&agents) {
        let entry = file.need("num_agents")?;
        return Err(file.at(entry, format!("from 1 to {MAX_AGENTS} agents, found {agents}")));
    }
    let (tree, start) = tree(file, agents)?;
    let expect = expect(&test.solution()?, &tree)?;
    let depth = file.number("depth")?;
    let mut case =
        test.case(file.need("alg")?, Position::Tree(At { game: tree, state: start, agent: 0 }));
    case.task.depth = Some(depth);
    case.task.terms =
        Terms { plies: Some(depth.saturating_mul(agents as u32)), ..Terms::default() };
    case.task.watch = Watch { exact_distinct: false, order: true, generated: true };
    case.diagram = file.get("diagram").map(|entry| entry.value.trim_end().to_owned());
    case.expect = expect;
    Ok(case)
}

/// Most agents of a tree.
const MAX_AGENTS: usize = 1000;

fn tree(file: &File, agents: usize) -> Result<(Tree, NodeId), CaseError> {
    let mut tree = Tree::new(agents);
    let edges = match (file.get("successors"), file.get("children")) {
        (Some(edges), None) | (None, Some(edges)) => edges,
        (Some(_), Some(twice)) => {
            return Err(file.at(twice, "`successors` and `children` mean the same; keep one"));
        }
        (None, None) => return Err(file.error("`successors` (or `children`) is missing")),
    };
    for (line, text) in edges.lines() {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [from, action, to] = words[..] else {
            let message = format!("expected `state action next-state`, found {text:?}");
            return Err(super::file::at(&file.path, line, message));
        };
        let (from_id, to_id) = (tree.node(from), tree.node(to));
        if !tree.add_edge(from_id, action, to_id) {
            let message = format!("state {from} has the action {action} twice");
            return Err(super::file::at(&file.path, line, message));
        }
    }
    if let Some(state) = on_a_cycle(&tree) {
        let message = format!("state {} can be reached from itself", tree.name(state));
        return Err(file.at(edges, message));
    }
    let values = file.need("evaluation")?;
    for (line, text) in values.lines() {
        let wrong = |message: String| super::file::at(&file.path, line, message);
        let words: Vec<&str> = text.split_whitespace().collect();
        let [state, value] = words[..] else {
            return Err(wrong(format!("expected `state value`, found {text:?}")));
        };
        let value: f64 =
            value.parse().ok().filter(|value: &f64| !value.is_nan()).ok_or_else(|| {
                wrong(format!("the value of {state} must be a number, found {value:?}"))
            })?;
        let id = tree.node(state);
        if tree.value(id).is_some_and(|known| known != value) {
            return Err(wrong(format!("state {state} has two values")));
        }
        tree.set_value(id, value);
    }
    for (key, decided) in [("win_states", Decided::Win), ("lose_states", Decided::Lose)] {
        let Some(entry) = file.get(key) else { continue };
        for name in entry.words() {
            let id = tree.node(name);
            if tree.decided(id).is_some_and(|known| known != decided) {
                return Err(file.at(entry, format!("state {name} is both won and lost")));
            }
            tree.set_decided(id, decided);
        }
    }
    let entry = file.need("start_state")?;
    let start = tree
        .find(entry.value.trim())
        .ok_or_else(|| file.at(entry, format!("there is no state {:?}", entry.value.trim())))?;
    Ok((tree, start))
}

fn expect(solution: &File, tree: &Tree) -> Result<Expect, CaseError> {
    solution.only(&SOLUTION_KEYS)?;
    let entry = solution.need("action")?;
    let action = entry.value.trim();
    if tree.find_label(action).is_none() {
        return Err(solution.at(entry, format!("no action of the tree is called {action:?}")));
    }
    let entry = match (solution.get("generated"), solution.get("expanded")) {
        (Some(entry), _) | (None, Some(entry)) => entry,
        (None, None) => {
            return Err(solution.error("`generated` (in older files `expanded`) is missing"));
        }
    };
    if let Some(state) = entry.words().find(|name| tree.find(name).is_none()) {
        return Err(solution.at(entry, format!("there is no state {state:?} in the tree")));
    }
    Ok(Expect {
        action: Some(vec![Action::from(action)]),
        generated: Some(entry.words().map(str::to_owned).collect()),
        ..Expect::default()
    })
}

/// A state that can be reached from itself.
fn on_a_cycle(tree: &Tree) -> Option<NodeId> {
    // States without unvisited predecessors are taken away until only cycles are left.
    let mut before = vec![0_usize; tree.len()];
    for state in tree.states() {
        for (_, child) in tree.edges(state) {
            before[child.0 as usize] += 1;
        }
    }
    let mut free: Vec<NodeId> =
        tree.states().filter(|state| before[state.0 as usize] == 0).collect();
    while let Some(state) = free.pop() {
        for (_, child) in tree.edges(state) {
            let left = &mut before[child.0 as usize];
            *left -= 1;
            if *left == 0 {
                free.push(*child);
            }
        }
    }
    tree.states().find(|state| before[state.0 as usize] > 0)
}

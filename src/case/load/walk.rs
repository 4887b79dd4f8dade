//! Walks over trees, without recursion and with bounded work, since a case may write any graph.

use std::collections::HashSet;

use plygrade_engine::games::tree::{NodeId, Tree};

/// Edges followed when looking for states without a value. A graph that needs more is left to
/// the reference search, which meets them too.
const MOST_STEPS: usize = 1 << 20;

/// Every state that can be reached from `root`, decided ones passed through.
pub(super) fn reached(tree: &Tree, root: NodeId) -> HashSet<NodeId> {
    let mut reached = HashSet::from([root]);
    let mut open = vec![root];
    while let Some(state) = open.pop() {
        for (_, child) in tree.edges(state) {
            if reached.insert(*child) {
                open.push(*child);
            }
        }
    }
    reached
}

/// Some cycle below `root`, its first state repeated at its end.
pub(super) fn cycle(tree: &Tree, root: NodeId) -> Option<Vec<NodeId>> {
    let mut done = HashSet::new();
    let mut line = vec![(root, 0)];
    let mut on_line = HashSet::from([root]);
    while let Some((state, next)) = line.last_mut() {
        let moves = if tree.decided(*state).is_some() { &[] } else { tree.edges(*state) };
        let Some((_, child)) = moves.get(*next) else {
            let state = *state;
            on_line.remove(&state);
            done.insert(state);
            line.pop();
            continue;
        };
        *next += 1;
        if on_line.contains(child) {
            let start = line.iter().position(|(state, _)| state == child)?;
            let states = line[start..].iter().map(|(state, _)| *state);
            return Some(states.chain([*child]).collect());
        }
        if !done.contains(child) {
            on_line.insert(*child);
            line.push((*child, 0));
        }
    }
    None
}

/// States without a value that a full search to `plies` evaluates: leaves, and states at the
/// limit. In the order found, level by level.
pub(super) fn evaluated_without_value(
    tree: &Tree,
    root: NodeId,
    plies: Option<u32>,
) -> Vec<NodeId> {
    let mut missing = Vec::new();
    let mut told = HashSet::new();
    let mut level = vec![root];
    let mut steps = 0;
    let mut ply = 0;
    while !level.is_empty() && steps < MOST_STEPS {
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        for state in level {
            let over = tree.decided(state).is_some() || tree.edges(state).is_empty();
            if over || plies == Some(ply) {
                if tree.value(state).is_none() && told.insert(state) {
                    missing.push(state);
                }
                continue;
            }
            for (_, child) in tree.edges(state) {
                steps += 1;
                if seen.insert(*child) {
                    next.push(*child);
                }
            }
        }
        level = next;
        ply += 1;
    }
    missing
}

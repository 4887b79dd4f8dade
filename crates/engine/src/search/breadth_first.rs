//! Minimax with OPEN and CLOSED lists.
//!
//! First all nodes are generated level by level, in action order; then the leaves get their
//! static values; then the values are backed up from the last node to the first. Without merging
//! the calls and evaluations are as many as depth-first minimax makes, in another order.
//!
//! With `terms.merge_symmetric` a successor of the same symmetry class as an earlier one of its
//! level is that earlier node: it was generated and counts, but is neither expanded nor
//! evaluated again. The root's values then hold one entry a class, under the first of its
//! actions; on a chance level each action keeps its weight.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::scope::{Leaf, Scope, Turn};
use super::{Outcome, Terms, first_best};
use crate::counting::{Counted, FoldHasher, Meter, Stop};
use crate::game::{Game, Role};

/// The most nodes that the search keeps; it stops with [`Stop::TooLarge`] rather than eat the
/// memory of its machine.
pub const MAX_NODES: usize = 1 << 24;

/// All nodes in the order in which they were generated: CLOSED up to the one that is being
/// expanded, OPEN from there on.
struct Lists<G: Game> {
    nodes: Vec<Node<G::State>>,
    /// The children of all nodes, each node's in action order.
    edges: Vec<u32>,
}

struct Node<S> {
    /// Taken when the node is expanded; what is left are leaves.
    state: Option<S>,
    turn: Turn,
    /// Its part of the edges; empty on leaves.
    children: std::ops::Range<usize>,
    value: f64,
}

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    let (scope, turn) = Scope::new(game.game(), agent, terms.plies);
    let (mut lists, root_actions) = generate(game, root, turn, &scope, terms.merge_symmetric)?;
    for node in &mut lists.nodes {
        if let Some(state) = &node.state {
            node.value = game.evaluate(state, scope.root)?;
        }
    }
    back_up(game.game(), &mut lists, &scope);
    let children = &lists.edges[lists.nodes[0].children.clone()];
    let mut root_values = Vec::new();
    for (index, (action, child)) in root_actions.into_iter().zip(children).enumerate() {
        if !children[..index].contains(child) || !terms.merge_symmetric {
            root_values.push((action, lists.nodes[*child as usize].value));
        }
    }
    let role = scope.role(game.game(), turn);
    let action = first_best(role, &root_values, (f64::NEG_INFINITY, f64::INFINITY));
    Ok(Outcome { value: lists.nodes[0].value, action, root_values })
}

/// Expands all nodes down to the leaves; gives the lists and the root's actions.
fn generate<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    turn: Turn,
    scope: &Scope,
    merge: bool,
) -> Result<(Lists<G>, Vec<G::Action>), Stop> {
    let mut lists = Lists { nodes: vec![Node::new(root.clone(), turn)], edges: Vec::new() };
    let mut root_actions = Vec::new();
    let mut level: HashMap<u128, u32, BuildHasherDefault<FoldHasher>> = HashMap::default();
    let mut level_plies = turn.plies;
    let mut first_open = 0;
    while let Some(node) = lists.nodes.get_mut(first_open) {
        let turn = node.turn;
        let Some(state) = node.state.take() else { break };
        let actions = match scope.leaf(game.game(), &state, turn)? {
            Leaf::No => game.legal_actions(&state, turn.agent),
            Leaf::Over | Leaf::CutOff => 0..0,
        };
        if actions.is_empty() {
            lists.nodes[first_open].state = Some(state);
            first_open += 1;
            continue;
        }
        if turn.plies != level_plies {
            level_plies = turn.plies;
            level.clear();
        }
        let first_child = lists.edges.len();
        for index in actions.clone() {
            let action = game.action(index);
            let child = game.successor(&state, turn.agent, &action)?;
            let fresh = lists.nodes.len() as u32;
            let known = if merge {
                *level.entry(game.game().symmetry_class(&child)).or_insert(fresh)
            } else {
                fresh
            };
            if known == fresh {
                if lists.nodes.len() == MAX_NODES {
                    return Err(Stop::TooLarge);
                }
                lists.nodes.push(Node::new(child, scope.next(turn)));
            }
            lists.edges.push(known);
            if first_open == 0 {
                root_actions.push(action);
            }
        }
        lists.nodes[first_open].children = first_child..lists.edges.len();
        game.release(actions);
        first_open += 1;
    }
    Ok((lists, root_actions))
}

impl<S> Node<S> {
    fn new(state: S, turn: Turn) -> Self {
        Node { state: Some(state), turn, children: 0..0, value: 0.0 }
    }
}

/// Gives every expanded node its value; children always stand behind their parents.
fn back_up<G: Game>(game: &G, lists: &mut Lists<G>, scope: &Scope) {
    for index in (0..lists.nodes.len()).rev() {
        let node = &lists.nodes[index];
        if node.state.is_some() {
            continue;
        }
        let children = &lists.edges[node.children.clone()];
        let values = children.iter().map(|child| lists.nodes[*child as usize].value);
        lists.nodes[index].value = match scope.role(game, node.turn) {
            Role::Max => values.fold(f64::NEG_INFINITY, f64::max),
            Role::Min => values.fold(f64::INFINITY, f64::min),
            Role::Chance => values.fold(0.0, |sum, value| sum + value) / children.len() as f64,
        };
    }
}

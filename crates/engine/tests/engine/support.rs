//! Running searches with every count, and making trees.

use plygrade_engine::counting::{CallOrder, Counted, Counts, Distinct, OrderedCall};
use plygrade_engine::game::Game;
use plygrade_engine::games::tree::{NodeId, Tree};
use plygrade_engine::search::{Algorithm, Outcome, Terms, search};
use plygrade_engine::{Role, Stop};

/// A search's answer with all its counts and calls.
pub(crate) struct Run<G: Game> {
    pub(crate) outcome: Outcome<G::Action>,
    pub(crate) counts: Counts,
    pub(crate) calls: Vec<OrderedCall<G>>,
}

/// Runs a search that must not stop early.
pub(crate) fn run<G: Game>(
    game: &G,
    root: &G::State,
    agent: usize,
    algorithm: Algorithm,
    terms: &Terms,
) -> Run<G> {
    let meter = (Distinct::new(game.fingerprint(root), None, true), CallOrder::new(usize::MAX));
    let mut counted = Counted::new(game, meter);
    let outcome = match search(&mut counted, root, agent, algorithm, terms) {
        Ok(outcome) => outcome,
        Err(stop) => panic!("{algorithm:?} stopped: {stop:?}"),
    };
    let (distinct, order) = counted.meter;
    Run { outcome, counts: distinct.counts(), calls: order.calls }
}

/// Runs a search within a budget of calls of the meter.
pub(crate) fn run_within<G: Game>(
    game: &G,
    root: &G::State,
    algorithm: Algorithm,
    terms: &Terms,
    budget: u64,
) -> (Result<Outcome<G::Action>, Stop>, Counts) {
    let meter = Distinct::new(game.fingerprint(root), Some(budget), true);
    let mut counted = Counted::new(game, meter);
    let answer = search(&mut counted, root, 0, algorithm, terms);
    (answer, counted.meter.counts())
}

/// A uniform tree for two agents whose leaves, from left to right, take their values from
/// `value`; inner states have the value 0.
pub(crate) fn uniform(branching: u32, depth: u32, value: impl Fn(u32) -> f64) -> (Tree, NodeId) {
    let mut tree = Tree::new(2);
    let root = tree.node("root");
    tree.set_value(root, 0.0);
    let mut level = vec![root];
    for ply in 1..=depth {
        let mut next = Vec::new();
        for (place, parent) in level.iter().enumerate() {
            for action in 0..branching {
                let child = tree.node(&format!("{ply}.{}", place as u32 * branching + action));
                tree.add_edge(*parent, &action.to_string(), child);
                tree.set_value(child, 0.0);
                next.push(child);
            }
        }
        level = next;
    }
    for (place, leaf) in (0..).zip(level) {
        tree.set_value(leaf, value(place));
    }
    (tree, root)
}

/// A tree written as nested data: leaves with values, inner nodes with children.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Leaf(i8),
    Inner(i8, Vec<Shape>),
}

/// The tree of a shape; actions are `0`, `1`, ... at every node.
pub(crate) fn tree_of(shape: &Shape, agents: usize, roles: Vec<Role>) -> (Tree, NodeId) {
    let mut tree = Tree::new(agents);
    tree.set_roles(roles);
    let root = plant(&mut tree, shape, "r".to_owned());
    (tree, root)
}

fn plant(tree: &mut Tree, shape: &Shape, name: String) -> NodeId {
    let node = tree.node(&name);
    match shape {
        Shape::Leaf(value) => tree.set_value(node, f64::from(*value)),
        Shape::Inner(value, children) => {
            tree.set_value(node, f64::from(*value));
            for (action, child) in children.iter().enumerate() {
                let child = plant(tree, child, format!("{name}{action}"));
                tree.add_edge(node, &action.to_string(), child);
            }
        }
    }
    node
}

//! Abstract game trees: named states, labelled edges, values; states may be shared.

use std::collections::{HashMap, HashSet};

use crate::domain::{ActionName, Domain};
use crate::game::{Game, IllegalMove, MoveError, NoValue, Role};

/// Lines of an outline; a tree with more moves is cut.
const OUTLINE_LINES: usize = 10_000;
/// Levels of an outline; deeper ones are left out.
const OUTLINE_DEPTH: usize = 64;

/// A state: an index into the tree's nodes. Its identity does not know whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// An edge label: an index into the tree's labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

/// A game tree, or a game graph without cycles.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    agents: usize,
    /// One role an agent; empty: agent 0 is MAX, all others MIN.
    roles: Vec<Role>,
    nodes: Vec<Node>,
    labels: Vec<String>,
    by_name: HashMap<String, NodeId>,
    by_label: HashMap<String, Label>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    name: String,
    edges: Vec<(Label, NodeId)>,
    value: Option<f64>,
    bounds: Option<(f64, f64)>,
    outcome: Option<Decided>,
}

/// How the game ended in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Won by agent 0.
    Win,
    /// Lost by agent 0.
    Lose,
}

impl Tree {
    /// An empty tree for `agents` agents moving in turn.
    #[must_use]
    pub fn new(agents: usize) -> Self {
        Tree { agents, ..Tree::default() }
    }

    /// Gives each agent its role; without this agent 0 is MAX and all others are MIN.
    pub fn set_roles(&mut self, roles: Vec<Role>) {
        self.roles = roles;
    }

    /// The state named `name`, made if there is none yet.
    pub fn node(&mut self, name: &str) -> NodeId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { name: name.to_owned(), ..Node::default() });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// The label spelled `action`, made if there is none yet.
    pub fn add_label(&mut self, action: &str) -> Label {
        if let Some(&label) = self.by_label.get(action) {
            return label;
        }
        let label = Label(self.labels.len() as u32);
        self.labels.push(action.to_owned());
        self.by_label.insert(action.to_owned(), label);
        label
    }

    /// The labels, in the order in which they were made.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Adds the move `action` from `from` to `to`; false when `from` has that action already.
    pub fn add_edge(&mut self, from: NodeId, action: &str, to: NodeId) -> bool {
        let label = self.add_label(action);
        let edges = &mut self.nodes[from.0 as usize].edges;
        if edges.iter().any(|(known, _)| *known == label) {
            return false;
        }
        edges.push((label, to));
        true
    }

    /// Sets the static value of a state.
    pub fn set_value(&mut self, id: NodeId, value: f64) {
        self.nodes[id.0 as usize].value = Some(value);
    }

    /// Sets sound bounds on the backed-up value of a state.
    pub fn set_bounds(&mut self, id: NodeId, low: f64, high: f64) {
        self.nodes[id.0 as usize].bounds = Some((low, high));
    }

    /// Marks a state as won or lost.
    pub fn set_decided(&mut self, id: NodeId, decided: Decided) {
        self.nodes[id.0 as usize].outcome = Some(decided);
    }

    /// The state named `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.by_name.get(name).copied()
    }

    /// The label spelled `action`.
    #[must_use]
    pub fn find_label(&self, action: &str) -> Option<Label> {
        self.by_label.get(action).copied()
    }

    /// A state's name.
    #[must_use]
    pub fn name(&self, id: NodeId) -> &str {
        &self.nodes[id.0 as usize].name
    }

    /// A label's spelling.
    #[must_use]
    pub fn label(&self, label: Label) -> &str {
        &self.labels[label.0 as usize]
    }

    /// The edges out of a state, in action order.
    #[must_use]
    pub fn edges(&self, id: NodeId) -> &[(Label, NodeId)] {
        &self.nodes[id.0 as usize].edges
    }

    /// A state's static value, where it has one.
    #[must_use]
    pub fn value(&self, id: NodeId) -> Option<f64> {
        self.nodes[id.0 as usize].value
    }

    /// Whether a state is won or lost.
    #[must_use]
    pub fn decided(&self, id: NodeId) -> Option<Decided> {
        self.nodes[id.0 as usize].outcome
    }

    /// The tree below `root` as an indented outline, a line a move. The successors of a state
    /// that is reached twice stand below its first mention alone, so that shared states and
    /// cycles take no more lines than there are moves.
    fn outline(&self, root: NodeId) -> String {
        let mut text = String::new();
        let mut lines = 0;
        let mut drawn = HashSet::new();
        let mut stack = vec![(root, None, 0)];
        while let Some((state, label, depth)) = stack.pop() {
            if lines == OUTLINE_LINES {
                text.push_str("...\n");
                break;
            }
            lines += 1;
            text.push_str(&"  ".repeat(depth));
            if let Some(label) = label {
                text.push_str(self.label(label));
                text.push_str(": ");
            }
            text.push_str(self.name(state));
            let edges = self.edges(state);
            if let (Some(value), true) = (self.value(state), edges.is_empty()) {
                text.push_str(&format!(" = {value}"));
            }
            if edges.is_empty() {
                // Nothing below it.
            } else if !drawn.insert(state) {
                text.push_str(" (see above)");
            } else if depth == OUTLINE_DEPTH {
                text.push_str(" ...");
            } else {
                let below = edges.iter().rev();
                stack.extend(below.map(|(label, child)| (*child, Some(*label), depth + 1)));
            }
            text.push('\n');
        }
        text
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no state at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All states, in the order in which they were made.
    pub fn states(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }
}

impl Game for Tree {
    type State = NodeId;
    type Action = Label;

    fn agents(&self) -> usize {
        self.agents
    }

    fn to_move(&self, _state: &NodeId) -> Option<usize> {
        None
    }

    fn is_terminal(&self, state: &NodeId) -> bool {
        self.decided(*state).is_some()
    }

    fn legal_actions(&self, state: &NodeId, _agent: usize, out: &mut Vec<Label>) {
        out.extend(self.edges(*state).iter().map(|(label, _)| *label));
    }

    fn successor(
        &self,
        state: &NodeId,
        agent: usize,
        action: &Label,
    ) -> Result<NodeId, IllegalMove> {
        self.edges(*state)
            .iter()
            .find(|(label, _)| label == action)
            .map(|(_, child)| *child)
            .ok_or(IllegalMove { agent, why: MoveError::NotLegal })
    }

    fn evaluate(&self, state: &NodeId, _perspective: usize) -> Result<f64, NoValue> {
        self.value(*state).ok_or_else(|| NoValue { state: self.name(*state).to_owned() })
    }

    fn role(&self, agent: usize, root: usize) -> Role {
        match self.roles.get(agent) {
            Some(role) => *role,
            None if agent == root => Role::Max,
            None => Role::Min,
        }
    }

    fn fingerprint(&self, state: &NodeId) -> u128 {
        u128::from(state.0)
    }

    fn bounds(&self, state: &NodeId, _: usize, _: Option<u32>) -> (f64, f64) {
        self.nodes[state.0 as usize].bounds.unwrap_or((f64::NEG_INFINITY, f64::INFINITY))
    }
}

impl Domain for Tree {
    const KIND: &'static str = "tree";

    fn action_name(&self, action: &Label) -> ActionName {
        ActionName::Word(self.label(*action).to_owned())
    }

    fn action_named(&self, name: &ActionName) -> Option<Label> {
        match name {
            ActionName::Word(word) => self.find_label(word),
            ActionName::Pair(..) => None,
        }
    }

    fn state_name(&self, state: &NodeId) -> String {
        self.name(*state).to_owned()
    }

    fn has_state_named(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn text(&self, state: &NodeId) -> String {
        self.outline(*state)
    }

    fn is_win(&self, state: &NodeId, agent: usize) -> bool {
        self.decided(*state) == Some(if agent == 0 { Decided::Win } else { Decided::Lose })
    }

    fn is_lose(&self, state: &NodeId, agent: usize) -> bool {
        self.decided(*state) == Some(if agent == 0 { Decided::Lose } else { Decided::Win })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_repeats_no_shared_state_and_ends_on_cycles() {
        let mut tree = Tree::new(2);
        let [root, shared, leaf] = ["root", "shared", "leaf"].map(|name| tree.node(name));
        tree.add_edge(root, "a", shared);
        tree.add_edge(root, "b", shared);
        tree.add_edge(shared, "c", leaf);
        tree.add_edge(shared, "back", root);
        tree.set_value(leaf, 2.5);
        let expected = "root\n  a: shared\n    c: leaf = 2.5\n    back: root (see above)\n  \
                        b: shared (see above)\n";
        assert_eq!(tree.text(&root), expected);
    }

    #[test]
    fn the_outline_of_a_deep_or_wide_tree_is_bounded() {
        let mut tree = Tree::new(1);
        let root = tree.node("root");
        let mut last = root;
        for n in 0..20_000 {
            let next = tree.node(&format!("deep{n}"));
            tree.add_edge(last, "down", next);
            last = next;
            let wide = tree.node(&format!("wide{n}"));
            tree.add_edge(root, &format!("a{n}"), wide);
        }
        let text = tree.text(&root);
        assert_eq!(text.lines().count(), OUTLINE_LINES + 1);
        assert!(text.len() < 1 << 20);
    }
}

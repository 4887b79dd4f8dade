//! States of abstract trees.

use std::sync::Arc;

use plygrade_engine::Game;
use plygrade_engine::games::tree::{Decided, Label, NodeId, Tree};
use plygrade_wire as wire;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::handle::Handle;
use crate::session::IllegalMove;

/// A tree with its labels as Python strings.
pub(crate) struct TreeGame {
    pub(crate) tree: Tree,
    pub(crate) labels: Vec<Py<PyString>>,
}

impl TreeGame {
    /// The tree of a case. Nodes and labels keep their numbers.
    pub(crate) fn new(
        py: Python<'_>,
        agents: u32,
        labels: &[String],
        nodes: &[wire::Node],
    ) -> Option<Self> {
        let mut tree = Tree::new(agents as usize);
        for label in labels {
            tree.add_label(label);
        }
        for node in nodes {
            tree.node(&node.name);
        }
        for (number, node) in nodes.iter().enumerate() {
            let id = NodeId(number as u32);
            for edge in &node.edges {
                let (label, to) = (labels.get(edge.label as usize)?, nodes.get(edge.to as usize)?);
                let to = tree.find(&to.name)?;
                tree.add_edge(id, label, to);
            }
            if let Some(value) = node.value {
                tree.set_value(id, value);
            }
            match node.decided {
                1 => tree.set_decided(id, Decided::Win),
                2 => tree.set_decided(id, Decided::Lose),
                _ => {}
            }
        }
        let labels = labels.iter().map(|label| PyString::intern(py, label).unbind()).collect();
        Some(TreeGame { tree, labels })
    }

    fn edge(&self, node: NodeId, action: &Bound<'_, PyAny>) -> Option<(Label, NodeId)> {
        let edges = self.tree.edges(node);
        let same = |label: &Label| self.labels[label.0 as usize].as_ptr() == action.as_ptr();
        if let Some(edge) = edges.iter().find(|(label, _)| same(label)) {
            return Some(*edge);
        }
        let text = action.cast::<PyString>().ok()?.to_cow().ok()?;
        edges.iter().find(|(label, _)| self.tree.label(*label) == text).copied()
    }
}

/// A state of an abstract game tree.
#[pyclass(frozen, dict, weakref, module = "plygrade")]
pub(crate) struct TreeState {
    game: Arc<TreeGame>,
    node: NodeId,
    handle: Handle,
}

impl TreeState {
    pub(crate) fn new(game: Arc<TreeGame>, node: NodeId, handle: Handle) -> Self {
        TreeState { game, node, handle }
    }

    fn legal<'py>(&self, py: Python<'py>, agent: i64) -> PyResult<Bound<'py, PyList>> {
        self.handle.legal(py, agent as u32)?;
        let edges = self.game.tree.edges(self.node);
        PyList::new(py, edges.iter().map(|(label, _)| &self.game.labels[label.0 as usize]))
    }

    fn successor(&self, py: Python<'_>, agent: i64, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Some((label, child)) = self.game.edge(self.node, action) else {
            let name = self.game.tree.name(self.node);
            let action = action.repr()?;
            return Err(IllegalMove::new_err(format!("illegal action {action} in state {name}")));
        };
        let handle = self.handle.successor(py, agent as u32, u64::from(label.0))?;
        Ok(TreeState { game: Arc::clone(&self.game), node: child, handle })
    }

    fn decided(&self) -> Option<Decided> {
        self.game.tree.decided(self.node)
    }
}

#[pymethods]
#[allow(non_snake_case)]
impl TreeState {
    #[pyo3(signature = (agentIndex = 0))]
    fn getLegalActions<'py>(
        &self,
        py: Python<'py>,
        agentIndex: i64,
    ) -> PyResult<Bound<'py, PyList>> {
        self.legal(py, agentIndex)
    }

    #[pyo3(signature = (agentIndex = 0))]
    fn getPossibleActions<'py>(
        &self,
        py: Python<'py>,
        agentIndex: i64,
    ) -> PyResult<Bound<'py, PyList>> {
        self.legal(py, agentIndex)
    }

    fn getNextState(
        &self,
        py: Python<'_>,
        agentIndex: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex, action)
    }

    fn generateSuccessor(
        &self,
        py: Python<'_>,
        agentIndex: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex, action)
    }

    fn getSuccessor(
        &self,
        py: Python<'_>,
        agentIndex: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex, action)
    }

    fn generateNextState(
        &self,
        py: Python<'_>,
        agentIndex: i64,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex, action)
    }

    fn isWin(&self) -> bool {
        self.decided() == Some(Decided::Win)
    }

    fn isWinningState(&self) -> bool {
        self.decided() == Some(Decided::Win)
    }

    fn isLose(&self) -> bool {
        self.decided() == Some(Decided::Lose)
    }

    fn isLosingState(&self) -> bool {
        self.decided() == Some(Decided::Lose)
    }

    fn getScore(&self, py: Python<'_>) -> PyResult<f64> {
        self.handle.evaluation(py)?;
        self.game.tree.value(self.node).ok_or_else(|| {
            let name = self.game.tree.name(self.node);
            PyException::new_err(format!(
                "getScore() of state {name}, which has no value: it is neither a leaf nor at the \
                 depth limit"
            ))
        })
    }

    fn getNumAgents(&self) -> usize {
        self.game.tree.agents()
    }

    fn getNumGhost(&self) -> usize {
        self.game.tree.agents().saturating_sub(1)
    }

    fn deepCopy(&self, py: Python<'_>) -> PyResult<Self> {
        let handle = self.handle.copied(py)?;
        Ok(TreeState { game: Arc::clone(&self.game), node: self.node, handle })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.deepCopy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.deepCopy(py)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Option<bool> {
        let same = other.cast::<TreeState>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.game, &other.game) && self.node == other.node
        });
        match op {
            CompareOp::Eq => Some(same),
            CompareOp::Ne => Some(!same),
            _ => None,
        }
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.node.0) + 1
    }

    fn __str__(&self) -> String {
        self.game.tree.name(self.node).to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<state {}>", self.game.tree.name(self.node))
    }
}

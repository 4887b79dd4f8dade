//! States of abstract trees.

use std::sync::{Arc, OnceLock};

use plygrade_engine::Game;
use plygrade_engine::games::tree::{Decided, Label, NodeId, Tree};
use plygrade_wire::{self as wire, Place};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySet, PyString};

use crate::handle::Handle;
use crate::session::IllegalMove;
use crate::table;

/// A tree with its labels as Python strings.
pub(crate) struct TreeGame {
    pub(crate) tree: Tree,
    pub(crate) labels: Vec<Py<PyString>>,
    start: NodeId,
    problem: OnceLock<Py<PyAny>>,
}

/// A state that was pickled in this case.
#[pyfunction]
pub(crate) fn tree_state(py: Python<'_>, node: u32, turn: u32) -> PyResult<TreeState> {
    let game = table::tree().filter(|game| game.tree.states().any(|known| known.0 == node));
    let game = game.ok_or_else(|| PyException::new_err("a state of a tree that is gone"))?;
    let handle = Handle::placed(py, Place::Node(node), turn)?;
    Ok(TreeState::new(game, NodeId(node), handle))
}

/// What submissions that look behind a tree's states find there.
fn problem(py: Python<'_>, game: &TreeGame) -> PyResult<Py<PyAny>> {
    let tree = &game.tree;
    let names = |wanted| {
        let states = tree.states().filter(move |id| tree.decided(*id) == Some(wanted));
        PySet::new(py, states.map(|id| tree.name(id)))
    };
    let (evaluation, actions, successors) = (PyDict::new(py), PyDict::new(py), PyDict::new(py));
    for id in tree.states() {
        if let Some(value) = tree.value(id) {
            evaluation.set_item(tree.name(id), value)?;
        }
        let (list, map) = (PyList::empty(py), PyDict::new(py));
        for (label, to) in tree.edges(id) {
            list.append(tree.label(*label))?;
            map.set_item(tree.label(*label), tree.name(*to))?;
        }
        actions.set_item(tree.name(id), list)?;
        successors.set_item(tree.name(id), map)?;
    }
    let problem = py.import("types")?.getattr("SimpleNamespace")?.call0()?;
    problem.setattr("startState", tree.name(game.start))?;
    problem.setattr("numAgents", tree.agents())?;
    problem.setattr("winStates", names(Decided::Win)?)?;
    problem.setattr("loseStates", names(Decided::Lose)?)?;
    problem.setattr("evaluation", evaluation)?;
    problem.setattr("stateToActions", actions)?;
    problem.setattr("stateToSuccessorMap", &successors)?;
    problem.setattr("successorMap", successors)?;
    problem.setattr("generatedStates", PySet::new(py, [tree.name(game.start)])?)?;
    Ok(problem.unbind())
}

impl TreeGame {
    /// The tree of a case. Nodes and labels keep their numbers.
    pub(crate) fn new(
        py: Python<'_>,
        agents: u32,
        labels: &[String],
        nodes: &[wire::Node],
        start: NodeId,
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
        Some(TreeGame { tree, labels, start, problem: OnceLock::new() })
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
#[pyclass(frozen, dict, weakref, module = "multiagentTestClasses", name = "MultiagentTreeState")]
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

/// The number of an agent. The course's trees look at no number, so that anything will do here;
/// what is no whole number is nobody's.
pub(crate) struct Number(i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let whole = || object.extract().ok().filter(|x: &f64| x.fract() == 0.0).map(|x| x as i64);
        Ok(Number(object.extract().ok().or_else(whole).unwrap_or(-1)))
    }
}

#[pymethods]
#[allow(non_snake_case)]
impl TreeState {
    #[pyo3(signature = (agentIndex = Number(0)))]
    fn getLegalActions<'py>(
        &self,
        py: Python<'py>,
        agentIndex: Number,
    ) -> PyResult<Bound<'py, PyList>> {
        self.legal(py, agentIndex.0)
    }

    #[pyo3(signature = (agentIndex = Number(0)))]
    fn getPossibleActions<'py>(
        &self,
        py: Python<'py>,
        agentIndex: Number,
    ) -> PyResult<Bound<'py, PyList>> {
        self.legal(py, agentIndex.0)
    }

    fn getNextState(
        &self,
        py: Python<'_>,
        agentIndex: Number,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex.0, action)
    }

    fn generateSuccessor(
        &self,
        py: Python<'_>,
        agentIndex: Number,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex.0, action)
    }

    fn getSuccessor(
        &self,
        py: Python<'_>,
        agentIndex: Number,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex.0, action)
    }

    fn generateNextState(
        &self,
        py: Python<'_>,
        agentIndex: Number,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        self.successor(py, agentIndex.0, action)
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

    /// The state's name.
    #[getter]
    fn state(&self) -> &str {
        self.game.tree.name(self.node)
    }

    /// The tree as the course's own object shows it, made once.
    #[getter]
    fn problem(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Some(problem) = self.game.problem.get() {
            return Ok(problem.clone_ref(py));
        }
        let problem = problem(py, &self.game)?;
        Ok(self.game.problem.get_or_init(|| problem).clone_ref(py))
    }

    /// Pickled as a place in the tree of the case.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (u32, u32))> {
        let make = py.import("_plygrade")?.getattr("tree_state")?.unbind();
        Ok((make, (self.node.0, self.handle.turn)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<TreeState>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.game, &other.game) && self.node == other.node
        })
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

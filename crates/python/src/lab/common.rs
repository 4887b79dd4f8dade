//! What the lab's games have in common.

use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plygrade_engine::Domain;
use plygrade_wire::{Board, Place, Writer};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::handle::Handle;
use crate::session::IllegalMove;

/// Calls of `actions` and `successor` in this process, for those who play without the grader. The
/// grader counts for itself.
static ACTIONS: AtomicU64 = AtomicU64::new(0);
static SUCCESSORS: AtomicU64 = AtomicU64::new(0);

/// Calls of `actions` and of `successor` since the process began.
#[pyfunction]
pub(crate) fn calls() -> (u64, u64) {
    (ACTIONS.load(Ordering::Relaxed), SUCCESSORS.load(Ordering::Relaxed))
}

/// A game of the lab, as Python sees it.
pub(crate) trait Side:
    Domain<State: Send + Sync + PartialEq + Hash, Action: Send + Sync> + Send + Sync + 'static
{
    /// The name of the player with this number.
    fn player<'py>(py: Python<'py>, agent: usize) -> Bound<'py, PyString>;

    /// The action as Python writes it.
    fn shown<'py>(py: Python<'py>, action: &Self::Action) -> PyResult<Bound<'py, PyAny>>;

    /// The action that an object of Python's means.
    fn meant(&self, action: &Bound<'_, PyAny>) -> Option<Self::Action>;

    /// The action's number in the records.
    fn code(action: &Self::Action) -> u64;

    /// The action with that number.
    fn coded(code: u64) -> Option<Self::Action>;

    /// A position, as it is sent.
    fn board(&self, state: &Self::State) -> Board;

    /// The game of the case, if `state` of this game is one of its positions.
    fn of_the_case(&self, state: &Self::State) -> Option<Arc<Self>>;
}

/// A state of a game: its rules, the position, and its name in the records.
pub(crate) struct Seat<G: Side> {
    pub(crate) game: Arc<G>,
    pub(crate) state: G::State,
    pub(crate) handle: Handle,
    /// The action that led here.
    pub(crate) last: Option<G::Action>,
}

impl<G: Side> Seat<G> {
    pub(crate) fn new(game: Arc<G>, state: G::State, handle: Handle) -> Self {
        Seat { game, state, handle, last: None }
    }

    /// A state that the submission made of its own; counted where it is one of the case's game.
    pub(crate) fn made(
        py: Python<'_>,
        game: G,
        state: G::State,
        last: Option<G::Action>,
    ) -> PyResult<Self> {
        let Some(known) = game.of_the_case(&state) else {
            return Ok(Seat { game: Arc::new(game), state, handle: Handle::nobody(), last });
        };
        let turn = game.to_move(&state).unwrap_or_default() as u32;
        let handle = Handle::placed(py, Place::Board(game.board(&state)), turn)?;
        Ok(Seat { game: known, state, handle, last })
    }

    #[inline]
    pub(crate) fn turn(&self) -> usize {
        self.game.to_move(&self.state).unwrap_or_default()
    }

    pub(crate) fn player<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        G::player(py, self.turn())
    }

    /// The actions of who is to move; counted.
    pub(crate) fn legal(&self, py: Python<'_>) -> PyResult<Vec<G::Action>> {
        ACTIONS.fetch_add(1, Ordering::Relaxed);
        let turn = self.turn();
        self.handle.legal(py, turn as u32)?;
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, turn, &mut actions);
        Ok(actions)
    }

    pub(crate) fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let actions = self.legal(py)?;
        let list = PyList::empty(py);
        for action in &actions {
            list.append(G::shown(py, action)?)?;
        }
        Ok(list)
    }

    /// The state after `action`; counted.
    #[inline]
    pub(crate) fn after(&self, py: Python<'_>, action: &G::Action) -> PyResult<Self> {
        let turn = self.turn();
        let next = self.game.successor(&self.state, turn, action);
        let state = match next {
            Ok(state) => state,
            Err(illegal) => return Err(self.refused(G::shown(py, action)?, &illegal)),
        };
        SUCCESSORS.fetch_add(1, Ordering::Relaxed);
        let handle = self.handle.successor(py, turn as u32, G::code(action))?;
        Ok(Seat { game: Arc::clone(&self.game), state, handle, last: Some(action.clone()) })
    }

    pub(crate) fn successor(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Some(action) = self.game.meant(action) else {
            return Err(self.refused(action.clone(), &"no action of this game"));
        };
        self.after(py, &action)
    }

    fn refused(&self, action: Bound<'_, PyAny>, why: &dyn Display) -> PyErr {
        let action = action.repr().map_or_else(|_| "?".to_owned(), |repr| repr.to_string());
        let name = self.game.state_name(&self.state);
        IllegalMove::new_err(format!("illegal action {action} in state {name}: {why}"))
    }

    /// What each player has when the game is over; `None` while it goes on.
    pub(crate) fn utility<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if !self.game.is_terminal(&self.state) {
            return Ok(None);
        }
        self.handle.evaluation(py)?;
        let utility = PyDict::new(py);
        for agent in 0..self.game.agents() {
            let value = self.game.evaluate(&self.state, agent).unwrap_or_default();
            utility.set_item(G::player(py, agent), value as i64)?;
        }
        Ok(Some(utility))
    }

    pub(crate) fn last<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.last.as_ref().map(|action| G::shown(py, action)).transpose()
    }

    pub(crate) fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.game.agents()).map(|agent| G::player(py, agent)))
    }

    pub(crate) fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Seat {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            handle: self.handle.copied(py)?,
            last: self.last.clone(),
        })
    }

    pub(crate) fn text(&self) -> String {
        self.game.text(&self.state).trim_end_matches('\n').to_owned()
    }

    pub(crate) fn name(&self, class: &str) -> String {
        format!("<{class} {}>", self.game.state_name(&self.state))
    }

    /// The same in every process.
    pub(crate) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }

    /// What makes the state again when it is unpickled.
    pub(crate) fn reduced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut board = Writer::default();
        self.game.board(&self.state).write(&mut board);
        let make = py.import("_plygrade")?.getattr("lab_state")?;
        (make, (PyBytes::new(py, &board.bytes), self.last(py)?)).into_pyobject(py)
    }
}

/// A state's class and the class of its successors' iterator.
macro_rules! lab_state {
    (
        $state:ident, $successors:ident, $game:ty, $name:literal, $module:literal,
        { $($own:tt)* }
    ) => {
        #[doc = concat!("A state of `", $module, "`.")]
        #[pyclass(frozen, dict, weakref, module = $module, name = $name)]
        pub(crate) struct $state(pub(crate) $crate::lab::Seat<$game>);

        #[pymethods]
        #[allow(non_snake_case)]
        impl $state {
            $($own)*

            fn currentPlayer<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
                self.0.player(py)
            }

            fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                self.0.players(py)
            }

            fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                self.0.actions(py)
            }

            fn successor(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Self> {
                self.0.successor(py, action).map($state)
            }

            fn successors(slf: Bound<'_, Self>) -> PyResult<$successors> {
                let actions = slf.get().0.legal(slf.py())?;
                let next = std::sync::atomic::AtomicUsize::new(0);
                Ok($successors { state: slf.unbind(), actions, next })
            }

            fn utility<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
                self.0.utility(py)
            }

            fn lastAction<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
                self.0.last(py)
            }

            fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
                self.0.copy(py).map($state)
            }

            fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
                self.0.copy(py).map($state)
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                self.0.reduced(py)
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<$state>().is_ok_and(|other| other.get().0.state == self.0.state)
            }

            fn __hash__(&self) -> u64 {
                self.0.hash()
            }

            fn __str__(&self) -> String {
                self.0.text()
            }

            fn __repr__(&self) -> String {
                self.0.name($name)
            }
        }

        /// Successors one by one: pairs of an action and the state that it leads to.
        #[pyclass(frozen, module = $module)]
        pub(crate) struct $successors {
            state: Py<$state>,
            actions: Vec<<$game as plygrade_engine::Game>::Action>,
            next: std::sync::atomic::AtomicUsize,
        }

        #[pymethods]
        impl $successors {
            fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
                let next = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(action) = self.actions.get(next) else { return Ok(None) };
                let state = Py::new(py, $state(self.state.get().0.after(py, action)?))?;
                let action = <$game as $crate::lab::Side>::shown(py, action)?;
                (action, state).into_pyobject(py).map(Some)
            }
        }
    };
}
pub(super) use lab_state;

/// Two integers, as a tuple or a list.
pub(super) fn pair(object: &Bound<'_, PyAny>) -> Option<(u32, u32)> {
    if let Ok(pair) = object.cast::<PyTuple>() {
        return pair.extract().ok();
    }
    let pair = object.cast::<PyList>().ok()?;
    let item = |index| pair.get_item(index).ok()?.extract().ok();
    if pair.len() == 2 { Some((item(0)?, item(1)?)) } else { None }
}

//! The state wrapper: every successor that is asked for is counted by the grader.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::{Action, View};

/// One position. Cloning is cheap and not counted; equal positions are equal.
#[derive(Clone)]
pub struct State(Rc<dyn Handle>);

/// What stands behind a [`State`]; implemented by the grader.
///
/// A call that the rules do not allow does not return: it ends the case with a fault.
pub trait Handle {
    /// See [`State::num_agents`].
    fn num_agents(&self) -> usize;
    /// See [`State::turn`].
    fn turn(&self) -> usize;
    /// See [`State::legal_actions`].
    fn legal_actions(&self, agent: usize) -> Vec<Action>;
    /// See [`State::next_state`].
    fn next_state(&self, agent: usize, action: &Action) -> State;
    /// See [`State::is_over`].
    fn is_over(&self) -> bool;
    /// See [`State::is_win`].
    fn is_win(&self) -> bool;
    /// See [`State::is_lose`].
    fn is_lose(&self) -> bool;
    /// See [`State::evaluate`].
    fn evaluate(&self) -> f64;
    /// See [`State::bounds`]; without any knowledge of the game everything is possible.
    fn bounds(&self, _plies_left: Option<u32>) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }
    /// See [`State::view`].
    fn view(&self) -> View;
    /// Equal for equal positions, different for different ones.
    fn identity(&self) -> u128;
}

impl State {
    /// Wraps a handle of the grader.
    pub fn new(handle: impl Handle + 'static) -> Self {
        State(Rc::new(handle))
    }

    /// How many agents move in turn; the one whose turn it is in the first state is MAX.
    #[must_use]
    pub fn num_agents(&self) -> usize {
        self.0.num_agents()
    }

    /// The agent whose turn it is.
    #[must_use]
    pub fn turn(&self) -> usize {
        self.0.turn()
    }

    /// The legal actions of `agent`, in the case's order. Counted.
    #[must_use]
    pub fn legal_actions(&self, agent: usize) -> Vec<Action> {
        self.0.legal_actions(agent)
    }

    /// The state after `agent` plays `action`. Counted, every time it is asked for.
    #[must_use]
    pub fn next_state(&self, agent: usize, action: &Action) -> State {
        self.0.next_state(agent, action)
    }

    /// Whether the game is over: won, lost, drawn.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Whether MAX has won.
    #[must_use]
    pub fn is_win(&self) -> bool {
        self.0.is_win()
    }

    /// Whether MAX has lost.
    #[must_use]
    pub fn is_lose(&self) -> bool {
        self.0.is_lose()
    }

    /// The static value for MAX by the evaluation that the case names. Counted.
    #[must_use]
    pub fn evaluate(&self) -> f64 {
        self.0.evaluate()
    }

    /// Bounds (low, high) that the case's evaluation guarantees for the value of this state when
    /// `plies_left` more plies are searched (`None`: to the end of the game). Not counted.
    #[must_use]
    pub fn bounds(&self, plies_left: Option<u32>) -> (f64, f64) {
        self.0.bounds(plies_left)
    }

    /// The position as plain data, for evaluation functions of one's own.
    #[must_use]
    pub fn view(&self) -> View {
        self.0.view()
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.0.identity() == other.0.identity()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.identity().hash(hasher);
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("State").field(&self.view()).finish()
    }
}

//! What a search may know of a game.

use std::fmt;

/// The rules of one domain together with the terms of a case: order of actions and evaluation.
///
/// A state is one immutable position. Agents are numbered from 0; whose turn it is need not be
/// part of a state (Berkeley's Pacman states do not know it), so the searches pass the agent.
pub trait Game {
    /// One position.
    type State: Clone + fmt::Debug;
    /// One move of one agent.
    type Action: Clone + PartialEq + fmt::Debug;

    /// How many agents move in turn.
    fn agents(&self) -> usize;

    /// Whose turn it is in `state`, where states of this game know it.
    fn to_move(&self, state: &Self::State) -> Option<usize>;

    /// Whether the game is over in `state`: decided, or nobody can move.
    ///
    /// A game may answer `false` for a state without legal actions; searches evaluate such a
    /// state after having asked for its actions.
    fn is_terminal(&self, state: &Self::State) -> bool;

    /// Appends the legal actions of `agent`, in the order of the case.
    fn legal_actions(&self, state: &Self::State, agent: usize, out: &mut Vec<Self::Action>);

    /// The position after `agent` plays `action`.
    ///
    /// # Errors
    /// [`IllegalMove`] when the rules do not allow that move there.
    fn successor(
        &self,
        state: &Self::State,
        agent: usize,
        action: &Self::Action,
    ) -> Result<Self::State, IllegalMove>;

    /// The static value of `state` for the agent `perspective`, who is MAX.
    ///
    /// # Errors
    /// [`NoValue`] when the case gives this state no value.
    fn evaluate(&self, state: &Self::State, perspective: usize) -> Result<f64, NoValue>;

    /// The role of `agent` in a search for `root`.
    fn role(&self, agent: usize, root: usize) -> Role {
        if agent == root { Role::Max } else { Role::Min }
    }

    /// A number that two states share exactly when they are the same state.
    ///
    /// An injective code where a state fits into 128 bits, else a 128-bit hash.
    fn fingerprint(&self, state: &Self::State) -> u128;

    /// Like [`Game::fingerprint`], but shared by all states that are the same up to symmetry.
    fn symmetry_class(&self, state: &Self::State) -> u128 {
        self.fingerprint(state)
    }

    /// Sound bounds `(low, high)` on the backed-up value of `state` for `perspective`, when
    /// `plies_left` more plies will be searched (`None`: to the end of the game).
    fn bounds(
        &self,
        _state: &Self::State,
        _perspective: usize,
        _plies_left: Option<u32>,
    ) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }
}

/// Whose interest the agent to move serves in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Takes the largest value.
    Max,
    /// Takes the smallest value.
    Min,
    /// Draws uniformly among its actions; the value is the mean.
    Chance,
}

/// A move that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The agent that wanted to move.
    pub agent: usize,
    /// Why not.
    pub why: MoveError,
}

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The game is over in this state.
    GameOver,
    /// There is no such agent.
    NoSuchAgent,
    /// It is another agent's turn, and states of this game know whose.
    NotItsTurn,
    /// The action is not among the legal ones.
    NotLegal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agent = self.agent;
        match self.why {
            MoveError::GameOver => write!(f, "agent {agent} cannot move: the game is over"),
            MoveError::NoSuchAgent => write!(f, "there is no agent {agent}"),
            MoveError::NotItsTurn => write!(f, "it is not the turn of agent {agent}"),
            MoveError::NotLegal => write!(f, "the action is not legal for agent {agent}"),
        }
    }
}

impl std::error::Error for IllegalMove {}

/// The case gives a state no value: it was evaluated too early or too late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoValue {
    /// The state's name.
    pub state: String,
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "state {} has no value", self.state)
    }
}

impl std::error::Error for NoValue {}

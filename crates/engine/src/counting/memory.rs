//! Meters that remember calls and states, not only how many there were.

use super::{FingerprintSet, Meter};
use crate::game::Game;

/// Remembers the first calls in order.
#[derive(Clone, Debug)]
pub struct CallOrder<G: Game> {
    limit: usize,
    /// The calls, oldest first.
    pub calls: Vec<OrderedCall<G>>,
    /// Whether calls beyond the limit were left out.
    pub truncated: bool,
}

/// One remembered call.
#[derive(Clone, Debug)]
pub struct OrderedCall<G: Game> {
    /// The state that was asked.
    pub parent: G::State,
    /// The agent that the caller said moves.
    pub agent: usize,
    /// The action.
    pub action: G::Action,
    /// The answer.
    pub child: G::State,
}

impl<G: Game> CallOrder<G> {
    /// Remembers at most `limit` calls.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        CallOrder { limit, calls: Vec::new(), truncated: false }
    }
}

impl<G: Game> Meter<G> for CallOrder<G> {
    fn successor(
        &mut self,
        _game: &G,
        parent: &G::State,
        agent: usize,
        action: &G::Action,
        child: &G::State,
    ) {
        if self.calls.len() < self.limit {
            self.calls.push(OrderedCall {
                parent: parent.clone(),
                agent,
                action: action.clone(),
                child: child.clone(),
            });
        } else {
            self.truncated = true;
        }
    }
}

/// Remembers every different successor once, in the order in which they first came: as many as
/// the game has states, however many calls there are.
#[derive(Clone, Debug)]
pub struct Generated<G: Game> {
    seen: FingerprintSet,
    /// The states, the first one first.
    pub states: Vec<G::State>,
}

impl<G: Game> Default for Generated<G> {
    fn default() -> Self {
        Generated { seen: FingerprintSet::default(), states: Vec::new() }
    }
}

impl<G: Game> Meter<G> for Generated<G> {
    fn successor(
        &mut self,
        game: &G,
        _parent: &G::State,
        _agent: usize,
        _action: &G::Action,
        child: &G::State,
    ) {
        if self.seen.insert(game.fingerprint(child)) {
            self.states.push(child.clone());
        }
    }
}

//! What the nodes of one search have in common, and what tells them apart.

use crate::counting::Stop;
use crate::game::{Game, Role};

/// The deepest that a search goes without a ply limit. A game that has not ended by then is
/// taken to be endless, and the search stops instead of overflowing its stack.
pub const MAX_PLIES: u32 = 4096;

/// What stays the same in all nodes of a search.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    /// For whom the search is, and whose view the static values take.
    pub(super) root: usize,
    agents: usize,
    /// Whether the case limits the plies; otherwise [`MAX_PLIES`] does.
    limited: bool,
    random_opponents: bool,
}

/// What changes from node to node.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// Who moves.
    pub(super) agent: usize,
    /// Plies that may still be searched.
    pub(super) plies: u32,
}

/// How a node ends the line that leads to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    /// It does not.
    No,
    /// The game is over.
    Over,
    /// The ply limit is met.
    CutOff,
}

impl Scope {
    /// A search for `agent`, who moves in the first node.
    pub(super) fn new<G: Game>(game: &G, agent: usize, plies: Option<u32>) -> (Self, Turn) {
        let limited = plies.is_some_and(|plies| plies <= MAX_PLIES);
        let scope =
            Scope { root: agent, agents: game.agents().max(1), limited, random_opponents: false };
        (scope, Turn { agent, plies: plies.unwrap_or(MAX_PLIES).min(MAX_PLIES) })
    }

    /// The same search with every MIN level drawn uniformly.
    pub(super) fn with_random_opponents(self) -> Self {
        Scope { random_opponents: true, ..self }
    }

    /// Whose interest the agent to move serves.
    pub(super) fn role<G: Game>(&self, game: &G, turn: Turn) -> Role {
        match game.role(turn.agent, self.root) {
            Role::Min if self.random_opponents => Role::Chance,
            role => role,
        }
    }

    /// The turn of a child.
    pub(super) fn next(&self, turn: Turn) -> Turn {
        let agent = if turn.agent + 1 < self.agents { turn.agent + 1 } else { 0 };
        Turn { agent, plies: turn.plies - 1 }
    }

    /// Plies left, as [`Game::bounds`] wants them.
    pub(super) fn plies_left(&self, turn: Turn) -> Option<u32> {
        self.limited.then_some(turn.plies)
    }

    /// Whether a node is a leaf before its actions are known: the terminal test, then the ply
    /// limit.
    pub(super) fn leaf<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        turn: Turn,
    ) -> Result<Leaf, Stop> {
        match (game.is_terminal(state), turn.plies) {
            (true, _) => Ok(Leaf::Over),
            (false, 0) if self.limited => Ok(Leaf::CutOff),
            (false, 0) => Err(Stop::TooLarge),
            (false, _) => Ok(Leaf::No),
        }
    }
}

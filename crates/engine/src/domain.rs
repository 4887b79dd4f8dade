//! Names and drawings: how a game's positions and actions are written outside the engine.

use crate::game::Game;

/// An action as people write it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionName {
    /// `West`, `Left`, `a0`.
    Word(String),
    /// `(column, row)` in tic-tac-toe, `[pile, how many]` in Nim.
    Pair(u32, u32),
}

/// A game that can be written down.
pub trait Domain: Game {
    /// The word that `[game] kind` has in a case.
    const KIND: &'static str;

    /// How `action` is written.
    fn action_name(&self, action: &Self::Action) -> ActionName;

    /// The action that `name` means, legal or not; `None` when it means none in this game.
    fn action_named(&self, name: &ActionName) -> Option<Self::Action>;

    /// A short name of a state: on trees its own, elsewhere a one-line code.
    fn state_name(&self, state: &Self::State) -> String;

    /// Whether `name` is that of a state, in games whose states have names.
    fn has_state_named(&self, _name: &str) -> bool {
        false
    }

    /// The board as text, lines ended by `\n`.
    fn text(&self, state: &Self::State) -> String;

    /// Whether `state` is won for `agent`.
    fn is_win(&self, state: &Self::State, agent: usize) -> bool;

    /// Whether `state` is lost for `agent`.
    fn is_lose(&self, state: &Self::State, agent: usize) -> bool;
}

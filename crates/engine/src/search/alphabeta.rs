//! Alpha-beta in action order, for any number of agents.
//!
//! Nodes count as minimax's do. MAX cuts on v > beta (weak: v >= beta), MIN on v < alpha
//! (v <= alpha), each after the value has come in and before the window narrows; neighbouring
//! levels of the same role share their bound. A chance level needs exact values: its children
//! start from the open window. Fail-soft returns the best value seen; fail-hard clamps what an
//! interior node returns to the window it was given, so that a strict cut can then only follow
//! from the value of a leaf.
//!
//! The root's action is the first whose value exceeds all earlier ones and the root window's
//! alpha; below an infinite alpha the first one always counts.

use super::scope::{Leaf, Scope, Turn};
use super::window::{Backup, Pruning, Window};
use super::{Outcome, Terms, bounds, first_best};
use crate::counting::{Counted, Meter, Stop};
use crate::game::Game;

/// One search: what all its nodes share.
pub(super) struct AlphaBeta<'s, 'g, G: Game, M> {
    pub(super) game: &'s mut Counted<'g, G, M>,
    pub(super) scope: Scope,
    pub(super) pruning: Pruning,
    /// Whether interior nodes ask the game for bounds first.
    pub(super) with_bounds: bool,
    /// Whether a leaf was one by the ply limit alone.
    pub(super) met_limit: bool,
}

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    let (scope, turn) = Scope::new(game.game(), agent, terms.plies);
    AlphaBeta::new(game, scope, terms).run(root, turn, terms.window)
}

impl<'s, 'g, G: Game, M: Meter<G>> AlphaBeta<'s, 'g, G, M> {
    /// A search that has not begun.
    pub(super) fn new(game: &'s mut Counted<'g, G, M>, scope: Scope, terms: &Terms) -> Self {
        let pruning = Pruning::new(terms);
        AlphaBeta { game, scope, pruning, with_bounds: false, met_limit: false }
    }

    /// Searches `state` as the root.
    pub(super) fn run(
        &mut self,
        state: &G::State,
        turn: Turn,
        window: (f64, f64),
    ) -> Result<Outcome<G::Action>, Stop> {
        let mut root_values = Vec::new();
        let given = Window { alpha: window.0, beta: window.1 };
        let value = self.node(state, turn, given, Some(&mut root_values))?;
        let role = self.scope.role(self.game.game(), turn);
        Ok(Outcome { value, action: first_best(role, &root_values, window), root_values })
    }

    fn node(
        &mut self,
        state: &G::State,
        turn: Turn,
        window: Window,
        mut report: Option<&mut Vec<(G::Action, f64)>>,
    ) -> Result<f64, Stop> {
        let leaf = self.scope.leaf(self.game.game(), state, turn)?;
        if leaf != Leaf::No {
            self.met_limit |= leaf == Leaf::CutOff;
            return self.game.evaluate(state, self.scope.root);
        }
        if self.with_bounds
            && report.is_none()
            && let Some(value) = bounds::decided(self, state, turn, window)
        {
            return Ok(value);
        }
        let actions = self.game.legal_actions(state, turn.agent);
        if actions.is_empty() {
            return self.game.evaluate(state, self.scope.root);
        }
        let mut backup = Backup::new(self.scope.role(self.game.game(), turn), window);
        for index in actions.clone() {
            let action = self.game.action(index);
            let child = self.game.successor(state, turn.agent, &action)?;
            let value = self.node(&child, self.scope.next(turn), backup.child_window(), None)?;
            if let Some(values) = &mut report {
                values.push((action, value));
            }
            if backup.take(value, &self.pruning) {
                break;
            }
        }
        self.game.release(actions);
        Ok(backup.value(&self.pruning))
    }
}

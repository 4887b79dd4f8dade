//! Alpha-beta with successors ordered by their static value.
//!
//! An interior MAX or MIN node generates all its successors in action order, evaluates each of
//! them, and searches them best first: by falling value for MAX, by rising value for MIN, equal
//! values in action order. A chance level, which must search all of them, works in action order
//! and evaluates nothing early. Successors and evaluations count as they are made; a leaf keeps
//! the static value it was ordered by and is not evaluated again. States that are ordered need a
//! static value, whether or not they can be leaves.
//!
//! The root's action: under the strict cut with fail-soft, where values inside the window are
//! exact, the first in action order of those that reach the best value; otherwise the first
//! searched, since a later tie may only be a bound.

use super::scope::{Leaf, Scope, Turn};
use super::window::{Backup, Pruning, Window};
use super::{Cut, Fail, Outcome, Terms, first_best};
use crate::counting::{Counted, Meter, Stop};
use crate::game::{Game, Role};

/// A successor that waits to be searched.
struct Sibling<G: Game> {
    /// Its place in action order.
    index: usize,
    action: G::Action,
    state: G::State,
    statically: Option<f64>,
}

/// A root action's place in action order, the action, and what its search returned.
type RootValue<A> = (usize, A, f64);

struct Ordered<'s, 'g, G: Game, M> {
    game: &'s mut Counted<'g, G, M>,
    scope: Scope,
    pruning: Pruning,
}

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    let (scope, turn) = Scope::new(game.game(), agent, terms.plies);
    let role = scope.role(game.game(), turn);
    let window = Window { alpha: terms.window.0, beta: terms.window.1 };
    let mut search = Ordered { game, scope, pruning: Pruning::new(terms) };
    let mut reported = Vec::new();
    let value = search.node(root, turn, None, window, Some(&mut reported))?;
    let root_values = without_places(&reported);
    if terms.cut == Cut::Strict && terms.fail == Fail::Soft {
        reported.sort_by_key(|(index, ..)| *index);
    }
    let action = first_best(role, &without_places(&reported), terms.window);
    Ok(Outcome { value, action, root_values })
}

fn without_places<A: Clone>(reported: &[RootValue<A>]) -> Vec<(A, f64)> {
    reported.iter().map(|(_, action, value)| (action.clone(), *value)).collect()
}

impl<G: Game, M: Meter<G>> Ordered<'_, '_, G, M> {
    /// `statically`: the node's static value, where it was ordered by one.
    fn node(
        &mut self,
        state: &G::State,
        turn: Turn,
        statically: Option<f64>,
        window: Window,
        mut report: Option<&mut Vec<RootValue<G::Action>>>,
    ) -> Result<f64, Stop> {
        let leaf = self.scope.leaf(self.game.game(), state, turn)?;
        let actions = match leaf {
            Leaf::No => self.game.legal_actions(state, turn.agent),
            Leaf::Over | Leaf::CutOff => 0..0,
        };
        if actions.is_empty() {
            return match statically {
                Some(value) => Ok(value),
                None => self.game.evaluate(state, self.scope.root),
            };
        }
        let role = self.scope.role(self.game.game(), turn);
        let siblings = self.siblings(state, turn, role, actions)?;
        let mut backup = Backup::new(role, window);
        for Sibling { index, action, state, statically } in siblings {
            let next = self.scope.next(turn);
            let value = self.node(&state, next, statically, backup.child_window(), None)?;
            if let Some(values) = &mut report {
                values.push((index, action, value));
            }
            if backup.take(value, &self.pruning) {
                break;
            }
        }
        Ok(backup.value(&self.pruning))
    }

    /// All successors of a node in the order in which they will be searched.
    fn siblings(
        &mut self,
        state: &G::State,
        turn: Turn,
        role: Role,
        actions: std::ops::Range<usize>,
    ) -> Result<Vec<Sibling<G>>, Stop> {
        let mut siblings = Vec::with_capacity(actions.len());
        for index in actions.clone() {
            let action = self.game.action(index);
            let state = self.game.successor(state, turn.agent, &action)?;
            let statically = match role {
                Role::Chance => None,
                Role::Max | Role::Min => Some(self.game.evaluate(&state, self.scope.root)?),
            };
            siblings.push(Sibling { index, action, state, statically });
        }
        self.game.release(actions);
        let key = |sibling: &Sibling<G>| sibling.statically.unwrap_or_default();
        match role {
            Role::Max => siblings.sort_by(|a, b| order(key(b), key(a))),
            Role::Min => siblings.sort_by(|a, b| order(key(a), key(b))),
            Role::Chance => {}
        }
        Ok(siblings)
    }
}

/// By value, with -0.0 equal to 0.0; values that are not numbers come last of all.
fn order(a: f64, b: f64) -> std::cmp::Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

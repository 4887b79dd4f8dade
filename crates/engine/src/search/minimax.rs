//! Depth-first minimax for any number of agents, chance levels included.
//!
//! Every node: the terminal test, then the ply limit, then one call for the legal actions (none:
//! a leaf), then each successor in action order, searched before the next is generated.

use super::scope::{Leaf, Scope, Turn};
use super::{Outcome, Terms, first_best};
use crate::counting::{Counted, Meter, Stop};
use crate::game::{Game, Role};

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    let (scope, turn) = Scope::new(game.game(), agent, terms.plies);
    within(game, root, scope, turn)
}

/// Searches `state` as the root of a search with this scope.
pub(super) fn within<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    state: &G::State,
    scope: Scope,
    turn: Turn,
) -> Result<Outcome<G::Action>, Stop> {
    let mut root_values = Vec::new();
    let value = node(game, state, turn, &scope, Some(&mut root_values))?;
    let role = scope.role(game.game(), turn);
    let action = first_best(role, &root_values, (f64::NEG_INFINITY, f64::INFINITY));
    Ok(Outcome { value, action, root_values })
}

fn node<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    state: &G::State,
    turn: Turn,
    scope: &Scope,
    mut report: Option<&mut Vec<(G::Action, f64)>>,
) -> Result<f64, Stop> {
    if scope.leaf(game.game(), state, turn)? != Leaf::No {
        return game.evaluate(state, scope.root);
    }
    let actions = game.legal_actions(state, turn.agent);
    if actions.is_empty() {
        return game.evaluate(state, scope.root);
    }
    let role = scope.role(game.game(), turn);
    let mut best = match role {
        Role::Max => f64::NEG_INFINITY,
        Role::Min => f64::INFINITY,
        Role::Chance => 0.0,
    };
    for index in actions.clone() {
        let action = game.action(index);
        let child = game.successor(state, turn.agent, &action)?;
        let value = node(game, &child, scope.next(turn), scope, None)?;
        if let Some(values) = &mut report {
            values.push((action, value));
        }
        best = match role {
            Role::Max => best.max(value),
            Role::Min => best.min(value),
            Role::Chance => best + value,
        };
    }
    let count = actions.len();
    game.release(actions);
    Ok(if role == Role::Chance { best / count as f64 } else { best })
}

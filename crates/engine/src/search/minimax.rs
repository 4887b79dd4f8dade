//! Depth-first minimax for any number of agents, chance levels included.

use super::{Outcome, Terms};
use crate::counting::{Counted, Meter, Stop};
use crate::game::{Game, Role};

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    let mut root_values = Vec::new();
    let value = node(game, root, agent, agent, terms.plies, &mut |action, value| {
        root_values.push((action, value));
    })?;
    let action = root_values.iter().find(|(_, v)| *v == value).map(|(action, _)| action.clone());
    Ok(Outcome { value, action, root_values })
}

fn node<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    state: &G::State,
    agent: usize,
    root: usize,
    plies: Option<u32>,
    report: &mut dyn FnMut(G::Action, f64),
) -> Result<f64, Stop> {
    if plies == Some(0) || game.game().is_terminal(state) {
        return game.evaluate(state, root);
    }
    let actions = game.legal_actions(state, agent);
    if actions.is_empty() {
        return game.evaluate(state, root);
    }
    let role = game.game().role(agent, root);
    let next = (agent + 1) % game.game().agents();
    let mut best: Option<f64> = None;
    for index in actions.clone() {
        let action = game.action(index);
        let child = game.successor(state, agent, &action)?;
        let value = node(game, &child, next, root, plies.map(|n| n - 1), &mut |_, _| {})?;
        report(action, value);
        best = Some(match (role, best) {
            (_, None) => value,
            (Role::Max, Some(best)) => best.max(value),
            (Role::Min, Some(best)) => best.min(value),
            (Role::Chance, Some(sum)) => sum + value,
        });
    }
    let best = best.unwrap_or_default();
    let count = actions.len();
    game.release(actions);
    Ok(if role == Role::Chance { best / count as f64 } else { best })
}

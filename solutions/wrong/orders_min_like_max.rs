//! The most promising successor first, but at MIN nodes too the one with the largest value.

use plygrade_sdk::{Action, Agent, Answer, State, Task};

pub const SUITE: &str = "search-notes";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let plies = task.ply_limit(2).unwrap_or(u32::MAX);
    (task.agent == "alphabeta-ordered").then(|| Box::new(Search { plies }) as Box<dyn Agent>)
}

struct Search {
    plies: u32,
}

impl Agent for Search {
    fn act(&mut self, state: &State) -> Answer {
        let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
        let (value, action) = search(state, self.plies, alpha, beta, None);
        Answer::new(action, value)
    }
}

/// `known` is the value by which the state was put in order.
fn search(
    state: &State,
    plies: u32,
    mut alpha: f64,
    mut beta: f64,
    known: Option<f64>,
) -> (f64, Option<Action>) {
    let turn = state.turn();
    let actions = if plies == 0 || state.is_over() { vec![] } else { state.legal_actions(turn) };
    if actions.is_empty() {
        return (known.unwrap_or_else(|| state.evaluate()), None);
    }
    let mut children = Vec::new();
    for action in actions {
        let child = state.next_state(turn, &action);
        children.push((child.evaluate(), child, action));
    }
    children.sort_by(|a, b| b.0.total_cmp(&a.0));
    let max = turn == 0;
    let mut best = (if max { f64::NEG_INFINITY } else { f64::INFINITY }, None);
    for (known, child, action) in children {
        let value = search(&child, plies - 1, alpha, beta, Some(known)).0;
        if (max && value > best.0) || (!max && value < best.0) {
            best = (value, Some(action));
        }
        if (max && best.0 > beta) || (!max && best.0 < alpha) {
            break;
        }
        if max {
            alpha = alpha.max(best.0);
        } else {
            beta = beta.min(best.0);
        }
    }
    best
}

//! A node whose upper bound is known is given that bound, inside the window too.

use plygrade_sdk::{Action, Agent, Answer, State, Task};

pub const SUITE: &str = "search-notes";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let plies = task.ply_limit(2).unwrap_or(u32::MAX);
    (task.agent == "alphabeta-bounds").then(|| Box::new(Search { plies }) as Box<dyn Agent>)
}

struct Search {
    plies: u32,
}

impl Agent for Search {
    fn act(&mut self, state: &State) -> Answer {
        let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
        let (value, action) = search(state, self.plies, alpha, beta);
        Answer::new(action, value)
    }
}

fn search(state: &State, plies: u32, mut alpha: f64, mut beta: f64) -> (f64, Option<Action>) {
    let high = state.bounds(Some(plies)).1;
    if high.is_finite() {
        return (high, None);
    }
    let turn = state.turn();
    let actions = if plies == 0 || state.is_over() { vec![] } else { state.legal_actions(turn) };
    if actions.is_empty() {
        return (state.evaluate(), None);
    }
    let max = turn == 0;
    let mut best = (if max { f64::NEG_INFINITY } else { f64::INFINITY }, None);
    for action in actions {
        let value = search(&state.next_state(turn, &action), plies - 1, alpha, beta).0;
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

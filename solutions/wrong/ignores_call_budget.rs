//! Deepens until the tree is searched, whatever the budget says.

use plygrade_sdk::{Action, Agent, Answer, State, Task};

pub const SUITE: &str = "search-notes";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let limit = task.ply_limit(2).unwrap_or(4);
    (task.agent == "iterative-deepening").then(|| Box::new(Deepening { limit }) as Box<dyn Agent>)
}

struct Deepening {
    limit: u32,
}

impl Agent for Deepening {
    fn act(&mut self, state: &State) -> Answer {
        let mut answer = Answer::none();
        for plies in (2..=self.limit).step_by(2) {
            let (value, action) = search(state, plies, f64::NEG_INFINITY, f64::INFINITY);
            answer = Answer::new(action, value);
        }
        answer
    }
}

fn search(state: &State, plies: u32, mut alpha: f64, mut beta: f64) -> (f64, Option<Action>) {
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

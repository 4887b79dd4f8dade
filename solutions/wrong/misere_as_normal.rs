//! Whoever takes the last one is taken to win, under the misere rule too.

use plygrade_sdk::{Action, Agent, Answer, State, Task, View};

pub const SUITE: &str = "nim-lab";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    match task.agent.as_str() {
        "minimax" => Some(Box::new(Minimax)),
        "alphabeta" => Some(Box::new(AlphaBeta { task: task.clone() })),
        _ => None,
    }
}

/// MAX and MIN take turns; who is asked first is MAX.
struct Minimax;

impl Agent for Minimax {
    fn act(&mut self, state: &State) -> Answer {
        let (action, value) = maximin(state);
        Answer::new(action, value)
    }
}

fn maximin(state: &State) -> (Option<Action>, f64) {
    if state.is_over() {
        return (None, utility(state));
    }
    let (mut best_action, mut best) = (None, f64::NEG_INFINITY);
    for action in state.legal_actions(state.turn()) {
        let value = minimax(&state.next_state(state.turn(), &action)).1;
        if value > best {
            (best_action, best) = (Some(action), value);
        }
    }
    (best_action, best)
}

fn minimax(state: &State) -> (Option<Action>, f64) {
    if state.is_over() {
        return (None, utility(state));
    }
    let (mut best_action, mut best) = (None, f64::INFINITY);
    for action in state.legal_actions(state.turn()) {
        let value = maximin(&state.next_state(state.turn(), &action)).1;
        if value < best {
            (best_action, best) = (Some(action), value);
        }
    }
    (best_action, best)
}

/// The same with a window: alpha is what MAX has for sure, beta what MIN has.
struct AlphaBeta {
    task: Task,
}

impl Agent for AlphaBeta {
    fn act(&mut self, state: &State) -> Answer {
        let (alpha, beta) = self.task.window;
        let (action, value) = self.maximin(state, alpha, beta);
        Answer::new(action, value)
    }
}

impl AlphaBeta {
    /// Whether MIN, who has `low` for sure, would never let MAX have `high`.
    fn cuts(&self, high: f64, low: f64) -> bool {
        high > low || (self.task.cut == plygrade_sdk::Cut::Weak && high == low)
    }

    fn maximin(&self, state: &State, alpha: f64, beta: f64) -> (Option<Action>, f64) {
        if state.is_over() {
            return (None, utility(state));
        }
        let (mut best_action, mut best) = (None, f64::NEG_INFINITY);
        let mut alpha = alpha;
        for action in state.legal_actions(state.turn()) {
            let value = self.minimax(&state.next_state(state.turn(), &action), alpha, beta);
            if value > alpha {
                (best_action, alpha) = (Some(action), value);
            }
            best = best.max(value);
            if self.cuts(best, beta) {
                break;
            }
        }
        (best_action, best)
    }

    fn minimax(&self, state: &State, alpha: f64, beta: f64) -> f64 {
        if state.is_over() {
            return utility(state);
        }
        let (mut best, mut beta) = (f64::INFINITY, beta);
        for action in state.legal_actions(state.turn()) {
            let child = state.next_state(state.turn(), &action);
            best = best.min(self.maximin(&child, alpha, beta).1);
            if self.cuts(alpha, best) {
                break;
            }
            beta = beta.min(best);
        }
        best
    }
}

/// Nothing is left: who would move now did not take the last one.
fn utility(state: &State) -> f64 {
    let misere = matches!(state.view(), View::Nim { misere: true, .. });
    if misere { -state.evaluate() } else { state.evaluate() }
}

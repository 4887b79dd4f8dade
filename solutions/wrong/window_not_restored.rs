//! One window is shared by all nodes and never set back.

use plygrade_sdk::{Action, Agent, Answer, Cut, State, Task};

pub const SUITE: &str = "multiagent";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    (task.agent == "alphabeta" && task.cut == Cut::Strict).then(|| {
        Box::new(AlphaBeta { alpha: f64::NEG_INFINITY, beta: f64::INFINITY, depth: task.depth })
            as Box<dyn Agent>
    })
}

struct AlphaBeta {
    alpha: f64,
    beta: f64,
    /// Rounds to search.
    depth: Option<u32>,
}

impl Agent for AlphaBeta {
    fn act(&mut self, state: &State) -> Answer {
        let (value, action) = self.max_value(state, 0);
        Answer::new(action, value)
    }
}

impl AlphaBeta {
    fn is_leaf(&self, state: &State, depth: u32) -> bool {
        state.is_win() || state.is_lose() || self.depth == Some(depth)
    }

    fn max_value(&mut self, state: &State, depth: u32) -> (f64, Option<Action>) {
        if self.is_leaf(state, depth) {
            return (state.evaluate(), None);
        }
        let actions = state.legal_actions(0);
        if actions.is_empty() {
            return (state.evaluate(), None);
        }
        let mut best = f64::NEG_INFINITY;
        let mut best_action = None;
        for action in actions {
            let child = state.next_state(0, &action);
            let value = self.min_value(&child, 1, depth);
            if value > best {
                best = value;
                best_action = Some(action);
            }
            if best > self.beta {
                break;
            }
            self.alpha = self.alpha.max(best);
        }
        (best, best_action)
    }

    fn min_value(&mut self, state: &State, agent: usize, depth: u32) -> f64 {
        if self.is_leaf(state, depth) {
            return state.evaluate();
        }
        let actions = state.legal_actions(agent);
        if actions.is_empty() {
            return state.evaluate();
        }
        let mut worst = f64::INFINITY;
        for action in actions {
            let child = state.next_state(agent, &action);
            let value = if agent == state.num_agents() - 1 {
                self.max_value(&child, depth + 1).0
            } else {
                self.min_value(&child, agent + 1, depth)
            };
            if value < worst {
                worst = value;
            }
            if worst < self.alpha {
                break;
            }
            self.beta = self.beta.min(worst);
        }
        worst
    }
}

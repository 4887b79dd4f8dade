//! The sum is divided by the number of agents instead of the number of actions.

use plygrade_sdk::{Action, Agent, Answer, State, Task};

pub const SUITE: &str = "multiagent";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    (task.agent == "expectimax")
        .then(|| Box::new(Expectimax { depth: task.depth }) as Box<dyn Agent>)
}

struct Expectimax {
    /// Rounds to search.
    depth: Option<u32>,
}

impl Agent for Expectimax {
    fn act(&mut self, state: &State) -> Answer {
        let (value, action) = self.max_value(state, 0);
        Answer::new(action, value)
    }
}

impl Expectimax {
    fn is_leaf(&self, state: &State, depth: u32) -> bool {
        state.is_win() || state.is_lose() || self.depth == Some(depth)
    }

    fn max_value(&self, state: &State, depth: u32) -> (f64, Option<Action>) {
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
            let value = self.chance_value(&child, 1, depth);
            if value > best {
                best = value;
                best_action = Some(action);
            }
        }
        (best, best_action)
    }

    fn chance_value(&self, state: &State, agent: usize, depth: u32) -> f64 {
        if self.is_leaf(state, depth) {
            return state.evaluate();
        }
        let actions = state.legal_actions(agent);
        if actions.is_empty() {
            return state.evaluate();
        }
        let mut sum = 0.0;
        for action in &actions {
            let child = state.next_state(agent, action);
            let value = if agent == state.num_agents() - 1 {
                self.max_value(&child, depth + 1).0
            } else {
                self.chance_value(&child, agent + 1, depth)
            };
            sum += value;
        }
        sum / state.num_agents() as f64
    }
}

//! Whether the game is over is asked of the first state, not of the one that is searched.

use plygrade_sdk::{Action, Agent, Answer, State, Task};

pub const SUITE: &str = "multiagent";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    (task.agent == "minimax")
        .then(|| Box::new(Minimax { root: None, depth: task.depth }) as Box<dyn Agent>)
}

struct Minimax {
    root: Option<State>,
    /// Rounds to search.
    depth: Option<u32>,
}

impl Agent for Minimax {
    fn act(&mut self, state: &State) -> Answer {
        self.root = Some(state.clone());
        let (value, action) = self.max_value(state, 0);
        Answer::new(action, value)
    }
}

impl Minimax {
    fn is_leaf(&self, depth: u32) -> bool {
        let over = self.root.as_ref().is_some_and(|state| state.is_win() || state.is_lose());
        over || self.depth == Some(depth)
    }

    fn max_value(&self, state: &State, depth: u32) -> (f64, Option<Action>) {
        if self.is_leaf(depth) {
            return (state.evaluate(), None);
        }
        let actions = state.legal_actions(0);
        let mut best = f64::NEG_INFINITY;
        let mut best_action = None;
        for action in actions {
            let child = state.next_state(0, &action);
            let value = self.min_value(&child, 1, depth);
            if value > best {
                best = value;
                best_action = Some(action);
            }
        }
        (best, best_action)
    }

    fn min_value(&self, state: &State, agent: usize, depth: u32) -> f64 {
        if self.is_leaf(depth) {
            return state.evaluate();
        }
        let actions = state.legal_actions(agent);
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
        }
        worst
    }
}

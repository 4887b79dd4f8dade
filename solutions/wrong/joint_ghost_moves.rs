//! All ghosts move at once: every combination of their moves is played from Pacman's successor.

use plygrade_sdk::{Action, Agent, Answer, State, Task};

pub const SUITE: &str = "multiagent";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    (task.agent == "minimax").then(|| Box::new(Minimax { depth: task.depth }) as Box<dyn Agent>)
}

struct Minimax {
    /// Rounds to search.
    depth: Option<u32>,
}

impl Agent for Minimax {
    fn act(&mut self, state: &State) -> Answer {
        let (value, action) = self.max_value(state, 0);
        Answer::new(action, value)
    }
}

impl Minimax {
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
            let value = self.ghosts_value(&child, depth);
            if value > best {
                best = value;
                best_action = Some(action);
            }
        }
        (best, best_action)
    }

    fn ghosts_value(&self, state: &State, depth: u32) -> f64 {
        if self.is_leaf(state, depth) {
            return state.evaluate();
        }
        let mut worst = f64::INFINITY;
        for moves in combinations(state) {
            let mut child = state.clone();
            for (ghost, action) in moves.iter().enumerate() {
                child = child.next_state(ghost + 1, action);
            }
            worst = worst.min(self.max_value(&child, depth + 1).0);
        }
        worst
    }
}

/// One move of each ghost, in every combination.
fn combinations(state: &State) -> Vec<Vec<Action>> {
    let mut all = vec![Vec::new()];
    for ghost in 1..state.num_agents() {
        let actions = state.legal_actions(ghost);
        all = all
            .iter()
            .flat_map(|moves| {
                actions.iter().map(move |action| {
                    let mut longer: Vec<Action> = moves.clone();
                    longer.push(action.clone());
                    longer
                })
            })
            .collect();
    }
    all
}

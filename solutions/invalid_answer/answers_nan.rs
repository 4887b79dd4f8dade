//! Divides nothing by nothing where a ghost has no action.

use plygrade_sdk::{Agent, Answer, State, Task};

pub const SUITE: &str = "search-notes";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    (task.agent == "expectimax").then(|| Box::new(Mean) as Box<dyn Agent>)
}

struct Mean;

impl Agent for Mean {
    fn act(&mut self, state: &State) -> Answer {
        let mut best = (f64::NAN, None);
        for action in state.legal_actions(0) {
            let child = state.next_state(0, &action);
            let value = mean(&child);
            if value > best.0 || best.1.is_none() {
                best = (value, Some(action));
            }
        }
        Answer::new(best.1, best.0)
    }
}

fn mean(state: &State) -> f64 {
    let actions = state.legal_actions(1);
    let children = actions.iter().map(|action| state.next_state(1, action));
    let values: Vec<f64> = children.map(|child| mean(&child)).collect();
    values.iter().sum::<f64>() / values.len() as f64
}

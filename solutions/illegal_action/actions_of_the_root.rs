//! Goes on with the actions of the first state, though some of them are used up.

use plygrade_sdk::{Action, Agent, Answer, State, Task};

pub const SUITE: &str = "tictactoe-lab";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    (task.agent == "minimax").then(|| Box::new(Minimax { actions: Vec::new() }) as Box<dyn Agent>)
}

struct Minimax {
    actions: Vec<Action>,
}

impl Agent for Minimax {
    fn act(&mut self, state: &State) -> Answer {
        self.actions = state.legal_actions(state.turn());
        let (value, action) = self.search(state, true);
        Answer::new(action, value)
    }
}

impl Minimax {
    fn search(&self, state: &State, max: bool) -> (f64, Option<Action>) {
        if state.is_over() {
            return (state.evaluate(), None);
        }
        let mut best: Option<(f64, Action)> = None;
        for action in &self.actions {
            let value = self.search(&state.next_state(state.turn(), action), !max).0;
            let better = best
                .as_ref()
                .is_none_or(|(known, _)| if max { value > *known } else { value < *known });
            if better {
                best = Some((value, action.clone()));
            }
        }
        best.map_or((0.0, None), |(value, action)| (value, Some(action)))
    }
}

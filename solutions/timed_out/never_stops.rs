//! Waits for a move to become legal that never does.

use plygrade_sdk::{Agent, Answer, State, Task};

pub const SUITE: &str = "search-notes";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let has_short_limit = task.agent == "expectimax" && task.depth == Some(1);
    has_short_limit.then(|| Box::new(Waits) as Box<dyn Agent>)
}

struct Waits;

impl Agent for Waits {
    fn act(&mut self, state: &State) -> Answer {
        while !state.legal_actions(0).iter().any(|action| *action == "Best") {}
        Answer::none()
    }
}

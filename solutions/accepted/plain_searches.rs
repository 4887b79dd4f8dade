//! The searches as a student writes them, straight from the textbook.

use plygrade_sdk::{Action, Agent, Answer, State, Task};

pub const SUITE: &str = "search-notes";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    match task.agent.as_str() {
        "minimax" => Some(Box::new(Minimax { task: task.clone() })),
        _ => None,
    }
}

struct Minimax {
    task: Task,
}

impl Agent for Minimax {
    fn act(&mut self, state: &State) -> Answer {
        let plies = self.task.ply_limit(state.num_agents());
        let (value, action) = search(state, state.turn(), plies);
        Answer::new(action, value)
    }
}

fn search(state: &State, me: usize, plies: Option<u32>) -> (f64, Option<Action>) {
    if plies == Some(0) || state.is_over() {
        return (state.evaluate(), None);
    }
    let turn = state.turn();
    let mut best: Option<(f64, Action)> = None;
    for action in state.legal_actions(turn) {
        let child = state.next_state(turn, &action);
        let value = search(&child, me, plies.map(|n| n - 1)).0;
        let better = match &best {
            None => true,
            Some((best, _)) if turn == me => value > *best,
            Some((best, _)) => value < *best,
        };
        if better {
            best = Some((value, action));
        }
    }
    match best {
        Some((value, action)) => (value, Some(action)),
        None => (state.evaluate(), None),
    }
}

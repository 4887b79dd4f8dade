//! Your agents. Grade them with `plygrade grade .` in this folder.
//!
//! Standard output belongs to the grader: print with `eprintln!`.

use plygrade_sdk::{Agent, Answer, State, Task};

/// Searches as `task` says.
struct Search {
    task: Task,
}

impl Agent for Search {
    /// Chooses in `state`, where it is this agent's turn.
    ///
    /// `state.turn()` says who is to move, `state.legal_actions(agent)` what they may do,
    /// `state.next_state(agent, &action)` where that leads, `state.is_over()` whether the game is
    /// over there, and `state.evaluate()` what a state is worth to the one who asked first. Every
    /// call is counted.
    fn act(&mut self, _state: &State) -> Answer {
        unimplemented!("{}: write it in src/main.rs", self.task.agent)
        // Answer::new(Some(action), value)
    }
}

/// The agent for a task, if there is one: `task.agent` is minimax, alphabeta, expectimax, ...
fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    Some(Box::new(Search { task: task.clone() }))
}

plygrade_sdk::main!(agent);

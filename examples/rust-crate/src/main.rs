//! Minimax and alpha-beta as a crate: `plygrade grade examples/rust-crate`.
//!
//! Standard output belongs to the protocol: print with `eprintln!`.

use plygrade_sdk::{Action, Agent, Answer, Cut, State, Task};

struct Search {
    prunes: bool,
    task: Task,
}

impl Agent for Search {
    fn act(&mut self, state: &State) -> Answer {
        let plies = self.task.ply_limit(state.num_agents());
        let (value, action) = self.search(state, state.turn(), plies, self.task.window);
        Answer::new(action, value)
    }
}

impl Search {
    /// The value of `state` for `me`, and the first best action.
    fn search(
        &self,
        state: &State,
        me: usize,
        plies: Option<u32>,
        (mut alpha, mut beta): (f64, f64),
    ) -> (f64, Option<Action>) {
        let turn = state.turn();
        let stop = state.is_over() || plies == Some(0);
        let actions = if stop { Vec::new() } else { state.legal_actions(turn) };
        if actions.is_empty() {
            return (state.evaluate(), None);
        }
        let is_max = turn == me;
        let mut best = if is_max { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut chosen = None;
        for action in actions {
            let child = state.next_state(turn, &action);
            let (value, _) = self.search(&child, me, plies.map(|left| left - 1), (alpha, beta));
            if chosen.is_none() || if is_max { value > best } else { value < best } {
                best = value;
                chosen = Some(action);
            }
            if if is_max { self.cuts(best, beta) } else { self.cuts(-best, -alpha) } {
                break;
            }
            if is_max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
        }
        (best, chosen)
    }

    fn cuts(&self, value: f64, bound: f64) -> bool {
        self.prunes
            && match self.task.cut {
                Cut::Strict => value > bound,
                Cut::Weak => value >= bound,
            }
    }
}

fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let prunes = match task.agent.as_str() {
        "minimax" => false,
        "alphabeta" => true,
        _ => return None,
    };
    Some(Box::new(Search { prunes, task: task.clone() }))
}

plygrade_sdk::main!(agent);

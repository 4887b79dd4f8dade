//! The evader is given the pursuer's evaluation.

use plygrade_sdk::{Action, Agent, Answer, Cut, State, Task, View};

pub const SUITE: &str = "chase";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let prunes = match task.agent.as_str() {
        "minimax" => false,
        "alphabeta" => true,
        _ => return None,
    };
    let weak = task.cut == Cut::Weak;
    Some(Box::new(Robot { plies: task.ply_limit(2), prunes, weak, me: 0 }))
}

struct Robot {
    plies: Option<u32>,
    /// Whether it cuts.
    prunes: bool,
    weak: bool,
    /// 0 pursues, 1 runs away.
    me: usize,
}

impl Agent for Robot {
    fn act(&mut self, state: &State) -> Answer {
        self.me = state.turn();
        let mut action = None;
        let open = (f64::NEG_INFINITY, f64::INFINITY);
        let value = self.search(state, self.plies, open, &mut action);
        Answer::new(action, value)
    }
}

impl Robot {
    fn search(
        &self,
        state: &State,
        plies: Option<u32>,
        window: (f64, f64),
        chosen: &mut Option<Action>,
    ) -> f64 {
        if state.is_over() || plies == Some(0) {
            return self.evaluate(state);
        }
        let turn = state.turn();
        let max = turn == self.me;
        let (mut alpha, mut beta) = window;
        let mut best = if max { f64::NEG_INFINITY } else { f64::INFINITY };
        for action in state.legal_actions(turn) {
            let child = state.next_state(turn, &action);
            let fewer = plies.map(|plies| plies - 1);
            let value = self.search(&child, fewer, (alpha, beta), &mut None);
            if (max && value > best) || (!max && value < best) {
                best = value;
                *chosen = Some(action);
            }
            let over = if max { best > beta } else { best < alpha };
            let level = best == if max { beta } else { alpha };
            if self.prunes && (over || (self.weak && level)) {
                break;
            }
            if max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
        }
        best
    }

    /// Being near is good.
    fn evaluate(&self, state: &State) -> f64 {
        let View::Chase { pursuer, evader, .. } = state.view() else { return 0.0 };
        let dx = f64::from(pursuer.0) - f64::from(evader.0);
        let dy = f64::from(pursuer.1) - f64::from(evader.1);
        let distance = dx * dx + dy * dy;
        -distance
    }
}

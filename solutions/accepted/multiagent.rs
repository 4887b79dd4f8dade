//! The four agents of the Pacman project and its evaluation function, one function per role.

use plygrade_sdk::{Action, Agent, Answer, Ghost, State, Task, View};

pub const SUITE: &str = "multiagent";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let depth = task.depth;
    let own_evaluation = task.evaluation.as_deref() == Some("better");
    Some(match task.agent.as_str() {
        "reflex" => Box::new(Reflex),
        "minimax" => Box::new(Minimax { depth }),
        "alphabeta" => Box::new(AlphaBeta { depth, weak: task.cut == plygrade_sdk::Cut::Weak }),
        "expectimax" => Box::new(Expectimax { depth, own_evaluation: false }),
        "ExpectimaxAgent" => Box::new(Expectimax { depth, own_evaluation }),
        _ => return None,
    })
}

fn is_over(state: &State, depth: u32, limit: Option<u32>) -> bool {
    state.is_win() || state.is_lose() || Some(depth) == limit
}

/// Question 1: looks one move ahead.
struct Reflex;

impl Agent for Reflex {
    fn act(&mut self, state: &State) -> Answer {
        let mut best = None;
        for action in state.legal_actions(0) {
            let child = state.next_state(0, &action);
            let stop = if action == "Stop" { 1.0 } else { 0.0 };
            let value = better(&child) - stop;
            if best.as_ref().is_none_or(|(known, _)| value > *known) {
                best = Some((value, action));
            }
        }
        best.map_or(Answer::none(), |(value, action)| Answer::new(Some(action), value))
    }
}

/// Question 2.
struct Minimax {
    depth: Option<u32>,
}

impl Agent for Minimax {
    fn act(&mut self, state: &State) -> Answer {
        let (value, action) = self.max_value(state, 0);
        Answer::new(action, value)
    }
}

impl Minimax {
    fn max_value(&self, state: &State, depth: u32) -> (f64, Option<Action>) {
        if is_over(state, depth, self.depth) {
            return (state.evaluate(), None);
        }
        let mut best = (f64::NEG_INFINITY, None);
        let actions = state.legal_actions(0);
        if actions.is_empty() {
            return (state.evaluate(), None);
        }
        for action in actions {
            let value = self.min_value(&state.next_state(0, &action), 1, depth);
            if value > best.0 || best.1.is_none() {
                best = (value, Some(action));
            }
        }
        best
    }

    fn min_value(&self, state: &State, ghost: usize, depth: u32) -> f64 {
        if is_over(state, depth, self.depth) {
            return state.evaluate();
        }
        let actions = state.legal_actions(ghost);
        if actions.is_empty() {
            return state.evaluate();
        }
        let mut worst = f64::INFINITY;
        for action in actions {
            let child = state.next_state(ghost, &action);
            let value = if ghost + 1 == state.num_agents() {
                self.max_value(&child, depth + 1).0
            } else {
                self.min_value(&child, ghost + 1, depth)
            };
            worst = worst.min(value);
        }
        worst
    }
}

/// Question 3.
struct AlphaBeta {
    depth: Option<u32>,
    weak: bool,
}

impl Agent for AlphaBeta {
    fn act(&mut self, state: &State) -> Answer {
        let (value, action) = self.max_value(state, 0, f64::NEG_INFINITY, f64::INFINITY);
        Answer::new(action, value)
    }
}

impl AlphaBeta {
    fn max_value(
        &self,
        state: &State,
        depth: u32,
        mut alpha: f64,
        beta: f64,
    ) -> (f64, Option<Action>) {
        if is_over(state, depth, self.depth) {
            return (state.evaluate(), None);
        }
        let actions = state.legal_actions(0);
        if actions.is_empty() {
            return (state.evaluate(), None);
        }
        let mut best = (f64::NEG_INFINITY, None);
        for action in actions {
            let value = self.min_value(&state.next_state(0, &action), 1, depth, alpha, beta);
            if value > best.0 || best.1.is_none() {
                best = (value, Some(action));
            }
            if best.0 > beta || (self.weak && best.0 == beta) {
                return best;
            }
            alpha = alpha.max(best.0);
        }
        best
    }

    fn min_value(&self, state: &State, ghost: usize, depth: u32, alpha: f64, mut beta: f64) -> f64 {
        if is_over(state, depth, self.depth) {
            return state.evaluate();
        }
        let actions = state.legal_actions(ghost);
        if actions.is_empty() {
            return state.evaluate();
        }
        let mut worst = f64::INFINITY;
        for action in actions {
            let child = state.next_state(ghost, &action);
            let value = if ghost + 1 == state.num_agents() {
                self.max_value(&child, depth + 1, alpha, beta).0
            } else {
                self.min_value(&child, ghost + 1, depth, alpha, beta)
            };
            worst = worst.min(value);
            if worst < alpha || (self.weak && worst == alpha) {
                return worst;
            }
            beta = beta.min(worst);
        }
        worst
    }
}

/// Question 4, and question 5 with the evaluation below.
struct Expectimax {
    depth: Option<u32>,
    own_evaluation: bool,
}

impl Agent for Expectimax {
    fn act(&mut self, state: &State) -> Answer {
        let (value, action) = self.max_value(state, 0);
        Answer::new(action, value)
    }
}

impl Expectimax {
    fn evaluate(&self, state: &State) -> f64 {
        if self.own_evaluation { better(state) } else { state.evaluate() }
    }

    fn max_value(&self, state: &State, depth: u32) -> (f64, Option<Action>) {
        if is_over(state, depth, self.depth) {
            return (self.evaluate(state), None);
        }
        let actions = state.legal_actions(0);
        if actions.is_empty() {
            return (self.evaluate(state), None);
        }
        let mut best = (f64::NEG_INFINITY, None);
        for action in actions {
            let value = self.chance_value(&state.next_state(0, &action), 1, depth);
            if value > best.0 || best.1.is_none() {
                best = (value, Some(action));
            }
        }
        best
    }

    fn chance_value(&self, state: &State, ghost: usize, depth: u32) -> f64 {
        if is_over(state, depth, self.depth) {
            return self.evaluate(state);
        }
        let actions = state.legal_actions(ghost);
        if actions.is_empty() {
            return self.evaluate(state);
        }
        let mut sum = 0.0;
        for action in &actions {
            let child = state.next_state(ghost, action);
            sum += if ghost + 1 == state.num_agents() {
                self.max_value(&child, depth + 1).0
            } else {
                self.chance_value(&child, ghost + 1, depth)
            };
        }
        sum / actions.len() as f64
    }
}

/// Question 5: the score, the way to the nearest food, ghosts to flee and ghosts to hunt.
///
/// Abstract states have no Pacman position; there the case's own evaluation must do.
fn better(state: &State) -> f64 {
    let View::Pacman { width, height, pacman, ghosts, food, capsules, walls, score, .. } =
        state.view()
    else {
        return state.evaluate();
    };
    if state.is_win() {
        return score + 10_000.0;
    }
    if state.is_lose() {
        return score - 10_000.0;
    }
    let start = (pacman.0 as u32, pacman.1 as u32);
    let steps = distances((width, height), &walls, start);
    let to = |&(x, y): &(u32, u32)| steps[(y * width + x) as usize].unwrap_or(width * height);
    let mut value = score - 30.0 * food.len() as f64 - 40.0 * capsules.len() as f64;
    if let Some(nearest) = food.iter().map(to).min() {
        value -= 1.5 * f64::from(nearest);
    }
    for Ghost { position, scared_timer, .. } in &ghosts {
        let cell = ((position.0 + 0.5) as u32, (position.1 + 0.5) as u32);
        let distance = to(&cell);
        if *scared_timer > distance {
            value += 100.0 - 3.0 * f64::from(distance);
        } else if *scared_timer == 0 && distance < 3 {
            value -= 60.0 / f64::from(distance.max(1));
        }
    }
    value
}

/// Steps from `start` to every cell, by breadth-first search; `None` behind walls.
fn distances(size: (u32, u32), walls: &[(u32, u32)], start: (u32, u32)) -> Vec<Option<u32>> {
    let (width, height) = size;
    let mut blocked = vec![false; (width * height) as usize];
    for (x, y) in walls {
        blocked[(y * width + x) as usize] = true;
    }
    let mut steps = vec![None; blocked.len()];
    steps[(start.1 * width + start.0) as usize] = Some(0);
    let mut queue = std::collections::VecDeque::from([(start, 0)]);
    while let Some(((x, y), far)) = queue.pop_front() {
        let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        for (x, y) in around.into_iter().filter(|(x, y)| *x < width && *y < height) {
            let cell = (y * width + x) as usize;
            if !blocked[cell] && steps[cell].is_none() {
                steps[cell] = Some(far + 1);
                queue.push_back(((x, y), far + 1));
            }
        }
    }
    steps
}

//! The searches of the notes as a student writes them, straight from the textbook.

use plygrade_sdk::{Action, Agent, Answer, Cut, State, Task};

pub const SUITE: &str = "search-notes";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let task = task.clone();
    Some(match task.agent.as_str() {
        "minimax" => Box::new(Minimax { task }),
        "expectimax" => Box::new(Expectimax { task }),
        "alphabeta" => Box::new(AlphaBeta::new(task, false, false)),
        "alphabeta-ordered" => Box::new(AlphaBeta::new(task, true, false)),
        "alphabeta-bounds" => Box::new(AlphaBeta::new(task, false, true)),
        "iterative-deepening" => Box::new(Deepening { task }),
        _ => return None,
    })
}

struct Minimax {
    task: Task,
}

impl Agent for Minimax {
    fn act(&mut self, state: &State) -> Answer {
        let plies = self.task.ply_limit(state.num_agents());
        let (value, action) = minimax(state, state.turn(), plies);
        Answer::new(action, value)
    }
}

fn minimax(state: &State, me: usize, plies: Option<u32>) -> (f64, Option<Action>) {
    if plies == Some(0) || state.is_over() {
        return (state.evaluate(), None);
    }
    let turn = state.turn();
    let mut best: Option<(f64, Action)> = None;
    for action in state.legal_actions(turn) {
        let child = state.next_state(turn, &action);
        let value = minimax(&child, me, plies.map(|n| n - 1)).0;
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

struct Expectimax {
    task: Task,
}

impl Agent for Expectimax {
    fn act(&mut self, state: &State) -> Answer {
        let plies = self.task.ply_limit(state.num_agents());
        let (value, action) = expectimax(state, state.turn(), plies);
        Answer::new(action, value)
    }
}

fn expectimax(state: &State, me: usize, plies: Option<u32>) -> (f64, Option<Action>) {
    if plies == Some(0) || state.is_over() {
        return (state.evaluate(), None);
    }
    let turn = state.turn();
    let actions = state.legal_actions(turn);
    let fewer = plies.map(|n| n - 1);
    let values: Vec<f64> = actions
        .iter()
        .map(|action| expectimax(&state.next_state(turn, action), me, fewer).0)
        .collect();
    if values.is_empty() {
        return (state.evaluate(), None);
    }
    if turn != me {
        return (values.iter().sum::<f64>() / values.len() as f64, None);
    }
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let index = values.iter().position(|value| *value == best);
    (best, index.map(|index| actions[index].clone()))
}

/// Alpha-beta; the notes' two improvements can be turned on.
struct AlphaBeta {
    task: Task,
    /// Search the most promising successor first.
    order: bool,
    /// Ask for bounds before a node is expanded.
    bounds: bool,
    /// Where it was asked; there an action is needed, not a bound.
    root: Option<State>,
}

impl Agent for AlphaBeta {
    fn act(&mut self, state: &State) -> Answer {
        self.root = Some(state.clone());
        let plies = self.task.ply_limit(state.num_agents());
        let (alpha, beta) = self.task.window;
        let (value, action) = self.node(state, state.turn(), plies, alpha, beta, None);
        Answer::new(action, value)
    }
}

impl AlphaBeta {
    fn new(task: Task, order: bool, bounds: bool) -> Self {
        AlphaBeta { task, order, bounds, root: None }
    }

    /// `above` comes before `low` as far as the cut rule is concerned.
    fn cuts(&self, above: f64, low: f64) -> bool {
        above > low || (self.task.cut == Cut::Weak && above == low)
    }

    /// `ordered_by` is the static value by which this node was put in order.
    fn node(
        &self,
        state: &State,
        me: usize,
        plies: Option<u32>,
        alpha: f64,
        beta: f64,
        ordered_by: Option<f64>,
    ) -> (f64, Option<Action>) {
        let leaf = || (ordered_by.unwrap_or_else(|| state.evaluate()), None);
        if plies == Some(0) || state.is_over() {
            return leaf();
        }
        if self.bounds && self.root.as_ref() != Some(state) {
            let (low, high) = state.bounds(plies);
            if low == high || self.cuts(low, beta) {
                return (low, None);
            }
            if self.cuts(alpha, high) {
                return (high, None);
            }
        }
        let turn = state.turn();
        let max = turn == me;
        let actions = state.legal_actions(turn);
        if actions.is_empty() {
            return leaf();
        }
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best = (if max { f64::NEG_INFINITY } else { f64::INFINITY }, None);
        for (action, child, known) in self.successors(state, turn, max, actions) {
            let fewer = plies.map(|n| n - 1);
            let child = child.unwrap_or_else(|| state.next_state(turn, &action));
            let value = self.node(&child, me, fewer, alpha, beta, known).0;
            if best.1.is_none() || (max && value > best.0) || (!max && value < best.0) {
                best = (value, Some(action));
            }
            let cut = if max { self.cuts(best.0, beta) } else { self.cuts(alpha, best.0) };
            if cut {
                break;
            }
            if max {
                alpha = alpha.max(best.0);
            } else {
                beta = beta.min(best.0);
            }
        }
        best
    }

    /// The actions in the order of the search; when that is by value, with their successors.
    fn successors(
        &self,
        state: &State,
        turn: usize,
        max: bool,
        actions: Vec<Action>,
    ) -> Vec<(Action, Option<State>, Option<f64>)> {
        if !self.order {
            return actions.into_iter().map(|action| (action, None, None)).collect();
        }
        let mut all: Vec<(Action, Option<State>, Option<f64>)> = actions
            .into_iter()
            .map(|action| {
                let child = state.next_state(turn, &action);
                let value = child.evaluate();
                (action, Some(child), Some(value))
            })
            .collect();
        all.sort_by(|(_, _, a), (_, _, b)| {
            let order = a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal);
            if max { order.reverse() } else { order }
        });
        all
    }
}

/// Depth 1, 2, ... while the budget of successor calls lasts.
struct Deepening {
    task: Task,
}

impl Agent for Deepening {
    fn act(&mut self, state: &State) -> Answer {
        let agents = state.num_agents() as u32;
        let limit = self.task.ply_limit(state.num_agents()).unwrap_or(u32::MAX);
        let mut left = self.task.call_budget.unwrap_or(u64::MAX);
        let mut answer = None;
        let mut plies = agents.min(limit);
        while left > 0 {
            let mut run = Iteration { me: state.turn(), weak: self.weak(), left, met_limit: false };
            let Some(found) = run.node(state, plies, f64::NEG_INFINITY, f64::INFINITY) else {
                break;
            };
            answer = Some(found);
            left = run.left;
            if !run.met_limit || plies == limit {
                break;
            }
            plies = plies.saturating_add(agents).min(limit);
        }
        let (value, action) = answer.unwrap_or_else(|| {
            let first = state.legal_actions(state.turn()).into_iter().next();
            (state.evaluate(), first)
        });
        Answer::new(action, value)
    }
}

impl Deepening {
    fn weak(&self) -> bool {
        self.task.cut == Cut::Weak
    }
}

struct Iteration {
    me: usize,
    weak: bool,
    /// Successor calls that may still be made.
    left: u64,
    /// Whether some line was cut off by the depth alone.
    met_limit: bool,
}

impl Iteration {
    /// `None` when the budget is used up.
    fn node(
        &mut self,
        state: &State,
        plies: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> Option<(f64, Option<Action>)> {
        if state.is_over() {
            return Some((state.evaluate(), None));
        }
        if plies == 0 {
            self.met_limit = true;
            return Some((state.evaluate(), None));
        }
        let turn = state.turn();
        let max = turn == self.me;
        let mut best: Option<(f64, Option<Action>)> = None;
        for action in state.legal_actions(turn) {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            let child = state.next_state(turn, &action);
            let value = self.node(&child, plies - 1, alpha, beta)?.0;
            let better = best
                .as_ref()
                .is_none_or(|(known, _)| if max { value > *known } else { value < *known });
            if better {
                best = Some((value, Some(action)));
            }
            let known = best.as_ref().map_or(value, |(known, _)| *known);
            let (over, edge) = if max { (known > beta, beta) } else { (known < alpha, alpha) };
            if over || (self.weak && known == edge) {
                break;
            }
            if max {
                alpha = alpha.max(known);
            } else {
                beta = beta.min(known);
            }
        }
        best.or_else(|| Some((state.evaluate(), None)))
    }
}

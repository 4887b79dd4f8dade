//! A decided board is valued by its open lines like any other.

use std::collections::HashMap;

use plygrade_sdk::{Action, Agent, Answer, State, Task, View};

pub const SUITE: &str = "open-lines";

pub fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    let plies = task.ply_limit(2);
    Some(match task.agent.as_str() {
        "evaluation" => Box::new(Static),
        "minimax" => Box::new(DepthFirst { plies }),
        "minimax-bfs" => Box::new(BreadthFirst { plies, merge: task.merge_symmetric }),
        _ => return None,
    })
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

type Cells = [Option<u8>; 9];

fn cells(state: &State) -> Cells {
    match state.view() {
        View::Tictactoe { cells } => cells,
        _ => [None; 9],
    }
}

/// Lines still open for `max` minus lines still open for the other side.
fn e(cells: &Cells, max: u8) -> f64 {
    let min = 1 - max;
    let open = |against: u8| {
        LINES.iter().filter(|line| line.iter().all(|cell| cells[*cell] != Some(against))).count()
    };
    open(min) as f64 - open(max) as f64
}

struct Static;

impl Agent for Static {
    fn act(&mut self, state: &State) -> Answer {
        Answer::value(e(&cells(state), state.turn() as u8))
    }
}

struct DepthFirst {
    plies: Option<u32>,
}

impl Agent for DepthFirst {
    fn act(&mut self, state: &State) -> Answer {
        let (value, action) = look_ahead(state, state.turn(), self.plies);
        Answer::new(action, value)
    }
}

fn look_ahead(state: &State, max: usize, plies: Option<u32>) -> (f64, Option<Action>) {
    if state.is_over() || plies == Some(0) {
        return (e(&cells(state), max as u8), None);
    }
    let turn = state.turn();
    let mut best: Option<(f64, Action)> = None;
    for action in state.legal_actions(turn) {
        let child = state.next_state(turn, &action);
        let value = look_ahead(&child, max, plies.map(|plies| plies - 1)).0;
        let better = best
            .as_ref()
            .is_none_or(|(known, _)| if turn == max { value > *known } else { value < *known });
        if better {
            best = Some((value, action));
        }
    }
    best.map_or((0.0, None), |(value, action)| (value, Some(action)))
}

/// OPEN is a queue of nodes to expand, CLOSED what was expanded; values are backed up through
/// CLOSED from its end.
struct BreadthFirst {
    plies: Option<u32>,
    merge: bool,
}

struct Node {
    state: State,
    ply: u32,
    children: Vec<usize>,
    value: f64,
}

impl Agent for BreadthFirst {
    fn act(&mut self, state: &State) -> Answer {
        let max = state.turn();
        let mut nodes =
            vec![Node { state: state.clone(), ply: 0, children: Vec::new(), value: 0.0 }];
        let mut first_actions = Vec::new();
        let mut known: HashMap<(u32, Cells), usize> = HashMap::new();
        let mut open = 0;
        while open < nodes.len() {
            let (state, ply) = (nodes[open].state.clone(), nodes[open].ply);
            if state.is_over() || self.plies == Some(ply) {
                nodes[open].value = e(&cells(&state), max as u8);
                open += 1;
                continue;
            }
            for action in state.legal_actions(state.turn()) {
                let child = state.next_state(state.turn(), &action);
                let board = cells(&child);
                let key = (ply + 1, if self.merge { smallest(&board) } else { board });
                let fresh = nodes.len();
                let index = if self.merge { *known.entry(key).or_insert(fresh) } else { fresh };
                if index == fresh {
                    let children = Vec::new();
                    nodes.push(Node { state: child, ply: ply + 1, children, value: 0.0 });
                }
                nodes[open].children.push(index);
                if open == 0 {
                    first_actions.push(action);
                }
            }
            open += 1;
        }
        for index in (0..nodes.len()).rev() {
            let values = nodes[index].children.iter().map(|child| nodes[*child].value);
            if nodes[index].children.is_empty() {
                continue;
            }
            nodes[index].value = if nodes[index].state.turn() == max {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            };
        }
        let best = nodes[0].children.iter().position(|child| nodes[*child].value == nodes[0].value);
        Answer::new(best.map(|index| first_actions[index].clone()), nodes[0].value)
    }
}

/// The same board for all boards that are turns and reflections of one another.
fn smallest(board: &Cells) -> Cells {
    let turned = |board: &Cells| -> Cells {
        std::array::from_fn(|cell| board[3 * (2 - cell % 3) + cell / 3])
    };
    let mirrored = |board: &Cells| -> Cells {
        std::array::from_fn(|cell| board[3 * (cell / 3) + 2 - cell % 3])
    };
    let mut all = vec![*board, mirrored(board)];
    for _ in 0..3 {
        let next = [turned(&all[all.len() - 2]), turned(&all[all.len() - 1])];
        all.extend(next);
    }
    all.into_iter().min().unwrap_or(*board)
}

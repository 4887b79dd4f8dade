//! The rules once more, as plainly as possible: coordinates as floats, sets as sets, legal moves
//! as lists, nothing shared with the engine. Slow, and an oracle for it.

use std::collections::BTreeSet;

/// (name, dx, dy), in the order West, Stop, East, North, South.
pub(crate) const MOVES: [(&str, f64, f64); 5] = [
    ("West", -1.0, 0.0),
    ("Stop", 0.0, 0.0),
    ("East", 1.0, 0.0),
    ("North", 0.0, 1.0),
    ("South", 0.0, -1.0),
];

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlainAgent {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) direction: &'static str,
    pub(crate) timer: i32,
    pub(crate) start: (f64, f64),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlainState {
    pub(crate) walls: BTreeSet<(i32, i32)>,
    pub(crate) food: BTreeSet<(i32, i32)>,
    pub(crate) capsules: Vec<(i32, i32)>,
    pub(crate) agents: Vec<PlainAgent>,
    pub(crate) score: i64,
    pub(crate) win: bool,
    pub(crate) lose: bool,
}

impl PlainState {
    /// Of a layout without blank ends, with `G` ghosts only and a closed border.
    pub(crate) fn new(text: &str) -> Self {
        let mut state = PlainState {
            walls: BTreeSet::new(),
            food: BTreeSet::new(),
            capsules: Vec::new(),
            agents: Vec::new(),
            score: 0,
            win: false,
            lose: false,
        };
        let (mut pacman, mut ghosts) = (Vec::new(), Vec::new());
        for (y, line) in text.lines().rev().enumerate() {
            for (x, symbol) in line.chars().enumerate() {
                let at = (x as i32, y as i32);
                match symbol {
                    '%' => drop(state.walls.insert(at)),
                    '.' => drop(state.food.insert(at)),
                    'o' => state.capsules.push(at),
                    'P' => pacman.push(at),
                    'G' => ghosts.push(at),
                    _ => {}
                }
            }
        }
        ghosts.sort();
        state.agents = pacman
            .into_iter()
            .chain(ghosts)
            .map(|(x, y)| (f64::from(x), f64::from(y)))
            .map(|(x, y)| PlainAgent { x, y, direction: "Stop", timer: 0, start: (x, y) })
            .collect();
        state
    }

    pub(crate) fn legal(&self, agent: usize) -> Vec<&'static str> {
        if self.win || self.lose {
            return Vec::new();
        }
        let PlainAgent { x, y, direction, .. } = self.agents[agent];
        if (x - x.round()).abs() + (y - y.round()).abs() > 0.001 {
            return vec![direction];
        }
        let mut legal: Vec<_> = MOVES
            .iter()
            .filter(|(_, dx, dy)| !self.walls.contains(&((x + dx) as i32, (y + dy) as i32)))
            .map(|(name, ..)| *name)
            .collect();
        if agent > 0 {
            legal.retain(|name| *name != "Stop");
            let back = match direction {
                "North" => "South",
                "South" => "North",
                "East" => "West",
                "West" => "East",
                _ => "",
            };
            if legal.len() > 1 {
                legal.retain(|name| *name != back);
            }
        }
        legal
    }

    pub(crate) fn play(&self, agent: usize, action: &str) -> Self {
        let mut next = self.clone();
        let mut change = 0;
        let (name, dx, dy) = *MOVES.iter().find(|(name, ..)| *name == action).expect("an action");
        let speed = if self.agents[agent].timer > 0 { 0.5 } else { 1.0 };
        let mover = &mut next.agents[agent];
        mover.x += speed * dx;
        mover.y += speed * dy;
        if name != "Stop" {
            mover.direction = name;
        }
        if agent == 0 {
            let at = (mover.x as i32, mover.y as i32);
            if next.food.remove(&at) {
                change += 10;
                if next.food.is_empty() {
                    change += 500;
                    next.win = true;
                }
            }
            if next.capsules.contains(&at) {
                next.capsules.retain(|capsule| *capsule != at);
                next.agents[1..].iter_mut().for_each(|ghost| ghost.timer = 40);
            }
            change -= 1;
        } else {
            if mover.timer == 1 {
                mover.x = (mover.x + 0.5).floor();
                mover.y = (mover.y + 0.5).floor();
            }
            mover.timer = (mover.timer - 1).max(0);
        }
        for ghost in 1..next.agents.len() {
            if agent != 0 && agent != ghost {
                continue;
            }
            let distance = (next.agents[ghost].x - next.agents[0].x).abs()
                + (next.agents[ghost].y - next.agents[0].y).abs();
            if distance > 0.7 {
                continue;
            }
            if next.agents[ghost].timer > 0 {
                change += 200;
                let (x, y) = next.agents[ghost].start;
                next.agents[ghost] =
                    PlainAgent { x, y, direction: "Stop", timer: 0, start: (x, y) };
            } else if !next.win {
                change -= 500;
                next.lose = true;
            }
        }
        next.score += change;
        next
    }

    /// Lines of exactly `plies` moves.
    pub(crate) fn paths(&self, agent: usize, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let next = (agent + 1) % self.agents.len();
        self.legal(agent).iter().map(|action| self.play(agent, action).paths(next, plies - 1)).sum()
    }
}

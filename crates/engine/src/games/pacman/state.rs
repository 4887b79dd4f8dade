//! One position of a Pacman game.

use std::hash::{Hash, Hasher};

use super::direction::Direction;
use super::food::Food;
use super::layout::{Cell, Layout, MAX_GHOSTS};

/// How many of its own moves a ghost stays scared after Pacman ate a capsule.
pub const SCARED_MOVES: u8 = 40;

/// One position.
///
/// Two states are equal when agents, food, capsules and score are; whether the game is won or
/// lost takes no part. Compare states of one layout only.
#[derive(Clone, Debug)]
pub struct PacmanState {
    pub(super) agents: [Agent; MAX_GHOSTS + 1],
    pub(super) food: Food,
    /// Bit i: the layout's capsule i is still there.
    pub(super) capsules: u64,
    pub(super) score: i64,
    pub(super) num_agents: u8,
    pub(super) win: bool,
    pub(super) lose: bool,
}

/// Where an agent is, in half cells, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Agent {
    pub(super) x2: u8,
    pub(super) y2: u8,
    pub(super) facing: Direction,
    pub(super) scared: u8,
}

impl Agent {
    pub(super) fn at(cell: Cell) -> Self {
        Agent { x2: 2 * cell.x, y2: 2 * cell.y, ..Agent::default() }
    }

    /// Whether it stands on a cell and not between two.
    pub(super) fn on_grid(self) -> bool {
        (self.x2 | self.y2) & 1 == 0
    }

    /// The nearest cell: each coordinate `floor(c + 0.5)`.
    pub(super) fn cell(self) -> Cell {
        Cell { x: self.x2.div_ceil(2), y: self.y2.div_ceil(2) }
    }

    /// Moves by `half_cells` and turns that way; without a movement it keeps facing as it did.
    pub(super) fn step(&mut self, direction: Direction, half_cells: i8) {
        let (dx, dy) = direction.delta();
        self.x2 = self.x2.wrapping_add_signed(dx * half_cells);
        self.y2 = self.y2.wrapping_add_signed(dy * half_cells);
        if direction != Direction::Stop {
            self.facing = direction;
        }
    }

    /// The Manhattan distance to `other`, in half cells.
    pub(super) fn distance2(self, other: Agent) -> u16 {
        u16::from(self.x2.abs_diff(other.x2)) + u16::from(self.y2.abs_diff(other.y2))
    }
}

impl PacmanState {
    pub(super) fn start(layout: &Layout) -> Self {
        let mut agents = [Agent::default(); MAX_GHOSTS + 1];
        for (agent, cell) in agents.iter_mut().zip(layout.starts()) {
            *agent = Agent::at(*cell);
        }
        let capsules =
            layout.capsules().iter().fold(0, |set, cell| set | layout.square(*cell).capsule);
        PacmanState {
            agents,
            food: layout.food().clone(),
            capsules,
            score: 0,
            num_agents: layout.num_agents() as u8,
            win: false,
            lose: false,
        }
    }

    /// How many agents, Pacman included.
    #[must_use]
    pub fn num_agents(&self) -> usize {
        self.num_agents.into()
    }

    /// Where `agent` is, in cells (halves occur); `None` when there is no such agent.
    #[must_use]
    pub fn position(&self, agent: usize) -> Option<(f64, f64)> {
        self.agent(agent).map(|agent| (f64::from(agent.x2) / 2.0, f64::from(agent.y2) / 2.0))
    }

    /// Where `agent` last moved; `Stop` at its start.
    #[must_use]
    pub fn direction(&self, agent: usize) -> Option<Direction> {
        self.agent(agent).map(|agent| agent.facing)
    }

    /// How many more of its moves `agent` is scared; 0 for Pacman.
    #[must_use]
    pub fn scared_timer(&self, agent: usize) -> Option<u32> {
        self.agent(agent).map(|agent| agent.scared.into())
    }

    /// The score.
    #[must_use]
    pub fn score(&self) -> i64 {
        self.score
    }

    /// Whether Pacman ate the last food.
    #[must_use]
    pub fn is_win(&self) -> bool {
        self.win
    }

    /// Whether a ghost caught Pacman.
    #[must_use]
    pub fn is_lose(&self) -> bool {
        self.lose
    }

    /// How much food is left.
    #[must_use]
    pub fn food_count(&self) -> usize {
        self.food.count()
    }

    /// Whether there is food at (x, y).
    #[must_use]
    pub fn has_food(&self, layout: &Layout, x: u32, y: u32) -> bool {
        layout.cell(x, y).is_some_and(|cell| self.food.has(layout.index(cell)))
    }

    /// The food, column by column from the left and from below in each.
    pub fn food<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = Cell> + 'a {
        self.food.cells().map(|index| layout.cell_at(index))
    }

    /// How many capsules are left.
    #[must_use]
    pub fn capsule_count(&self) -> usize {
        self.capsules.count_ones() as usize
    }

    /// The capsules that are left, in the layout's order.
    pub fn capsules<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = Cell> + 'a {
        let left = |cell: &&Cell| self.capsules & layout.square(**cell).capsule != 0;
        layout.capsules().iter().filter(left).copied()
    }

    /// A 128-bit hash of all that makes two states the same.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        let mut mix = Mix::default();
        for pair in self.agents[..self.num_agents()].chunks(2) {
            let code = |agent: &Agent| {
                u32::from_le_bytes([agent.x2, agent.y2, agent.facing as u8, agent.scared])
            };
            // 255 is nobody's direction, so no agent is not an agent.
            let second = pair.get(1).map_or(u32::MAX, code);
            mix.add(u64::from(code(&pair[0])) << 32 | u64::from(second));
        }
        let food = self.food.hash();
        mix.add(food as u64);
        mix.add((food >> 64) as u64);
        mix.add(self.capsules);
        mix.add(self.score as u64);
        mix.finish()
    }

    pub(super) fn agent(&self, agent: usize) -> Option<Agent> {
        self.agents[..self.num_agents()].get(agent).copied()
    }

    /// The ghosts in order.
    pub(super) fn ghosts(&self) -> &[Agent] {
        &self.agents[1..self.num_agents()]
    }

    pub(super) fn is_over(&self) -> bool {
        self.win | self.lose
    }
}

impl PartialEq for PacmanState {
    fn eq(&self, other: &Self) -> bool {
        self.agents[..self.num_agents()] == other.agents[..other.num_agents()]
            && self.score == other.score
            && self.capsules == other.capsules
            && self.food == other.food
    }
}

impl Eq for PacmanState {}

impl Hash for PacmanState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u128(self.fingerprint());
    }
}

/// Two independent chains of [`spread`] over the same words.
#[derive(Default)]
struct Mix {
    low: u64,
    high: u64,
}

impl Mix {
    fn add(&mut self, word: u64) {
        self.low = spread(self.low ^ word);
        self.high = spread(self.high.rotate_left(32).wrapping_add(word) ^ 0x5851_f42d_4c95_7f2d);
    }

    fn finish(&self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

/// One step of SplitMix64 (Steele, Lea and Flood 2014): a bijection whose bits all depend on all.
pub(super) fn spread(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

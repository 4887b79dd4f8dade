//! How ghosts choose: a distribution over the legal actions, and one draw from it.

use super::direction::Direction;
use super::rules::Pacman;
use super::state::PacmanState;
use crate::game::Game;
use crate::random::MersenneTwister;

/// With which probability a directional ghost takes a best action, hunting or fleeing.
const PROB_BEST: f64 = 0.8;

/// How a ghost plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GhostKind {
    /// Every legal action alike.
    Random,
    /// Mostly towards Pacman, or away while scared.
    Directional,
}

impl GhostKind {
    /// Its word in a case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            GhostKind::Random => "random",
            GhostKind::Directional => "directional",
        }
    }

    /// The kind whose word is `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [GhostKind::Random, GhostKind::Directional].into_iter().find(|kind| kind.name() == name)
    }
}

/// What the ghost `agent` does with which probability, in alphabetical order. Empty when it
/// cannot move.
///
/// Sums and quotients are taken in the order of the Python game, so the numbers are the same to
/// the last bit.
#[must_use]
pub fn distribution(
    game: &Pacman,
    state: &PacmanState,
    agent: usize,
    kind: GhostKind,
) -> Vec<(Direction, f64)> {
    let mut legal = Vec::new();
    game.legal_actions(state, agent, &mut legal);
    let mut weights = match kind {
        GhostKind::Random => legal.iter().map(|action| (*action, 1.0)).collect(),
        GhostKind::Directional => directional(state, agent, &legal),
    };
    divide_by_sum(&mut weights);
    weights.sort_unstable_by_key(|(action, _)| action.name());
    if sum(&weights) != 1.0 {
        divide_by_sum(&mut weights);
    }
    weights
}

/// The action that the ghost `agent` draws: the first, in alphabetical order, whose cumulative
/// probability reaches one `random()`. `Stop`, without a draw, when it cannot move.
pub fn choose(
    game: &Pacman,
    state: &PacmanState,
    agent: usize,
    kind: GhostKind,
    random: &mut MersenneTwister,
) -> Direction {
    let chances = distribution(game, state, agent, kind);
    if chances.is_empty() { Direction::Stop } else { pick(&chances, random.random()) }
}

/// The first of `chances` whose cumulative probability reaches `drawn`; `Stop` when there is
/// none at all.
#[must_use]
pub fn pick(chances: &[(Direction, f64)], drawn: f64) -> Direction {
    let mut cumulative = 0.0;
    for (action, chance) in chances {
        cumulative += chance;
        if cumulative >= drawn {
            return *action;
        }
    }
    // Only rounding leads here, when `drawn` is within an ulp or two of 1.
    chances.last().map_or(Direction::Stop, |(last, _)| *last)
}

/// The best actions first, as they enter the sum.
fn directional(state: &PacmanState, agent: usize, legal: &[Direction]) -> Vec<(Direction, f64)> {
    let Some(ghost) = state.agent(agent) else { return Vec::new() };
    let scared = ghost.scared > 0;
    let distance = |action: Direction| {
        let mut moved = ghost;
        moved.step(action, if scared { 1 } else { 2 });
        moved.distance2(state.agents[0])
    };
    let distances = legal.iter().map(|action| distance(*action));
    let best = if scared { distances.max() } else { distances.min() };
    let (best, rest): (Vec<Direction>, Vec<Direction>) =
        legal.iter().partition(|action| Some(distance(**action)) == best);
    let share = PROB_BEST / best.len() as f64;
    let common = (1.0 - PROB_BEST) / legal.len() as f64;
    let best = best.into_iter().map(|action| (action, share + common));
    best.chain(rest.into_iter().map(|action| (action, common))).collect()
}

fn sum(weights: &[(Direction, f64)]) -> f64 {
    weights.iter().fold(0.0, |total, (_, weight)| total + weight)
}

fn divide_by_sum(weights: &mut [(Direction, f64)]) {
    let total = sum(weights);
    for (_, weight) in weights {
        *weight /= total;
    }
}

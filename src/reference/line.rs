//! The reference's line of a Pacman game: what a right search may answer and explores, move by
//! move, and what known mistakes would answer there.
//!
//! Two variants of the rules count as right: Pacman may stay where it is, or never considers it.
//! The line follows the first allowed action of the first variant; after Pacman's k-th move the
//! generator is seeded anew with seed + k.

use std::convert::Infallible;

use plygrade_engine::counting::{Counted, Distinct};
use plygrade_engine::games::pacman::{Direction, Pacman, PacmanState};
use plygrade_engine::search::{Algorithm, Terms, optimal_actions, search};
use plygrade_engine::{Game, Stop};
use plygrade_sdk::Action;

use super::NoReference;
use crate::case::expect::{ExpectedMove, KnownMistake, Line, Variant};
use crate::case::{Play, Task};
use crate::ghosts::{self, GhostError};
use crate::position::Position;

/// Computes the line of `task`, a Pacman game that follows the reference.
///
/// # Errors
/// [`NoReference`] when the task is no such game, or when a search cannot be finished.
pub fn line(task: &Task) -> Result<Line, NoReference> {
    let (Position::Pacman(at), Some(play), Some(algorithm), Some(depth)) =
        (&task.position, &task.play, task.algorithm, task.depth)
    else {
        let why = "a line needs a Pacman game, one of our searches and a depth";
        return Err(NoReference::Fails(why.to_owned()));
    };
    let searcher = Searcher { algorithm, depth, terms: task.terms, calls: task.limits.calls };
    let mut line = Line {
        variants: vec![Variant::default(); 2],
        mistakes: vec![
            (KnownMistake::PartialPly, vec![Vec::new(); 2]),
            (KnownMistake::DepthOffByOne, vec![Vec::new(); 4]),
        ],
    };
    let mut state = at.state.clone();
    let mut moves = 0;
    while !at.game.is_terminal(&state) && moves < play.max_moves {
        let entry = searcher.entry(&at.game, &state)?;
        let Some(action) = entry.first() else { break };
        entry.push_to(&mut line);
        moves += 1;
        advance(&at.game, &mut state, action, play, moves)?;
    }
    Ok(line)
}

/// Plays `action` and the ghosts' answers, the generator seeded with seed + `moves`.
///
/// # Errors
/// [`NoReference`] when one of these moves is not legal.
pub(crate) fn advance(
    game: &Pacman,
    state: &mut PacmanState,
    action: Direction,
    play: &Play,
    moves: u32,
) -> Result<(), NoReference> {
    let fails = |illegal: plygrade_engine::IllegalMove| NoReference::Fails(illegal.to_string());
    *state = game.successor(state, 0, &action).map_err(fails)?;
    let mut random = play.seed.generator(moves);
    let draw = || Ok::<f64, Infallible>(random.random());
    ghosts::respond(game, state, &play.ghosts, &mut Vec::new(), draw).map_err(|error| match error {
        GhostError::Draw(never) => match never {},
        GhostError::Stuck(illegal) => fails(illegal),
    })
}

/// A search with its terms, to be run in many states.
pub(crate) struct Searcher {
    pub(crate) algorithm: Algorithm,
    /// Rounds.
    pub(crate) depth: u32,
    pub(crate) terms: Terms,
    /// Successor calls that one search may take.
    pub(crate) calls: u64,
}

/// What the searches say of one state.
pub(crate) struct Entry {
    variants: [(Vec<Direction>, u64); 2],
    partial_ply: [Vec<Direction>; 2],
    other_depths: [Vec<Direction>; 4],
}

impl Searcher {
    /// All searches of one state: with and without `Stop`.
    fn entry(&self, game: &Pacman, state: &PacmanState) -> Result<Entry, Stop> {
        let games = [true, false].map(|stop_allowed| Pacman { stop_allowed, ..game.clone() });
        let [with, without] = &games;
        let full = self.plies(game, self.depth);
        let (less, more) = (self.depth.saturating_sub(1).max(1), self.depth.saturating_add(1));
        let (less, more) = (self.plies(game, less), self.plies(game, more));
        // A round that ends one ghost early. The public lists (2 ghosts, depth 2) are reproduced by
        // 5 plies and by 4 alike, and by no other number; one ghost early is the frequent mistake.
        let partial = full.saturating_sub(1);
        let best = |game: &Pacman, plies| self.best(game, state, plies);
        Ok(Entry {
            variants: [self.explored(with, state, full)?, self.explored(without, state, full)?],
            partial_ply: [best(with, partial)?, best(without, partial)?],
            other_depths: [
                best(with, less)?,
                best(without, less)?,
                best(with, more)?,
                best(without, more)?,
            ],
        })
    }

    /// The tie set of one variant and how many states its search explores.
    pub(crate) fn explored(
        &self,
        game: &Pacman,
        state: &PacmanState,
        plies: u32,
    ) -> Result<(Vec<Direction>, u64), Stop> {
        let terms = Terms { plies: Some(plies), ..self.terms };
        let meter = Distinct::new(game.fingerprint(state), Some(self.calls), true);
        let mut counted = Counted::new(game, meter);
        search(&mut counted, state, 0, self.algorithm, &terms)?;
        let explored = counted.meter.counts().distinct_explored.unwrap_or_default();
        Ok((self.best(game, state, plies)?, explored))
    }

    fn best(&self, game: &Pacman, state: &PacmanState, plies: u32) -> Result<Vec<Direction>, Stop> {
        let terms = Terms { plies: Some(plies), ..self.terms };
        optimal_actions(game, state, 0, self.algorithm, &terms)
    }

    /// Plies of `depth` rounds.
    pub(crate) fn plies(&self, game: &Pacman, depth: u32) -> u32 {
        depth.saturating_mul(game.agents() as u32)
    }
}

impl Entry {
    /// The move of the line.
    fn first(&self) -> Option<Direction> {
        self.variants[0].0.first().copied()
    }

    fn push_to(self, line: &mut Line) {
        for (variant, (actions, explored)) in line.variants.iter_mut().zip(self.variants) {
            let actions = words(&actions);
            variant.moves.push(ExpectedMove { actions, distinct_explored: explored });
        }
        for (mistake, variants) in &mut line.mistakes {
            let found: &[Vec<Direction>] = match mistake {
                KnownMistake::PartialPly => &self.partial_ply,
                KnownMistake::DepthOffByOne => &self.other_depths,
            };
            for (moves, actions) in variants.iter_mut().zip(found) {
                moves.push(words(actions));
            }
        }
    }
}

fn words(actions: &[Direction]) -> Vec<Action> {
    actions.iter().map(|action| action.name().into()).collect()
}

//! `[play]`: whole games.

use std::time::Duration;

use super::pacman::ghosts;
use super::problems::Problems;
use crate::case::play::{Follow, Play, Seed};
use crate::case::wire::{self, CaseFile, Game};
use crate::path;
use crate::position::Position;

/// Games that one case may play.
const MAX_GAMES: u32 = 10_000;
/// Moves after which a game ends, without `max_moves`.
const MAX_MOVES: u32 = 10_000;
/// Seconds a game, without `seconds`.
const SECONDS: u64 = 120;

/// The games that the case plays, if it plays any.
pub(super) fn play(
    wire: &CaseFile,
    position: &Position,
    problems: &mut Problems<'_>,
) -> Option<Play> {
    let play = wire.play.as_ref()?;
    let Game::Pacman(pacman) = &wire.game else {
        problems.key(path!["play"], "whole games are played in pacman only; remove `[play]`");
        return None;
    };
    let games = play.games.unwrap_or(1);
    if games == 0 || games > MAX_GAMES {
        problems.at(path!["play", "games"], format!("write 1 to {MAX_GAMES} games"));
    }
    let follow = match play.follow {
        Some(wire::Follow::Reference) => Follow::Reference,
        Some(wire::Follow::Submission) | None => Follow::Submission,
    };
    if follow == Follow::Reference && games > 1 {
        problems.at(path!["play", "games"], "only one game can follow the reference's line");
    }
    if play.max_moves == Some(0) {
        problems.at(path!["play", "max_moves"], "a game of no moves cannot be; write 1 or more");
    }
    let time = problems.seconds(path!["play", "seconds"], play.seconds);
    Some(Play {
        games,
        seed: match &play.seed {
            wire::Seed::Int(seed) => Seed::Int(*seed),
            wire::Seed::Text(seed) => Seed::Text(seed.clone()),
        },
        follow,
        ghosts: ghosts(pacman, position),
        moves: Vec::new(),
        max_moves: play.max_moves.unwrap_or(MAX_MOVES),
        time: time.unwrap_or(Duration::from_secs(SECONDS)),
        all_time: Duration::MAX,
    })
}

//! Pacman: the layout, who plays on it, and the moves made before the agent is asked.

use std::path::Path;

use plygrade_engine::games::pacman::{
    Direction, Evaluation, GhostKind, Layout, LayoutError, MAX_GHOSTS, Pacman, builtin,
};
use plygrade_sdk as sdk;

use super::Defaults;
use super::problems::{Problems, Word};
use super::root::play_moves;
use crate::case::wire::{self, PacmanGame};
use crate::document::did_you_mean;
use crate::error::CaseError;
use crate::files::Files;
use crate::path;
use crate::position::{At, Position};

pub(super) fn pacman(
    game: &PacmanGame,
    evaluation: Option<Word<'_>>,
    files: Files,
    defaults: &Defaults,
    problems: &mut Problems<'_>,
) -> Option<Position> {
    let known = [("score", Evaluation::Score), ("better", Evaluation::Better)];
    let evaluation = match evaluation {
        Some(word) => word.among(&known, "of pacman", problems)?,
        None => Evaluation::default(),
    };
    let layout = layout(&game.layout, files, problems)?;
    let layout = match &game.ghosts {
        Some(ghosts) if ghosts.len() > MAX_GHOSTS => {
            let message = format!("{} ghosts; at most {MAX_GHOSTS} can be", ghosts.len());
            problems.at(path!["game", "ghosts"], message);
            return None;
        }
        Some(ghosts) => layout.with_ghost_limit(ghosts.len()),
        None => layout,
    };
    let mut rules = Pacman::new(layout);
    rules.evaluation = evaluation;
    let order = game.action_order.as_ref();
    if let Some(order) = order.and_then(|order| action_order(order, problems)) {
        rules.action_order = order;
    } else if let (None, Some(order)) = (order, &defaults.action_order) {
        // The suite has checked its own order.
        rules.action_order = five(order)?;
    }
    let mut at = At { state: rules.start(), game: rules, agent: 0 };
    let moves: Vec<sdk::Action> =
        game.moves.iter().map(|step| sdk::Action::from(direction(*step).name())).collect();
    play_moves(&mut at, &moves, problems)?;
    if at.agent != 0 {
        let message = format!(
            "after these moves ghost {} is to move, and Pacman must be: {} agents move in turn",
            at.agent,
            at.game.layout.num_agents()
        );
        problems.at(path!["game", "moves", game.moves.len() - 1], message);
    }
    Some(Position::Pacman(at))
}

/// How the ghosts of a case play, ghost 1 first.
pub(super) fn ghosts(game: &PacmanGame, position: &Position) -> Vec<GhostKind> {
    let Position::Pacman(at) = position else { return Vec::new() };
    let existing = at.game.layout.num_agents().saturating_sub(1);
    let kind = |index: usize| match game.ghosts.as_ref().and_then(|kinds| kinds.get(index)) {
        Some(wire::GhostKind::Directional) => GhostKind::Directional,
        Some(wire::GhostKind::Random) | None => GhostKind::Random,
    };
    (0..existing).map(kind).collect()
}

/// A layout by its text or by its name.
fn layout(written: &str, files: Files, problems: &mut Problems<'_>) -> Option<Layout> {
    let path = path!["game", "layout"];
    if written.contains('\n') || written.contains('%') {
        return Layout::parse(written)
            .map_err(|error| {
                let place = (error.line, error.column);
                problems.inside(path, place, format!("layout: {}", error.kind));
            })
            .ok();
    }
    if written.trim().is_empty() {
        problems.at(path, "an empty layout; draw the maze, or write the name of a layout");
        return None;
    }
    let named = written.strip_suffix(".lay").unwrap_or(written);
    if named.contains(['/', '\\']) || named.starts_with('.') {
        let message = format!("`{written}` is a path; write the name of a layout without folders");
        problems.at(path, message);
        return None;
    }
    let case = problems.document().file().to_owned();
    let folder = case.parent().unwrap_or(Path::new(""));
    let file = files.find_layout(folder, &format!("{named}.lay"));
    let Some(file) = file else {
        let Some(text) = builtin::text(named) else {
            let hint = did_you_mean(named, builtin::LAYOUTS.iter().map(|(name, _)| *name));
            let message = format!(
                "there is no layout `{named}` beside the case, in a `layouts/` above it, or \
                 built in{hint}"
            );
            problems.at(path, message);
            return None;
        };
        return Layout::parse(text).map_err(|error| problems.at(path, error.to_string())).ok();
    };
    let text = match files.read_text(&file) {
        Ok(text) => text,
        Err(error) => {
            problems.elsewhere(error);
            return None;
        }
    };
    Layout::parse(&text)
        .map_err(|LayoutError { line, column, kind }| {
            problems.elsewhere(CaseError {
                file,
                line: Some(line),
                column: Some(column),
                message: format!("layout: {kind}"),
            });
        })
        .ok()
}

fn action_order(order: &[wire::Direction], problems: &mut Problems<'_>) -> Option<[Direction; 5]> {
    let five = five(order);
    if five.is_none() {
        problems.at(path!["game", "action_order"], "list each of the five directions once");
    }
    five
}

/// All five directions in a case's order; `None` unless each is there once.
pub(crate) fn five(order: &[wire::Direction]) -> Option<[Direction; 5]> {
    let order: Vec<Direction> = order.iter().map(|step| direction(*step)).collect();
    let all = Direction::ALL.iter().all(|step| order.contains(step));
    order.try_into().ok().filter(|_| all)
}

fn direction(step: wire::Direction) -> Direction {
    match step {
        wire::Direction::North => Direction::North,
        wire::Direction::South => Direction::South,
        wire::Direction::East => Direction::East,
        wire::Direction::West => Direction::West,
        wire::Direction::Stop => Direction::Stop,
    }
}

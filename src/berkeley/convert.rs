//! A case as our own files write it.

use std::collections::BTreeSet;

use plygrade_engine::games::pacman::{self, Evaluation};
use plygrade_engine::games::tree::{Decided, NodeId, Tree};
use plygrade_engine::search::{Algorithm, Cut};
use plygrade_sdk as sdk;

use crate::case::expect::{self, Games, Line};
use crate::case::play::{Follow, Seed};
use crate::case::wire::{self, CaseFile, Game, Number, PacmanGame, TreeGame};
use crate::case::{Case, Expect, Play};
use crate::position::Position;

/// Moves and seconds that `[play]` means when it is silent.
const SILENT: (u32, f64) = (10_000, 120.0);

/// `case`, whose maze is written as `layout`. `seconds` is what the suite says for all cases.
///
/// # Errors
/// A message when the case is of a game that such folders do not have.
pub(super) fn case_file(case: &Case, layout: &str, seconds: f64) -> Result<CaseFile, String> {
    let task = &case.task;
    let game = match &task.position {
        Position::Tree(at) => Game::Tree(tree(&at.game, at.state)),
        Position::Pacman(at) => Game::Pacman(PacmanGame {
            layout: layout.to_owned(),
            ghosts: task.play.as_ref().map(|play| play.ghosts.iter().map(ghost).collect()),
            action_order: (at.game.action_order != pacman::Direction::REFERENCE_ORDER)
                .then(|| at.game.action_order.iter().map(direction).collect()),
            moves: Vec::new(),
        }),
        _ => return Err(format!("{}: neither a tree nor Pacman", case.name)),
    };
    let is_better = matches!(&task.position,
        Position::Pacman(at) if at.game.evaluation == Evaluation::Better);
    let weak = task.algorithm == Some(Algorithm::AlphaBeta) && task.terms.cut == Cut::Weak;
    let usual = case.expect.games.as_ref().map_or(1.0, Games::points);
    let limit = task.limits.time.as_secs_f64();
    Ok(CaseFile {
        description: case.description.clone(),
        agent: task.agent.clone(),
        depth: task.depth,
        plies: None,
        cut: weak.then_some(wire::Cut::Weak),
        fail: None,
        window: None,
        evaluation: is_better.then(|| "better".to_owned()),
        arguments: task.arguments.iter().cloned().collect(),
        call_budget: None,
        merge_symmetric: None,
        points: (case.points != usual).then_some(case.points),
        visibility: None,
        hints: case.hints.clone(),
        diagram: case.diagram.clone(),
        limits: (limit != seconds).then_some(wire::Limits { calls: None, seconds: Some(limit) }),
        game,
        play: task.play.as_ref().map(play),
        expect: expectation(&case.expect),
    })
}

/// The part of the tree that can be reached from `root`.
fn tree(tree: &Tree, root: NodeId) -> TreeGame {
    let mut reached = BTreeSet::from([root]);
    let mut open = vec![root];
    while let Some(state) = open.pop() {
        open.extend(
            tree.edges(state)
                .iter()
                .map(|(_, child)| *child)
                .filter(|child| reached.insert(*child)),
        );
    }
    let states = || tree.states().filter(|state| reached.contains(state));
    let name = |state: NodeId| tree.name(state).to_owned();
    let ended =
        |how| states().filter(|state| tree.decided(*state) == Some(how)).map(name).collect();
    let edges = states().flat_map(|state| {
        tree.edges(state)
            .iter()
            .map(move |(label, child)| (name(state), tree.label(*label).to_owned(), name(*child)))
    });
    TreeGame {
        agents: u32::try_from(plygrade_engine::Game::agents(tree)).unwrap_or(u32::MAX),
        root: Some(name(root)),
        edges: Some(edges.collect()),
        values: states()
            .filter_map(|state| Some((name(state), Number(tree.value(state)?))))
            .collect(),
        win: ended(Decided::Win),
        lose: ended(Decided::Lose),
        ..TreeGame::default()
    }
}

fn ghost(kind: &pacman::GhostKind) -> wire::GhostKind {
    match kind {
        pacman::GhostKind::Random => wire::GhostKind::Random,
        pacman::GhostKind::Directional => wire::GhostKind::Directional,
    }
}

pub(super) fn direction(direction: &pacman::Direction) -> wire::Direction {
    match direction {
        pacman::Direction::North => wire::Direction::North,
        pacman::Direction::South => wire::Direction::South,
        pacman::Direction::East => wire::Direction::East,
        pacman::Direction::West => wire::Direction::West,
        pacman::Direction::Stop => wire::Direction::Stop,
    }
}

fn play(play: &Play) -> wire::Play {
    let seconds = play.time.as_secs_f64();
    wire::Play {
        games: (play.games != 1).then_some(play.games),
        seed: match &play.seed {
            Seed::Int(n) => wire::Seed::Int(*n),
            Seed::Text(text) => wire::Seed::Text(text.clone()),
        },
        follow: (play.follow == Follow::Reference).then_some(wire::Follow::Reference),
        max_moves: (play.max_moves != SILENT.0).then_some(play.max_moves),
        seconds: (seconds != SILENT.1).then_some(seconds),
    }
}

fn expectation(expect: &Expect) -> wire::Expect {
    let games = expect.games.clone().unwrap_or_default();
    let thresholds = |of: Option<expect::Thresholds>| {
        of.map(|of| wire::Thresholds { minimum: of.minimum, thresholds: of.at })
    };
    let line = expect.line.clone().unwrap_or_default();
    wire::Expect {
        action: expect.action.clone().map(actions),
        generated: expect.generated.as_ref().map(|names| names.iter().cloned().collect()),
        score: thresholds(games.score),
        wins: thresholds(games.wins),
        in_time: thresholds(games.in_time),
        variants: variants(&line),
        lines: lines(line),
        ..wire::Expect::default()
    }
}

fn variants(line: &Line) -> Vec<wire::Variant> {
    let one = |one: &expect::ExpectedMove| wire::ExpectedMove {
        actions: actions(one.actions.clone()),
        distinct_explored: one.distinct_explored,
    };
    let moves = |variant: &expect::Variant| variant.moves.iter().map(one).collect();
    line.variants.iter().map(|variant| wire::Variant { moves: moves(variant) }).collect()
}

fn lines(line: Line) -> Vec<wire::MistakenLine> {
    let known = |known| match known {
        expect::KnownMistake::PartialPly => wire::KnownMistake::PartialPly,
        expect::KnownMistake::DepthOffByOne => wire::KnownMistake::DepthOffByOne,
    };
    line.mistakes
        .into_iter()
        .map(|(mistake, variants)| wire::MistakenLine {
            mistake: known(mistake),
            variants: variants
                .into_iter()
                .map(|moves| moves.into_iter().map(actions).collect())
                .collect(),
        })
        .collect()
}

fn actions(actions: Vec<sdk::Action>) -> Vec<wire::Action> {
    actions.into_iter().map(wire::Action).collect()
}

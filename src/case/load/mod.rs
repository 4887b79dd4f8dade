//! Reads case files: from the wire types to a checked [`Case`].
//!
//! Every check names what it complains about by its path in the document, so that errors have
//! lines and columns. Whatever a case writes is used or refused; nothing is ignored.

mod boards;
mod draft;
mod expect;
mod outline;
mod pacman;
mod play;
mod problems;
mod root;
mod terms;
mod tree;
mod walk;

use std::path::Path;

use plygrade_engine::search::Algorithm;

pub(crate) use self::problems::Problems;
use self::problems::Word;
use super::play::Follow;
use super::wire::{self, CaseFile, Game};
use super::{Case, Limits, Play, Task, Visibility, Watch};
use crate::document::Document;
use crate::error::CaseError;
use crate::files::Files;
use crate::path;
use crate::position::Position;
use crate::suite::wire::DefaultsFile;

pub use terms::algorithm;

const NO_CALLS: &str = "a limit of no calls cannot be; write 1 or more";

/// What a suite says for all its cases, unless they say otherwise.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// When alpha-beta cuts.
    pub cut: Option<wire::Cut>,
    /// The order of Pacman's legal actions.
    pub action_order: Option<Vec<wire::Direction>>,
    /// What a submission may spend on a case.
    pub limits: wire::Limits,
    /// Who may see results.
    pub visibility: Option<Visibility>,
}

/// What `suite.toml` says for all cases, checked.
pub(crate) fn defaults(wire: &DefaultsFile, problems: &mut Problems<'_>) -> Defaults {
    let order = wire.action_order.clone();
    if order.as_ref().is_some_and(|order| pacman::five(order).is_none()) {
        let message = "list each of the five directions once";
        problems.at(path!["defaults", "action_order"], message);
    }
    let limits = wire.limits.unwrap_or_default();
    if limits.calls == Some(0) {
        problems.at(path!["defaults", "limits", "calls"], NO_CALLS);
    }
    problems.seconds(path!["defaults", "limits", "seconds"], limits.seconds);
    Defaults { cut: wire.cut, action_order: order, limits, visibility: wire.visibility }
}

/// The case that `text` writes, as if it stood in `file` and in no suite.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub fn case(file: &Path, text: &str) -> Result<Case, Vec<CaseError>> {
    parse(Files::Disk, file, text.into(), &Defaults::default())
}

/// Reads the case in `file`.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub fn file(files: Files, file: &Path, defaults: &Defaults) -> Result<Case, Vec<CaseError>> {
    let bytes = files.read(file).map_err(|error| vec![error])?;
    parse(files, file, bytes, defaults)
}

/// Reads the case in `bytes`, which stand in `file`; its extension says whether they are TOML
/// or JSON, and layouts are looked for around it.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub fn parse(
    files: Files,
    file: &Path,
    bytes: Vec<u8>,
    defaults: &Defaults,
) -> Result<Case, Vec<CaseError>> {
    let document = Document::read(file, bytes).map_err(|error| vec![error])?;
    let wire: CaseFile = document.parse().map_err(|error| vec![error])?;
    let mut problems = Problems::new(&document);
    let case = build(wire, files, defaults, &mut problems);
    let errors = problems.into_errors();
    match case {
        Some(case) if errors.is_empty() => Ok(case),
        // A case that cannot be built has said why.
        _ => Err(errors),
    }
}

fn build(
    wire: CaseFile,
    files: Files,
    defaults: &Defaults,
    problems: &mut Problems<'_>,
) -> Option<Case> {
    if !terms::check_agent(&wire, problems) {
        // Which other keys make sense depends on the agent.
        return None;
    }
    let algorithm = terms::algorithm(&wire.agent);
    terms::check_keys(&wire, algorithm, problems);
    let position = position(&wire, algorithm, files, defaults, problems)?;
    let agents = u32::try_from(position.agents()).unwrap_or(u32::MAX);
    let terms = terms::terms(&wire, algorithm, agents, defaults);
    // What is wrong so far would only be told again in other words.
    let sound = problems.is_empty();
    if let (true, Position::Tree(at)) = (sound, &position) {
        tree::check_search(&wire, at, algorithm, &terms, problems);
    }
    let play = play::play(&wire, &position, problems);
    let expect = expect::expect(&wire, algorithm, problems);
    if sound {
        root::check(&position, algorithm, play.is_some(), &expect, problems);
    }
    let limits = limits(&wire, defaults, problems);
    let points = points(&wire, &expect, problems);
    let watch = watch(&position, play.as_ref(), &expect);
    let file = problems.document().file();
    Some(Case {
        name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        file: file.to_owned(),
        task: Task {
            agent: wire.agent,
            algorithm,
            depth: wire.depth,
            terms,
            evaluation: wire.evaluation,
            arguments: wire.arguments.into_iter().collect(),
            position,
            play,
            limits,
            watch,
        },
        expect,
        points,
        visibility: wire.visibility.or(defaults.visibility).unwrap_or_default(),
        hints: wire.hints,
        description: wire.description,
        diagram: wire.diagram,
    })
}

fn position(
    wire: &CaseFile,
    algorithm: Option<Algorithm>,
    files: Files,
    defaults: &Defaults,
    problems: &mut Problems<'_>,
) -> Option<Position> {
    // What a class of the submission makes of its evaluation's name is its own affair.
    let evaluation = wire.evaluation.as_deref().filter(|_| algorithm.is_some());
    let evaluation = evaluation.map(|word| Word { key: "evaluation", word });
    match &wire.game {
        Game::Tree(game) => tree::position(game, problems),
        Game::Pacman(game) => pacman::pacman(game, evaluation, files, defaults, problems),
        Game::TicTacToe(game) => boards::tictactoe(game, evaluation, problems),
        Game::Nim(game) => boards::nim(game, evaluation, problems),
        Game::Chase(game) => boards::chase(game, evaluation, problems),
    }
}

fn limits(wire: &CaseFile, defaults: &Defaults, problems: &mut Problems<'_>) -> Limits {
    let own = wire.limits.unwrap_or_default();
    if own.calls == Some(0) {
        problems.at(path!["limits", "calls"], NO_CALLS);
    }
    let standard = Limits::default();
    let seconds = problems.seconds(path!["limits", "seconds"], own.seconds);
    let shared = defaults.limits.seconds.map(std::time::Duration::from_secs_f64);
    Limits {
        calls: own.calls.or(defaults.limits.calls).unwrap_or(standard.calls),
        time: seconds.or(shared).unwrap_or(standard.time),
    }
}

fn points(wire: &CaseFile, expect: &super::Expect, problems: &mut Problems<'_>) -> f64 {
    match wire.points {
        Some(points) if points.is_finite() && points >= 0.0 => points,
        Some(_) => {
            problems.at(path!["points"], "points are a number that is not negative");
            0.0
        }
        None => match &expect.games {
            Some(games) => [&games.score, &games.wins, &games.in_time]
                .into_iter()
                .flatten()
                .map(|thresholds| thresholds.at.len() as f64)
                .sum(),
            None => 1.0,
        },
    }
}

/// What hosts record follows from what is checked. On trees the calls in order also draw the
/// expansions of a failing case.
fn watch(position: &Position, play: Option<&Play>, expect: &super::Expect) -> Watch {
    use super::Unit::{DistinctExplored, DistinctGenerated};
    let distinct = |unit| matches!(unit, DistinctExplored | DistinctGenerated);
    let follows = play.is_some_and(|play| play.follow == Follow::Reference);
    let tree = matches!(position, Position::Tree(_));
    Watch {
        exact_distinct: follows || expect.counts.iter().any(|(unit, _)| distinct(*unit)),
        order: tree || expect.order.is_some(),
        generated: tree,
    }
}

//! Tests that play Pacman: along the reference's line (`PacmanGameTreeTest`), or whole games that
//! must reach thresholds (`EvalAgentTest`).

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use plygrade_engine::games::pacman::{Evaluation, GhostKind, Layout, Pacman};
use plygrade_engine::search::Terms;

use super::file::{Entry, File, at};
use super::recorded;
use super::test::Test;
use crate::case::expect::{Games, Thresholds};
use crate::case::play::{Follow, Seed};
use crate::case::{Case, Expect, Play, Watch};
use crate::error::CaseError;
use crate::position::{At, Position};

const LINE_KEYS: [&str; 10] = [
    "class",
    "disabled",
    "points",
    "max_points",
    "question",
    "alg",
    "seed",
    "depth",
    "layoutName",
    "layout",
];
const GAMES_KEYS: [&str; 19] = [
    "class",
    "disabled",
    "points",
    "max_points",
    "question",
    "agentName",
    "agentArgs",
    "layoutName",
    "layout",
    "ghosts",
    "maxTime",
    "numGames",
    "randomSeed",
    "scoreMinimum",
    "scoreThresholds",
    "nonTimeoutMinimum",
    "nonTimeoutThresholds",
    "winsMinimum",
    "winsThresholds",
];
/// Wall time of a game along the reference's line.
const LINE_TIME: Duration = Duration::from_secs(120);
/// Moves of Pacman after which a game ends. The course has no limit but the time, which ends a
/// game long before.
const MAX_MOVES: u32 = 1_000_000;
/// How many ghosts play along the reference's line, as far as the layout has them.
const LINE_GHOSTS: usize = 2;

/// Reads a game along the reference's line and its solution.
pub(super) fn line(test: &Test<'_>) -> Result<Case, CaseError> {
    let file = test.file;
    file.only(&LINE_KEYS)?;
    let (text, place) = match file.get("layout") {
        Some(entry) => {
            (entry.value.clone(), Place { path: &file.path, before: entry.value_line - 1 })
        }
        None => return Err(file.error("`layout` is missing: the board itself, one line a row")),
    };
    let position = start(&text, &place, LINE_GHOSTS)?;
    let depth: u32 = file.number("depth")?;
    let seed = Seed::Int(file.number("seed")?);
    let expect = recorded::line(&test.solution()?)?;
    let mut case = test.case(file.need("alg")?, position);
    let plies = depth.saturating_mul(case.task.position.agents() as u32);
    case.task.depth = Some(depth);
    case.task.terms = Terms { plies: Some(plies), ..Terms::default() };
    case.task.limits.time = LINE_TIME;
    case.task.watch = Watch { exact_distinct: true, ..Watch::default() };
    case.task.play = Some(Play {
        games: 1,
        seed,
        ghosts: vec![GhostKind::Directional; case.task.position.agents().saturating_sub(1)],
        follow: Follow::Reference,
        moves: Vec::new(),
        max_moves: MAX_MOVES,
        time: LINE_TIME,
        all_time: Duration::MAX,
    });
    case.expect = Expect { line: Some(expect), ..Expect::default() };
    Ok(case)
}

/// Reads whole games with thresholds.
pub(super) fn games(test: &Test<'_>) -> Result<Case, CaseError> {
    let file = test.file;
    file.only(&GAMES_KEYS)?;
    let ghosts = ghosts(file)?;
    let position = match file.get("layout") {
        Some(entry) => {
            let place = Place { path: &file.path, before: entry.value_line - 1 };
            start(&entry.value, &place, ghosts.len())?
        }
        None => {
            let path = layout_file(test)?;
            let text = std::fs::read_to_string(&path).map_err(|error| {
                CaseError::file(&path, format!("failed to read the layout: {error}"))
            })?;
            let text = text.trim_start_matches('\u{feff}');
            start(text, &Place { path: &path, before: 0 }, ghosts.len())?
        }
    };
    let entry = file.need("randomSeed")?;
    let seed = match entry.value.trim().parse() {
        Ok(n) => Seed::Int(n),
        Err(_) => Seed::Text(entry.value.clone()),
    };
    let games = Games {
        score: thresholds(file, "score")?,
        wins: thresholds(file, "wins")?,
        in_time: thresholds(file, "nonTimeout")?,
    };
    let mut case = test.case(file.need("agentName")?, position);
    case.task.arguments = arguments(file);
    if argument(&case, "evalFn").is_some_and(|name| name == "better") {
        case.task.evaluation = Some("better".to_owned());
        if let Position::Pacman(at) = &mut case.task.position {
            at.game.evaluation = Evaluation::Better;
        }
    }
    case.task.depth = argument(&case, "depth").and_then(|depth| depth.parse().ok());
    let time: f64 = file.number("maxTime")?;
    let time = Duration::try_from_secs_f64(time)
        .map_err(|_| file.error(format!("`maxTime` must be a time in seconds, found {time}")))?;
    case.task.play = Some(Play {
        games: file.number("numGames")?,
        seed,
        ghosts: ghosts.into_iter().take(case.task.position.agents().saturating_sub(1)).collect(),
        follow: Follow::Submission,
        moves: Vec::new(),
        max_moves: MAX_MOVES,
        time,
        all_time: Duration::MAX,
    });
    case.points = file.number_or("max_points", games.points())?;
    case.expect = Expect { games: Some(games), ..Expect::default() };
    Ok(case)
}

/// Where a layout's text stands.
struct Place<'a> {
    path: &'a Path,
    /// Lines of the file before it.
    before: usize,
}

fn start(text: &str, place: &Place<'_>, ghosts: usize) -> Result<Position, CaseError> {
    let layout = Layout::parse(text).map_err(|error| CaseError {
        column: Some(error.column),
        ..at(place.path, place.before + error.line, error.kind.to_string())
    })?;
    let game = Pacman::new(layout.with_ghost_limit(ghosts));
    Ok(Position::Pacman(At { state: game.start(), game, agent: 0 }))
}

/// Where the maze of a test that plays comes from.
pub(super) enum Maze {
    /// The test's own text.
    Text(String),
    /// A file.
    File(std::path::PathBuf),
}

/// The maze of a test; `None` when it plays no Pacman.
pub(super) fn maze(test: &Test<'_>) -> Result<Option<Maze>, CaseError> {
    match (test.file.get("layout"), test.file.get("layoutName")) {
        (Some(entry), _) => Ok(Some(Maze::Text(entry.value.clone()))),
        (None, Some(_)) => layout_file(test).map(|path| Some(Maze::File(path))),
        (None, None) => Ok(None),
    }
}

/// The file of the layout that `layoutName` names.
fn layout_file(test: &Test<'_>) -> Result<std::path::PathBuf, CaseError> {
    let entry = test.file.need("layoutName")?;
    let name = entry.value.trim();
    let name = name.strip_suffix(".lay").unwrap_or(name);
    if name.is_empty() || name.contains(['/', '\\']) || name.starts_with('.') {
        return Err(test.file.at(entry, format!("{name:?} is no name of a layout")));
    }
    let file = format!("{name}.lay");
    test.layouts.iter().map(|folder| folder.join(&file)).find(|path| path.is_file()).ok_or_else(
        || {
            let folders: Vec<String> =
                test.layouts.iter().map(|folder| folder.display().to_string()).collect();
            let folders = if folders.is_empty() {
                "there is no folder `layouts` beside or inside the test cases".to_owned()
            } else {
                format!("looked in {}", folders.join(", "))
            };
            test.file.at(entry, format!("there is no layout {file}; {folders}"))
        },
    )
}

/// `[RandomGhost(1), DirectionalGhost(2)]`.
fn ghosts(file: &File) -> Result<Vec<GhostKind>, CaseError> {
    let entry = file.need("ghosts")?;
    let text = entry.value.trim();
    let wrong = |what: String| file.at(entry, what);
    let list = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
        .ok_or_else(|| wrong(format!("expected `[RandomGhost(1), ...]`, found {text:?}")))?;
    let mut kinds = Vec::new();
    for (index, ghost) in list.split(',').map(str::trim).filter(|g| !g.is_empty()).enumerate() {
        let (name, number) = ghost
            .strip_suffix(')')
            .and_then(|ghost| ghost.split_once('('))
            .ok_or_else(|| wrong(format!("expected `Kind(index)`, found {ghost:?}")))?;
        let kind = match name.trim().rsplit('.').next().unwrap_or_default() {
            "RandomGhost" => GhostKind::Random,
            "DirectionalGhost" => GhostKind::Directional,
            other => {
                let known = "known are RandomGhost and DirectionalGhost";
                return Err(wrong(format!("unknown kind of ghost {other}; {known}")));
            }
        };
        if number.trim().parse() != Ok(index + 1) {
            let message = format!("ghost {} of the list must have that number: {ghost}", index + 1);
            return Err(wrong(message));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

/// `depth=2,evalFn=better`; a word alone stands for `word=1`.
fn arguments(file: &File) -> Vec<(String, String)> {
    let text = file.get("agentArgs").map_or("", |entry| entry.value.trim());
    text.split(',')
        .filter(|part| !part.trim().is_empty())
        .map(|part| part.split_once('=').unwrap_or((part, "1")))
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .collect()
}

fn argument(case: &Case, name: &str) -> Option<String> {
    let found = case.task.arguments.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.clone())
}

/// The minimum and thresholds of one quantity; `None` where neither is given.
fn thresholds(file: &File, quantity: &str) -> Result<Option<Thresholds>, CaseError> {
    let number = |entry: &Entry, word: &str| -> Result<f64, CaseError> {
        let value: f64 = file.parsed(entry, word)?;
        if value.is_nan() {
            return Err(file.at(entry, format!("`{}` must be a number", entry.key)));
        }
        Ok(value)
    };
    let minimum = file.get(&format!("{quantity}Minimum"));
    let at = file.get(&format!("{quantity}Thresholds"));
    if minimum.is_none() && at.is_none() {
        return Ok(None);
    }
    Ok(Some(Thresholds {
        minimum: match minimum {
            Some(entry) if !entry.value.trim().is_empty() => Some(number(entry, &entry.value)?),
            _ => None,
        },
        at: match at {
            Some(entry) => {
                entry.words().map(|word| number(entry, word)).collect::<Result<_, _>>()?
            }
            None => Vec::new(),
        },
    }))
}

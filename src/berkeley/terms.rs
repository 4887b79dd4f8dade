//! Finds out with which terms a folder's answers were recorded.
//!
//! Skeletons list actions in different orders and a few suites were recorded with the weak cut,
//! and no file says so. But alpha-beta's recorded sets and counts tell: each candidate is tried
//! against all of them, and the first that agrees with the most is used.

use std::sync::Arc;

use plygrade_engine::games::pacman::{Direction, Pacman, PacmanState};
use plygrade_engine::search::{Algorithm, Cut};

use crate::case::expect::{ExpectedMove, Line};
use crate::case::{Case, Task};
use crate::position::{At, Position};
use crate::reference::{self, Searcher};
use crate::suite::{Question, SuiteNote};

/// The terms that a file does not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    action_order: [Direction; 5],
    cut: Cut,
}

/// The course's own, as most folders have them.
const USUAL: Candidate = Candidate { action_order: Direction::REFERENCE_ORDER, cut: Cut::Strict };

/// The order of ports that sort legal actions.
const BY_NAME: [Direction; 5] =
    [Direction::East, Direction::North, Direction::South, Direction::Stop, Direction::West];

/// Successor calls that one search of a recorded move may take.
const CALLS: u64 = 5_000_000;

/// Sets the terms of all cases, and tells what is unusual.
pub(super) fn apply(questions: &mut [Question]) -> Vec<SuiteNote> {
    let usual = agreement(questions, USUAL);
    let (found, agreed) = if usual.iter().all(|(agree, of)| agree == of) {
        (USUAL, usual.clone())
    } else {
        candidates().fold((USUAL, usual.clone()), |best, candidate| {
            let agreed = agreement(questions, candidate);
            if sum(&agreed).0 > sum(&best.1).0 { (candidate, agreed) } else { best }
        })
    };
    let mut notes = Vec::new();
    if found != USUAL {
        let (agree, of) = sum(&agreed);
        notes.push(SuiteNote::RecordedTerms {
            action_order: found.action_order,
            cut: found.cut,
            agree,
            agree_usual: sum(&usual).0,
            of,
        });
    }
    let mut each = agreed.into_iter();
    for question in questions {
        for case in &mut question.cases {
            set(&mut case.task, found);
            if let Some((agree, of)) = each.next()
                && agree < of
            {
                let (question, case) = (question.name.clone(), case.name.clone());
                notes.push(SuiteNote::Disagrees { question, case, agree, of });
            }
        }
    }
    notes
}

/// All others than the usual terms.
fn candidates() -> impl Iterator<Item = Candidate> {
    let orders = [Direction::REFERENCE_ORDER, Direction::PORT_ORDER, BY_NAME];
    let all = orders.into_iter().flat_map(|action_order| {
        [Cut::Strict, Cut::Weak].map(|cut| Candidate { action_order, cut })
    });
    all.filter(|candidate| *candidate != USUAL)
}

/// A case at a time: how many of its recorded trees or moves agree, and how many there are.
fn agreement(questions: &[Question], candidate: Candidate) -> Vec<(usize, usize)> {
    let cases = questions.iter().flat_map(|question| &question.cases);
    cases.map(|case| agreement_of(case, candidate)).collect()
}

fn sum(agreements: &[(usize, usize)]) -> (usize, usize) {
    agreements.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

fn agreement_of(case: &Case, candidate: Candidate) -> (usize, usize) {
    let mut task = case.task.clone();
    set(&mut task, candidate);
    match (&task.position, &case.expect.line) {
        (Position::Pacman(at), Some(line)) => line_agrees(&task, at, line),
        (Position::Tree(_), None) if task.algorithm.is_some() => {
            (usize::from(tree_agrees(&task, case)), 1)
        }
        _ => (0, 0),
    }
}

fn set(task: &mut Task, terms: Candidate) {
    task.terms.cut = match task.algorithm {
        Some(Algorithm::AlphaBeta) => terms.cut,
        _ => Cut::Strict,
    };
    if let Position::Pacman(at) = &mut task.position {
        at.game.action_order = terms.action_order;
    }
}

fn tree_agrees(task: &Task, case: &Case) -> bool {
    let Ok(found) = reference::solve(task) else { return false };
    let action = found.action.into_iter().collect();
    case.expect.action == Some(action) && case.expect.generated == found.generated
}

/// Follows the recorded moves and searches before each.
fn line_agrees(task: &Task, at: &At<Pacman>, line: &Line) -> (usize, usize) {
    let moves = line.moves();
    let (Some(algorithm), Some(depth), Some(play)) = (task.algorithm, task.depth, &task.play)
    else {
        return (0, 0);
    };
    let searcher = Searcher { algorithm, depth, terms: task.terms, calls: CALLS };
    let games = [true, false].map(|stop_allowed| Pacman {
        stop_allowed,
        layout: Arc::clone(&at.game.layout),
        ..at.game
    });
    let mut state = at.state.clone();
    let mut agree = 0;
    for (number, action) in moves.iter().enumerate() {
        let right = line.variants.iter().zip(&games).all(|(variant, game)| {
            variant.moves.get(number).is_some_and(|one| move_agrees(&searcher, game, &state, one))
        });
        agree += usize::from(right);
        let named = Direction::ALL.into_iter().find(|known| action == known.name());
        let played = named.map(|action| {
            reference::advance(&at.game, &mut state, action, play, number as u32 + 1)
        });
        if !matches!(played, Some(Ok(()))) {
            // Whatever comes after an impossible move cannot be told.
            break;
        }
    }
    (agree, moves.len())
}

fn move_agrees(
    searcher: &Searcher,
    game: &Pacman,
    state: &PacmanState,
    recorded: &ExpectedMove,
) -> bool {
    let plies = searcher.plies(game, searcher.depth);
    searcher.explored(game, state, plies).is_ok_and(|(actions, explored)| {
        explored == recorded.distinct_explored
            && actions.len() == recorded.actions.len()
            && actions.iter().zip(&recorded.actions).all(|(a, b)| b == a.name())
    })
}

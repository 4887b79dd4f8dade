//! What was asked, in words.

use plygrade_engine::search::{Algorithm, Cut};

use super::list::value;
use crate::case::Task;
use crate::position::Position;

/// What a case asks, as one line of facts.
#[must_use]
pub fn asked(task: &Task) -> String {
    let facts =
        [Some(searcher(task)), horizon(task), window(task), Some(game(task)), max(&task.position)];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    format!("asked: {}", facts.join(", "))
}

/// Who is to move and to be maximised for, where that is not agent 0: whoever takes agent 0 for MAX
/// is wrong there.
fn max(position: &Position) -> Option<String> {
    let (agent, name) = mover(position);
    let name = name.map(|name| format!(", {name},")).unwrap_or_default();
    (agent != 0).then(|| format!("agent {agent}{name} is to move and is MAX"))
}

/// The agent whose turn it is, and its name in drawings.
fn mover(position: &Position) -> (usize, Option<&'static str>) {
    match position {
        Position::Tree(at) => (at.agent, None),
        Position::Nim(at) => (at.agent, None),
        Position::Pacman(at) => (at.agent, (at.agent == 0).then_some("Pacman")),
        Position::TicTacToe(at) => (at.agent, Some(if at.agent == 0 { "X" } else { "O" })),
        Position::Chase(at) => (at.agent, Some(if at.agent == 0 { "P" } else { "E" })),
    }
}

/// Whose turn it is.
#[must_use]
pub fn to_move(position: &Position) -> String {
    let (agent, name) = mover(position);
    match name {
        Some(name) => format!("to move: agent {agent}, which is {name}"),
        None => format!("to move: agent {agent}"),
    }
}

/// The search that was asked for, with its cut.
#[must_use]
pub fn searcher(task: &Task) -> String {
    let name = match task.algorithm {
        None => return task.agent.clone(),
        Some(algorithm) => algorithm_name(algorithm),
    };
    match (cuts(task.algorithm), task.terms.cut) {
        (false, _) => name.to_owned(),
        (true, Cut::Strict) => format!("{name} with the strict cut"),
        (true, Cut::Weak) => format!("{name} with the weak cut"),
    }
}

fn algorithm_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "minimax",
        Algorithm::MinimaxBfs => "breadth-first minimax",
        Algorithm::AlphaBeta => "alpha-beta",
        Algorithm::AlphaBetaOrdered => "alpha-beta on ordered successors",
        Algorithm::AlphaBetaBounds => "alpha-beta on interior bounds",
        Algorithm::IterativeDeepening => "iterative deepening",
        Algorithm::Expectimax => "expectimax",
        Algorithm::Reflex => "reflex agent",
        Algorithm::Evaluation => "evaluation",
    }
}

fn cuts(algorithm: Option<Algorithm>) -> bool {
    matches!(
        algorithm,
        Some(
            Algorithm::AlphaBeta
                | Algorithm::AlphaBetaOrdered
                | Algorithm::AlphaBetaBounds
                | Algorithm::IterativeDeepening
        )
    )
}

fn horizon(task: &Task) -> Option<String> {
    if matches!(task.algorithm, Some(Algorithm::Reflex | Algorithm::Evaluation)) {
        return None;
    }
    Some(match (task.depth, task.terms.plies) {
        (Some(depth), _) => format!("depth {depth}"),
        (None, Some(1)) => "1 ply".to_owned(),
        (None, Some(plies)) => format!("{plies} plies"),
        (None, None) => "to the end of the game".to_owned(),
    })
}

fn window(task: &Task) -> Option<String> {
    let (alpha, beta) = task.terms.window;
    (alpha.is_finite() || beta.is_finite())
        .then(|| format!("root window [{}, {}]", value(alpha), value(beta)))
}

fn game(task: &Task) -> String {
    let agents = task.position.agents();
    let kind = game_name(&task.position);
    match (&task.play, &task.position) {
        (Some(play), _) if play.games == 1 => format!("a whole game of {kind}"),
        (Some(play), _) => format!("{} whole games of {kind}", play.games),
        (None, Position::Tree(_)) => match agents {
            1 => "on a tree for 1 agent".to_owned(),
            n => format!("on a tree for {n} agents"),
        },
        (None, _) => format!("in a position of {kind}"),
    }
}

fn game_name(position: &Position) -> &'static str {
    match position {
        Position::Tree(_) => "a tree",
        Position::Pacman(_) => "Pacman",
        Position::TicTacToe(_) => "tic-tac-toe",
        Position::Nim(_) => "Nim",
        Position::Chase(_) => "the chase",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::case::load;

    #[test]
    fn who_is_max_is_said_where_it_is_not_the_first_agent() {
        let of = |turn: u32| {
            let text = format!(
                "agent = \"minimax\"\n[game]\nkind = \"nim\"\npiles = [1, 2]\nto_move = {turn}\n\
                 [expect]\nvalue = 1\n"
            );
            asked(&load::case(Path::new("case.toml"), &text).expect("a case").task)
        };
        assert!(of(1).ends_with(", agent 1 is to move and is MAX"), "{}", of(1));
        assert!(!of(0).contains("MAX"), "{}", of(0));
    }
}

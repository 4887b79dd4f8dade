//! The agent and the terms of its search.

use plygrade_engine::search::{Algorithm, Cut, Fail, MAX_PLIES, Terms};

use super::Defaults;
use super::problems::Problems;
use crate::case::wire::{self, CaseFile, Game};
use crate::document::did_you_mean;
use crate::path;

/// The searches by their names in cases.
const ALGORITHMS: [(&str, Algorithm); 9] = [
    ("minimax", Algorithm::Minimax),
    ("alphabeta", Algorithm::AlphaBeta),
    ("expectimax", Algorithm::Expectimax),
    ("reflex", Algorithm::Reflex),
    ("evaluation", Algorithm::Evaluation),
    ("minimax-bfs", Algorithm::MinimaxBfs),
    ("alphabeta-ordered", Algorithm::AlphaBetaOrdered),
    ("alphabeta-bounds", Algorithm::AlphaBetaBounds),
    ("iterative-deepening", Algorithm::IterativeDeepening),
];

/// The search that an agent's name in a case means.
#[must_use]
pub fn algorithm(agent: &str) -> Option<Algorithm> {
    ALGORITHMS.iter().find(|(name, _)| *name == agent).map(|(_, algorithm)| *algorithm)
}

/// Whether the case's agent is one of our searches or may be a class of the submission.
pub(super) fn check_agent(wire: &CaseFile, problems: &mut Problems<'_>) -> bool {
    let known = algorithm(&wire.agent).is_some() || is_class(&wire.agent);
    if !known {
        let hint = did_you_mean(&wire.agent, ALGORITHMS.iter().map(|(name, _)| *name));
        problems.at(
            path!["agent"],
            format!(
                "unknown agent `{}`{hint} (a class of the submission begins with a capital letter)",
                wire.agent
            ),
        );
    }
    known
}

fn is_class(agent: &str) -> bool {
    agent.chars().next().is_some_and(char::is_uppercase)
        && agent.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Refuses keys that mean nothing to this agent.
pub(super) fn check_keys(
    wire: &CaseFile,
    algorithm: Option<Algorithm>,
    problems: &mut Problems<'_>,
) {
    use Algorithm::{Evaluation, IterativeDeepening, MinimaxBfs, Reflex};
    let alphabeta = algorithm.is_some_and(cuts);
    let one_step = matches!(algorithm, Some(Reflex | Evaluation));
    let iterative = algorithm == Some(IterativeDeepening);
    let breadth_first = algorithm == Some(MinimaxBfs);
    let keys = [
        ("depth", wire.depth.is_some(), !one_step, "a search"),
        ("plies", wire.plies.is_some(), !one_step, "a search"),
        ("cut", wire.cut.is_some(), alphabeta, "alpha-beta"),
        ("fail", wire.fail.is_some(), alphabeta, "alpha-beta"),
        ("window", wire.window.is_some(), alphabeta, "alpha-beta"),
        ("call_budget", wire.call_budget.is_some(), iterative, "iterative-deepening"),
        ("merge_symmetric", wire.merge_symmetric.is_some(), breadth_first, "minimax-bfs"),
    ];
    for (key, written, fits, whose) in keys {
        if written && !fits {
            let agent = &wire.agent;
            problems.key(
                path![key],
                format!("`{key}` belongs to {whose} and means nothing to `{agent}`; remove it"),
            );
        }
    }
    if wire.evaluation.is_some() && matches!(wire.game, Game::Tree(_)) {
        let message = "a tree's own `values` are its evaluation; remove `evaluation`";
        problems.key(path!["evaluation"], message);
    }
    if wire.call_budget == Some(0) {
        problems.at(path!["call_budget"], "a budget of no calls cannot be; write 1 or more");
    }
    depths(wire, problems);
    window(wire, problems);
}

/// Whether a search cuts, so that cut rule, window and fail mean something to it.
fn cuts(algorithm: Algorithm) -> bool {
    matches!(
        algorithm,
        Algorithm::AlphaBeta
            | Algorithm::AlphaBetaOrdered
            | Algorithm::AlphaBetaBounds
            | Algorithm::IterativeDeepening
    )
}

fn depths(wire: &CaseFile, problems: &mut Problems<'_>) {
    if wire.depth.is_some() && wire.plies.is_some() {
        let message = "`depth` counts rounds and `plies` counts plies; write one of them";
        problems.key(path!["plies"], message);
    }
    for (key, limit) in [("depth", wire.depth), ("plies", wire.plies)] {
        match limit {
            Some(0) => problems.at(
                path![key],
                "counts from 1; for the static value of the state ask agent = \"evaluation\"",
            ),
            Some(limit) if limit > MAX_PLIES => problems.at(
                path![key],
                format!(
                    "{limit} is too deep; the most is {MAX_PLIES}, and without `{key}` the \
                         search goes to the end of the game"
                ),
            ),
            _ => {}
        }
    }
}

fn window(wire: &CaseFile, problems: &mut Problems<'_>) {
    if let Some((alpha, beta)) = wire.window
        && alpha.0 >= beta.0
    {
        let message = format!("an empty window: alpha {} is not below beta {}", alpha.0, beta.0);
        problems.at(path!["window"], message);
    }
}

/// The terms of the search, for a game of `agents` agents.
pub(super) fn terms(
    wire: &CaseFile,
    algorithm: Option<Algorithm>,
    agents: u32,
    defaults: &Defaults,
) -> Terms {
    let cut = wire.cut.or(defaults.cut.filter(|_| algorithm.is_some_and(cuts)));
    let standard = Terms::default();
    Terms {
        plies: wire.plies.or(wire.depth.map(|depth| depth.saturating_mul(agents))),
        cut: match cut {
            Some(wire::Cut::Weak) => Cut::Weak,
            Some(wire::Cut::Strict) | None => Cut::Strict,
        },
        fail: match wire.fail {
            Some(wire::Fail::Hard) => Fail::Hard,
            Some(wire::Fail::Soft) | None => Fail::Soft,
        },
        window: wire.window.map_or(standard.window, |(alpha, beta)| (alpha.0, beta.0)),
        merge_symmetric: wire.merge_symmetric.unwrap_or_default(),
        call_budget: wire.call_budget,
    }
}

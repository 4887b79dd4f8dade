//! Checks that need the position in which the agent is asked.

use plygrade_engine::Domain;
use plygrade_engine::search::Algorithm;

use super::problems::Problems;
use crate::case::Expect;
use crate::document::{did_you_mean, list};
use crate::path;
use crate::position::{At, Position, to_action, to_name};
use crate::with_position;

/// Refuses a question that nobody can answer, and expected actions that are not legal.
pub(super) fn check(
    position: &Position,
    algorithm: Option<Algorithm>,
    plays: bool,
    expect: &Expect,
    problems: &mut Problems<'_>,
) {
    with_position!(position, at => check_at(at, algorithm, plays, expect, problems));
}

fn check_at<G: Domain>(
    at: &At<G>,
    algorithm: Option<Algorithm>,
    plays: bool,
    expect: &Expect,
    problems: &mut Problems<'_>,
) {
    let legal = legal(at);
    if legal.is_empty() && algorithm != Some(Algorithm::Evaluation) {
        let asked = if plays { "played" } else { "asked" };
        problems.key(
            path!["game"],
            format!("the game is over before the agent is {asked}: nobody can move here"),
        );
        return;
    }
    let names = names(at, &legal);
    for (index, action) in expect.action.iter().flatten().enumerate() {
        let known = at.game.action_named(&to_name(action));
        if !known.is_some_and(|action| legal.contains(&action)) {
            let word = action.to_string();
            let mut hint = did_you_mean(&word, names.iter().map(String::as_str));
            if !hint.contains("did you mean") {
                hint = listed(&names);
            }
            problems.at(
                path!["expect", "action", index],
                format!("action `{word}` is not legal where the agent is asked{hint}"),
            );
        }
    }
}

/// Plays `moves` by all agents in turn from `at`; stops at the first that is not legal.
pub(super) fn play_moves<G: Domain>(
    at: &mut At<G>,
    moves: &[plygrade_sdk::Action],
    problems: &mut Problems<'_>,
) -> Option<()> {
    for (index, action) in moves.iter().enumerate() {
        let number = index + 1;
        let path = path!["game", "moves", index];
        let played = match at.game.action_named(&to_name(action)) {
            Some(known) => {
                at.game.successor(&at.state, at.agent, &known).map_err(|why| why.to_string())
            }
            None => Err("no action of this game".to_owned()),
        };
        match played {
            Ok(state) => at.state = state,
            Err(why) => {
                let names = names(at, &legal(at));
                let hint = if names.is_empty() { String::new() } else { listed(&names) };
                problems.at(path, format!("move {number}, `{action}`: {why}{hint}"));
                return None;
            }
        }
        let next = (at.agent + 1) % at.game.agents().max(1);
        at.agent = at.game.to_move(&at.state).unwrap_or(next);
    }
    Some(())
}

/// The legal actions where `at` is.
fn legal<G: Domain>(at: &At<G>) -> Vec<G::Action> {
    let mut legal = Vec::new();
    if !at.game.is_terminal(&at.state) {
        at.game.legal_actions(&at.state, at.agent, &mut legal);
    }
    legal
}

fn names<G: Domain>(at: &At<G>, actions: &[G::Action]) -> Vec<String> {
    actions.iter().map(|action| to_action(at.game.action_name(action)).to_string()).collect()
}

/// `; legal: ...`, cut where there are many.
fn listed(names: &[String]) -> String {
    let most = 12;
    let more = if names.len() > most { ", ..." } else { "" };
    format!("; legal: {}{more}", list(&names[..names.len().min(most)]))
}

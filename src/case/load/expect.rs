//! `[expect]`: what is checked, and whether it can be.

use std::collections::BTreeSet;

use plygrade_engine::search::Algorithm;
use plygrade_sdk as sdk;

use super::problems::Problems;
use crate::case::expect::{Expect, ExpectedMove, Games, KnownMistake, Line, Thresholds, Variant};
use crate::case::wire::{self, CaseFile, CountRange, Follow, Game};
use crate::case::{Range, Unit};
use crate::path;
use crate::transcript::ORDER_LIMIT;

/// How far a value may be off, where the case does not say.
const TOLERANCE: f64 = 1e-9;

/// What the case checks.
pub(super) fn expect(
    wire: &CaseFile,
    algorithm: Option<Algorithm>,
    problems: &mut Problems<'_>,
) -> Expect {
    let expect = &wire.expect;
    check_keys(wire, algorithm, problems);
    Expect {
        action: expect.action.as_deref().map(actions),
        value: expect.value.map(|value| value.0),
        value_tolerance: tolerance(expect, problems),
        counts: counts(expect, problems),
        generated: generated(expect, problems),
        order: order(expect, problems),
        games: games(expect, problems),
        line: line(expect, problems),
    }
}

/// Refuses what cannot be checked in this kind of case.
fn check_keys(wire: &CaseFile, algorithm: Option<Algorithm>, problems: &mut Problems<'_>) {
    let expect = &wire.expect;
    let follows = wire.play.as_ref().map(|play| play.follow.unwrap_or(Follow::Submission));
    let question = follows.is_none();
    let own_games = follows == Some(Follow::Submission);
    let line = follows == Some(Follow::Reference);
    let one = "a case that asks one question";
    let games = "whole games ([play])";
    let along = "games along the reference's line (play.follow = \"reference\")";
    let keys = [
        ("action", expect.action.is_some(), question, one),
        ("value", expect.value.is_some(), question, one),
        ("value_tolerance", expect.value_tolerance.is_some(), question, one),
        ("next_state_calls", expect.next_state_calls.is_some(), question, one),
        ("legal_actions_calls", expect.legal_actions_calls.is_some(), question, one),
        ("distinct_generated", expect.distinct_generated.is_some(), question, one),
        ("distinct_explored", expect.distinct_explored.is_some(), question, one),
        ("evaluations", expect.evaluations.is_some(), question, one),
        ("generated", expect.generated.is_some(), question, one),
        ("order", expect.order.is_some(), question, one),
        ("score", expect.score.is_some(), own_games, games),
        ("wins", expect.wins.is_some(), own_games, games),
        ("in_time", expect.in_time.is_some(), own_games, games),
        ("variants", !expect.variants.is_empty(), line, along),
        ("lines", !expect.lines.is_empty(), line, along),
    ];
    for (key, written, fits, of) in keys {
        if written && !fits {
            problems.key(path!["expect", key], format!("`{key}` is checked in {of}; remove it"));
        }
    }
    if expect.generated.is_some() && !matches!(wire.game, Game::Tree(_)) {
        let message = "`generated` lists the states of a tree by name; remove it, or count \
                       `distinct_generated`";
        problems.key(path!["expect", "generated"], message);
    }
    if algorithm.is_none() && expect.value.is_some() {
        let message = "a class of the submission answers an action, not a value; remove `value`";
        problems.key(path!["expect", "value"], message);
    }
    if algorithm == Some(Algorithm::Evaluation) && expect.action.is_some() {
        let message = "an evaluation answers a value, not an action; remove `action`";
        problems.key(path!["expect", "action"], message);
    }
    if expect.action.as_ref().is_some_and(Vec::is_empty) {
        problems.at(path!["expect", "action"], "no action is allowed; list one or more");
    }
    if expect.value_tolerance.is_some() && expect.value.is_none() {
        problems.key(path!["expect", "value_tolerance"], "there is no `value` to compare with");
    }
    let nothing = expect.is_empty() && algorithm.is_none();
    if nothing
        || (own_games
            && expect.score.is_none()
            && expect.wins.is_none()
            && expect.in_time.is_none())
    {
        let message = if own_games {
            "nothing is checked; expect `score`, `wins` or `in_time`"
        } else {
            "nothing is checked: a class has no reference search, so write down what to expect"
        };
        problems.key(path![if own_games { "play" } else { "agent" }], message);
    }
}

fn actions(list: &[wire::Action]) -> Vec<sdk::Action> {
    list.iter().map(|action| action.0.clone()).collect()
}

fn tolerance(expect: &wire::Expect, problems: &mut Problems<'_>) -> f64 {
    match expect.value_tolerance {
        Some(tolerance) if tolerance.is_finite() && tolerance >= 0.0 => tolerance,
        Some(_) => {
            let message = "a tolerance is a finite number that is not negative";
            problems.at(path!["expect", "value_tolerance"], message);
            TOLERANCE
        }
        None => TOLERANCE,
    }
}

fn counts(expect: &wire::Expect, problems: &mut Problems<'_>) -> Vec<(Unit, Range)> {
    let written = |unit: Unit| match unit {
        Unit::NextStateCalls => expect.next_state_calls,
        Unit::LegalActionsCalls => expect.legal_actions_calls,
        Unit::DistinctGenerated => expect.distinct_generated,
        Unit::DistinctExplored => expect.distinct_explored,
        Unit::Evaluations => expect.evaluations,
    };
    let mut counts = Vec::new();
    for unit in Unit::ALL {
        let range = match written(unit) {
            None => continue,
            Some(CountRange::Exactly(count)) => Range::exactly(count),
            Some(CountRange::Between { min: None, max: None }) => {
                problems.at(path!["expect", unit.key()], "an empty range; write min, max or both");
                continue;
            }
            Some(CountRange::Between { min, max }) => {
                Range { min: min.unwrap_or(0), max: max.unwrap_or(u64::MAX) }
            }
        };
        if range.min > range.max {
            let message = format!("no count is at least {} and at most {}", range.min, range.max);
            problems.at(path!["expect", unit.key()], message);
        }
        counts.push((unit, range));
    }
    counts
}

fn generated(expect: &wire::Expect, problems: &mut Problems<'_>) -> Option<BTreeSet<String>> {
    let names = expect.generated.as_ref()?;
    let mut set = BTreeSet::new();
    for (index, name) in names.iter().enumerate() {
        if !set.insert(name.clone()) {
            let message = format!("`{name}` is listed twice");
            problems.at(path!["expect", "generated", index], message);
        }
    }
    Some(set)
}

fn order(expect: &wire::Expect, problems: &mut Problems<'_>) -> Option<Vec<String>> {
    let calls = expect.order.as_ref()?;
    if calls.len() >= ORDER_LIMIT {
        let message = format!(
            "{} calls; fewer than {ORDER_LIMIT} are compared in order: remove `order`, or search less",
            calls.len()
        );
        problems.at(path!["expect", "order"], message);
    }
    for (index, call) in calls.iter().enumerate() {
        if call.split('>').filter(|state| !state.trim().is_empty()).count() != 2 {
            let message = format!("`{call}` is no call; write \"parent>child\"");
            problems.at(path!["expect", "order", index], message);
        }
    }
    Some(calls.clone())
}

fn games(expect: &wire::Expect, problems: &mut Problems<'_>) -> Option<Games> {
    let mut read = |key: &str, written: &Option<wire::Thresholds>| {
        let written = written.as_ref()?;
        if written.minimum.is_none() && written.thresholds.is_empty() {
            let message = "nothing to reach; write minimum, thresholds or both";
            problems.at(path!["expect", key], message);
        }
        if written.minimum.iter().chain(&written.thresholds).any(|number| number.is_nan()) {
            problems.at(path!["expect", key], "nan cannot be reached; write a number");
        }
        Some(Thresholds { minimum: written.minimum, at: written.thresholds.clone() })
    };
    let games = Games {
        score: read("score", &expect.score),
        wins: read("wins", &expect.wins),
        in_time: read("in_time", &expect.in_time),
    };
    (games != Games::default()).then_some(games)
}

fn line(expect: &wire::Expect, problems: &mut Problems<'_>) -> Option<Line> {
    for (index, variant) in expect.variants.iter().enumerate() {
        for (number, expected) in variant.moves.iter().enumerate() {
            if expected.actions.is_empty() {
                let path = path!["expect", "variants", index, "moves", number, "actions"];
                problems.at(path, "no action is allowed; list one or more");
            }
        }
    }
    if !expect.lines.is_empty() && expect.variants.is_empty() {
        let message = "lines of mistakes need the right line beside them: write `variants`";
        problems.key(path!["expect", "lines"], message);
    }
    let variants: Vec<Variant> = expect
        .variants
        .iter()
        .map(|variant| Variant {
            moves: variant
                .moves
                .iter()
                .map(|expected| ExpectedMove {
                    actions: actions(&expected.actions),
                    distinct_explored: expected.distinct_explored,
                })
                .collect(),
        })
        .collect();
    let mistakes = expect.lines.iter().map(|line| {
        let mistake = match line.mistake {
            wire::KnownMistake::PartialPly => KnownMistake::PartialPly,
            wire::KnownMistake::DepthOffByOne => KnownMistake::DepthOffByOne,
        };
        let moves =
            |variant: &Vec<Vec<wire::Action>>| variant.iter().map(|it| actions(it)).collect();
        (mistake, line.variants.iter().map(moves).collect())
    });
    let line = Line { variants, mistakes: mistakes.collect() };
    (line != Line::default()).then_some(line)
}

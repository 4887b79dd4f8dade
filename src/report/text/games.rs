//! Reasons about games as sentences.

use super::list::{actions, all_of, value};
use super::reason::fault_text;
use crate::case::expect::{KnownMistake, Quantity};
use crate::transcript::Fault;
use plygrade_sdk::Action;

/// Game `number`, from 0, ended early.
pub(super) fn ended_early(number: usize, fault: Option<&Fault>) -> String {
    let what = fault.map_or("it crashed".to_owned(), fault_text);
    format!("game {}: {what}", number + 1)
}

pub(super) fn wrong_length(got: usize, expected: usize) -> String {
    format!("the game took {got} moves of yours, expected {expected}")
}

pub(super) fn all_mistaken(mistake: KnownMistake) -> String {
    format!("all moves are those of a known mistake: {}", looks_like(mistake))
}

pub(super) fn below_minimum(quantity: Quantity, got: f64, minimum: f64) -> String {
    format!(
        "{} {}, but without {} there are no points at all",
        name(quantity),
        value(got),
        value(minimum)
    )
}

pub(super) fn missed_thresholds(quantity: Quantity, got: f64, missed: &[f64]) -> String {
    let missed = all_of(missed.iter().map(|at| value(*at)));
    format!("{} {}, not {missed}", name(quantity), value(got))
}

/// What a known mistake is.
pub(super) fn looks_like(mistake: KnownMistake) -> &'static str {
    match mistake {
        KnownMistake::PartialPly => "the last round of the search ends one agent early",
        KnownMistake::DepthOffByOne => "the search is one round too deep or too shallow",
    }
}

pub(super) fn wrong_explored(number: usize, got: Option<u64>, expected: &[u64]) -> String {
    let move_number = number + 1;
    let expected = expected.iter().map(u64::to_string).collect::<Vec<_>>().join(" or ");
    match got {
        Some(got) => format!(
            "wrong number of states expanded at move {move_number}: {got}, expected {expected}"
        ),
        None => format!(
            "the states expanded at move {move_number} could not be counted, expected {expected}"
        ),
    }
}

pub(super) fn suboptimal(number: usize, got: Option<&Action>, allowed: &[Action]) -> String {
    let move_number = number + 1;
    match got {
        Some(got) => format!("move {move_number} is {got}, expected {}", actions(allowed)),
        None => format!("there is no move {move_number}, expected {}", actions(allowed)),
    }
}

fn name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Score => "the average score is",
        Quantity::Wins => "games won:",
        Quantity::InTime => "games within the time:",
    }
}

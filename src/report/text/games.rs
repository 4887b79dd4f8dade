//! Reasons about games as sentences.

use super::list::{actions, all_of, value};
use super::reason::fault_text;
use crate::case::expect::{KnownMistake, Quantity};
use crate::transcript::Fault;
use plygrade_sdk::Action;

/// The games of these numbers, from 0, ended early.
pub(super) fn ended_early(numbers: &[usize], fault: Option<&Fault>) -> String {
    let what = fault.map_or("it crashed".to_owned(), fault_text);
    match numbers {
        [number] => format!("game {}: {what}", number + 1),
        numbers => format!("games {}: {what}", all_of(runs(numbers))),
    }
}

/// Numbers from 0, in order, as people count them: `1 to 4`, `7`.
fn runs(numbers: &[usize]) -> Vec<String> {
    let run = |run: &[usize]| match run {
        [first, .., last] if run.len() > 2 => vec![format!("{} to {}", first + 1, last + 1)],
        run => run.iter().map(|number| (number + 1).to_string()).collect(),
    };
    numbers.chunk_by(|a, b| a + 1 == *b).flat_map(run).collect()
}

pub(super) fn wrong_length(got: usize, expected: usize) -> String {
    format!("the game took {got} moves of yours, expected {expected}")
}

pub(super) fn all_mistaken(mistake: KnownMistake) -> String {
    format!("all moves are those of a known mistake: {}", looks_like(mistake))
}

pub(super) fn below_minimum(quantity: Quantity, got: f64, minimum: f64) -> String {
    format!("{}; below {} there are no points at all", reached(quantity, got), value(minimum))
}

pub(super) fn missed_thresholds(quantity: Quantity, got: f64, missed: &[f64]) -> String {
    let each = if missed.len() > 1 { " each" } else { "" };
    let missed = all_of(missed.iter().map(|at| value(*at)));
    format!("{}; {missed} would be 1 more point{each}", reached(quantity, got))
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

fn reached(quantity: Quantity, got: f64) -> String {
    let got = value(got);
    match quantity {
        Quantity::Score => format!("average score {got}"),
        Quantity::Wins => format!("games won: {got}"),
        Quantity::InTime => format!("games within the time: {got}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_in_a_row_are_a_run() {
        assert_eq!(ended_early(&[0, 1, 2, 4, 6, 7], None), "games 1 to 3, 5, 7 and 8: it crashed");
        assert_eq!(ended_early(&[3], None), "game 4: it crashed");
    }
}

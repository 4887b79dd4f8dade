//! Reasons about games as sentences.

use super::list::{actions, all_of, any_of, value};
use super::reason::{fault_text, nothing, wrong_case};
use crate::case::expect::{KnownMistake, Quantity};
use crate::transcript::{Fault, FaultKind};
use plygrade_sdk::Action;

/// The games of these numbers, from 0, ended early, the first one after `moves` moves.
pub(super) fn ended_early(numbers: &[usize], moves: u32, fault: Option<&Fault>) -> String {
    let what = fault.map_or("it crashed".to_owned(), fault_text);
    let games = match numbers {
        [number] => format!("game {}", number + 1),
        numbers => format!("games {}", all_of(runs(numbers))),
    };
    let answered = |fault: &Fault| {
        matches!(fault.kind, FaultKind::IllegalAction | FaultKind::InvalidAnswer)
            && fault.traceback.is_empty()
    };
    match numbers {
        _ if !fault.is_some_and(answered) => format!("{games}: {what}"),
        [_] => format!("{games}, move {}: {what}", moves + 1),
        _ => format!("{games}, the first at move {}: {what}", moves + 1),
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

pub(super) fn wrong_explored(
    number: usize,
    got: Option<u64>,
    expected: &[u64],
    without_stop: bool,
) -> String {
    let move_number = number + 1;
    let expected = match expected {
        [with, without] if without_stop && with != without => {
            format!("{with}, or {without} without Stop")
        }
        expected => {
            let mut different: Vec<u64> = Vec::new();
            for n in expected {
                if !different.contains(n) {
                    different.push(*n);
                }
            }
            any_of(different.iter().map(u64::to_string))
        }
    };
    match got {
        Some(got) => format!(
            "move {move_number}: your search saw {got} different states; right are {expected}"
        ),
        None => format!(
            "move {move_number}: the states that your search saw could not be counted; right are \
             {expected}"
        ),
    }
}

pub(super) fn suboptimal(
    number: usize,
    got: Option<&Action>,
    method: Option<&str>,
    allowed: &[Action],
) -> String {
    let move_number = number + 1;
    let right = actions(allowed);
    match got {
        Some(got) => {
            let remark = wrong_case(got, allowed);
            format!("move {move_number} is {got}, expected {right}{remark}")
        }
        None => format!("move {move_number}: {}; expected {right}", nothing(method)),
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
        let all = ended_early(&[0, 1, 2, 4, 6, 7], 9, None);
        assert_eq!(all, "games 1 to 3, 5, 7 and 8: it crashed");
        assert_eq!(ended_early(&[3], 9, None), "game 4: it crashed");
    }

    #[test]
    fn a_move_that_was_not_legal_has_a_number() {
        let message = "West is not legal there; legal: East, Stop";
        let fault = Fault::new(FaultKind::IllegalAction, message);
        let told = ended_early(&[0], 6, Some(&fault));
        assert_eq!(told, "game 1, move 7: West is not legal there; legal: East, Stop");
        let told = ended_early(&[0, 1], 6, Some(&fault));
        let first = "games 1 and 2, the first at move 7: West is not legal there";
        assert_eq!(told, format!("{first}; legal: East, Stop"));
    }

    #[test]
    fn states_are_told_apart_by_stop_only_where_the_numbers_differ() {
        let told =
            |expected: &[u64], without_stop| wrong_explored(2, Some(7), expected, without_stop);
        let saw = "move 3: your search saw 7 different states; right are";
        assert_eq!(told(&[190, 135], true), format!("{saw} 190, or 135 without Stop"));
        assert_eq!(told(&[190, 135], false), format!("{saw} 190 or 135"));
        assert_eq!(told(&[190, 190], true), format!("{saw} 190"));
    }
}

//! Board games: tic-tac-toe, Nim, the chase.

use plygrade_engine::Game as _;
use plygrade_engine::games::chase::{Chase, EVADER, PURSUER};
use plygrade_engine::games::nim::{Nim, NimError};
use plygrade_engine::games::tictactoe::{Board, Evaluation, TicTacToe};
use plygrade_sdk as sdk;

use super::problems::{Problems, Word};
use super::root::play_moves;
use crate::case::wire::{Action, ChaseGame, NimGame, Side, TicTacToeGame};
use crate::path;
use crate::position::{At, Position};

pub(super) fn tictactoe(
    game: &TicTacToeGame,
    evaluation: Option<Word<'_>>,
    problems: &mut Problems<'_>,
) -> Option<Position> {
    let known = [("utility", Evaluation::Utility), ("open-lines", Evaluation::OpenLines)];
    let evaluation = match evaluation {
        Some(word) => word.among(&known, "of tictactoe", problems)?,
        None => Evaluation::default(),
    };
    let mut at = At { game: TicTacToe { evaluation }, state: Board::default(), agent: 0 };
    play_moves(&mut at, &actions(&game.moves), problems)?;
    Some(Position::TicTacToe(at))
}

pub(super) fn nim(
    game: &NimGame,
    evaluation: Option<Word<'_>>,
    problems: &mut Problems<'_>,
) -> Option<Position> {
    if let Some(word) = evaluation {
        word.among(&[("utility", ())], "of nim", problems)?;
    }
    let rules = match Nim::new(&game.piles, game.misere) {
        Ok(rules) => rules,
        Err(error) => {
            let message = error.to_string();
            match error {
                NimError::PileTooLarge { pile, .. } => {
                    problems.at(path!["game", "piles", pile], message);
                }
                _ => problems.at(path!["game", "piles"], message),
            }
            return None;
        }
    };
    let first = game.to_move.unwrap_or(0);
    let Some(rules) = rules.with_first(first as usize) else {
        problems.at(path!["game", "to_move"], format!("there is no agent {first}; write 0 or 1"));
        return None;
    };
    let mut at = At { state: rules.start(), game: rules, agent: first as usize };
    play_moves(&mut at, &actions(&game.moves), problems)?;
    Some(Position::Nim(at))
}

pub(super) fn chase(
    game: &ChaseGame,
    evaluation: Option<Word<'_>>,
    problems: &mut Problems<'_>,
) -> Option<Position> {
    if let Some(word) = evaluation {
        word.among(&[("distance", ())], "of the chase", problems)?;
    }
    let standard = Chase::default();
    let width = game.width.unwrap_or(standard.width().into());
    let height = game.height.unwrap_or(standard.height().into());
    let rules = Chase::new(width, height)
        .map_err(|error| {
            let key = if game.width.is_some() { "width" } else { "height" };
            problems.at(path!["game", key], error.to_string());
        })
        .ok()?;
    let first = match game.to_move {
        Some(Side::Evader) => EVADER,
        Some(Side::Pursuer) | None => PURSUER,
    };
    // Each cell by itself, so that both are told.
    let free = (0, 0);
    for (key, pursuer, evader) in [("pursuer", game.pursuer, free), ("evader", free, game.evader)] {
        if let Err(error) = rules.place(pursuer, evader, first) {
            problems.at(path!["game", key], error.to_string());
        }
    }
    let state = rules.place(game.pursuer, game.evader, first).ok()?;
    let agent = rules.to_move(&state).unwrap_or(first);
    let mut at = At { game: rules, state, agent };
    play_moves(&mut at, &actions(&game.moves), problems)?;
    Some(Position::Chase(at))
}

fn actions(moves: &[Action]) -> Vec<sdk::Action> {
    moves.iter().map(|action| action.0.clone()).collect()
}

//! Nim against the theory of the game.

use std::collections::HashSet;

use plygrade_engine::domain::{ActionName, Domain};
use plygrade_engine::game::{Game, MoveError};
use plygrade_engine::games::nim::{Nim, NimError, Piles, Take};
use plygrade_engine::search::{Algorithm, Cut, Terms};
use proptest::prelude::*;

use crate::support::run;

/// Bouton: the side to move wins normal play exactly when the XOR of the piles is not 0; misère
/// differs only when no pile holds more than one.
fn mover_wins(piles: &[u32], misere: bool) -> bool {
    let xor = piles.iter().fold(0, |xor, pile| xor ^ pile);
    let only_ones = piles.iter().all(|pile| *pile <= 1);
    if misere && only_ones { xor == 0 } else { xor != 0 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_xor_rule(piles in prop::collection::vec(0_u32..=4, 1..=3), misere: bool) {
        let game = Nim::new(&piles, misere).expect("sound piles");
        let terms = Terms { cut: Cut::Weak, ..Terms::default() };
        let value = run(&game, &game.start(), 0, Algorithm::AlphaBeta, &terms).outcome.value;
        prop_assert_eq!(value, if mover_wins(&piles, misere) { 1.0 } else { -1.0 });
    }

    #[test]
    fn bounds_hold(piles in prop::collection::vec(0_u32..=3, 1..=3), misere: bool, plies in 0_u32..6) {
        let game = Nim::new(&piles, misere).expect("sound piles");
        let terms = Terms { plies: Some(plies), ..Terms::default() };
        let value = run(&game, &game.start(), 0, Algorithm::Minimax, &terms).outcome.value;
        let (low, high) = game.bounds(&game.start(), 0, Some(plies));
        prop_assert!(low <= value && value <= high);
    }
}

/// The misère rule where it differs: who takes the last one loses.
#[test]
fn one_pile_of_one() {
    for (misere, value) in [(false, 1.0), (true, -1.0)] {
        let game = Nim::new(&[1], misere).expect("sound piles");
        let run = run(&game, &game.start(), 0, Algorithm::Minimax, &Terms::default());
        assert_eq!(run.outcome.value, value);
    }
}

#[test]
fn actions_by_pile_then_by_how_many() {
    let game = Nim::new(&[2, 0, 1], false).expect("sound piles");
    let mut actions = Vec::new();
    game.legal_actions(&game.start(), 0, &mut actions);
    let listed: Vec<(u32, u32)> = actions.iter().map(|take| (take.pile, take.many)).collect();
    assert_eq!(listed, [(0, 1), (0, 2), (2, 1)]);
}

#[test]
fn illegal_takes() {
    let game = Nim::new(&[2], false).expect("sound piles");
    let why = |agent, pile, many| {
        game.successor(&game.start(), agent, &Take { pile, many }).map_err(|illegal| illegal.why)
    };
    assert_eq!(why(0, 0, 0), Err(MoveError::NotLegal));
    assert_eq!(why(0, 0, 3), Err(MoveError::NotLegal));
    assert_eq!(why(0, 0, 65_537), Err(MoveError::NotLegal));
    assert_eq!(why(0, 1, 1), Err(MoveError::NotLegal));
    assert_eq!(why(1, 0, 1), Err(MoveError::NotItsTurn));
    assert_eq!(why(2, 0, 1), Err(MoveError::NoSuchAgent));
    let empty = game.successor(&game.start(), 0, &Take { pile: 0, many: 2 }).expect("legal");
    let over = game.successor(&empty, 1, &Take { pile: 0, many: 1 }).map_err(|i| i.why);
    assert_eq!(over, Err(MoveError::GameOver));
}

#[test]
fn piles_that_cannot_be_played_with() {
    assert_eq!(Nim::new(&[], false).map(|_| ()), Err(NimError::NoPiles));
    assert_eq!(Nim::new(&[1; 17], false).map(|_| ()), Err(NimError::TooManyPiles(17)));
    let error = Nim::new(&[1, 65_536], false).expect_err("too many");
    assert_eq!(error, NimError::PileTooLarge { pile: 1, many: 65_536 });
    assert_eq!(error.to_string(), "65536 on pile 1 are too many: a pile holds at most 65535");
    assert!(Nim::new(&[65_535; 16], true).is_ok());
}

fn all_positions(game: &Nim) -> Vec<Piles> {
    let mut found = HashSet::new();
    let mut open = vec![game.start()];
    while let Some(state) = open.pop() {
        if found.insert(state) {
            let mut actions = Vec::new();
            game.legal_actions(&state, state.to_move(), &mut actions);
            let next = |take| game.successor(&state, state.to_move(), take).expect("legal");
            open.extend(actions.iter().map(next));
        }
    }
    found.into_iter().collect()
}

/// Fingerprints tell positions apart, those too many for a plain code included; classes forget
/// the order of the piles and nothing else.
#[test]
fn fingerprints_and_classes() {
    let small = Nim::new(&[2, 3, 2], false).expect("sound piles");
    // Nine piles of 16 bits do not fit into 128.
    let hashed = Nim::new(&[2, 3, 2, 0, 0, 0, 0, 0, 65_535], false).expect("sound piles");
    let empty_last = |state: &Piles| state.left()[..3].to_vec();
    let positions = all_positions(&small);
    let codes: HashSet<u128> = positions.iter().map(|state| small.fingerprint(state)).collect();
    assert_eq!(codes.len(), positions.len());
    let classes: HashSet<u128> =
        positions.iter().map(|state| small.symmetry_class(state)).collect();
    let sorted: HashSet<(Vec<u16>, usize)> = positions
        .iter()
        .map(|state| {
            let mut left = empty_last(state);
            left.sort_unstable();
            (left, state.to_move())
        })
        .collect();
    assert_eq!(classes.len(), sorted.len());

    let mut actions = Vec::new();
    hashed.legal_actions(&hashed.start(), 0, &mut actions);
    let children: HashSet<u128> = actions
        .iter()
        .map(|take| hashed.fingerprint(&hashed.successor(&hashed.start(), 0, take).expect("legal")))
        .collect();
    assert_eq!(children.len(), actions.len());
}

#[test]
fn names_and_drawing() {
    let game = Nim::new(&[3, 50], false).expect("sound piles");
    let drawn = format!("pile  0:     3  |||\npile  1:    50  {}...\n", "|".repeat(40));
    assert_eq!(game.text(&game.start()), drawn);
    assert_eq!(game.state_name(&game.start()), "3,50:0");
    let take = Take { pile: 1, many: 2 };
    assert_eq!(game.action_name(&take), ActionName::Pair(1, 2));
    assert_eq!(game.action_named(&ActionName::Pair(1, 2)), Some(take));
}

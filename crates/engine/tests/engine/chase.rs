//! The chase: steps, capture, evaluation, bounds.

use plygrade_engine::domain::{ActionName, Domain};
use plygrade_engine::game::{Game, MoveError};
use plygrade_engine::games::chase::{Chase, ChaseError, EVADER, PURSUER, Places, Step};
use plygrade_engine::search::{Algorithm, Terms};
use proptest::prelude::*;

use crate::support::run;

fn place(game: &Chase, pursuer: (u32, u32), evader: (u32, u32), to_move: usize) -> Places {
    game.place(pursuer, evader, to_move).expect("cells of the grid")
}

fn steps(game: &Chase, state: &Places) -> Vec<Step> {
    let mut steps = Vec::new();
    game.legal_actions(state, state.to_move(), &mut steps);
    steps
}

#[test]
fn steps_in_order_and_inside_the_grid() {
    use Step::{Down, Left, Right, Up};
    let game = Chase::default();
    let at = |cell, to_move| steps(&game, &place(&game, cell, (7, 7), to_move));
    assert_eq!(at((3, 3), PURSUER), [Left, Right, Up, Down]);
    assert_eq!(at((0, 0), PURSUER), [Right, Down]);
    assert_eq!(at((14, 14), PURSUER), [Left, Up]);
    let up = game.successor(&place(&game, (3, 3), (7, 7), EVADER), EVADER, &Up).expect("legal");
    assert_eq!(up.cell(EVADER), Some((7, 6)));
    assert_eq!(up.to_move(), PURSUER);
}

#[test]
fn capture_ends_the_game() {
    let game = Chase::default();
    let near = place(&game, (3, 3), (4, 3), PURSUER);
    assert!(!game.is_terminal(&near));
    let caught = game.successor(&near, PURSUER, &Step::Right).expect("legal");
    assert!(game.is_terminal(&caught));
    assert!(game.is_win(&caught, PURSUER) && game.is_lose(&caught, EVADER));
    assert!(!game.is_win(&caught, EVADER) && !game.is_lose(&caught, PURSUER));
    assert_eq!(steps(&game, &caught), []);
    let why = game.successor(&caught, EVADER, &Step::Left).map_err(|illegal| illegal.why);
    assert_eq!(why, Err(MoveError::GameOver));
}

#[test]
fn illegal_steps() {
    let game = Chase::default();
    let corner = place(&game, (0, 0), (14, 14), PURSUER);
    let why = |agent, step| game.successor(&corner, agent, &step).map_err(|illegal| illegal.why);
    assert_eq!(why(PURSUER, Step::Left), Err(MoveError::NotLegal));
    assert_eq!(why(PURSUER, Step::Up), Err(MoveError::NotLegal));
    assert_eq!(why(EVADER, Step::Left), Err(MoveError::NotItsTurn));
    assert_eq!(why(2, Step::Left), Err(MoveError::NoSuchAgent));
}

/// Minus the square of the distance, both differences from the same position. The formula of the
/// document that the game comes from takes one of them from the evader's starting cell.
#[test]
fn evaluation_is_the_squared_distance() {
    let game = Chase::default();
    let state = place(&game, (1, 2), (4, 6), PURSUER);
    assert_eq!(game.evaluate(&state, PURSUER), Ok(-25.0));
    assert_eq!(game.evaluate(&state, EVADER), Ok(25.0));
}

#[test]
fn chases_that_cannot_be_played() {
    for (width, height) in [(0, 5), (5, 0), (1, 1), (1001, 2), (u32::MAX, u32::MAX)] {
        assert_eq!(Chase::new(width, height), Err(ChaseError::Grid { width, height }));
    }
    assert!(Chase::new(1, 2).is_ok() && Chase::new(1000, 1000).is_ok());
    let game = Chase::default();
    let error = game.place((0, 15), (1, 1), PURSUER).expect_err("outside");
    assert_eq!(
        error.to_string(),
        "the pursuer's cell [0, 15] lies outside of the grid: columns go from 0 to 14, rows from \
         0 to 14"
    );
    assert_eq!(game.place((0, 0), (1, 1), 2), Err(ChaseError::NoSuchAgent(2)));
}

#[test]
fn names_and_drawing() {
    let game = Chase::new(4, 2).expect("a sound grid");
    let state = place(&game, (1, 0), (3, 1), EVADER);
    assert_eq!(game.text(&state), ".P..\n...E\n");
    assert_eq!(game.state_name(&state), "1,0-3,1:1");
    for step in Step::ALL {
        assert_eq!(game.action_named(&game.action_name(&step)), Some(step));
    }
    assert_eq!(game.action_named(&ActionName::Word("stay".to_owned())), None);
}

/// A pursuer next to a cornered evader catches it: it must step out, onto or past the pursuer.
#[test]
fn a_pursuer_closes_in() {
    let game = Chase::default();
    let state = place(&game, (2, 0), (0, 0), EVADER);
    let terms = Terms { plies: Some(2), ..Terms::default() };
    let run = run(&game, &state, EVADER, Algorithm::Minimax, &terms);
    // Right is caught at once; down leaves a gap of (1, 1) or of (2, 0).
    assert_eq!(run.outcome.action, Some(Step::Down));
    assert_eq!(run.outcome.value, 2.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn bounds_hold(
        (width, height) in (1_u32..6, 2_u32..6),
        cells in (0_u32..36, 0_u32..36),
        to_move in 0_usize..2,
        plies in 0_u32..6,
    ) {
        let game = Chase::new(width, height).expect("a sound grid");
        let cell = |n: u32| (n % width, n / width % height);
        let state = place(&game, cell(cells.0), cell(cells.1), to_move);
        let terms = Terms { plies: Some(plies), ..Terms::default() };
        let run = run(&game, &state, to_move, Algorithm::Minimax, &terms);
        for plies in [Some(plies), None] {
            let (low, high) = game.bounds(&state, to_move, plies);
            prop_assert!(low <= run.outcome.value && run.outcome.value <= high);
        }
    }

    /// Every leaf of the tree lies within the bounds, and both edges are reached on a grid that
    /// is wide enough; looser bounds would be sound and useless.
    #[test]
    fn bounds_are_reached(dx in 0_u32..4, dy in 0_u32..4, plies in 1_u32..6) {
        prop_assume!(dx + dy > plies);
        let game = Chase::new(30, 30).expect("a sound grid");
        let state = place(&game, (12, 12), (12 + dx, 12 + dy), PURSUER);
        let mut leaves = Vec::new();
        squares(&game, state, plies, &mut leaves);
        let (low, high) = game.bounds(&state, PURSUER, Some(plies));
        prop_assert_eq!(leaves.iter().copied().fold(f64::INFINITY, f64::min), low);
        prop_assert_eq!(leaves.iter().copied().fold(f64::NEG_INFINITY, f64::max), high);
    }
}

fn squares(game: &Chase, state: Places, plies: u32, leaves: &mut Vec<f64>) {
    if plies == 0 {
        leaves.push(game.evaluate(&state, PURSUER).expect("a value"));
        return;
    }
    for step in steps(game, &state) {
        let next = game.successor(&state, state.to_move(), &step).expect("a listed step");
        squares(game, next, plies - 1, leaves);
    }
}

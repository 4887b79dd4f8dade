//! The strong evaluation, in games of a depth-2 expectimax.

use plygrade_engine::Game;
use plygrade_engine::games::pacman::{
    Direction, Ending, Evaluation, GhostKind, Layout, Pacman, PacmanState, Played, builtin, play,
};
use plygrade_engine::random::MersenneTwister;

/// The mean over the ghosts' actions, the best over Pacman's; `plies` moves deep.
fn expected(game: &Pacman, state: &PacmanState, agent: usize, plies: u32) -> f64 {
    let mut legal = Vec::new();
    game.legal_actions(state, agent, &mut legal);
    if plies == 0 || legal.is_empty() {
        return game.evaluate(state, 0).expect("every state has a value");
    }
    let next = (agent + 1) % game.agents();
    let values = legal.iter().map(|action| {
        let child = game.successor(state, agent, action).expect("a legal action");
        expected(game, &child, next, plies - 1)
    });
    match agent {
        0 => values.fold(f64::NEG_INFINITY, f64::max),
        _ => values.sum::<f64>() / legal.len() as f64,
    }
}

fn choice(game: &Pacman, state: &PacmanState, depth: u32) -> Direction {
    let mut legal = Vec::new();
    game.legal_actions(state, 0, &mut legal);
    let (mut best, mut action) = (f64::NEG_INFINITY, Direction::Stop);
    for candidate in legal {
        let child = game.successor(state, 0, &candidate).expect("a legal action");
        let value = expected(game, &child, 1, depth * game.agents() as u32 - 1);
        if value > best {
            (best, action) = (value, candidate);
        }
    }
    action
}

fn game(layout: &str, ghosts: usize) -> Pacman {
    let text = builtin::text(layout).expect("a built-in layout");
    let mut game =
        Pacman::new(Layout::parse(text).expect("a good layout").with_ghost_limit(ghosts));
    game.evaluation = Evaluation::Better;
    game
}

fn played(game: &Pacman, ghosts: GhostKind, seed: i128) -> Played {
    let mut random = MersenneTwister::seed_int(seed);
    let pacman = |state: &PacmanState| choice(game, state, 2);
    play(game, game.start(), &[ghosts], &mut random, 2000, pacman)
}

/// Nearly all of ten seeded games on a small maze are won with more than 1000 points.
#[test]
fn it_wins_with_many_points() {
    let game = game("capsules", 1);
    let scores: Vec<i64> = (0..10)
        .map(|seed| played(&game, GhostKind::Random, seed).state)
        .map(|state| if state.is_win() { state.score() } else { i64::MIN })
        .collect();
    let good = scores.iter().filter(|score| **score > 1000).count();
    assert!(good >= 9, "{scores:?}");
}

/// So do games on a full-size maze; the score alone does not get Pacman far there.
#[test]
fn it_beats_the_score_on_the_medium_maze() {
    let mut game = game("medium", 1);
    let wins = |game: &Pacman| {
        (0..5).filter(|seed| played(game, GhostKind::Random, *seed).ending == Ending::Won).count()
    };
    assert!(wins(&game) >= 4);
    game.evaluation = Evaluation::Score;
    assert!(wins(&game) <= 1);
}

//! Successors a second of Pacman, uncounted and with calls counted.

#![expect(missing_docs, reason = "criterion's macro makes a public function")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plygrade_engine::Game;
use plygrade_engine::counting::{Calls, Counted, Distinct, Meter};
use plygrade_engine::games::pacman::{Direction, Layout, Pacman, PacmanState, builtin};
use plygrade_engine::random::MersenneTwister;

/// Moves of random games: state, agent, action.
fn moves(game: &Pacman, count: usize) -> Vec<(PacmanState, usize, Direction)> {
    let mut random = MersenneTwister::seed_int(11);
    let mut moves = Vec::new();
    let (mut state, mut agent) = (game.start(), 0);
    while moves.len() < count {
        let mut legal = Vec::new();
        game.legal_actions(&state, agent, &mut legal);
        let Some(action) = random.choice(&legal) else {
            (state, agent) = (game.start(), 0);
            continue;
        };
        moves.push((state.clone(), agent, *action));
        state = game.successor(&state, agent, action).unwrap_or(state);
        agent = (agent + 1) % game.agents();
    }
    moves
}

/// All moves through a meter; what it holds in the end.
fn counted<M: Meter<Pacman>>(
    game: &Pacman,
    meter: M,
    moves: &[(PacmanState, usize, Direction)],
) -> M {
    let mut counted = Counted::new(game, meter);
    for (state, agent, action) in moves {
        let _ = black_box(counted.successor(black_box(state), *agent, action));
    }
    counted.meter
}

fn next_state(criterion: &mut Criterion) {
    let text = builtin::text("medium").unwrap_or_default();
    let game = Pacman::new(Layout::parse(text).unwrap_or_else(|error| panic!("{error}")));
    let moves = moves(&game, 10_000);
    let mut group = criterion.benchmark_group("pacman");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("next_state, 20 x 11, two ghosts, uncounted", |bencher| {
        bencher.iter(|| {
            for (state, agent, action) in &moves {
                let _ = black_box(game.successor(black_box(state), *agent, action));
            }
        });
    });
    group.bench_function("next_state, 20 x 11, two ghosts, calls counted", |bencher| {
        bencher.iter(|| counted(&game, Calls::default(), &moves));
    });
    group.bench_function("next_state, 20 x 11, two ghosts, distinct counted", |bencher| {
        bencher.iter(|| counted(&game, Distinct::new(0, None, true), &moves));
    });
    group.bench_function("fingerprint", |bencher| {
        bencher.iter(|| {
            for (state, ..) in &moves {
                black_box(black_box(state).fingerprint());
            }
        });
    });
    group.finish();
}

criterion_group!(benches, next_state);
criterion_main!(benches);

//! Successors a second of Pacman, uncounted.

#![expect(missing_docs, reason = "criterion's macro makes a public function")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plygrade_engine::Game;
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

fn next_state(criterion: &mut Criterion) {
    let text = builtin::text("medium").unwrap_or_default();
    let game = Pacman::new(Layout::parse(text).unwrap_or_else(|error| panic!("{error}")));
    let moves = moves(&game, 10_000);
    let mut group = criterion.benchmark_group("pacman");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("next_state, 20 x 11, two ghosts", |bencher| {
        bencher.iter(|| {
            for (state, agent, action) in &moves {
                let _ = black_box(game.successor(black_box(state), *agent, action));
            }
        });
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

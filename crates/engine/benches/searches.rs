//! What searches cost, and what counting adds: `cargo bench -p plygrade-engine --bench searches`.

#![expect(missing_docs, reason = "criterion's macro makes a public function")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use plygrade_engine::counting::{Calls, Counted, Distinct, Meter, Uncounted};
use plygrade_engine::game::Game;
use plygrade_engine::games::tictactoe::{Board, TicTacToe};
use plygrade_engine::games::tree::{NodeId, Tree};
use plygrade_engine::search::{Algorithm, Cut, Terms, search};

fn value<G: Game, M: Meter<G>>(
    game: &G,
    root: &G::State,
    meter: M,
    algorithm: Algorithm,
    terms: &Terms,
) -> f64 {
    let mut counted = Counted::new(game, meter);
    search(&mut counted, black_box(root), 0, algorithm, terms).map_or(f64::NAN, |o| o.value)
}

/// The whole game of tic-tac-toe: 549,945 successors, 5,478 boards.
fn tictactoe(criterion: &mut Criterion) {
    let (game, root, terms) = (TicTacToe::default(), Board::default(), Terms::default());
    let mut group = criterion.benchmark_group("full tic-tac-toe minimax");
    group.throughput(Throughput::Elements(549_945)).sample_size(50);
    group.bench_function("uncounted", |b| {
        b.iter(|| value(&game, &root, Uncounted, Algorithm::Minimax, &terms));
    });
    group.bench_function("calls counted", |b| {
        b.iter(|| value(&game, &root, Calls::default(), Algorithm::Minimax, &terms));
    });
    group.bench_function("distinct states counted", |b| {
        let meter = || Distinct::new(game.fingerprint(&root), None, true);
        b.iter(|| value(&game, &root, meter(), Algorithm::Minimax, &terms));
    });
    group.finish();
}

/// A uniform tree of three plies, 60 moves wide, with scattered values.
fn wide_tree() -> (Tree, NodeId) {
    const WIDTH: u32 = 60;
    let mut tree = Tree::new(2);
    let root = tree.node("root");
    tree.set_value(root, 0.0);
    let mut level = vec![root];
    let mut seed = 1_u64;
    for ply in 1..=3 {
        let mut next = Vec::new();
        for (place, parent) in level.iter().enumerate() {
            for action in 0..WIDTH {
                let child = tree.node(&format!("{ply}.{place}.{action}"));
                tree.add_edge(*parent, &action.to_string(), child);
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                tree.set_value(child, f64::from((seed >> 40) as u32 % 1000));
                next.push(child);
            }
        }
        level = next;
    }
    (tree, root)
}

fn alphabeta(criterion: &mut Criterion) {
    let (tree, root) = wide_tree();
    let mut group = criterion.benchmark_group("alpha-beta on a tree 60 wide, 3 deep");
    for cut in [Cut::Strict, Cut::Weak] {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::AlphaBetaOrdered] {
            let terms = Terms { cut, ..Terms::default() };
            let id = BenchmarkId::new(format!("{algorithm:?}"), format!("{cut:?}"));
            group.bench_function(id, |b| {
                b.iter(|| value(&tree, &root, Calls::default(), algorithm, &terms));
            });
        }
    }
    group.finish();
}

criterion_group!(searches, tictactoe, alphabeta);
criterion_main!(searches);

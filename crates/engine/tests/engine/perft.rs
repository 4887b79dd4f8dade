//! Every game's perft counts, from `tests/perft/<kind>.txt`.
//!
//! A fixture holds blocks: `start` with the game's own parameters, then lines of `ply count`.
//! `#` begins a comment.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use plygrade_engine::Game;
use plygrade_engine::games::KINDS;
use plygrade_engine::games::chase::{Chase, EVADER, PURSUER};
use plygrade_engine::games::nim::Nim;
use plygrade_engine::games::pacman::{Layout, Pacman};
use plygrade_engine::games::tictactoe::{Board, TicTacToe};
use plygrade_engine::perft::perft;

use crate::support::uniform;

struct Block {
    start: Vec<String>,
    counts: Vec<(u32, u64)>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}

fn text(kind: &str) -> String {
    let path = folder().join(format!("{kind}.txt"));
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("the game {kind} has no perft counts in {path:?}: {error}"))
}

fn blocks(kind: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text(kind).lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut words = line.split_whitespace();
        let first = words.next().expect("a line is not empty");
        if first == "start" {
            blocks.push(Block { start: words.map(str::to_owned).collect(), counts: Vec::new() });
        } else {
            let count = words.next().and_then(|word| word.parse().ok()).expect("a count");
            let block = blocks.last_mut().expect("counts follow a start");
            block.counts.push((first.parse().expect("a ply"), count));
        }
    }
    blocks
}

fn check<G: Game>(kind: &str, block: &Block, game: &G, root: &G::State, agent: usize) {
    assert!(!block.counts.is_empty(), "{kind} {:?} has no counts", block.start);
    for (plies, count) in &block.counts {
        let lines = perft(game, root, agent, *plies).expect("listed actions are legal");
        assert_eq!(lines, *count, "{kind} {:?}, ply {plies}", block.start);
    }
}

fn numbers(words: &[String]) -> Vec<u32> {
    words.iter().map(|word| word.parse().expect("a number")).collect()
}

#[test]
fn tictactoe() {
    for block in blocks("tictactoe") {
        check("tictactoe", &block, &TicTacToe::default(), &Board::default(), 0);
    }
}

#[test]
fn nim() {
    for block in blocks("nim") {
        let game = Nim::new(&numbers(&block.start), false).expect("sound piles");
        check("nim", &block, &game, &game.start(), 0);
    }
}

#[test]
fn chase() {
    for block in blocks("chase") {
        let [width, height, px, py, ex, ey] = numbers(&block.start[..6])[..] else {
            panic!("six numbers")
        };
        let to_move = if block.start[6] == "pursuer" { PURSUER } else { EVADER };
        let game = Chase::new(width, height).expect("a sound grid");
        let root = game.place((px, py), (ex, ey), to_move).expect("cells of the grid");
        check("chase", &block, &game, &root, to_move);
    }
}

#[test]
fn tree() {
    for block in blocks("tree") {
        let [branching, depth] = numbers(&block.start)[..] else { panic!("two numbers") };
        let (game, root) = uniform(branching, depth, |_| 0.0);
        check("tree", &block, &game, &root, 0);
    }
}

#[test]
fn pacman() {
    for block in blocks("pacman") {
        let maze = block.start.join("\n").replace('-', " ");
        let game = Pacman::new(Layout::parse(&maze).expect("a sound maze"));
        check("pacman", &block, &game, &game.start(), 0);
    }
}

/// A game without counts is a game whose rules nobody has checked.
#[test]
fn every_game_has_counts() {
    for kind in KINDS {
        assert!(!blocks(kind).is_empty(), "{kind}.txt holds no counts");
    }
    assert_eq!(stems(&folder()), BTreeSet::from(KINDS.map(str::to_owned)), "in tests/perft");
}

/// A game that is no kind would be counted by no test.
#[test]
fn every_game_has_its_line_in_the_registry() {
    let mut games = stems(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/games"));
    games.remove("mod");
    assert_eq!(games, BTreeSet::from(KINDS.map(str::to_owned)), "in src/games");
}

/// The names of files and folders in `folder`, without extensions.
fn stems(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

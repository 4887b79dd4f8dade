//! What was written reads the same in both formats, and nothing that is read panics.

use std::path::Path;

use plygrade::case::load::{self, Defaults};
use plygrade::case::wire::{self, CaseFile, Game};
use plygrade::case::write;
use plygrade::document::Document;
use plygrade::files::Files;
use proptest::prelude::*;

/// Names as authors write them, and some that need quoting.
fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z][a-z0-9_]{0,5}", "[a-zé .:#\"'=\\\\\\[\\]{}\n-]{1,6}", Just("inf".to_owned())]
}

fn number() -> impl Strategy<Value = wire::Number> {
    prop_oneof![
        any::<f64>().prop_filter("a number", |number| !number.is_nan()),
        (-100i32..100).prop_map(f64::from),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
    ]
    .prop_map(wire::Number)
}

fn action() -> impl Strategy<Value = wire::Action> {
    use plygrade_sdk::Action;
    prop_oneof![
        name().prop_map(Action::Word),
        any::<(u32, u32)>().prop_map(|(a, b)| Action::Pair(a, b)),
    ]
    .prop_map(wire::Action)
}

fn count() -> impl Strategy<Value = wire::CountRange> {
    let count = || 0..i64::MAX as u64;
    prop_oneof![
        count().prop_map(wire::CountRange::Exactly),
        (proptest::option::of(count()), proptest::option::of(count()))
            .prop_map(|(min, max)| wire::CountRange::Between { min, max }),
    ]
}

fn game() -> impl Strategy<Value = Game> {
    use proptest::collection::{btree_map, vec};
    use proptest::option::of;
    let tree = (
        any::<u32>(),
        of(name()),
        of(name()),
        of(vec((name(), name(), name()), 0..4)),
        btree_map(name(), number(), 0..4),
        btree_map(name(), (number(), number()), 0..2),
        vec(name(), 0..3),
    )
        .prop_map(|(agents, outline, root, edges, values, bounds, win)| {
            Game::Tree(wire::TreeGame {
                agents,
                roles: vec![wire::AgentRole::Max, wire::AgentRole::Chance],
                outline,
                root,
                edges,
                values,
                bounds,
                win,
                lose: Vec::new(),
            })
        });
    let pacman = (name(), of(0..3usize)).prop_map(|(layout, ghosts)| {
        Game::Pacman(wire::PacmanGame {
            layout,
            ghosts: ghosts.map(|count| vec![wire::GhostKind::Directional; count]),
            action_order: Some(vec![wire::Direction::Stop]),
            moves: vec![wire::Direction::East, wire::Direction::North],
        })
    });
    let nim = (vec(any::<u32>(), 0..4), any::<bool>(), vec(action(), 0..3)).prop_map(
        |(piles, misere, moves)| {
            Game::Nim(wire::NimGame { piles, misere, to_move: Some(1), moves })
        },
    );
    let tictactoe =
        vec(action(), 0..3).prop_map(|moves| Game::TicTacToe(wire::TicTacToeGame { moves }));
    let chase = any::<((u32, u32), Option<u32>)>().prop_map(|(pursuer, width)| {
        Game::Chase(wire::ChaseGame {
            width,
            height: None,
            pursuer,
            evader: (1, 2),
            to_move: Some(wire::Side::Evader),
            moves: Vec::new(),
        })
    });
    prop_oneof![tree, pacman, nim, tictactoe, chase]
}

fn case_file() -> impl Strategy<Value = CaseFile> {
    use proptest::collection::vec;
    use proptest::option::of;
    let expect = (
        of(vec(action(), 0..3)),
        of(number()),
        of(count()),
        of(vec(name(), 0..3)),
        vec(vec(action(), 1..3), 0..3),
    )
        .prop_map(|(action, value, next_state_calls, generated, line)| wire::Expect {
            action,
            value,
            next_state_calls,
            generated,
            score: Some(wire::Thresholds { minimum: Some(0.5), thresholds: vec![1.0, 2.5] }),
            variants: line
                .iter()
                .map(|actions| wire::Variant {
                    moves: vec![wire::ExpectedMove {
                        actions: actions.clone(),
                        distinct_explored: 3,
                    }],
                })
                .collect(),
            lines: vec![wire::MistakenLine {
                mistake: wire::KnownMistake::PartialPly,
                variants: vec![line],
            }],
            ..wire::Expect::default()
        });
    let play =
        prop_oneof![any::<i64>().prop_map(wire::Seed::Int), name().prop_map(wire::Seed::Text),]
            .prop_map(|seed| wire::Play {
                games: Some(3),
                seed,
                follow: Some(wire::Follow::Reference),
                max_moves: None,
                seconds: Some(1.5),
            });
    let options = (of(any::<u32>()), of((number(), number())), of(name()), vec(name(), 0..3));
    (name(), options, game(), of(play), expect).prop_map(
        |(agent, (depth, window, diagram, hints), game, play, expect)| CaseFile {
            description: String::new(),
            agent,
            depth,
            plies: None,
            cut: Some(wire::Cut::Weak),
            fail: Some(wire::Fail::Hard),
            window,
            evaluation: None,
            arguments: [("evalFn".to_owned(), "better".to_owned())].into(),
            call_budget: Some(17),
            merge_symmetric: Some(true),
            points: Some(2.5),
            visibility: Some(plygrade::case::Visibility::AfterDueDate),
            hints,
            diagram,
            limits: Some(wire::Limits { calls: Some(5), seconds: None }),
            game,
            play,
            expect,
        },
    )
}

fn read(file: &str, text: &str) -> Result<CaseFile, String> {
    Document::read(Path::new(file), text.into())
        .and_then(|document| document.parse())
        .map_err(|error| format!("{error}\n{text}"))
}

proptest! {
    #[test]
    fn what_was_written_reads_the_same(case in case_file()) {
        let toml = write::toml(&case).expect("TOML");
        prop_assert_eq!(read("a.toml", &toml), Ok(case.clone()));
        let json = write::json(&case).expect("JSON");
        prop_assert_eq!(read("a.json", &json), Ok(case));
    }

    #[test]
    fn arbitrary_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for file in ["a.toml", "a.json"] {
            let defaults = Defaults::default();
            let read = load::parse(Files::Disk, Path::new(file), bytes.clone(), &defaults);
            prop_assert!(read.is_err());
        }
    }

    /// Right cases with some bytes changed, doubled or left out are read or refused; what is read
    /// can be drawn.
    #[test]
    fn mutated_cases_never_panic(
        seed in 0..1000usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..5u8, any::<u8>()), 1..6),
    ) {
        let (file, mut bytes) = valid(seed);
        for (at, kind, byte) in edits {
            let at = at.index(bytes.len().max(1));
            match kind {
                0 => bytes.insert(at.min(bytes.len()), byte),
                1 if at < bytes.len() => { bytes.remove(at); }
                2 if at < bytes.len() => bytes[at] = byte,
                3 => bytes.truncate(at),
                _ => {
                    let end = (at + usize::from(byte % 40)).min(bytes.len());
                    let doubled = bytes.get(at..end).unwrap_or_default().to_vec();
                    bytes.extend(doubled);
                }
            }
        }
        let defaults = Defaults::default();
        if let Ok(case) = load::parse(Files::Disk, Path::new(file), bytes, &defaults) {
            prop_assert!(!case.task.position.text().is_empty());
        }
    }
}

/// One of the documented examples, as TOML or as JSON.
fn valid(seed: usize) -> (&'static str, Vec<u8>) {
    let page = include_str!("../../docs/CASES.md");
    let cases: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .filter(|block| block.contains("agent ="))
        .collect();
    let case = cases[seed / 2 % cases.len()];
    if seed.is_multiple_of(2) {
        return ("a.toml", case.into());
    }
    let case = read("a.toml", case).expect("a documented example");
    ("a.json", write::json(&case).expect("JSON").into())
}

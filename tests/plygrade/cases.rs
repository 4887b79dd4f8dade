//! Cases and suites as files: what was written reads the same, nothing that is read panics, and
//! `solve`, `show` and `schema` keep their contract.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plygrade::case::load::{self, Defaults};
use plygrade::case::wire::{self, CaseFile, Game};
use plygrade::case::write;
use plygrade::document::Document;
use plygrade::files::Files;
use plygrade::suite::Suite;
use proptest::prelude::*;
use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn plygrade(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plygrade"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the command starts")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// A folder with these files, removed when dropped.
fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

/// The example of the design page: what scripts rely on.
const CONTRACT: &str = r#"
# A comment that stays.
agent = "alphabeta"
depth = 1
cut = "strict"

[game]
kind = "tree"
agents = 2
root = "s0"
edges = [["s0", "left", "s1"], ["s0", "right", "s2"]]
values = { s0 = 0.0, s1 = 3.0, s2 = 5.0 }
win = ["s2"]
lose = []
"#;

#[test]
fn solve_answers_as_scripts_rely_on() {
    let folder = folder_with(&[("tree.toml", CONTRACT)]);
    let output = plygrade(folder.path(), &["solve", "tree.toml", "--format", "json"]);
    let answers: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let answer = &answers[0];
    assert_eq!(answers.as_array().map(Vec::len), Some(1));
    assert_eq!(answer["case"], "tree");
    assert_eq!(answer["value"], 5.0);
    assert_eq!(answer["action"], "right");
    assert_eq!(answer["optimal_actions"], json!(["right"]));
    assert_eq!(answer["generated"], json!(["s0", "s1", "s2"]));
    assert_eq!(answer["counts"]["next_state_calls"], 2);
    for unit in ["distinct_generated", "distinct_explored", "legal_actions_calls", "evaluations"] {
        assert!(answer["counts"][unit].is_u64(), "{answer}");
    }
}

#[test]
fn solve_tells_what_disagrees() {
    let wrong = format!("{CONTRACT}[expect]\naction = [\"left\"]\nvalue = 4\n");
    let folder = folder_with(&[("tree.toml", &wrong)]);
    let output = plygrade(folder.path(), &["solve", "tree.toml"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("tree.toml: disagrees with the reference: "), "{stderr}");
    assert!(stderr.contains("action left is allowed and not optimal"), "{stderr}");
    assert!(stderr.contains("value 5"), "{stderr}");
}

#[test]
fn solve_writes_what_is_missing_and_leaves_the_rest() {
    let json = r#"{
    "agent": "minimax",
    "game": { "kind": "nim", "piles": [1, 2] },
    "expect": { "value": null }
}
"#;
    let crlf = CONTRACT.replace('\n', "\r\n") + "[expect]\r\nvalue = 5 # stays\r\n";
    let folder = folder_with(&[("a.toml", CONTRACT), ("b.toml", &crlf), ("c.json", json)]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    stdout(&plygrade(folder.path(), &["solve", ".", "--write"]));
    let expected = "\n[expect]\naction = [\"right\"]\nvalue = 5.0\nnext_state_calls = 2\n";
    assert_eq!(read("a.toml"), format!("{CONTRACT}{expected}"));
    assert_eq!(read("b.toml"), crlf + "action = [\"right\"]\r\nnext_state_calls = 2\r\n");
    let filled: Value = serde_json::from_str(&read("c.json")).expect("JSON");
    assert_eq!(filled["expect"]["value"], 1.0);
    assert_eq!(filled["expect"]["action"], json!([[1, 1]]));
    assert_eq!(filled["expect"]["next_state_calls"], 11);
    assert!(read("c.json").starts_with("{\n    \"agent\": \"minimax\",\n    \"game\": { \"kind\""));
    // A second time there is nothing to write.
    let before = ["a.toml", "b.toml", "c.json"].map(read);
    stdout(&plygrade(folder.path(), &["solve", ".", "--write"]));
    assert_eq!(before, ["a.toml", "b.toml", "c.json"].map(read));
}

/// One round is all that the budget allows, and it prefers what minimax would not.
#[test]
fn a_search_cut_short_by_its_budget_is_right_as_it_is() {
    let case = "agent = \"iterative-deepening\"\ncall_budget = 2\n[game]\nkind = \"tree\"\n\
                agents = 1\noutline = \"\"\"\nroot\n  Left: l = 5\n    on: x = 0\n  \
                Right: r = 1\n    on: y = 3\n\"\"\"\n";
    let folder = folder_with(&[("a.toml", case)]);
    let output = plygrade(folder.path(), &["solve", "a.toml", "--write", "--format", "json"]);
    let answers: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(answers[0]["action"], "Left");
    assert_eq!(answers[0]["optimal_actions"], json!(["Right"]));
    let filled = std::fs::read_to_string(folder.path().join("a.toml")).expect("a file");
    assert!(
        filled.ends_with("action = [\"Left\"]\nvalue = 5.0\nnext_state_calls = 2\n"),
        "{filled}"
    );
    stdout(&plygrade(folder.path(), &["solve", "a.toml"]));
}

#[test]
fn show_gives_a_pacman_board_after_the_moves() {
    let case = "agent = \"minimax\"\ndepth = 1\n[game]\nkind = \"pacman\"\nlayout = '''\n\
                %%%%%%\n%P..G%\n%o  .%\n%%%%%%\n'''\nmoves = [\"East\", \"South\"]\n";
    let folder = folder_with(&[("board.toml", case)]);
    let text = stdout(&plygrade(folder.path(), &["show", "board.toml"]));
    assert_eq!(text, "%%%%%%\n% <. %\n%o  G%\n%%%%%%\nScore: 9\n");
    let output = plygrade(folder.path(), &["show", "board.toml", "--format", "json"]);
    let shown: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(shown["text"], text);
    assert_eq!(shown["score"], 9);
    assert_eq!(shown["food"], 2);
    assert_eq!(shown["capsules"], json!([[1, 1]]));
    assert_eq!((&shown["win"], &shown["lose"]), (&json!(false), &json!(false)));
    let ghost = json!({ "x": 4.0, "y": 1.0, "direction": "South", "scared_timer": 0 });
    assert_eq!(shown["agents"][1], ghost);
    assert_eq!(
        shown["legal_actions"],
        json!([["West", "Stop", "East", "South"], ["West"]]),
        "a ghost neither stops nor turns back"
    );
}

#[test]
fn a_case_in_both_formats_is_the_same_case() {
    let toml: CaseFile = Document::read(Path::new("a.toml"), CONTRACT.into())
        .and_then(|document| document.parse())
        .expect("a case");
    let json = write::json(&toml).expect("JSON");
    let read: CaseFile = Document::read(Path::new("a.json"), json.into())
        .and_then(|document| document.parse())
        .expect("a case");
    assert_eq!(toml, read);
}

#[test]
fn byte_order_marks_and_crlf_move_no_place() {
    let wrong = CONTRACT.replace("s2 = 5.0", "\"sé\" = 5.0, sx = 1");
    let errors = |text: String| {
        let file = Path::new("a.toml");
        load::parse(Files::Disk, file, text.into_bytes(), &Defaults::default())
            .expect_err("a wrong case")
    };
    let plain = errors(wrong.clone());
    assert!(plain.iter().any(|error| (error.line, error.column) == (Some(12), Some(44))));
    assert_eq!(plain, errors(wrong.replace('\n', "\r\n")));
    assert_eq!(plain, errors(format!("\u{feff}{wrong}")));
}

#[test]
fn a_case_by_itself_keeps_the_terms_of_its_suite() {
    let case = CONTRACT.replace("cut = \"strict\"\n", "");
    let suite = "[defaults]\ncut = \"weak\"\nlimits = { calls = 7 }\n[[questions]]\nname = \"q\"\n";
    let folder = folder_with(&[("suite.toml", suite), ("q/a.toml", &case)]);
    let alone = Suite::load(&folder.path().join("q/a.toml")).expect("a case");
    let whole = Suite::load(folder.path()).expect("a suite");
    for suite in [alone, whole] {
        let task = &suite.questions[0].cases[0].task;
        assert_eq!(task.terms.cut, plygrade_engine::search::Cut::Weak);
        assert_eq!(task.limits.calls, 7);
    }
}

#[test]
fn questions_come_in_the_order_of_the_suite() {
    let suite = "name = \"week\"\n[[questions]]\nname = \"second\"\nfolder = \"b\"\npoints = 7\n\
                 scoring = \"all-or-nothing\"\n[[questions]]\nname = \"a\"\ntitle = \"First\"\n";
    let files = [
        ("suite.toml", suite),
        ("a/2.toml", CONTRACT),
        ("a/10.toml", CONTRACT),
        ("a/.hidden", "no case"),
        ("a/2.toml~", "no case"),
        ("a/#2.toml", "no case"),
        ("b/only.toml", CONTRACT),
        ("README.md", "for people"),
    ];
    let folder = folder_with(&files);
    let suite = Suite::load(folder.path()).expect("a suite");
    assert_eq!(suite.name, "week");
    let names: Vec<&str> = suite.questions.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["second", "a"]);
    assert_eq!(suite.questions.iter().map(|it| it.max_points).collect::<Vec<_>>(), [7.0, 2.0]);
    assert_eq!(suite.questions[1].cases.len(), 2);
}

#[test]
fn every_built_in_suite_is_right() {
    let names = Suite::builtin_names();
    assert!(!names.is_empty());
    for name in names {
        let suite = Suite::builtin(&name).expect("a built-in suite");
        if let Err(error) = suite {
            panic!("{name}: {error}");
        }
    }
}

#[test]
fn layouts_are_found_beside_the_case_before_the_built_in_ones() {
    let case = "agent = \"minimax\"\ndepth = 1\n[game]\nkind = \"pacman\"\nlayout = \"tiny\"\n";
    let maze = "%%%%\n%P.%\n%%%%\n";
    let built_in = folder_with(&[("q/a.toml", case)]);
    let above = folder_with(&[("q/a.toml", case), ("layouts/tiny.lay", maze)]);
    let beside = folder_with(&[("q/a.toml", case), ("q/tiny.lay", "P..\n")]);
    let height = |folder: &tempfile::TempDir| {
        let text = stdout(&plygrade(folder.path(), &["show", "q/a.toml"]));
        text.lines().count() - 1
    };
    assert_eq!([height(&built_in), height(&above), height(&beside)], [5, 3, 1]);
}

/// The examples in the documentation are right, and the reference agrees with them.
#[test]
fn documented_examples_are_right() {
    let page = std::fs::read_to_string(root().join("docs/CASES.md")).expect("docs/CASES.md");
    let blocks: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap_or_default())
        .collect();
    let (suites, cases): (Vec<&str>, Vec<&str>) =
        blocks.iter().partition(|block| block.contains("[[questions]]"));
    let mut files: Vec<(String, &str)> = cases
        .iter()
        .enumerate()
        .map(|(index, case)| (format!("minimax/{index}.toml"), *case))
        .collect();
    assert_eq!(suites.len(), 1, "one suite is shown");
    files.push(("suite.toml".to_owned(), suites[0]));
    let games = ["tree", "pacman", "tictactoe", "nim", "chase"];
    for game in games {
        assert!(cases.iter().any(|case| case.contains(&format!("kind = \"{game}\""))), "{game}");
    }
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let folder = folder_with(&files);
    stdout(&plygrade(folder.path(), &["solve", "."]));
}

#[test]
fn committed_schemas_are_the_generated_ones() {
    for of in ["case", "suite"] {
        let generated = stdout(&plygrade(root(), &["schema", of]));
        let file = root().join(format!("docs/{of}.schema.json"));
        let committed = std::fs::read_to_string(&file).expect("a schema");
        assert!(
            generated == committed,
            "the format has changed: plygrade schema {of} > docs/{of}.schema.json"
        );
    }
}

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

#[test]
fn errors_read_like_this() {
    let names = [
        "cycle.toml",
        "json-unknown-key.json",
        "outline-indentation.toml",
        "ragged-layout.toml",
        "suite-two-broken-cases",
        "unknown-root.toml",
        "window-on-minimax.toml",
    ];
    let folder: PathBuf = root().join("tests/malformed");
    let errors = names.map(|name| {
        let output = plygrade(&folder, &["solve", name]);
        String::from_utf8_lossy(&output.stderr).into_owned()
    });
    insta::assert_snapshot!("case_errors", errors.concat());
}

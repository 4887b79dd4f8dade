//! Folders that are wrong: every error names the file and the line, and what to do.

use std::path::{Path, PathBuf};

use plygrade::berkeley;
use plygrade::suite::Suite;

const TREE: &str = r#"class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "1"
num_agents: "2"
start_state: "s"
win_states: ""
lose_states: ""
successors: """
s left l
l a A
"""
evaluation: """
A 1
"""
"#;
const TREE_ANSWER: &str = "action: \"left\"\ngenerated: \"A l s\"\n";
const GAMES: &str = r#"class: "EvalAgentTest"
agentName: "ReflexAgent"
layoutName: "lane"
maxTime: "30"
numGames: "1"
scoreThresholds: "500"
randomSeed: "0"
ghosts: "[RandomGhost(1)]"
"#;
const LINE: &str = r#"class: "PacmanGameTreeTest"
alg: "MinimaxAgent"
seed: "0"
depth: "1"
layout: """
%%%%
%P.%
%%%%
"""
"#;
const LINE_ANSWER: &str = "optimalActions: \"\"\"\n[[[\"East\"], 3], [[\"East\"], 2]]\n\"\"\"\n";

/// A folder of one question with one test, which goes when the test is done.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, test: &str, answer: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("malformed-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        let folder = Folder(path);
        folder.write("test_cases/CONFIG", "order: \"q1\"\n");
        let config = "max_points: \"1\"\nclass: \"PassAllTestsQuestion\"\n";
        folder.write("test_cases/q1/CONFIG", config);
        folder.write("test_cases/q1/1.test", test);
        folder.write("test_cases/q1/1.solution", answer);
        folder.write("layouts/lane.lay", "%%%%%%\n%P. G%\n%%%%%%\n");
        folder
    }

    fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// The errors, their paths below this folder.
    fn errors(&self) -> String {
        match berkeley::read(&self.0, &[]) {
            Ok(_) => "no error".to_owned(),
            Err(error) => error.to_string().replace(&format!("{}/", self.0.display()), ""),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Each: a name, the test, its answer, and how the error begins.
fn all_begin(cases: &[(&str, String, String, &str)]) {
    for (name, test, answer, begin) in cases {
        let found = Folder::new(name, test, answer).errors();
        assert!(found.starts_with(begin), "{name}: {found}");
    }
}

fn change(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from} is not in the text");
    text.replace(from, to)
}

#[test]
fn the_good_ones_are_good() {
    for (name, test, answer) in [
        ("good-tree", TREE, TREE_ANSWER),
        ("good-games", GAMES, ""),
        ("good-line", LINE, LINE_ANSWER),
    ] {
        assert_eq!(Folder::new(name, test, answer).errors(), "no error", "{name}");
    }
}

#[test]
fn a_part_of_a_folder_is_answered_with_how_to_ask_for_it() {
    let folder = Folder::new("part", TREE, TREE_ANSWER);
    let at = |part: &str| Suite::load(&folder.0.join(part)).expect_err("a part").to_string();
    let whole = folder.0.join("test_cases").display().to_string();
    for part in ["test_cases/q1", "test_cases/q1/CONFIG", "test_cases/q1/."] {
        assert!(at(part).contains(" -q q1"), "{}", at(part));
    }
    assert!(at("test_cases/q1").ends_with(&format!("; use --suite {whole} -q q1")));
    let test = at("test_cases/q1/1.test");
    assert!(test.ends_with(&format!("; use --suite {whole} -q q1 -t 1")), "{test}");
    assert!(Suite::load(&folder.0.join("test_cases")).is_ok());
}

#[test]
fn trees() {
    let tree =
        |name, from, to, begin| (name, change(TREE, from, to), TREE_ANSWER.to_owned(), begin);
    let answer =
        |name, from, to, begin| (name, TREE.to_owned(), change(TREE_ANSWER, from, to), begin);
    const TEST: &str = "test_cases/q1/1.test";
    all_begin(&[
        tree(
            "class",
            "GraphGameTreeTest",
            "GraphTest",
            "test_cases/q1/1.test:1: unknown class of test \"GraphTest\"; known are",
        ),
        tree("key", "alg:", "algo:", "test_cases/q1/1.test:2: unknown key `algo`; known here: "),
        tree("no-alg", "alg: \"MinimaxAgent\"\n", "", "test_cases/q1/1.test: `alg` is missing"),
        tree("depth", "\"1\"", "\"one\"", "test_cases/q1/1.test:3: `depth` must be a number"),
        tree("no-agents", "\"2\"", "\"0\"", "test_cases/q1/1.test:4: from 1 to 1000 agents"),
        tree("start", "\"s\"", "\"t\"", "test_cases/q1/1.test:5: there is no state \"t\""),
        tree(
            "edge",
            "l a A",
            "l a",
            "test_cases/q1/1.test:10: expected `state action next-state`, found \"l a\"",
        ),
        tree(
            "twice",
            "l a A",
            "l a A\nl a B",
            "test_cases/q1/1.test:11: state l has the action a twice",
        ),
        tree(
            "circle",
            "l a A",
            "l a A\nl b s",
            "test_cases/q1/1.test:8: state s can be reached from itself",
        ),
        tree("value", "A 1", "A one", "test_cases/q1/1.test:13: the value of A must be a number"),
        tree("nan", "A 1", "A nan", "test_cases/q1/1.test:13: the value of A must be a number"),
        tree("two-values", "A 1", "A 1\nA 2", "test_cases/q1/1.test:14: state A has two values"),
        tree(
            "both",
            "states: \"\"",
            "states: \"A\"",
            "test_cases/q1/1.test:7: state A is both won and lost",
        ),
        tree(
            "both-keys",
            "evaluation:",
            "children: \"\"\nevaluation:",
            "test_cases/q1/1.test:12: `successors` and `children` mean the same",
        ),
        tree(
            "open",
            "A 1\n\"\"\"",
            "A 1",
            "test_cases/q1/1.test:12: the block of `evaluation` is not closed",
        ),
        answer("no-action", "action", "move", "test_cases/q1/1.solution:1: unknown key `move`"),
        answer(
            "other-action",
            "left",
            "up",
            "test_cases/q1/1.solution:1: no action of the tree is called \"up\"",
        ),
        answer(
            "other-state",
            "A l s",
            "A l s Z",
            "test_cases/q1/1.solution:2: there is no state \"Z\" in the tree",
        ),
        answer(
            "no-set",
            "generated: \"A l s\"\n",
            "",
            "test_cases/q1/1.solution: `generated` (in older files `expanded`) is missing",
        ),
    ]);
    let folder = Folder::new("no-answer", TREE, "");
    std::fs::remove_file(folder.0.join("test_cases/q1/1.solution")).expect("it was there");
    assert!(folder.errors().starts_with(&format!("{TEST}: its answers are missing")));
    folder.write("test_cases/q1/1.solution", b"action: \"left\"\ngenerated: \"\xff\"\n");
    assert!(folder.errors().starts_with("test_cases/q1/1.solution:2: not UTF-8"));
}

#[test]
fn games() {
    let games = |name, from, to, begin| (name, change(GAMES, from, to), String::new(), begin);
    all_begin(&[
        games(
            "ghost",
            "RandomGhost",
            "MinimaxGhost",
            "test_cases/q1/1.test:8: unknown kind of ghost MinimaxGhost",
        ),
        games(
            "ghost-number",
            "(1)",
            "(2)",
            "test_cases/q1/1.test:8: ghost 1 of the list must have that number",
        ),
        games(
            "ghost-list",
            "[RandomGhost(1)]",
            "RandomGhost(1)",
            "test_cases/q1/1.test:8: expected `[RandomGhost(1), ...]`",
        ),
        games(
            "maze",
            "lane",
            "line",
            "test_cases/q1/1.test:3: there is no layout line.lay; looked in",
        ),
        games(
            "maze-path",
            "lane",
            "../lane",
            "test_cases/q1/1.test:3: \"../lane\" is no name of a layout",
        ),
        games("time", "\"30\"", "\"-1\"", "test_cases/q1/1.test: `maxTime` must be a time"),
        games(
            "games",
            "numGames: \"1\"",
            "numGames: \"few\"",
            "test_cases/q1/1.test:5: `numGames` must be a number",
        ),
        games(
            "threshold",
            "\"500\"",
            "\"500 many\"",
            "test_cases/q1/1.test:6: `scoreThresholds` must be a number in its range, found \"many\"",
        ),
    ]);
    let folder = Folder::new("ragged", GAMES, "");
    folder.write("layouts/lane.lay", "%%%%%%\n%P.\n%%%%%%\n");
    let found = folder.errors();
    assert!(found.contains("layouts/lane.lay:2:4: "), "{found}");
}

#[test]
fn lines() {
    let line =
        |name, from, to, begin| (name, change(LINE, from, to), LINE_ANSWER.to_owned(), begin);
    let answer =
        |name, from, to, begin| (name, LINE.to_owned(), change(LINE_ANSWER, from, to), begin);
    all_begin(&[
        line("no-pacman", "%P.%", "%..%", "test_cases/q1/1.test:6:1: no `P`"),
        line(
            "seed",
            "seed: \"0\"",
            "seed: \"x\"",
            "test_cases/q1/1.test:3: `seed` must be a number",
        ),
        answer("no-json", "[[[", "[[", "test_cases/q1/1.solution:2:"),
        answer(
            "no-moves",
            "[[[\"East\"], 3], [[\"East\"], 2]]",
            "",
            "test_cases/q1/1.solution:1: `optimalActions` has no moves",
        ),
        answer(
            "no-move",
            "[[[\"East\"]",
            "[[[]",
            "test_cases/q1/1.solution:1: move 1 of `optimalActions` allows no action",
        ),
        answer(
            "columns",
            "2]]",
            "2]]\n[[[\"East\"], 3]]",
            "test_cases/q1/1.solution:3: `optimalActions` has 1 columns here, 2 before",
        ),
    ]);
    let longer =
        format!("{LINE_ANSWER}altDepthActions: \"\"\"\n[[\"East\"]]\n[[\"East\"]]\n\"\"\"\n");
    let found = Folder::new("lengths", LINE, &longer).errors();
    let begin = "test_cases/q1/1.solution:4: `altDepthActions` has 2 moves, `optimalActions` 1";
    assert!(found.starts_with(begin), "{found}");
}

#[test]
fn questions() {
    let folder = Folder::new("questions", TREE, TREE_ANSWER);
    let config = |text: &str| {
        folder.write("test_cases/q1/CONFIG", text);
        folder.errors()
    };
    let found = config("max_points: \"1\"\nclass: \"PassSomeQuestion\"\n");
    assert!(found.starts_with("test_cases/q1/CONFIG:2: unknown class of question"), "{found}");
    let found = config("max_points: \"lots\"\nclass: \"PassAllTestsQuestion\"\n");
    assert!(found.starts_with("test_cases/q1/CONFIG:1: `max_points` must be"), "{found}");
    let found = config("max_points: \"1\"\n");
    assert!(found.starts_with("test_cases/q1/CONFIG: `class` is missing"), "{found}");
    let found = config("max_points: \"1\"\nclass: \"PassAllTestsQuestion\"\ndepends: \"q0\"\n");
    assert!(found.starts_with("test_cases/q1/CONFIG: `depends` names no question: q0"), "{found}");
    let found = config("max_points: \"1\"\nclass: \"PassAllTestsQuestion\"\nextra_points: \"1\"\n");
    assert!(found.starts_with("test_cases/q1/CONFIG:3: `extra_points` belongs"), "{found}");
    folder.write("test_cases/CONFIG", "order: \"q1 q7\"\n");
    let found = folder.errors();
    assert!(found.starts_with("test_cases/CONFIG:1: `order` names a question without"), "{found}");
}

#[test]
fn all_wrong_files_are_named_at_once() {
    let folder = Folder::new("many", &change(TREE, "depth: \"1\"", "depth: \"\""), TREE_ANSWER);
    folder.write("test_cases/q1/2.test", "class: \"\"\n");
    let found = folder.errors();
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines.len(), 2, "{found}");
    assert!(lines[0].starts_with("test_cases/q1/1.test:3: "), "{found}");
    assert!(lines[1].starts_with("test_cases/q1/2.test:1: "), "{found}");
}

//! Cases and suites as files, and the contract of `solve`, `show` and `schema`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plygrade::case::load::{self, Defaults};
use plygrade::files::Files;
use plygrade::suite::Suite;
use serde_json::{Value, json};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn plygrade(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plygrade"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the command starts")
}

pub(crate) fn stdout(output: &Output) -> String {
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
    let expected = "error: tree.toml:16:1: action: the case says left, the reference right\n\
                    error: tree.toml:17:1: value: the case says 4, the reference 5\n\
                    error: tree.toml:16:1: action: left is allowed here, and is not optimal\n";
    assert_eq!(stderr, expected);
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
    let written = plygrade(folder.path(), &["solve", ".", "--write"]);
    let told = "written: ./a.toml\nwritten: ./b.toml\nwritten: ./c.json\n";
    assert_eq!(String::from_utf8_lossy(&written.stderr), told);
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

/// One round is all that the budget allows, and it prefers what a deeper minimax would not; what
/// is optimal is said of that one round, as the value is.
#[test]
fn a_search_cut_short_by_its_budget_is_right_as_it_is() {
    let case = "agent = \"iterative-deepening\"\ncall_budget = 2\n[game]\nkind = \"tree\"\n\
                agents = 1\noutline = \"\"\"\nroot\n  Left: l = 5\n    on: x = 0\n  \
                Right: r = 1\n    on: y = 3\n\"\"\"\n";
    let folder = folder_with(&[("a.toml", case)]);
    let output = plygrade(folder.path(), &["solve", "a.toml", "--write", "--format", "json"]);
    let answers: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(answers[0]["action"], "Left");
    assert_eq!(answers[0]["optimal_actions"], json!(["Left"]));
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
    assert!(text.starts_with("%%%%%%\n% <. %\n%o  G%\n%%%%%%\nScore: 9\n"), "{text}");
    let output = plygrade(folder.path(), &["show", "board.toml", "--format", "json"]);
    let shown: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let said =
        "\nasked: minimax, depth 1, in a position of Pacman\nto move: agent 0, which is Pacman\n";
    assert_eq!(shown["text"].as_str().map(|board| format!("{board}{said}")), Some(text));
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
fn the_second_player_of_nim_may_begin() {
    let case = |to_move| {
        format!(
            "agent = \"minimax\"\n[game]\nkind = \"nim\"\npiles = [3, 4]\nto_move = {to_move}\n\
             moves = [[1, 1]]\n"
        )
    };
    let folder = folder_with(&[("0.toml", &case(0)), ("1.toml", &case(1))]);
    for (file, next) in [("0.toml", 1), ("1.toml", 0)] {
        let shown = stdout(&plygrade(folder.path(), &["show", file, "--format", "json"]));
        let shown: Value = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(shown["to_move"], next);
    }
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

/// What is asked about a built-in case by its name is answered as about its file.
#[test]
fn built_in_cases_are_shown_by_name_and_can_be_written_down() {
    let folder = folder_with(&[]);
    let asked = |arguments: &[&str]| stdout(&plygrade(folder.path(), arguments));
    for name in ["chase/pursuer/capture", "multiagent/q2/game-one-ghost"] {
        let file = format!("{name}.toml");
        let written = std::fs::read_to_string(root().join("test_cases").join(&file));
        let source = asked(&["show", name, "--format", "source"]);
        assert_eq!(source, written.expect("a case"));
        std::fs::write(folder.path().join("mine.toml"), source).expect("a file");
        for command in [&["show"][..], &["show", "--format", "json"]] {
            let about = |what| asked(&[command, &[what]].concat());
            assert_eq!(about(name), about("mine.toml"));
            assert_eq!(about(name), about(&file));
        }
        assert_eq!(
            asked(&["show", "mine.toml", "--format", "source"]),
            asked(&["show", name, "--format", "source"])
        );
    }
    assert!(asked(&["solve", "chase/pursuer/capture"]).contains("next_state_calls"));
    // What lies on the disk comes first, but for a name alone.
    let own = folder_with(&[("chase/pursuer.toml", CONTRACT)]);
    let shown =
        stdout(&plygrade(own.path(), &["show", "chase/pursuer.toml", "--format", "source"]));
    assert_eq!(shown, CONTRACT);
    assert!(stdout(&plygrade(own.path(), &["show", "chase"])).contains("capture"));
}

#[test]
fn built_in_cases_are_listed_with_what_they_are_for() {
    for (what, there, not_there) in [
        (
            "chase",
            &["pursuer  The pursuer\n", "  three-rounds\n      Six plies.\n"][..],
            "tied-root",
        ),
        ("chase/alphabeta", &["  three-rounds\n      Six plies.\n"], "capture"),
    ] {
        let told = stdout(&plygrade(root(), &["show", what]));
        assert!(there.iter().all(|text| told.contains(text)), "{told}");
        assert!(!told.contains(not_there), "{told}");
        let data = stdout(&plygrade(root(), &["show", what, "--format", "json"]));
        let data: Value = serde_json::from_str(&data).expect("JSON");
        let three = json!({
            "question": "alphabeta", "case": "three-rounds", "description": "Six plies.",
        });
        assert!(data.as_array().expect("a list").contains(&three), "{data:#}");
    }
}

#[test]
fn a_name_that_is_not_built_in_is_an_error_with_the_nearest_one() {
    for (arguments, expected) in [
        (&["show", "chase/run"][..], "the suite chase has no question \"run\"; it has pursuer, "),
        (&["show", "chase/pursur"], "did you mean \"pursuer\"?"),
        (&["solve", "chase/pursuer/captur"], "has no case \"captur\"; did you mean \"capture\"?"),
        (&["solve", "chase/pursuer"], "`plygrade show chase/pursuer` lists"),
        (&["solve", "chase/pursuer/capture", "--write"], "cannot be written to"),
        (&["show", "chase", "--format", "source"], "name one case"),
        (&["show", "chas"], "did you mean \"chase\"?"),
        (&["show", "a/b/c/d"], "there is no suite"),
    ] {
        let output = plygrade(root(), arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(
            stderr.starts_with("error: ") && stderr.contains(expected),
            "{arguments:?}: {stderr}"
        );
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
        // Below it: the score, and what is asked of whom.
        text.lines().count() - 4
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
    for of in ["case", "suite", "report"] {
        let generated = stdout(&plygrade(root(), &["schema", of]));
        let file = root().join(format!("docs/{of}.schema.json"));
        let committed = std::fs::read_to_string(&file).expect("a schema");
        assert!(
            generated == committed,
            "the format has changed: plygrade schema {of} > docs/{of}.schema.json"
        );
    }
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

/// Without a depth there is no end to it; the optimal actions are those of the depth that the
/// budget reached.
#[test]
fn deepening_within_a_budget_needs_no_depth() {
    let case = "agent = \"iterative-deepening\"\ncall_budget = 200\n[game]\nkind = \"chase\"\n\
                pursuer = [0, 0]\nevader = [4, 4]\nto_move = \"pursuer\"\n";
    let folder = folder_with(&[("chase.toml", case)]);
    let output = plygrade(folder.path(), &["solve", "chase.toml", "--format", "json"]);
    let answers: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(answers[0]["counts"]["next_state_calls"], 200);
    assert_eq!(answers[0]["optimal_actions"], json!(["right", "down"]));
}

/// Neither a pass, since nothing would be checked, nor the submission's fault.
#[test]
fn a_case_without_expectations_and_without_a_reference_is_wrong_itself() {
    let case = "agent = \"alphabeta\"\n[game]\nkind = \"chase\"\npursuer = [0, 0]\n\
                evader = [4, 4]\nto_move = \"pursuer\"\n";
    let folder = folder_with(&[("endless.toml", case)]);
    let suite = folder.path().join("endless.toml");
    let arguments = ["grade", "solutions/accepted/chase.rs", "--format", "json", "--suite"];
    let output = plygrade(root(), &[&arguments[..], &[suite.to_str().expect("UTF-8")]].concat());
    assert_eq!(output.status.code(), Some(2));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["questions"][0]["cases"][0]["verdict"], "case-error");
}

#[test]
fn an_order_that_is_longer_than_what_is_kept_is_refused() {
    let limit = plygrade::transcript::ORDER_LIMIT;
    let case = |calls: usize| format!("{CONTRACT}[expect]\norder = {:?}\n", vec!["s0>s1"; calls]);
    let read = |calls| load::case(Path::new("a.toml"), &case(calls)).map(|_| ());
    assert_eq!(read(limit - 1), Ok(()));
    let errors = read(limit).expect_err("one call too many");
    assert!(errors[0].to_string().contains("fewer than 65536 are compared"), "{errors:?}");
}

//! The lab's submissions in Python, and the plain searches of `solutions/python`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use plygrade::judge::Word;

use crate::notice::notice;

/// Mistakes that the public suite lets pass, as ours does not.
const SEEN_HERE_ALONE: [&str; 3] =
    ["asks_twice", "expectimax_sum_not_mean", "initial_value_finite"];

/// Suites that any plain search can be told.
const SUITES: [&str; 4] = ["search-notes", "chase", "tictactoe-lab", "nim-lab"];

/// Right searches whose calls are not those that a suite's text and hints ask for: the labs and the
/// chase count a search that remembers nothing, the labs also one call for the actions of each board
/// that is not decided.
const COUNTED_OTHERWISE: [(&str, &[&str]); 2] = [
    ("asks_for_actions", &["tictactoe-lab", "nim-lab"]),
    ("remembers_values", &["chase", "tictactoe-lab", "nim-lab"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn lab(name: &str) -> PathBuf {
    root().join("tests/fixtures/python/lab").join(name)
}

/// The JSON report on `submission`.
fn grade(submission: &Path, more: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_plygrade"))
        .current_dir(root())
        .arg("grade")
        .arg(submission)
        .args(["--format", "json"])
        .args(more)
        .output()
        .expect("the command starts");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
    })
}

/// Every case that was run, by question and name; the reasons are there for messages.
fn run(report: &Value) -> Vec<(String, &Value)> {
    let questions = report["questions"].as_array().expect("questions");
    let cases = questions.iter().flat_map(|question| {
        let name = question["name"].as_str().expect("a name");
        let cases = question["cases"].as_array().expect("cases");
        cases.iter().map(move |case| (format!("{name}/{}", case["name"].as_str().unwrap()), case))
    });
    cases.filter(|(_, case)| case["verdict"] != "not-run").collect()
}

fn assert_full_marks(report: &Value) {
    for (name, case) in run(report) {
        assert_eq!(case["verdict"], "pass", "{name}: {case:#}");
    }
    assert_eq!(report["points"], report["max_points"]);
}

#[track_caller]
fn assert_counts(report: &Value, case: &str, successors: u64, actions: u64) {
    let cases = run(report);
    let (_, found) = cases.iter().find(|(name, _)| name == case).expect("that case");
    assert_eq!(found["counts"]["next_state_calls"], successors, "{case}");
    assert_eq!(found["counts"]["legal_actions_calls"], actions, "{case}");
}

/// Published: 549,945 and 294,778 calls of minimax; 16,810 and 10,071 of alpha-beta from [-1, 1].
#[test]
fn pylab_the_labs_searchers_get_full_marks_with_the_published_counts() {
    let report = grade(&lab("lab.py"), &[]);
    assert_eq!(report["suite"], "tictactoe-lab", "chosen by what the file defines");
    assert_full_marks(&report);
    assert_counts(&report, "minimax/x1-empty-board", 549_945, 294_778);
    assert_counts(&report, "alphabeta/lab-window", 16_810, 10_071);
    // It cannot be told the strict cut: right under its own terms, with their counts.
    assert_counts(&report, "alphabeta/strict-cut", 16_810, 10_071);
    assert_full_marks(&grade(&lab("lab.py"), &["--suite", "nim-lab"]));
}

#[test]
fn pylab_a_class_is_told_the_terms_that_its_constructor_names() {
    let report = grade(&lab("robot.py"), &[]);
    assert_eq!(report["suite"], "chase", "chosen by what the file defines");
    assert_full_marks(&report);
}

#[test]
fn pylab_games_print_the_recorded_session() {
    let case = ["--suite", "tictactoe-lab", "-t", "x5-last-cell"];
    let folder = TempDir::new().expect("a folder");
    for (file, name) in [("session.py", "multiAgents.py"), ("lab.py", "lab.py")] {
        fs::copy(lab(file), folder.path().join(name)).expect("copied");
    }
    assert_full_marks(&grade(folder.path(), &case));
}

/// `gameagents.py` as a submission, or beside one that it must belong to, whatever it defines itself.
#[test]
fn pylab_a_submission_may_be_called_gameagents() {
    let searchers = fs::read_to_string(lab("lab.py")).expect("a file");
    let import = "from gameagents import GameTreeSearcher\n";
    assert!(searchers.contains(import), "the import that the variants replace");
    let variants = [
        import,
        "",
        "from gameagents import *\n",
        "import gameagents\nassert gameagents.GameTreeSearcher is GameTreeSearcher\n",
        "class GameTreeSearcher:\n    mine = True\n\nimport gameagents\n\
         assert gameagents.GameTreeSearcher.mine\n",
    ];
    for variant in variants {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("gameagents.py");
        fs::write(&file, searchers.replace(import, variant)).expect("written");
        for path in [file.as_path(), folder.path()] {
            assert_full_marks(&grade(path, &["-t", "x5-last-cell", "-t", "x-blocks"]));
        }
        let beside = folder.path().join("mine.py");
        fs::write(&beside, "import gameagents\n\nclass Minimax(gameagents.Minimax):\n    pass\n")
            .expect("written");
        // Beside a file of that name it may be somebody else's.
        let report = grade(&beside, &["--suite", "tictactoe-lab", "-t", "x5-last-cell"]);
        let message = report["faults"][0]["message"].as_str().unwrap_or_default();
        assert!(message.contains("hand in a folder"), "{report:#}");
        let named = folder.path().join("multiAgents.py");
        fs::rename(&beside, &named).expect("another name");
        for path in [named.as_path(), folder.path()] {
            let report = grade(path, &["--suite", "tictactoe-lab", "-t", "x5-last-cell"]);
            assert_full_marks(&report);
        }
    }
}

/// Copies, pickles and states of the submission's own making are asked like any other.
#[test]
fn pylab_states_that_a_submission_makes_are_counted() {
    let searchers = fs::read_to_string(lab("lab.py")).expect("a file");
    let first = "        self.player = currentState.currentPlayer()\n";
    let remakes =
        searchers.replace(first, &format!("        currentState = remade(currentState)\n{first}"));
    assert_ne!(remakes, searchers);
    let own = fs::read_to_string(lab("remaking.py")).expect("a file");
    let folder = TempDir::new().expect("a folder");
    for way in ["copied", "pickled", "built"] {
        let file = folder.path().join(format!("{way}.py"));
        fs::write(&file, format!("{remakes}\n\n{own}\n\nremade = {way}\n")).expect("written");
        for suite in ["tictactoe-lab", "nim-lab"] {
            let report = grade(&file, &["--suite", suite]);
            assert_full_marks(&report);
        }
    }
}

/// States have other methods there.
#[test]
fn pylab_a_file_for_the_other_kind_of_suite_is_told_so() {
    let folder = TempDir::new().expect("a folder");
    let course = folder.path().join("multiAgents.py");
    let text = "class MinimaxAgent:\n    def __init__(self, depth=2):\n        pass\n\n    \
                def getAction(self, state):\n        return state.getLegalActions(0)[0]\n";
    fs::write(&course, text).expect("written");
    for (file, suite, question, words) in [
        (course, "tictactoe-lab", "minimax", "this is written for the Pacman project"),
        (lab("lab.py"), "multiagent", "q2", "this is written for the lab's games"),
    ] {
        let report = grade(&file, &["--suite", suite, "-q", question]);
        let cases = run(&report);
        assert!(cases[0].1["reasons"].to_string().contains(words), "{:#}", cases[0].1);
    }
}

/// From the window [-1, 1] nothing beats alpha when every move loses.
#[test]
fn pylab_no_action_is_an_answer_when_every_move_loses() {
    let folder = TempDir::new().expect("a folder");
    let suite = folder.path().join("suite");
    fs::create_dir_all(suite.join("q")).expect("a folder");
    fs::write(suite.join("suite.toml"), "name = \"lost\"\n[[questions]]\nname = \"q\"\n")
        .expect("written");
    let case = |window: &str| {
        format!(
            "agent = \"alphabeta\"\ncut = \"weak\"\n{window}[game]\nkind = \"nim\"\n\
             piles = [2, 2]\n[expect]\nvalue = -1.0\naction = [[0, 1], [0, 2], [1, 1], [1, 2]]\n"
        )
    };
    fs::write(suite.join("q/told.toml"), case("window = [-1, 1]\n")).expect("written");
    fs::write(suite.join("q/open.toml"), case("")).expect("written");
    let suite = ["--suite", suite.to_str().expect("UTF-8")];
    assert_full_marks(&grade(&lab("lab.py"), &suite));

    let text = fs::read_to_string(lab("lab.py")).expect("a file");
    let wrong = folder.path().join("lab.py");
    let answers = [
        ("return None, 1\n", "wrong"),
        ("return 0, 1\n", "wrong"),
        ("return currentState.successor((0, 9))\n", "illegal-action"),
        ("return currentState.getLegalActions(0)\n", "crashed"),
        ("return (5, 5), -1\n", "illegal-action"),
        ("return None, 'lost'\n", "invalid-answer"),
        ("return -1, (0, 1)\n", "invalid-answer"),
    ];
    for (answer, verdict) in answers {
        let own = text.replace("return self.forMax(currentState, -1, 1)\n", answer);
        assert_ne!(own, text);
        fs::write(&wrong, own).expect("written");
        for (name, case) in run(&grade(&wrong, &suite)) {
            assert_eq!(case["verdict"], verdict, "{answer}, {name}: {case:#}");
        }
    }
}

#[test]
fn pylab_who_remembers_values_is_told_that_calls_are_counted() {
    let file = root().join("solutions/python/accepted/remembers_values.py");
    let report = grade(&file, &["--suite", "nim-lab", "-t", "one-two"]);
    let notes = &run(&report)[0].1["notes"];
    assert!(notes[0].as_str().is_some_and(|note| note.contains("do you cache values?")), "{notes}");
}

/// Files below `solutions/python`, with the folder that names their verdict.
fn solutions() -> Vec<(String, String, PathBuf)> {
    let mut found = Vec::new();
    for folder in fs::read_dir(root().join("solutions/python")).expect("a folder") {
        let folder = folder.expect("an entry").path();
        for file in fs::read_dir(&folder).expect("a folder") {
            let file = file.expect("an entry").path();
            if file.extension().is_some_and(|extension| extension == "py") {
                let stem = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
                found.push((stem(&folder).replace('_', "-"), stem(&file), file));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn pylab_every_python_solution_gets_the_verdict_of_its_folder() {
    let mut answered = BTreeSet::new();
    let mut misses = Vec::new();
    for (verdict, name, file) in solutions() {
        assert!(
            verdict == "accepted" || Word::ALL.iter().any(|word| word.as_str() == verdict),
            "{verdict} is no verdict"
        );
        let report = grade(&file, &["--suite", "multiagent"]);
        let cases = run(&report);
        if verdict != "accepted" {
            if !cases.iter().any(|(_, case)| case["verdict"] == verdict) {
                misses.push(format!("{name}: no case says {verdict}"));
            }
            continue;
        }
        let otherwise = COUNTED_OTHERWISE.iter().find(|(style, _)| *style == name);
        let left_out = otherwise.map_or(&[][..], |(_, suites)| suites);
        for suite in SUITES.iter().filter(|suite| !left_out.contains(suite)) {
            let report = grade(&file, &["--suite", suite]);
            let lost = run(&report).into_iter().filter(|(_, case)| case["verdict"] != "pass");
            misses.extend(lost.map(|(case, it)| format!("{name} loses {suite} {case}: {it:#}")));
        }
        for (case, it) in cases {
            if it["verdict"] != "pass" {
                misses.push(format!("{name} loses {case}: {it:#}"));
            }
            answered.insert(case);
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
    let questions: BTreeSet<&str> = answered.iter().filter_map(|it| it.split('/').next()).collect();
    assert_eq!(questions.into_iter().collect::<Vec<_>>(), ["q1", "q2", "q3", "q4", "q5"]);
}

#[test]
fn pylab_the_public_suites_tell_right_from_wrong() {
    for suite in ["berkeley-2014", "berkeley-next"] {
        let shared = root().ancestors().map(|it| it.join("../shared/conformance").join(suite));
        let Some(path) = shared.into_iter().find(|path| path.is_dir()) else {
            notice(&format!(
                "no ../shared/conformance/{suite}: the Python solutions are not tried on it"
            ));
            continue;
        };
        for (verdict, name, file) in solutions() {
            let report = grade(&file, &["--suite", path.to_str().expect("UTF-8")]);
            let cases = run(&report);
            let passes = cases.iter().all(|(_, case)| case["verdict"] == "pass");
            let should = verdict == "accepted" || SEEN_HERE_ALONE.contains(&name.as_str());
            assert!(!cases.is_empty(), "{name} answers nothing on {suite}");
            assert_eq!(passes, should, "{name} on {suite}: {cases:#?}");
        }
    }
}

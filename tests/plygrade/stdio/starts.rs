//! `plygrade new`: every starting point grades to a clear "not implemented".

use std::process::Command;

use super::examples::has;
use super::{plygrade, report};
use crate::notice::notice;

/// The languages, each with what must be on the machine to try it.
const LANGUAGES: [(&str, &[&str]); 5] = [
    ("rust", &["cargo"]),
    ("python", &["python3"]),
    ("cpp", &["g++"]),
    ("java", &["javac", "java"]),
    ("js", &["node"]),
];

#[test]
fn a_starting_point_is_not_implemented() {
    let folder = tempfile::tempdir().expect("a folder");
    for (language, needs) in LANGUAGES {
        let dir = folder.path().join(language).display().to_string();
        let output = plygrade(&["new", language, &dir]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let missing =
            needs.iter().find(|program| Command::new(program).arg("-h").output().is_err());
        if let Some(missing) = missing {
            notice(&format!("the starting point in {language} is not run, {missing} is missing"));
            continue;
        }
        let (report, code) = report(&[&dir, "--suite", "test_cases/search-notes", "-q", "minimax"]);
        assert_eq!((code, &report["points"]), (1, &serde_json::json!(0.0)), "{report:#}");
        for case in report["questions"][0]["cases"].as_array().expect("cases") {
            assert_eq!(case["verdict"], "crashed", "{language}: {case:#}");
            let reasons = case["reasons"].to_string();
            assert!(reasons.contains("not implemented"), "{language}: {reasons}");
        }
    }
}

/// The starting point in `language`, whose minimax is `body`; none where it cannot be run here.
fn start(language: &str, body: &str) -> Option<tempfile::TempDir> {
    let (file, gap, needs): (_, _, &[_]) = match language {
        "cpp" => ("agents.cpp", "throw std::runtime_error(agent", &[("g++", "--version")]),
        "java" => (
            "Agents.java",
            "throw new UnsupportedOperationException(",
            &[("javac", "-version"), ("java", "-version")],
        ),
        "js" => ("agents.js", "throw new Error(`${task.agent}", &[("node", "--version")]),
        _ => ("agents.py", "raise NotImplementedError(\"Minimax", &[("python3", "--version")]),
    };
    if !needs.iter().all(|(program, version)| has(program, version)) {
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let output = plygrade(&["new", language, &path]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = folder.path().join(file);
    let source = std::fs::read_to_string(&file).expect("a program");
    let from = source.find(gap).expect("the gap");
    let end = if language == "python" { "\n" } else { ";\n" };
    let to = from + source[from..].find(end).expect("its end") + end.len() - 1;
    let source = format!("{}{body}{}", &source[..from], &source[to..]);
    std::fs::write(file, source).expect("a file");
    Some(folder)
}

/// The report on `tests/fixtures/stdio/suite`.
fn graded(folder: &tempfile::TempDir) -> serde_json::Value {
    let path = folder.path().display().to_string();
    report(&[&path, "--suite", "tests/fixtures/stdio/suite", "-t", "tree"]).0
}

/// What every start says of `body`: the verdict of the case, and its first reason.
fn says(language: &str, body: &str, verdict: &str, says: &str) {
    let Some(folder) = start(language, body) else { return };
    let report = graded(&folder);
    let case = &report["questions"][0]["cases"][0];
    assert_eq!(case["verdict"], verdict, "{language}: {case:#}");
    let reason = case["reasons"][0].as_str().unwrap_or_default();
    assert!(reason.contains(says), "{language}: {reason}");
}

#[test]
fn every_start_writes_a_value_that_is_no_number() {
    for (language, body) in [
        ("cpp", "return std::nan(\"\");"),
        ("java", "return new Answer(\"null\", Double.NaN);"),
        ("js", "return { action: null, value: NaN };"),
        ("python", "return None, float(\"nan\")"),
    ] {
        says(language, body, "invalid-answer", "the value is not a number");
    }
}

#[test]
fn every_start_tells_what_was_thrown() {
    let what = "no \"plan\"\nat all";
    for (language, body) in [
        ("cpp", r#"throw std::runtime_error("no \"plan\"\nat all");"#),
        ("java", r#"throw new Error("no \"plan\"\nat all");"#),
        ("js", r#"throw new Error("no \"plan\"\nat all");"#),
        ("python", r#"raise Exception("no \"plan\"\nat all")"#),
    ] {
        says(language, body, "crashed", what);
    }
}

#[test]
fn what_is_returned_must_be_an_answer() {
    for (language, body, told) in [
        ("js", "return 3;", "search must return { action, value }, and returned 3"),
        ("js", "return undefined;", "and returned undefined"),
        ("js", "return Promise.resolve({ action: null, value: 3 });", "search returned a Promise"),
        ("js", "throw \"no plan\";", "search threw 'no plan'"),
        (
            "python",
            "return 3.0, \"Left\"",
            "getAction returned (3.0, 'Left'): return an action, or (action, value)",
        ),
        ("python", "return 3.0", "getAction returned 3.0: return an action"),
    ] {
        says(language, body, "crashed", told);
    }
}

/// Minimax that takes a state without actions for the end of the game, whatever `over` says.
const ASKS_ALWAYS: &str = r#"
        def search(state):
            turn = state.getTurn()
            actions = state.getLegalActions(turn)
            if not actions:
                return None, state.evaluate()
            best = max if turn == 0 else min
            values = [(a, search(state.getNextState(turn, a))[1]) for a in actions]
            return best(values, key=lambda pair: pair[1])

        return search(state)
"#;

#[test]
fn who_asks_for_actions_when_the_game_is_over_is_told() {
    let folder =
        start("python", ASKS_ALWAYS).expect("python3 is needed on every machine that tests");
    let path = folder.path().display().to_string();
    let (report, _) = report(&[&path, "--suite", "test_cases/nim-lab", "-t", "misere/three-ones"]);
    let case = &report["questions"][0]["cases"][0];
    assert_eq!(case["verdict"], "wrong", "{case:#}");
    let told = serde_json::json!([
        "it asked for legal actions 6 times where the game is over, which counts too: ask whether it \
         is over first"
    ]);
    assert_eq!(case["notes"], told, "{case:#}");
}

/// A heap as large as the machine's memory asks for would be ended by the sandbox, in Java's words
/// on standard output.
#[test]
fn in_java_a_full_heap_and_a_full_stack_are_told() {
    let heap = "List<Object> kept = new ArrayList<>();
        while (root.turn == 0) {
            kept.add(new long[1 << 16]);
        }
        return null;";
    says("java", heap, "crashed", "java.lang.OutOfMemoryError: Java heap space");
    let Some(folder) = start("java", "return search(agent, root, task);") else { return };
    let report = graded(&folder);
    let reason = report["questions"][0]["cases"][0]["reasons"][0].as_str().unwrap_or_default();
    assert_eq!(reason, "java.lang.StackOverflowError", "{report:#}");
    let trace = report["faults"][0]["traceback"].as_array().expect("lines");
    assert_eq!(trace.len(), 20, "{report:#}");
}

const MINIMAX: &str = r#"
        List<String> actions = root.over ? List.of() : root.actions();
        if (actions.isEmpty()) {
            return new Answer("null", root.evaluate());
        }
        // 1 for MAX, who is asked first, -1 for MIN.
        int sign = agent.endsWith("'") ? -1 : 1;
        String other = sign == 1 ? agent + "'" : agent.replace("'", "");
        Answer best = null;
        for (String action : actions) {
            State next = root.next(action);
            double value = search(other, next, task).value;
            next.release();
            if (best == null || sign * value > sign * best.value) {
                best = new Answer(action, value);
            }
        }
        return best;
"#;

#[test]
fn the_start_in_java_plays_games_whose_actions_are_pairs() {
    let Some(folder) = start("java", MINIMAX) else { return };
    let path = folder.path().display().to_string();
    for (suite, case) in [
        ("nim-lab", "normal/one-two"),
        ("tictactoe-lab", "minimax/o4-two-cells-left"),
        ("search-notes", "minimax/careful-player"),
    ] {
        let suite = format!("test_cases/{suite}");
        let (report, code) = report(&[&path, "--suite", &suite, "-t", case]);
        assert_eq!((code, &report["points"]), (0, &report["max_points"]), "{report:#}");
    }
}

#[test]
fn the_start_in_java_tells_every_exception() {
    let body = "throw new IllegalStateException(\"no \\\"plan\\\"\");";
    let Some(folder) = start("java", body) else { return };
    let report = graded(&folder);
    let case = &report["questions"][0]["cases"][0];
    assert_eq!(case["verdict"], "crashed", "{case:#}");
    let reason = case["reasons"][0].as_str().unwrap_or_default();
    assert_eq!(reason, "java.lang.IllegalStateException: no \"plan\"", "{case:#}");
    let trace = report["faults"][0]["traceback"].to_string();
    assert!(trace.contains("Agents.search(Agents.java:"), "{report:#}");
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("work.txt");
    std::fs::write(&file, "mine").expect("a file");
    for dir in [folder.path(), &file] {
        let output = plygrade(&["new", "python", &dir.display().to_string()]);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("cannot be a starting point"), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "mine");
}

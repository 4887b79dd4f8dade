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

/// The starting point in Java, whose search is `body`.
fn java(body: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let output = plygrade(&["new", "java", &path]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = folder.path().join("Agents.java");
    let source = std::fs::read_to_string(&file).expect("a program");
    let from = source.find("throw new UnsupportedOperationException(").expect("the gap");
    let to = from + source[from..].find(";\n").expect("its end") + 1;
    let source = format!("{}{body}{}", &source[..from], &source[to..]);
    std::fs::write(file, source).expect("a file");
    folder
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
    if !has("javac", "-version") || !has("java", "-version") {
        return;
    }
    let folder = java(MINIMAX);
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
    if !has("javac", "-version") || !has("java", "-version") {
        return;
    }
    let folder = java("throw new IllegalStateException(\"no \\\"plan\\\"\");");
    let path = folder.path().display().to_string();
    let suite = ["--suite", "tests/fixtures/stdio/suite", "-t", "tree"];
    let (report, _) = report(&[&[path.as_str()], &suite[..]].concat());
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

//! The programs below `examples/`, built and graded with the machine's own toolchains.

use std::process::{Command, Stdio};

use super::{report, root};
use crate::notice::notice;

/// Whether `program` can be started; says so when it cannot, so that nothing is left out silently.
pub(super) fn has(program: &str, version: &str) -> bool {
    let run =
        Command::new(program).arg(version).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let there = run.is_ok_and(|status| status.success());
    if !there {
        notice(&format!("not tested, {program} is missing on this machine"));
    }
    there
}

/// The example must get every point of these questions of `suite`, or of all when none is named.
fn passes(example: &str, suite: &str, questions: &[&str]) {
    let folder = format!("examples/{example}");
    let suite = format!("test_cases/{suite}");
    assert!(root().join(&suite).exists(), "{suite} is gone");
    let mut args = vec![folder.as_str(), "--suite", &suite];
    for question in questions {
        args.extend(["-q", question]);
    }
    let (report, code) = report(&args);
    assert_eq!((code, &report["points"]), (0, &report["max_points"]), "{example}: {report:#}");
}

#[test]
fn python() {
    assert!(has("python3", "--version"), "python3 is needed on every machine that tests");
    passes("python", "search-notes", &["minimax"]);
}

/// As `docs/PROTOCOL.md` says of them.
#[test]
fn examples_play_a_part_of_the_notes() {
    let page = std::fs::read_to_string(root().join("docs/PROTOCOL.md")).expect("the page");
    let points = |example: &str| {
        let (report, _) =
            report(&[&format!("examples/{example}"), "--suite", "test_cases/search-notes"]);
        format!("{} of the {}", report["points"], report["max_points"]).replace(".0", "")
    };
    assert!(page.contains(&format!("{} points of `search-notes`", points("python"))));
    if has("javac", "-version") && has("java", "-version") {
        assert_eq!(points("java"), "2 of the 18");
    }
}

#[test]
fn cpp_chases() {
    if has("g++", "--version") {
        passes("cpp", "chase", &[]);
    }
}

#[test]
fn java_searches_trees() {
    if has("javac", "-version") && has("java", "-version") {
        passes("java", "search-notes", &["minimax"]);
    }
}

/// Its actions are pairs, where those of trees are words.
#[test]
fn java_plays_nim() {
    if has("javac", "-version") && has("java", "-version") {
        let args = ["examples/java", "--suite", "test_cases/nim-lab", "-t", "normal/one-two"];
        let (report, code) = report(&args);
        assert_eq!((code, &report["points"]), (0, &report["max_points"]), "{report:#}");
    }
}

#[test]
fn javascript_plays_nim() {
    if has("node", "--version") {
        // The first question holds a million nodes, which is a matter of the machine's speed.
        passes("js", "nim-lab", &["alphabeta", "misere"]);
    }
}

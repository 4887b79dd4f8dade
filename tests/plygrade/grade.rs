//! `plygrade grade`.

use std::process::Command;

#[test]
fn a_right_solution_passes() {
    let output = Command::new(env!("CARGO_BIN_EXE_plygrade"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["grade", "solutions/accepted/plain_searches.rs"])
        .args(["--suite", "test_cases/search-notes"])
        .output()
        .expect("the command starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("total 18/18"), "{text}");
}

/// The command that runs a case again is one that can be run.
#[test]
fn a_file_with_the_name_of_an_option_is_graded_again() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("-q.py"), "class MinimaxAgent: pass\n").expect("a file");
    let grade = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plygrade"));
        command.current_dir(folder.path()).arg("grade").args(arguments);
        let output = command.output().expect("the command starts");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = grade(&["--suite", "multiagent", "-q", "q2", "--", "-q.py"]);
    assert_eq!(code, Some(1), "{text}");
    let again = text.lines().find_map(|line| line.trim().strip_prefix("plygrade grade "));
    let again: Vec<&str> = again.unwrap_or_default().split_whitespace().collect();
    assert_eq!(again.first(), Some(&"./-q.py"), "{text}");
    assert_eq!(grade(&again).0, Some(1));
}

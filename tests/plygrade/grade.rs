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
    assert!(text.contains("total 17/17"), "{text}");
}

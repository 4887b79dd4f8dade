//! What the README says is what the command does.

use std::path::Path;
use std::process::Command;

fn readme() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(file).expect("the README")
}

/// The text of every fenced block of `language`.
fn blocks<'r>(readme: &'r str, language: &str) -> Vec<&'r str> {
    let open = format!("```{language}\n");
    readme.split(open.as_str()).skip(1).filter_map(|rest| rest.split("\n```").next()).collect()
}

#[test]
fn the_first_block_is_the_main_job_and_the_tests() {
    let readme = readme();
    let commands: Vec<&str> = blocks(&readme, "sh")[0].lines().collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    let job = commands[0].strip_prefix("cargo run --release -- ").expect("the main job");
    let output = plygrade(job);
    assert!(output.contains("total 25/25 points"), "{output}");
    let ci = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/run");
    let ci = std::fs::read_to_string(ci).expect(".ci/run");
    assert!(ci.lines().any(|line| line == commands[1]), "CI runs another test command");
}

#[test]
fn the_report_is_the_one_that_the_command_prints() {
    let readme = readme();
    let shown = blocks(&readme, "text")[0];
    let before = readme.split(shown).next().expect("text before the block");
    let command = before.rsplit("`plygrade ").next().and_then(|rest| rest.split('`').next());
    let output = plygrade(command.expect("the command before the block"));
    assert!(output.contains(shown), "{output}");
}

fn plygrade(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_plygrade"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments.split(' '))
        .output()
        .expect("the command starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

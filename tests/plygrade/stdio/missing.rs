//! Programs that this machine does not have: said once, before anything is graded.

use super::{plygrade, report};

/// What is said about a folder with this manifest, and the exit code.
fn said(manifest: &str, command: Option<&str>) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("plygrade.toml"), manifest).expect("a file");
    let path = folder.path().display().to_string();
    let mut args = vec!["grade", &path, "--suite", "tests/fixtures/stdio/suite"];
    args.extend(command.iter().flat_map(|command| ["--agent-command", command]));
    let output = plygrade(&args);
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn a_program_that_is_not_on_the_search_path() {
    let asked = [
        ("command = [\"no-such-node\", \"agent.js\"]\n", None),
        ("command = [\"./agent\"]\nbuild = [\"no-such-g++\", \"agent.cpp\"]\n", None),
        ("command = [\"no-such-node\"]\nbuild = [\"true\"]\n", None),
        ("", Some("no-such-java Agent")),
    ];
    for (manifest, command) in asked {
        let (said, code) = said(manifest, command);
        assert_eq!(code, Some(2), "{said}");
        let needs = "error: the submission needs no-such-";
        assert!(said.starts_with(needs) && said.contains("install it"), "{said}");
    }
}

/// The first case's first reason, of a folder with a manifest and this file.
fn reason(manifest: &str, file: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("plygrade.toml"), manifest).expect("a file");
    std::fs::write(folder.path().join(file), "#!/bin/sh\n").expect("a file");
    let path = folder.path().display().to_string();
    let args = [path.as_str(), "--suite", "tests/fixtures/stdio/suite", "-t", "tree"];
    let (report, _) = report(&args);
    report["questions"][0]["cases"][0]["reasons"][0].as_str().unwrap_or_default().to_owned()
}

#[test]
fn what_was_meant_is_said_of_a_program_that_cannot_be_started() {
    let absent = "failed to start ./agent: it is not in the submission";
    for (file, told) in [
        ("agent.py", format!("{absent}; did you mean \"./agent.py\"?")),
        (
            "agent.cpp",
            format!(
                "{absent}; agent.cpp is, but nothing makes agent of it: that is what \"build\" in \
                 plygrade.toml is for"
            ),
        ),
        ("other", absent.to_owned()),
        (
            "agent",
            "failed to start ./agent: it is not executable; chmod +x it, or name its interpreter \
             before it"
                .to_owned(),
        ),
    ] {
        assert_eq!(reason("command = [\"./agent\"]\n", file), told);
    }
    let outside = reason("command = [\"../agent\"]\n", "agent.py");
    assert_eq!(outside, "failed to start ../agent: it is not in the submission");
}

/// What the submission names in its own folder is its own fault.
#[test]
fn a_program_that_is_not_in_the_submission() {
    for (build, verdict) in [("", "crashed"), ("build = [\"./make\"]\n", "not-run")] {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = format!("command = [\"./agent\"]\n{build}");
        std::fs::write(folder.path().join("plygrade.toml"), manifest).expect("a file");
        let path = folder.path().display().to_string();
        let args = [path.as_str(), "--suite", "tests/fixtures/stdio/suite", "-t", "tree"];
        let (report, code) = report(&args);
        let case = &report["questions"][0]["cases"][0];
        assert_eq!((code, case["verdict"].as_str()), (1, Some(verdict)), "{report:#}");
        assert!(case["reasons"].to_string().contains("it is not in the submission"), "{case:#}");
    }
}

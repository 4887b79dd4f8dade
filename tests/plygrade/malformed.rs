//! Every case and suite in `tests/malformed/` is refused with the error that it names: exit 2, the
//! place and the way out, no panic.
//!
//! A file names its errors in its first lines (`# error: FILE:3:1: ...`, as much of each as
//! matters); what cannot hold a comment has them in `NAME.expect` beside it.

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/malformed")
}

/// What the output for `path` must contain, with `FILE` for its name.
fn expected(path: &Path) -> Vec<String> {
    let mut sidecar = path.as_os_str().to_owned();
    sidecar.push(".expect");
    let source = if Path::new(&sidecar).exists() { PathBuf::from(sidecar) } else { path.into() };
    let bytes = std::fs::read(&source).expect("a readable file or its .expect");
    String::from_utf8_lossy(&bytes)
        .lines()
        .map_while(|line| line.strip_prefix("# error: ").map(str::to_owned))
        .collect()
}

#[test]
fn malformed_input_is_refused_with_its_place() {
    let mut entries: Vec<PathBuf> = folder()
        .read_dir()
        .expect("tests/malformed")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_none_or(|extension| extension != "expect"))
        .collect();
    entries.sort();
    assert!(entries.len() >= 40, "only {} malformed files", entries.len());
    let mut wrong = Vec::new();
    for path in &entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let expected = expected(path);
        assert!(!expected.is_empty(), "{name} names no error");
        let solution = "../../solutions/accepted/multiagent.rs";
        for arguments in
            [&["solve", &*name] as &[_], &["show", &*name], &["grade", solution, "--suite", &*name]]
        {
            let output = Command::new(env!("CARGO_BIN_EXE_plygrade"))
                .current_dir(folder())
                .args(arguments)
                .output()
                .expect("the command starts");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            let lines: Vec<&str> = stderr.lines().collect();
            let told = expected.iter().zip(&lines).all(|(expected, line)| {
                let expected = format!("error: {}", expected.replacen("FILE", &name, 1));
                line.starts_with(&expected)
            });
            let told = told && lines.len() == expected.len();
            let is_folder = path.is_dir() && stderr.contains("show takes the file of one case");
            let told = told || (arguments[0] == "show" && is_folder);
            if output.status.code() != Some(2) || !output.stdout.is_empty() || !told {
                let status = output.status;
                wrong.push(format!("{arguments:?}: {status:?}\n{stderr}expected {expected:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_is_not_there_is_a_usage_error() {
    for arguments in [["solve", "no-such-suite"], ["show", "no-such.toml"], ["show", "tests"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_plygrade"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(arguments)
            .output()
            .expect("the command starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.starts_with("error: "), "{stderr}");
    }
}

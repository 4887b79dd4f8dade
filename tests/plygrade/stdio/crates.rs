//! Rust crates: built without a network, with the grader's own SDK.

use std::path::Path;

use super::{plygrade, report};
use crate::notice::notice;

const MANIFEST: &str = "[package]\nname = \"mine\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
                        [dependencies]\nplygrade-sdk = { path = \"sdk\" }\n\n[workspace]\n";

const AGENT: &str = r#"
use plygrade_sdk::{Agent, Answer, State, Task};

struct First;

impl Agent for First {
    fn act(&mut self, state: &State) -> Answer {
        BODY
    }
}

fn agent(task: &Task) -> Option<Box<dyn Agent>> {
    (task.agent == "minimax").then(|| Box::new(First) as Box<dyn Agent>)
}

plygrade_sdk::main!(agent);
"#;

/// A crate in `folder` whose agent does `body`.
fn write(folder: &Path, manifest: &str, body: &str) {
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    let main = AGENT.replace("BODY", body);
    std::fs::write(folder.join("src/main.rs"), main).expect("a program");
}

/// The first case's verdict, its reasons, the exit code.
fn verdict(folder: &Path) -> (String, String, i32) {
    let folder = folder.display().to_string();
    let suite = ["--suite", "tests/fixtures/stdio/suite", "-t", "tree"];
    let (report, code) = report(&[&[folder.as_str()], &suite[..]].concat());
    let case = &report["questions"][0]["cases"][0];
    let word = case["verdict"].as_str().expect("a verdict").to_owned();
    (word, case["reasons"].to_string(), code)
}

#[test]
fn the_example_passes() {
    let args = ["examples/rust-crate", "--suite", "test_cases/search-notes", "-q", "minimax"];
    let (report, code) = report(&args);
    assert_eq!((code, &report["points"]), (0, &report["max_points"]), "{report:#}");
}

#[test]
fn a_crate_brings_its_own_sdk_in_vain() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), MANIFEST, "let _ = state; Answer::none()");
    let sdk = folder.path().join("sdk");
    std::fs::create_dir_all(sdk.join("src")).expect("a folder");
    let manifest = "[package]\nname = \"plygrade-sdk\"\nversion = \"9.9.9\"\nedition = \"2024\"\n";
    std::fs::write(sdk.join("Cargo.toml"), manifest).expect("a manifest");
    std::fs::write(sdk.join("src/lib.rs"), "compile_error!(\"the submission's own SDK\");")
        .expect("a library");
    let (word, reasons, code) = verdict(folder.path());
    assert_eq!((word.as_str(), code), ("wrong", 1), "{reasons}");
}

#[test]
fn panics_and_exits_are_crashes() {
    let bodies = [
        ("panic!(\"no idea in {}\", state.turn())", "no idea in 0"),
        ("let _ = state; std::process::exit(7)", "exited with status 7"),
        ("let _ = state; std::process::abort()", "signal 6"),
    ];
    for (body, because) in bodies {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), MANIFEST, body);
        let (word, reasons, code) = verdict(folder.path());
        assert_eq!((word.as_str(), code), ("crashed", 1), "{reasons}");
        assert!(reasons.contains(because), "{reasons}");
    }
}

#[test]
fn a_crate_that_does_not_compile_says_so_as_rustc_does() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), MANIFEST, "let answer: u8 = state; answer");
    let (word, reasons, code) = verdict(folder.path());
    assert_eq!((word.as_str(), code), ("not-run", 1), "{reasons}");
    assert!(reasons.contains("it does not compile"), "{reasons}");
    let path = folder.path().display().to_string();
    let output = plygrade(&["grade", &path, "--suite", "tests/fixtures/stdio/suite"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("error[E0308]: mismatched types"), "{text}");
    assert!(text.contains("--> src/main.rs:8:26"), "{text}");
    assert_eq!(text.matches("error[E0308]: mismatched types").count(), 2, "{text}");
}

#[test]
fn what_cannot_be_built_is_the_submissions_fault() {
    let unknown =
        MANIFEST.replace("[workspace]", "no-crate-of-that-name-here = \"1\"\n\n[workspace]");
    let cases = [("not TOML", "does not compile"), (unknown.as_str(), "built without a network")];
    for (manifest, because) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), manifest, "let _ = state; Answer::none()");
        let (word, reasons, code) = verdict(folder.path());
        assert_eq!((word.as_str(), code), ("not-run", 1), "{reasons}");
        assert!(reasons.contains(because), "{reasons}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("a folder");
    std::fs::write(folder.path().join("Cargo.toml"), MANIFEST).expect("a manifest");
    std::fs::write(folder.path().join("src/lib.rs"), "").expect("a library");
    let (word, reasons, _) = verdict(folder.path());
    assert_eq!(word, "not-run");
    assert!(reasons.contains("it makes no program"), "{reasons}");
}

/// Ends the build when it can do anything that it must not.
const NOSY: &str = r#"
fn main() {
    let root = "ROOT";
    let seen = [root.to_owned(), format!("{root}/tests/fixtures/stdio/suite/q/tree.toml")];
    for path in seen {
        assert!(!std::path::Path::new(&path).exists(), "it sees {path}");
    }
    let outside = "OUTSIDE";
    assert!(std::fs::write(outside, "x").is_err(), "it writes {outside}");
    assert!(std::net::TcpListener::bind("127.0.0.1:0").is_err(), "it has a network");
}
"#;

/// Reading one takes hundreds of times as much memory as it has bytes.
#[test]
fn a_manifest_is_not_large() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), MANIFEST, "let _ = state; Answer::none()");
    std::fs::create_dir(folder.path().join("member")).expect("a folder");
    let large = format!("[package.metadata]\n{}", "x = 1.0\n".repeat(150_000));
    std::fs::write(folder.path().join("member/Cargo.toml"), large).expect("a manifest");
    let (word, reasons, code) = verdict(folder.path());
    assert_eq!((word.as_str(), code), ("not-run", 1), "{reasons}");
    assert!(reasons.contains("larger than 1 MiB"), "{reasons}");
}

#[test]
fn a_build_script_sees_and_writes_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), MANIFEST, "let _ = state; Answer::none()");
    let outside = tempfile::tempdir().expect("a folder");
    let trace = outside.path().join("was-here").display().to_string();
    let root = super::root().display().to_string();
    let nosy = NOSY.replace("ROOT", &root).replace("OUTSIDE", &trace);
    std::fs::write(folder.path().join("build.rs"), nosy).expect("a build script");
    let path = folder.path().display().to_string();
    let args = [path.as_str(), "--suite", "tests/fixtures/stdio/suite", "-t", "tree"];
    let (report, _) = report(&args);
    let layers = report["sandbox"].to_string();
    if !layers.contains("mount-namespace") || !layers.contains("seccomp") {
        notice(&format!("build scripts are not tested, the sandbox here is only {layers}"));
        return;
    }
    // It was built and asked.
    let case = &report["questions"][0]["cases"][0];
    assert_eq!(case["verdict"], "wrong", "{report:#}");
    assert!(!Path::new(&trace).exists());
}

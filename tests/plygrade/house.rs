//! What ARCHITECTURE.md promises of the source itself.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines of a file, tests included, beyond which it holds more than one idea.
const MOST_LINES: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file of the repository below `folder`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut sources = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry")) {
            let path = entry.path();
            if path.is_dir() && entry.file_name() != "target" {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(path);
            }
        }
    }
    sources.sort();
    sources
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_engine_has_no_dependencies() {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--package", "plygrade-engine", "--edges", "normal,build"])
        .args(["--target", "all", "--prefix", "none", "--offline", "--locked"])
        .output()
        .expect("cargo");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(tree.lines().count(), 1, "{tree}");
}

#[test]
fn the_engine_does_no_io_and_reads_no_clock() {
    let outside = ["fs", "io", "net", "env", "process", "thread", "time", "os", "path"];
    let sources = sources(&root().join("crates/engine/src"));
    assert!(sources.len() > 20, "{sources:?}");
    for path in sources {
        for (number, line) in text(&path).lines().enumerate() {
            let place = format!("{}:{}: {line}", path.display(), number + 1);
            for module in outside {
                assert!(!line.contains(&format!("std::{module}")), "{place}");
            }
            assert!(!line.contains("print!(") && !line.contains("println!("), "{place}");
        }
    }
}

#[test]
fn files_say_what_they_are_and_hold_one_idea() {
    let folders = ["benches", "build", "crates", "solutions", "src", "tests/plygrade"];
    let sources: Vec<PathBuf> =
        folders.iter().flat_map(|folder| sources(&root().join(folder))).collect();
    let mut wrong = Vec::new();
    for path in sources.iter().chain([&root().join("build.rs")]) {
        let text = text(path);
        if !text.starts_with("//! ") {
            wrong.push(format!("{}: does not begin with //!", path.display()));
        }
        let lines = text.lines().count();
        if lines > MOST_LINES {
            wrong.push(format!("{}: {lines} lines, at most {MOST_LINES}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(text(&root().join("src/main.rs")).lines().count() <= 30, "main.rs only starts");
}

/// Nothing that is listed by hand in the pages may be forgotten there.
#[test]
fn the_pages_name_every_suite_and_every_folder() {
    let (readme, architecture) =
        (text(&root().join("README.md")), text(&root().join("ARCHITECTURE.md")));
    let folders = |parent: &str| -> Vec<String> {
        let entries = root().join(parent).read_dir().expect("a folder");
        let folders = entries.map(|entry| entry.expect("an entry")).filter(|it| it.path().is_dir());
        folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect()
    };
    for suite in folders("test_cases") {
        assert!(readme.contains(&format!("| `{suite}` |")), "README.md: {suite}");
    }
    for part in folders("crates") {
        assert!(architecture.contains(&format!("`crates/{part}`")), "ARCHITECTURE.md: {part}");
    }
    for part in folders("src") {
        assert!(architecture.contains(&format!("`src/{part}")), "ARCHITECTURE.md: {part}");
    }
}

//! Builds that are the attack: by a command of the submission's, and by a crate's build script.

use super::programs;
use super::room::{Room, marked};

/// A folder that is built by running `build.py`; its products are never run.
const MANIFEST: &str = "command = [\"./agent\"]\nbuild = [\"python3\", \"build.py\"]\n";

/// The manifest of a crate with a build script.
pub(super) const CRATE: &str = "[package]\nname = \"agent\"\nversion = \"0.1.0\"\n\
                                edition = \"2024\"\nbuild = \"build.rs\"\n\n[dependencies]\n\
                                plygrade-sdk = \"*\"\n";

/// Tries what no build needs, bounded; exit status 7 says that all was refused.
const SCRIPT: &str = r#"
use std::process::Command;
fn main() {
    let room = std::path::Path::new("ROOM");
    for path in [room.join("suite/suite.toml"), room.join("outside/secret"), "/etc/shadow".into()] {
        if std::fs::read(path).is_ok() { std::process::exit(0); }
    }
    if std::net::UdpSocket::bind("127.0.0.1:0").is_ok() { std::process::exit(0); }
    for place in [room.join("planted"), "/var/tmp/planted".into(), "/usr/lib/planted".into()] {
        if std::fs::write(place, "x").is_ok() { std::process::exit(0); }
    }
    let left = "setsid sleep 1000 > /dev/null 2>&1 &";
    let _ = Command::new("sh").args(["-c", left]).env("MARK", room.join("tmp")).status();
    let _ = Command::new("sh").args(["-c", "kill -9 1"]).status();
    std::process::exit(7);
}
"#;

/// Grades what is built in the room; complaints when the build does not end as `said`.
fn ends(room: &Room, said: &str) -> Vec<String> {
    let (outcome, mut complaints) = room.grade();
    let (verdicts, points) = outcome.verdicts();
    let reasons = outcome.report["questions"][0]["cases"][0]["reasons"].to_string();
    if verdicts != ["not-run"; 3] || points != 0.0 || outcome.code != Some(1) {
        complaints.push(format!("{verdicts:?}, {points} points, exit {:?}", outcome.code));
    }
    if !reasons.contains(said) {
        complaints.push(format!("not {said:?}: {reasons} {}", outcome.stderr));
    }
    complaints
}

#[test]
fn commands_that_build() {
    let mut complaints = Vec::new();
    for file in programs("tests/hostile/build") {
        let source = std::fs::read_to_string(&file).expect("a program");
        let said = source.lines().next().and_then(|line| line.strip_prefix("# build: "));
        let room = Room::with_cache();
        room.hand_in("plygrade.toml", MANIFEST);
        room.hand_in("build.py", &source);
        room.hand_in("room", &room.path("").display().to_string());
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let wrong = ends(&room, said.expect("a label"));
        complaints.extend(wrong.iter().map(|what| format!("{name}: {what}")));
        complaints.extend(room.kept().iter().map(|what| format!("{name}: left {what}")));
    }
    assert_eq!(complaints, Vec::<String>::new());
}

/// What a build may take at most, waited for.
#[test]
#[ignore = "takes two minutes"]
fn a_build_that_does_not_end() {
    let room = Room::with_cache();
    room.hand_in("plygrade.toml", MANIFEST);
    room.hand_in("build.py", "import time\nwhile True:\n    time.sleep(1)\n");
    assert_eq!(ends(&room, "took more time than it may"), Vec::<String>::new());
    assert_eq!(room.kept(), Vec::<String>::new());
}

#[test]
fn a_build_script_reaches_nothing_and_leaves_nothing() {
    let room = Room::new();
    room.hand_in("Cargo.toml", CRATE);
    room.hand_in("build.rs", &SCRIPT.replace("ROOM", &room.path("").display().to_string()));
    room.hand_in("src/main.rs", "fn main() {}\n");
    // The build fails, in every case; what cargo says of the script is in the traceback.
    assert_eq!(ends(&room, "it does not compile"), Vec::<String>::new());
    let (outcome, _) = room.grade();
    let text = outcome.report.to_string();
    assert!(text.contains("exit status: 7"), "{text}");
    assert_eq!(marked(&room.path("tmp").display().to_string()), Vec::<String>::new());
}

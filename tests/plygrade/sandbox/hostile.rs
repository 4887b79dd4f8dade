//! Every program of `tests/hostile/sandbox`, under all layers and with some taken away.

use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use plygrade::host::sandbox::{Layer, Limits, Program};

use super::tools::{Python, Room, python, start, word};

/// What hostile programs may use: little, so that they reach their limits soon.
pub(super) fn limits(ends: &str) -> Limits {
    let wall = if ends == "wall" { Duration::from_secs(1) } else { Duration::from_secs(100) };
    Limits {
        cpu: Some(Duration::from_secs(1)),
        total_cpu: Some(Duration::from_secs(3)),
        wall: Some(wall),
        memory: Some(256 << 20),
        address_space: None,
        file_size: Some(4 << 20),
        scratch_bytes: 8 << 20,
        open_files: 64,
        processes: 16,
        output_bytes: 64 << 10,
    }
}

/// Runs all programs without the layers `without`; complaints about those that got away.
pub(super) fn all(python: &Python, without: &[Layer]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/sandbox");
    let mut complaints = Vec::new();
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(files.len() > 25, "the hostile programs are there");
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        complaints.extend(one(python, &file, without).map(|what| format!("{name}: {what}")));
    }
    complaints
}

fn one(python: &Python, file: &Path, without: &[Layer]) -> Option<String> {
    let source = std::fs::read_to_string(file).expect("a program");
    let ends = source.lines().next().and_then(|line| line.strip_prefix("# ends: ")).expect("ends");
    let room = Room::new();
    // In the folder of the submission, which can be read, rather than in the repository.
    let program = room.path("submission/hostile.py");
    std::fs::write(&program, &source).expect("a file");
    let before = room.outside();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("a port").port();
    let mut policy = python.reads(room.policy()).limits(limits(ends));
    policy.without = without.to_vec();
    let command = Program::new(&python.file).arg("-I").arg(&program);
    let mut child = start(&policy, room.program(command).env("PORT", port.to_string()));
    let ended = child.wait();
    let got = word(ended.end);
    let survivors = room.survivors();
    if !ends.split(" | ").any(|end| end == got) {
        let said = format!("{}{}", child.stdout().text(), child.stderr().text());
        let said: String = said.chars().take(600).collect();
        return Some(format!("ended by {got}, not {ends}; it said {said}"));
    }
    if !survivors.is_empty() {
        return Some(format!("left {survivors:?}"));
    }
    if room.outside() != before {
        return Some("changed what lies outside".to_owned());
    }
    (!room.victim.is_well()).then(|| "harmed the grader".to_owned())
}

/// The namespaces, for machines that offer none.
pub(super) const NAMESPACES: [Layer; 5] = [
    Layer::UserNamespace,
    Layer::PidNamespace,
    Layer::NetNamespace,
    Layer::MountNamespace,
    Layer::IpcNamespace,
];

#[test]
fn hostile_programs_are_contained_by_all_layers() {
    let Some(python) = python() else { return };
    assert_eq!(all(python, &[]), Vec::<String>::new());
}

#[test]
fn hostile_programs_are_contained_without_namespaces() {
    let Some(python) = python() else { return };
    assert_eq!(all(python, &NAMESPACES), Vec::<String>::new());
}

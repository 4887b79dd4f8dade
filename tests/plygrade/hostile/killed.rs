//! A grader that is killed, interrupted, or out of disk: what it had found out is there, and
//! nothing else is left.

use std::io::Read as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::room::{Room, marked};

/// Wrong at first; then waits, together with a child, until somebody ends it.
const WAITS: &str = "
import os, time

class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        if not WAIT:
            return \"left\"
        os.fork()
        time.sleep(1000)
";

/// Looks for something to become true this often. No measure of speed: a busy machine may be slow.
const LOOKS: u32 = 20_000;

fn eventually(mut holds: impl FnMut() -> bool) -> bool {
    (0..LOOKS).any(|_| {
        std::thread::park_timeout(std::time::Duration::from_millis(5));
        holds()
    })
}

fn report(room: &Room) -> Option<Value> {
    serde_json::from_slice(&std::fs::read(room.path("results/report.json")).ok()?).ok()
}

fn verdicts(report: &Value) -> Vec<String> {
    let cases = report["questions"][0]["cases"].as_array().expect("cases");
    cases.iter().map(|case| case["verdict"].as_str().expect("a word").to_owned()).collect()
}

/// A grader whose second case does not end by itself.
fn stuck() -> (Room, Child) {
    let room = Room::new();
    room.hand_in("multiAgents.py", &WAITS.replace("WAIT:", "(\"b\" in state.getLegalActions(0)):"));
    // The second case begins where the first cannot: it has another action.
    let second = std::fs::read_to_string(room.path("suite/q/2-second.toml")).expect("a case");
    let second = second.replace("\"right\"", "\"b\"").replace("seconds = 1", "seconds = 1000");
    std::fs::write(room.path("suite/q/2-second.toml"), second).expect("a case");
    let child = room.command().spawn().expect("it starts");
    let first = eventually(|| {
        report(&room).is_some_and(|report| verdicts(&report)[0] == "wrong")
            && marked(&tmp(&room)).len() > 2
    });
    assert!(first, "the first case is in the report: {:?}", report(&room));
    (room, child)
}

fn tmp(room: &Room) -> String {
    room.path("tmp").display().to_string()
}

fn end(child: &mut Child, signal: Signal) -> Option<i32> {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("an id");
    kill_process(pid, signal).expect("it lives");
    child.wait().expect("it ends").signal()
}

fn assert_what_was_found_out_is_there(room: &Room) {
    let report = report(room).expect("a whole report");
    assert_eq!(verdicts(&report), ["wrong", "not-run", "not-run"]);
    assert_eq!(report["complete"], false);
    let gone = eventually(|| marked(&tmp(room)).is_empty());
    assert!(gone, "{:?}", marked(&tmp(room)));
}

#[test]
fn killed() {
    let (room, mut child) = stuck();
    assert_eq!(end(&mut child, Signal::KILL), Some(9));
    assert_what_was_found_out_is_there(&room);
    // Nobody could remove the scratch folder; the next run does, and starts clean.
    room.hand_in("multiAgents.py", &WAITS.replace("WAIT", "False"));
    let (outcome, _) = room.grade();
    assert_eq!(outcome.verdicts().0, ["wrong"; 3], "{}", outcome.stderr);
    assert_eq!(outcome.report["complete"], Value::Null);
    assert_eq!(std::fs::read_dir(room.path("tmp")).expect("a folder").count(), 0);
}

#[test]
fn interrupted() {
    let (room, mut child) = stuck();
    assert_eq!(end(&mut child, Signal::INT), Some(2));
    assert_what_was_found_out_is_there(&room);
    assert_eq!(std::fs::read_dir(room.path("tmp")).expect("a folder").count(), 0);
    let left: Vec<_> =
        std::fs::read_dir(room.path("results")).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// The disk takes not one more block, which the shell's limit on file sizes does as well as a disk
/// that is full: the write fails half way.
#[test]
fn a_full_disk_spoils_nothing() {
    let room = Room::new();
    room.hand_in("multiAgents.py", &WAITS.replace("WAIT", "False"));
    std::fs::write(room.path("results/report.json"), "the run before").expect("a file");
    let grader = room.command();
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""]).arg(grader.get_program());
    limited.args(grader.get_args()).env("TMPDIR", room.path("tmp"));
    // The module is in the cache before the disk is full.
    assert_eq!(
        room.command().arg("-h").stdout(Stdio::null()).status().expect("a status").code(),
        Some(0)
    );
    let mut child = limited.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("a status").code(), Some(2), "{said}");
    assert!(said.contains("failed to write"), "{said}");
    let kept = std::fs::read_to_string(room.path("results/report.json")).expect("a file");
    assert_eq!(kept, "the run before");
    let left: Vec<_> =
        std::fs::read_dir(room.path("results")).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

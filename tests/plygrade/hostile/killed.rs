//! A grader that is killed, interrupted, or out of disk: what it had found out is there, and
//! nothing else is left.

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::builds::CRATE;
use super::room::{Room, marked};
use crate::notice::notice;

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

/// A program that never answers, and the child that it forked.
const SILENT: &str = "
import json, os, sys, time

for line in sys.stdin:
    print(json.dumps({\"op\": \"hello\", \"protocol\": json.loads(line)[\"protocol\"]}), flush=True)
    os.fork()
    time.sleep(1000)
";

/// A grader that waits for a program of any language.
fn waits_for_a_program() -> (Room, Child) {
    let room = Room::new();
    room.hand_in("plygrade.toml", "command = [\"python3\", \"agent.py\"]\n");
    room.hand_in("agent.py", SILENT);
    let suite = std::fs::read_to_string(room.path("suite/suite.toml")).expect("a suite");
    let suite = suite.replace("seconds = 1", "seconds = 1000");
    std::fs::write(room.path("suite/suite.toml"), suite).expect("a suite");
    let child = room.command().spawn().expect("it starts");
    assert!(eventually(|| marked(&tmp(&room)).len() > 2), "{:?}", marked(&tmp(&room)));
    (room, child)
}

/// A grader that waits for a crate's build script.
fn waits_for_a_build() -> (Room, Child) {
    let room = Room::new();
    let script = "fn main() {\n    let mut sleep = std::process::Command::new(\"sleep\");\n    \
                  let _ = sleep.arg(\"1000\").env(\"MARK\", \"ROOM\").status();\n}\n";
    room.hand_in("Cargo.toml", CRATE);
    room.hand_in("build.rs", &script.replace("ROOM", &tmp(&room)));
    room.hand_in("src/main.rs", "fn main() {}\n");
    let child = room.command().spawn().expect("it starts");
    let sleeps = || marked(&tmp(&room)).iter().any(|process| process.ends_with(" sleep"));
    assert!(eventually(sleeps), "the build script runs: {:?}", marked(&tmp(&room)));
    (room, child)
}

/// Folders of unfinished builds of this room's crate.
fn unfinished(room: &Room) -> Vec<std::path::PathBuf> {
    let home = |name| std::env::var_os(name).map(std::path::PathBuf::from);
    let cache = home("XDG_CACHE_HOME").or_else(|| Some(home("HOME")?.join(".cache")));
    let entries = std::fs::read_dir(cache.expect("a cache").join("plygrade")).expect("a folder");
    let of_this = |path: &std::path::PathBuf| {
        std::fs::read_to_string(path.join("source/build.rs"))
            .is_ok_and(|text| text.contains(&tmp(room)))
    };
    entries.flatten().map(|entry| entry.path()).filter(of_this).collect()
}

fn assert_nothing_is_left(room: &Room, signal: Signal) {
    let gone = eventually(|| marked(&tmp(room)).is_empty());
    assert!(gone, "{:?}", marked(&tmp(room)));
    if signal == Signal::INT {
        assert_eq!(unfinished(room), Vec::<std::path::PathBuf>::new());
        assert_eq!(std::fs::read_dir(room.path("tmp")).expect("a folder").count(), 0);
    }
}

#[test]
fn while_a_program_is_waited_for() {
    for (signal, number) in [(Signal::INT, 2), (Signal::KILL, 9)] {
        let (room, mut child) = waits_for_a_program();
        assert_eq!(end(&mut child, signal), Some(number));
        assert_nothing_is_left(&room, signal);
    }
}

#[test]
fn while_a_crate_is_built() {
    // What removes the folder on an interrupt is found out by two threads at once: several times.
    let interrupts = std::iter::repeat_n((Signal::INT, 2), 4);
    for (signal, number) in interrupts.chain([(Signal::KILL, 9)]) {
        let (room, mut child) = waits_for_a_build();
        assert_eq!(unfinished(&room).len(), 1);
        assert_eq!(end(&mut child, signal), Some(number));
        assert_nothing_is_left(&room, signal);
        // Nobody could remove the folder; the next build does.
        room.hand_in("build.rs", "fn main() {}\n");
        room.hand_in("src/main.rs", "plygrade_sdk::main!(|_: &plygrade_sdk::Task| None);\n");
        let (outcome, complaints) = room.grade();
        assert_eq!(outcome.verdicts().0, ["not-run"; 3], "{} {}", outcome.report, outcome.stderr);
        assert_eq!((complaints, unfinished(&room)), (Vec::new(), Vec::new()));
    }
}

/// Fills the file system of the results, grades, and tells what is there afterwards.
const ON_A_FULL_DISK: &str = "
mount -t tmpfs -o size=128k tmpfs \"$ROOM/results\" || exit 99
printf 'the run before' > \"$ROOM/results/report.json\"
cat /dev/zero > \"$ROOM/results/filler\" 2> /dev/null
\"$0\" \"$@\"
code=$?
cat \"$ROOM/results/report.json\" > \"$ROOM/kept\"
ls -A \"$ROOM/results\" > \"$ROOM/listed\"
exit $code
";

#[test]
fn a_full_disk_spoils_nothing() {
    let room = Room::new();
    room.hand_in("multiAgents.py", &WAITS.replace("WAIT", "False"));
    // The module is in the cache before the disk is full.
    assert_eq!(room.grade().0.code, Some(1));
    let grader = room.command();
    let mut full = Command::new("unshare");
    full.args(["--user", "--map-root-user", "--mount", "sh", "-c", ON_A_FULL_DISK]);
    full.arg(grader.get_program()).args(grader.get_args());
    full.env("TMPDIR", room.path("tmp")).env("ROOM", room.path(""));
    let Ok(output) = full.stdin(Stdio::null()).output() else {
        return notice("no unshare here: a full disk was not tried");
    };
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(99) || said.starts_with("unshare:") {
        return notice(&format!("a full disk was not tried: {said}"));
    }
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("failed to write") && said.contains("space"), "{said}");
    let read = |name| std::fs::read_to_string(room.path(name)).expect("a file");
    assert_eq!(read("kept"), "the run before");
    assert_eq!(read("listed"), "filler\nreport.json\n");
}

//! A grader that is killed or interrupted leaves no process and no folder behind.

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use plygrade::host::sandbox;
use plygrade::host::scratch::Scratch;

use super::tools::{Room, below, marked, start};

const ROLE: &str = "PLYGRADE_TEST_DOOMED";

/// Another process of these tests, which runs a sandbox and waits for its end.
struct Doomed {
    process: Child,
    mark: String,
    /// The processes below it, those without a mark too.
    family: Vec<u32>,
    scratch: PathBuf,
    temporary: tempfile::TempDir,
}

impl Doomed {
    fn new() -> Self {
        let temporary = tempfile::tempdir().expect("a folder");
        let mut process = Command::new(std::env::current_exe().expect("a name"))
            .args(["a_doomed_grader", "--nocapture"])
            .env(ROLE, "1")
            .env("TMPDIR", temporary.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let said = lines
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("doomed=")?.1.to_owned()))
            .expect("it says its mark");
        let (mark, scratch) = said.split_once(' ').expect("two words");
        let (mark, scratch) = (mark.to_owned(), PathBuf::from(scratch));
        assert!(!marked(&mark).is_empty() && scratch.exists(), "it runs");
        // A warden and process 1 of the sandbox in use, and of the one that is made ready.
        let all = (0..2000).any(|_| {
            std::thread::yield_now();
            below(process.id()).len() >= 7
        });
        let family = below(process.id());
        assert!(all, "{family:?}");
        Doomed { process, mark, family, scratch, temporary }
    }

    fn signal(&mut self, signal: rustix::process::Signal) -> Option<i32> {
        let pid = i32::try_from(self.process.id()).ok().and_then(rustix::process::Pid::from_raw);
        rustix::process::kill_process(pid.expect("an id"), signal).expect("it lives");
        self.process.wait().expect("it ends").signal()
    }

    /// Waits until no process of the sandboxes is left. Their wardens notice the death of the
    /// grader by themselves, so that takes a moment: the number of looks is bounded.
    fn assert_gone(&self) {
        let left = || {
            // One that is dead and that nobody has asked for yet does nothing any more.
            let there = |pid: &&u32| {
                std::fs::read(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
                    !String::from_utf8_lossy(&stat)
                        .rsplit_once(") ")
                        .is_some_and(|(_, rest)| rest.starts_with('Z'))
                })
            };
            self.family.iter().filter(there).collect::<Vec<_>>()
        };
        let gone = (0..2000).any(|_| {
            std::thread::yield_now();
            marked(&self.mark).is_empty() && left().is_empty()
        });
        assert!(gone, "{:?} {:?}", marked(&self.mark), left());
    }
}

#[test]
fn a_doomed_grader() {
    // Nothing by itself: the others start it as a process of its own.
    if std::env::var_os(ROLE).is_none() {
        return;
    }
    let room = Room::new();
    let scratch = Scratch::new().expect("a folder");
    let mut policy = room.policy().keeps_scratch();
    policy.scratch = scratch.path().to_owned();
    let script = "echo x > file; setsid sleep 600 & sleep 600 & wait";
    let mut child = start(&policy, room.shell(script));
    sandbox::ahead();
    println!("doomed={} {}", room.mark, scratch.path().display());
    child.wait();
}

#[test]
fn a_kill_leaves_no_process_and_the_next_start_sweeps_the_folder() {
    let mut doomed = Doomed::new();
    assert_eq!(doomed.signal(rustix::process::Signal::KILL), Some(9));
    doomed.assert_gone();
    assert!(doomed.scratch.exists(), "nobody was there to remove it");
    let next = Command::new(std::env::current_exe().expect("a name"))
        .args(["a_next_start_sweeps", "--nocapture"])
        .env(ROLE, "1")
        .env("TMPDIR", doomed.temporary.path())
        .output()
        .expect("it starts");
    assert!(next.status.success());
    assert!(!doomed.scratch.exists());
    assert_eq!(houses(doomed.temporary.path()), 0);
}

#[test]
fn a_next_start_sweeps() {
    if std::env::var_os(ROLE).is_some() {
        drop(Scratch::new().expect("a folder"));
    }
}

#[test]
fn an_interrupt_removes_the_folder_and_ends_everything() {
    for (signal, number) in [(rustix::process::Signal::INT, 2), (rustix::process::Signal::TERM, 15)]
    {
        let mut doomed = Doomed::new();
        assert_eq!(doomed.signal(signal), Some(number));
        doomed.assert_gone();
        assert!(!doomed.scratch.exists());
        assert_eq!(houses(doomed.temporary.path()), 0);
    }
}

/// Folders and locks of graders in `folder`.
fn houses(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("plygrade-")).count()
}

//! A room for one program: scratch, a secret, a submission, a stand-in for the grader.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use plygrade::host::sandbox::{self, Child, End, Policy, Program, Stream};

use crate::notice::notice;

/// A process that does nothing, in the grader's place.
pub(super) struct Victim(std::process::Child);

impl Victim {
    pub(super) fn new() -> Self {
        // It waits for input that never comes, and ends with this process whatever ends that.
        let waits = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        Victim(waits.expect("cat starts"))
    }

    pub(super) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether it still waits: neither dead nor stopped.
    pub(super) fn is_well(&self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.id())).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S'))
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Folders and marks of one run.
pub(super) struct Room {
    folder: tempfile::TempDir,
    pub(super) mark: String,
    pub(super) victim: Victim,
}

impl Room {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        helper();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["scratch", "outside", "submission"] {
            std::fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        std::fs::write(folder.path().join("outside/secret"), "expected = 42").expect("a file");
        std::fs::write(folder.path().join("submission/agent.py"), "pass").expect("a file");
        let mark = format!("plygrade-test-{}-{count}", std::process::id());
        Room { folder, mark, victim: Victim::new() }
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn policy(&self) -> Policy {
        Policy::new(self.path("scratch")).reads_tools().reads(self.path("submission"))
    }

    /// `program` with what hostile programs are told, and a mark to know its processes by.
    pub(super) fn program(&self, program: Program) -> Program {
        program
            .env("PATH", "/usr/bin:/bin")
            .env("PLYGRADE_MARK", &self.mark)
            .env("OUTSIDE", self.path("outside"))
            .env("SUBMISSION", self.path("submission"))
            .env("GRADER", self.victim.id().to_string())
            .stdout(Stream::Capture)
            .stderr(Stream::Capture)
    }

    pub(super) fn shell(&self, script: &str) -> Program {
        self.program(Program::new("/bin/sh").args(["-c", script]))
    }

    /// Files outside the scratch folder: content, mode, owner, times.
    pub(super) fn outside(&self) -> BTreeMap<PathBuf, (Vec<u8>, u32, u32, i64)> {
        let mut seen = BTreeMap::new();
        let mut waiting = vec![self.path("outside"), self.path("submission")];
        while let Some(path) = waiting.pop() {
            let meta = std::fs::symlink_metadata(&path).expect("it is there");
            let mut content = Vec::new();
            if meta.is_dir() {
                let entries = std::fs::read_dir(&path).expect("a folder");
                waiting.extend(entries.flatten().map(|entry| entry.path()));
            } else {
                content = std::fs::read(&path).expect("a file");
            }
            seen.insert(path, (content, meta.mode(), meta.uid(), meta.mtime()));
        }
        seen
    }

    /// Processes that carry this room's mark.
    pub(super) fn survivors(&self) -> Vec<String> {
        marked(&self.mark)
    }
}

/// Ids and names of the processes with `mark` in their environment.
pub(super) fn marked(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("processes").flatten() {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        if String::from_utf8_lossy(&environment).contains(mark) {
            let name = std::fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            found.push(format!("{} {}", entry.file_name().to_string_lossy(), name.trim()));
        }
    }
    found
}

/// The processes that came from `pid`.
pub(super) fn below(pid: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut waiting = vec![pid];
    while let Some(pid) = waiting.pop() {
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten();
        for thread in threads.flatten() {
            let list = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            let children = list.split_whitespace().filter_map(|word| word.parse::<u32>().ok());
            waiting.extend(children.inspect(|child| found.push(*child)));
        }
    }
    found
}

/// Wardens run the built command, not this test binary.
pub(super) fn helper() {
    let path = std::env::var_os(super::ordinary_user::HELPER)
        .unwrap_or_else(|| env!("CARGO_BIN_EXE_plygrade").into());
    sandbox::set_helper(path);
}

pub(super) fn start(policy: &Policy, program: Program) -> Child {
    helper();
    sandbox::spawn(policy, program).expect("it starts")
}

/// How `tests/hostile` names an end.
pub(super) fn word(end: End) -> String {
    match end {
        End::Exit(status) => format!("exit {status}"),
        End::Signal(number) => format!("signal {number}"),
        other => serde_json::to_string(&other).unwrap_or_default().replace('"', ""),
    }
}

/// A Python that this user can run, and the folder that holds its library.
pub(super) struct Python {
    pub(super) file: PathBuf,
    pub(super) library: PathBuf,
}

/// The first Python found; `None`, said aloud, where there is none.
pub(super) fn python() -> Option<&'static Python> {
    static FOUND: OnceLock<Option<Python>> = OnceLock::new();
    let find = || {
        let ask = "import os, sys; print(os.path.realpath(sys.executable)); print(sys.base_prefix)";
        for name in ["python3", "/usr/bin/python3"] {
            let Ok(output) = Command::new(name).args(["-c", ask]).output() else { continue };
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let mut lines = text.lines().map(PathBuf::from);
            if let (Some(file), Some(library)) = (lines.next(), lines.next()) {
                return Some(Python { file, library });
            }
        }
        notice("no python3 here: the hostile Python programs were not run");
        None
    };
    FOUND.get_or_init(find).as_ref()
}

impl Python {
    pub(super) fn reads(&self, policy: Policy) -> Policy {
        // A Python of the system has its library in the view already.
        if self.library == Path::new("/usr") { policy } else { policy.reads(&self.library) }
    }
}

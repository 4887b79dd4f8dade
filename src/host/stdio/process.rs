//! The process of a program: started, watched, ended with everything that it started.
//!
//! The one place where submitted programs are spawned.

use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// Bytes of standard error that are kept.
const KEPT: usize = 64 << 10;
/// How long a program that closed its output may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argv {
    /// The program and its arguments.
    pub(super) argv: Vec<String>,
    /// Where it runs, and what it may read.
    pub(super) folder: PathBuf,
}

/// A running program. Dropping it ends it.
pub(super) struct Process {
    child: Child,
    stderr: Option<JoinHandle<String>>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// `None` when it had to be ended.
    pub(super) status: Option<ExitStatus>,
    /// What it wrote to standard error, bounded.
    pub(super) stderr: String,
}

impl Process {
    /// Starts `what`; also the other ends of its stdin and stdout.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(super) fn start(what: &Argv) -> std::io::Result<(Self, OwnedFd, OwnedFd)> {
        let (program, args) = what.argv.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut child = Command::new(found(program, &what.folder))
            .args(args)
            .current_dir(&what.folder)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let stderr = child.stderr.take().map(|from| std::thread::spawn(move || keep(from)));
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let process = Process { child, stderr };
        match (stdin, stdout) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin.into(), stdout.into())),
            _ => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits a little for the program to end by itself, then ends it.
    pub(super) fn wait(mut self) -> Ended {
        let until = Instant::now() + PATIENCE;
        let mut status = None;
        while status.is_none() && Instant::now() < until {
            status = self.child.try_wait().ok().flatten();
            if status.is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.end(status)
    }

    /// Ends the program now.
    pub(super) fn kill(mut self) -> Ended {
        self.end(None)
    }

    fn end(&mut self, status: Option<ExitStatus>) -> Ended {
        self.kill_all();
        let stderr = self.stderr.take().and_then(|thread| thread.join().ok());
        Ended { status, stderr: stderr.unwrap_or_default() }
    }

    /// The whole group, and then the corpse.
    fn kill_all(&mut self) {
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.stderr.is_some() {
            self.kill_all();
        }
    }
}

impl Ended {
    /// How it ended, as a sentence's predicate.
    pub(super) fn how(&self) -> String {
        match self.status {
            None => "closed its output".to_owned(),
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("exited with status {code}"),
                (None, Some(signal)) => format!("was ended by signal {signal}"),
                (None, None) => "ended".to_owned(),
            },
        }
    }
}

/// A program named by a path is meant from its folder.
fn found(program: &str, folder: &std::path::Path) -> PathBuf {
    let path = PathBuf::from(program);
    if path.components().count() > 1 { folder.join(path) } else { path }
}

/// The first bytes of standard error. The rest is read too, so that nobody waits for us.
fn keep(mut from: ChildStderr) -> String {
    let mut kept = Vec::new();
    let _ = (&mut from).take(KEPT as u64).read_to_end(&mut kept);
    let mut rest = [0; 4096];
    while matches!(from.read(&mut rest), Ok(1..)) {}
    String::from_utf8_lossy(&kept).into_owned()
}

//! The process of a program: started, watched, ended with everything that it started.
//!
//! The one place where submitted programs are spawned, and where they are built.

use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::transcript::{Fault, FaultKind};

/// Bytes of an output stream that are kept.
const KEPT: u64 = 1 << 20;
/// How long a program that closed its output may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Launch {
    /// The program and its arguments.
    pub(super) argv: Vec<String>,
    /// The environment beyond the search path.
    pub(super) env: Vec<(String, String)>,
    /// Where it runs.
    pub(super) folder: PathBuf,
    /// What it reads beyond its folder and the system's programs.
    pub(super) reads: Vec<PathBuf>,
    /// The folder that it writes, where it builds something.
    pub(super) writes: Option<PathBuf>,
}

/// A running program. Dropping it ends it.
pub(super) struct Process {
    child: Child,
    ended: bool,
    stderr: Option<Receiver<Vec<u8>>>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// `None` when it had to be ended.
    pub(super) status: Option<ExitStatus>,
    /// What it wrote to standard error, bounded.
    pub(super) stderr: String,
}

/// A program that ran to its end.
pub(super) struct Ran {
    /// How it ended.
    pub(super) ended: Ended,
    /// What it wrote to standard output, bounded.
    pub(super) stdout: String,
}

impl Process {
    /// Starts `what`; also the other ends of its stdin and stdout.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(super) fn start(what: &Launch) -> std::io::Result<(Self, OwnedFd, OwnedFd)> {
        let (process, stdin, stdout) = spawn(what, Stdio::piped())?;
        match (stdin, stdout) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin, stdout)),
            _ => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Runs `what` to its end, or until `time` is over.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(super) fn run(what: &Launch, time: Duration) -> std::io::Result<Ran> {
        let (mut process, _, stdout) = spawn(what, Stdio::null())?;
        let stdout = stdout.map(|from| keep(std::fs::File::from(from)));
        let status = process.wait_for(time);
        let ended = process.end(status);
        Ok(Ran { ended, stdout: text(stdout) })
    }

    /// Waits a little for the program to end by itself, then ends it.
    pub(super) fn wait(mut self) -> Ended {
        let status = self.wait_for(PATIENCE);
        self.end(status)
    }

    /// Ends the program now.
    pub(super) fn kill(mut self) -> Ended {
        self.end(None)
    }

    fn wait_for(&mut self, time: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + time;
        loop {
            let status = self.child.try_wait().ok().flatten();
            if status.is_some() || Instant::now() >= until {
                return status;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn end(&mut self, status: Option<ExitStatus>) -> Ended {
        self.kill_all();
        Ended { status, stderr: text(self.stderr.take()) }
    }

    /// The whole group, and then the corpse.
    fn kill_all(&mut self) {
        self.ended = true;
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
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

    /// The fault of a program that ended before it answered.
    pub(super) fn fault(&self) -> Fault {
        let message = format!("the program {} before it answered", self.how());
        Fault::new(FaultKind::Crashed, message)
    }
}

type Spawned = (Process, Option<OwnedFd>, Option<OwnedFd>);

fn spawn(what: &Launch, stdin: Stdio) -> std::io::Result<Spawned> {
    let (program, args) = what.argv.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
    let mut child = Command::new(found(program, &what.folder))
        .args(args)
        .current_dir(&what.folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .envs(what.env.iter().map(|(name, value)| (name, value)))
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let stderr = child.stderr.take().map(keep);
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let process = Process { child, ended: false, stderr };
    Ok((process, stdin.map(Into::into), stdout.map(Into::into)))
}

/// A program named by a path is meant from its folder.
fn found(program: &str, folder: &Path) -> PathBuf {
    let path = PathBuf::from(program);
    if path.components().count() > 1 { folder.join(path) } else { path }
}

/// The first bytes of a stream. The rest is read too, so that nobody waits for us.
fn keep(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let _ = (&mut from).take(KEPT).read_to_end(&mut kept);
        if (kept.len() as u64) < KEPT {
            let _ = send.send(kept);
            return;
        }
        let _ = send.send(kept);
        let mut rest = [0; 4096];
        while matches!(from.read(&mut rest), Ok(1..)) {}
    });
    receive
}

/// What was kept; nothing where a process that got away still holds the stream.
fn text(kept: Option<Receiver<Vec<u8>>>) -> String {
    let bytes = kept.and_then(|kept| kept.recv_timeout(PATIENCE).ok()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

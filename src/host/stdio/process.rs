//! The process of a program: started in a sandbox, watched, ended with everything it started.
//!
//! The one place where submitted programs are spawned, and where they are built.

use std::io::pipe;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::time::Duration;

use super::find::{Found, find};
use super::said::Said;
use super::signal;
use crate::host::places::Places;
use crate::host::sandbox::{self, Child, End, Level, Limits, Policy, SandboxError, Stream};
use crate::host::scratch::Scratch;
use crate::transcript::{Fault, FaultKind};

/// How long a program that closed its output may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(500);
/// Processes and threads: virtual machines start several for each core.
const PROCESSES: u32 = 256;

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
    /// What it must not see wherever it lies.
    pub(super) hidden: Vec<PathBuf>,
    /// The folder that it writes, where it builds something.
    pub(super) writes: Option<PathBuf>,
    /// How much of a sandbox is asked for.
    pub(super) level: Level,
    /// The Python that `python3` stands for; `None`: the one on the path.
    pub(super) python: Option<PathBuf>,
}

/// Why a program does not run.
#[derive(Debug, thiserror::Error)]
pub(super) enum StartError {
    /// This machine lacks a program that the submission names.
    #[error("{0}")]
    Missing(String),
    /// The program is not there, or is none.
    #[error("{0}")]
    Program(String),
    /// The machine failed.
    #[error("{0}")]
    Machine(String),
}

impl Launch {
    /// What runs `argv` in `folder`, and reads nothing else.
    pub(super) fn new(argv: Vec<String>, folder: PathBuf, level: Level) -> Self {
        let (env, reads, hidden) = (Vec::new(), Vec::new(), Vec::new());
        Launch { argv, env, folder, reads, hidden, writes: None, level, python: None }
    }

    /// What the program is that it starts, where it is the machine's: the file, what that really
    /// is, its size and when it was changed.
    pub(super) fn identity(&self) -> Vec<String> {
        let found = self
            .argv
            .first()
            .and_then(|name| find(name, &self.folder, &self.reads, self.python.as_deref()).ok());
        // What lies in the submission is part of its content.
        let Some(Found { program, .. }) = found.filter(|it| !it.program.starts_with(&self.folder))
        else {
            return Vec::new();
        };
        let real = std::fs::canonicalize(&program).unwrap_or_else(|_| program.clone());
        let mut terms = vec![program.display().to_string(), real.display().to_string()];
        if let Ok(meta) = std::fs::metadata(&real) {
            terms.push(format!("{} {} {}", meta.size(), meta.mtime(), meta.mtime_nsec()));
        }
        terms
    }

    /// What this machine lacks to start it, in a sentence.
    pub(super) fn lacks(&self) -> Option<String> {
        let name = self.argv.first()?;
        match find(name, &self.folder, &self.reads, self.python.as_deref()) {
            Err(StartError::Missing(why)) => Some(why),
            _ => None,
        }
    }
}

impl StartError {
    /// The fault of the case that was to be run.
    pub(super) fn fault(&self) -> Fault {
        match self {
            StartError::Program(why) => Fault::new(FaultKind::Crashed, why),
            StartError::Missing(why) | StartError::Machine(why) => {
                Fault::new(FaultKind::Grader, why)
            }
        }
    }
}

/// A running program. Dropping it ends it.
pub(super) struct Process {
    child: Child,
    places: Places,
    /// Where it may write; gone with it.
    _scratch: Option<Scratch>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// How.
    pub(super) end: End,
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
    /// Starts `what`, which may use `cpu` time; also the other ends of its stdin and stdout.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(super) fn start(
        what: &Launch,
        cpu: Duration,
    ) -> Result<(Self, OwnedFd, OwnedFd), StartError> {
        let failed = |error: std::io::Error| StartError::Machine(format!("no pipe: {error}"));
        let (stdin, to) = pipe().map_err(failed)?;
        let (from, stdout) = pipe().map_err(failed)?;
        let limits = Limits {
            cpu: Some(cpu),
            total_cpu: Some(cpu),
            wall: None,
            processes: PROCESSES,
            ..Limits::default()
        };
        let process = spawn(what, limits, Stream::Fd(stdin.into()), Stream::Fd(stdout.into()))?;
        if what.level != Level::Off {
            // Every case has a process of its own: the next one will come.
            sandbox::ahead();
        }
        Ok((process, to.into(), from.into()))
    }

    /// Runs `what` to its end, or until `time` is over. It may use more than an agent: it builds.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub(super) fn run(what: &Launch, time: Duration) -> Result<Ran, StartError> {
        let limits = Limits {
            cpu: None,
            total_cpu: None,
            wall: Some(time),
            memory: Some(4 << 30),
            file_size: Some(512 << 20),
            scratch_bytes: 2 << 30,
            open_files: 1024,
            processes: PROCESSES,
            ..Limits::default()
        };
        let mut process = spawn(what, limits, Stream::Null, Stream::Capture)?;
        let end = process.child.wait().end;
        let stdout = process.child.stdout().text();
        let stderr = process.child.stderr().text();
        Ok(Ran { ended: Ended { end, stderr }, stdout })
    }

    /// Waits a little for the program to end by itself, then ends it.
    pub(super) fn wait(mut self) -> Ended {
        let ended = self.child.wait_for(PATIENCE).unwrap_or_else(|| self.child.kill());
        self.told(ended.end)
    }

    /// Ends the program now.
    pub(super) fn kill(mut self) -> Ended {
        let end = self.child.kill().end;
        self.told(end)
    }

    fn told(&mut self, end: End) -> Ended {
        Ended { end, stderr: self.places.shown(&self.child.stderr().text()) }
    }

    /// How its places are shown.
    pub(super) fn places(&self) -> &Places {
        &self.places
    }

    /// Whether it, and all that it started, waits for something.
    pub(super) fn sleeps(&self) -> bool {
        self.child.sleeps()
    }
}

impl Ended {
    /// How it ended, as a sentence's predicate.
    pub(super) fn how(&self) -> String {
        match self.end {
            End::Exit(status) => format!("exited with status {status}"),
            End::Signal(signal) => match signal::name(signal) {
                Some(name) => format!("was ended by signal {signal} ({name})"),
                None => format!("was ended by signal {signal}"),
            },
            End::Killed => "closed its output".to_owned(),
            End::Cpu => "used more CPU time than it may".to_owned(),
            End::Wall => "took more time than it may".to_owned(),
            End::Memory => "used more memory than it may".to_owned(),
            End::Processes => "started more processes than it may".to_owned(),
            End::Output => "printed more than it may".to_owned(),
            End::FileSize => "wrote more to files than it may".to_owned(),
            End::ForbiddenCall => "made a system call that is forbidden".to_owned(),
            End::Lost => "was lost with its sandbox".to_owned(),
        }
    }

    /// The fault of a program that ended before it answered, and had `said` so much.
    pub(super) fn fault(&self, said: &Said) -> Fault {
        let kind = match self.end {
            End::Exit(_) | End::Signal(_) | End::Killed => FaultKind::Crashed,
            End::Cpu | End::Wall => FaultKind::TimedOut,
            End::Lost => FaultKind::Grader,
            _ => FaultKind::Killed,
        };
        let mut message = format!("the program {} before it answered", self.how());
        let more = match kind {
            FaultKind::Crashed => said.unfinished(),
            FaultKind::TimedOut => said.calls(),
            _ => None,
        };
        message.extend(more);
        Fault::new(kind, message)
    }
}

fn spawn(
    what: &Launch,
    limits: Limits,
    stdin: Stream,
    stdout: Stream,
) -> Result<Process, StartError> {
    let missing = || StartError::Program("there is no program to start".to_owned());
    let (name, args) = what.argv.split_first().ok_or_else(missing)?;
    let Found { program, prefix, path } =
        find(name, &what.folder, &what.reads, what.python.as_deref())?;
    let (scratch, folder) = match &what.writes {
        Some(writes) => (None, writes.clone()),
        None => {
            let made = Scratch::new().map_err(|error| {
                StartError::Machine(format!("failed to make a scratch folder: {error}"))
            })?;
            let folder = made.path().to_owned();
            (Some(made), folder)
        }
    };
    let places = Places { folder: what.folder.clone(), scratch: folder.clone() };
    let policy = Policy::new(folder).reads_tools().level(what.level).limits(limits);
    let mut policy = policy.hides(&what.hidden);
    if what.writes.as_ref().is_none_or(|writes| !what.folder.starts_with(writes)) {
        policy.read.push(what.folder.clone());
    }
    policy.read.push(program.clone());
    policy.read.extend(prefix);
    policy.read.extend(what.reads.iter().cloned());
    policy.keep_scratch = what.writes.is_some();
    let mut launch = sandbox::Program::new(&program)
        .args(args)
        .env("LANG", "C.UTF-8")
        // Python alone reads this: sets are gone through alike in every run.
        .env("PYTHONHASHSEED", "0")
        .folder(&what.folder)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(Stream::Capture);
    if what.env.iter().all(|(name, _)| name != "PATH") {
        launch = launch.env("PATH", path);
    }
    for (name, value) in &what.env {
        launch = launch.env(name, value);
    }
    let child = sandbox::spawn(&policy, launch).map_err(|error| match error {
        // A path that nobody knows says less than the name that was written.
        SandboxError::Program { message, .. } => {
            StartError::Program(format!("failed to start {name}: {message}"))
        }
        _ => StartError::Machine(error.to_string()),
    })?;
    Ok(Process { child, places, _scratch: scratch })
}

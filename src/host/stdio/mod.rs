//! The host of any program: JSON lines over stdin and stdout, `docs/PROTOCOL.md`.
//!
//! A process a case: no case can leave anything behind for the next one, and a program that
//! crashes loses one case. States live here and programs know them by ids, so that every count is
//! the grader's own.

mod build;
mod find;
mod lines;
mod manifest;
mod process;
mod said;
mod session;
mod signal;
mod silence;
mod table;
mod toolchain;
mod turn;
mod unreadable;

pub use build::write_sdk;
pub use manifest::{MANIFEST, Manifest};
pub use toolchain::{rust_says, tool_says};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use plygrade_sdk::wire::{Message, Request, TaskMessage};
use schemars::JsonSchema;

use self::build::{Broken, Ready};
use self::process::Launch;
use self::session::{Session, Trouble};
use crate::case::{Limits, Task};
use crate::error::Error;
use crate::host::native::sdk_task;
use crate::host::sandbox::{self, Level};
use crate::host::{Host, HostOptions, Hosts, play, scratch};
use crate::position::Position;
use crate::suite::Rules;
use crate::transcript::{Fault, Transcript, Turn, VALUE_ALONE};
use crate::with_position;

/// Bytes of what a program prints in one case that are reported.
const PRINTED: usize = 64 << 10;

/// One line of the protocol, whoever writes it; for the JSON Schema.
#[derive(JsonSchema)]
#[schemars(untagged, title = "plygrade/stdio/v1")]
pub enum Line {
    /// From the grader.
    Grader(Message),
    /// From the program.
    Program(Request),
}

/// Wall time of one question, in times of the case; CPU time is limited by the sandbox, silence by
/// the case's time.
const WALL: u32 = 4;

/// A program that was handed in, and how it is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// How it is run.
    pub run: Run,
    /// The submission's folder.
    pub folder: PathBuf,
    /// What belongs to it in that folder; empty: all of it.
    pub names: Vec<PathBuf>,
    /// Programs elsewhere that the user, and not the submission, names.
    pub trusted: Vec<PathBuf>,
    /// The built-in suite that it is graded on where none is named.
    pub suite: Option<String>,
}

/// How a program is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// Its folder is a Rust crate.
    Crate,
    /// By a command.
    Command {
        /// The program that speaks the protocol, and its arguments.
        command: Vec<String>,
        /// What makes it, in a copy of the folder.
        build: Option<Vec<String>>,
    },
}

impl Program {
    /// The Rust crate in `folder`; its manifest may name a suite as
    /// `[package.metadata.plygrade] suite`.
    #[must_use]
    pub fn of_crate(folder: &Path) -> Self {
        Program { suite: manifest::crate_suite(folder), ..Program::new(Run::Crate, folder) }
    }

    /// What runs so in `folder`, all of which belongs to it.
    #[must_use]
    pub fn new(run: Run, folder: &Path) -> Self {
        let (folder, names, trusted) = (folder.to_owned(), Vec::new(), Vec::new());
        Program { run, folder, names, trusted, suite: None }
    }

    /// Whether it is run by Python.
    #[must_use]
    pub fn is_python(&self) -> bool {
        matches!(&self.run, Run::Command { command, .. }
            if command.first().is_some_and(|name| find::is_python(name)))
    }

    /// The program of `line`, as a shell reads it, in `folder`, of which `file` alone was handed
    /// in, with the files that the line names; or all of it.
    ///
    /// # Errors
    /// [`Error::Usage`] when there is no program in it.
    pub fn from_line(line: &str, folder: &Path, file: Option<&Path>) -> Result<Self, Error> {
        let command = shlex::split(line).filter(|argv| !argv.is_empty()).ok_or_else(|| {
            Error::Usage(format!(
                "{line:?} is no command; write it as for a shell, such as \"python3 agent.py\""
            ))
        })?;
        let mut names = Vec::new();
        if let Some(file) = file.and_then(Path::file_name) {
            names.push(PathBuf::from(file));
            names.extend(command.iter().map(|word| PathBuf::from(word.trim_start_matches("./"))));
            names.retain(|name| name.components().count() == 1 && folder.join(name).is_file());
        }
        let program = command.first().map(PathBuf::from);
        let trusted = program.filter(|path| path.is_absolute()).into_iter().collect();
        let run = Run::Command { command, build: None };
        Ok(Program { names, trusted, ..Program::new(run, folder) })
    }
}

/// Makes hosts of `program`, after it was built where that is needed.
///
/// # Errors
/// [`Error`] when this machine cannot build it; what is the submission's fault is one in every
/// case.
pub fn hosts(program: &Program, options: &HostOptions) -> Result<Box<dyn Hosts>, Error> {
    let (level, seed) = (options.sandbox, options.seed);
    scratch::ready()?;
    sandbox::demand(level).map_err(|error| Error::Usage(error.to_string()))?;
    let ready = match build::launch(program, options) {
        Ok(ready) => Ok(Arc::new(ready)),
        Err(Broken::Submission(fault)) => Err(fault),
        Err(Broken::Machine(error)) => return Err(error),
    };
    Ok(Box::new(StdioHosts { ready, level, seed }))
}

/// Makes hosts of one program, or of one that cannot be built.
struct StdioHosts {
    ready: Result<Arc<Ready>, Fault>,
    level: Level,
    seed: u64,
}

impl Hosts for StdioHosts {
    fn host(&self, _rules: Rules) -> Result<Box<dyn Host>, Error> {
        Ok(Box::new(Stdio { ready: self.ready.clone(), seed: self.seed }))
    }

    fn sandbox(&self) -> Vec<String> {
        sandbox::in_force(self.level)
    }

    fn warnings(&self) -> Vec<String> {
        sandbox::warnings(self.level)
    }
}

struct Stdio {
    /// Shared, as the copy that is run lasts as long as it.
    ready: Result<Arc<Ready>, Fault>,
    seed: u64,
}

impl Host for Stdio {
    fn run(&mut self, task: &Task) -> Transcript {
        let started = Instant::now();
        let transcript = match &self.ready {
            Ok(ready) => Conversation::new(&ready.launch, task, self.seed).run(),
            Err(fault) => Transcript { not_run: Some(fault.clone()), ..Transcript::default() },
        };
        Transcript { seconds: started.elapsed().as_secs_f64(), ..transcript }
    }
}

/// One case of one program.
struct Conversation<'a> {
    launch: &'a Launch,
    task: &'a Task,
    seed: u64,
    /// Whether the last answer in a game had a value.
    valued: bool,
    /// The process, while there is one.
    session: Option<Session>,
    /// What the processes wrote to standard error.
    printed: String,
}

impl<'a> Conversation<'a> {
    fn new(launch: &'a Launch, task: &'a Task, seed: u64) -> Self {
        Conversation { launch, task, seed, valued: false, session: None, printed: String::new() }
    }

    fn run(mut self) -> Transcript {
        let transcript = match self.open(self.task.limits.time) {
            Ok(true) => self.answers(),
            Ok(false) => Transcript { missing_agent: true, ..Transcript::default() },
            Err(fault) => Transcript { fault: Some(fault), ..Transcript::default() },
        };
        self.close(None);
        Transcript { output: self.printed, ..transcript }
    }

    fn answers(&mut self) -> Transcript {
        let position = &self.task.position;
        if let (Some(play), Position::Pacman(start)) = (&self.task.play, position) {
            return play::play(start, play, self);
        }
        let Some(session) = &mut self.session else { return Transcript::default() };
        // Most of the wall time goes into waiting for each other, and CPU time is what is limited.
        let whole = self.task.limits.time.saturating_mul(WALL);
        let (turn, trouble): (Turn, _) =
            with_position!(position, at => turn::ask(at, self.task, whole, session));
        let fault = trouble.and_then(|trouble| self.close(Some(trouble)));
        Transcript { turns: vec![turn], fault, ..Transcript::default() }
    }

    /// Starts the program unless it runs; whether it has an agent for the task.
    fn open(&mut self, time: Duration) -> Result<bool, Fault> {
        if self.session.is_some() {
            return Ok(true);
        }
        let position = &self.task.position;
        let task = sdk_task(self.task, self.seed);
        let message = TaskMessage::new(&task, position.kind(), position.agents());
        let session = self.session.insert(Session::start(self.launch, time, self.cpu())?);
        match session.agree(&message) {
            Ok(ready) => Ok(ready),
            Err(trouble) => match self.close(Some(trouble)) {
                Some(fault) => Err(fault),
                None => Ok(false),
            },
        }
    }

    /// CPU time of one process. Virtual machines compile on other threads than the one that
    /// answers, so it is more than the time for the answers.
    fn cpu(&self) -> Duration {
        let play = self.task.play.as_ref();
        2 * play.map_or(self.task.limits.time, |play| play.time.saturating_mul(play.games))
    }

    /// Ends the process; the fault that `trouble` turns out to be.
    fn close(&mut self, trouble: Option<Trouble>) -> Option<Fault> {
        let (fault, printed) = self.session.take()?.end(trouble);
        let left = PRINTED.saturating_sub(self.printed.len());
        self.printed.push_str(&printed[..printed.floor_char_boundary(left)]);
        fault
    }
}

/// Plays whole games in one process; one that ended is started anew for the next game.
impl play::Asker for Conversation<'_> {
    fn ask(&mut self, moment: play::Moment<'_>) -> (Turn, Option<Fault>) {
        match self.open(moment.time) {
            Ok(true) => {}
            Ok(false) => return (Turn::default(), None),
            Err(fault) => return (Turn::default(), Some(fault)),
        }
        let limits = Limits { time: moment.time, ..self.task.limits };
        let task = Task { limits, ..self.task.clone() };
        let Some(session) = &mut self.session else { return (Turn::default(), None) };
        let (turn, trouble) = turn::ask(moment.at, &task, moment.time, session);
        let fault = trouble.and_then(|trouble| self.close(Some(trouble)));
        self.valued = turn.answer.value.is_some();
        (turn, fault)
    }

    fn nothing(&self) -> String {
        let told = if self.valued { VALUE_ALONE } else { "the agent answered nothing" };
        told.to_owned()
    }
}

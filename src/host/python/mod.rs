//! The Python host: unmodified course files, in a worker process.
//!
//! The worker runs the submission on a native module that reports every call; this side replays
//! the calls on its own engine ([`replay`]), so a count is never the worker's word. One worker
//! serves a submission; it forks a child a case, or one for all cases of a Berkeley folder.

mod agents;
mod coded;
mod install;
mod interpreter;
mod replay;
mod submission;
mod worker;

pub use interpreter::{Interpreter, Refused, Resolution, Why, resolve};
pub use submission::{Kind, Submission};

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plygrade_sdk::{Action, Answer};
use plygrade_wire::{self as wire, Command, Given, Record};

use self::coded::Coded;
use self::replay::{Replay, impossible};
use self::worker::{FOREVER, Silence, Worker};
use crate::case::Task;
use crate::error::Error;
use crate::host::{Host, Hosts};
use crate::position::{At, Position};
use crate::submission::HostOptions;
use crate::suite::Rules;
use crate::transcript::{Fault, FaultKind, Transcript};
use crate::with_position;

/// Time to start the interpreter and to import a submission.
const LOADING: Duration = Duration::from_secs(60);

/// Makes the hosts of one Python submission: what they share is found once.
pub struct PythonHosts {
    interpreter: Interpreter,
    folder: PathBuf,
    submission: Submission,
}

impl PythonHosts {
    /// Hosts for the submission at `path`; nothing of it runs yet.
    ///
    /// # Errors
    /// When there is no Python, no main file, or no folder for the native module.
    pub fn new(path: &Path, options: &HostOptions) -> Result<Self, Error> {
        let submission = Submission::find(path)?;
        let interpreter = Interpreter::find(options.python.as_deref())?;
        let folder = install::folder().map_err(|error| {
            Error::Grader(format!("failed to write the Python module to a cache folder: {error}"))
        })?;
        Ok(PythonHosts { interpreter, folder, submission })
    }
}

impl Hosts for PythonHosts {
    fn host(&self, rules: Rules) -> Result<Box<dyn Host>, Error> {
        Ok(Box::new(Python {
            interpreter: self.interpreter.clone(),
            folder: self.folder.clone(),
            submission: self.submission.clone(),
            rules,
            worker: None,
            in_session: false,
            cannot_load: None,
        }))
    }
}

/// Runs one Python submission.
struct Python {
    interpreter: Interpreter,
    folder: PathBuf,
    submission: Submission,
    rules: Rules,
    worker: Option<Worker>,
    /// A child is waiting for commands.
    in_session: bool,
    /// Why the submission cannot be loaded: tried once.
    cannot_load: Option<Fault>,
}

impl Python {
    /// A worker with the submission loaded.
    fn ready(&mut self) -> Result<&mut Worker, Fault> {
        if let Some(fault) = &self.cannot_load {
            return Err(fault.clone());
        }
        if self.worker.is_none() {
            match self.load() {
                Ok(worker) => self.worker = Some(worker),
                Err(fault) => {
                    if fault.kind != FaultKind::Grader {
                        self.cannot_load = Some(fault.clone());
                    }
                    return Err(fault);
                }
            }
        }
        self.worker.as_mut().ok_or_else(|| Fault::new(FaultKind::Grader, "no worker"))
    }

    fn load(&mut self) -> Result<Worker, Fault> {
        self.in_session = false;
        let kind = match self.submission.kind {
            Kind::Berkeley => "berkeley",
            Kind::Lab => "lab",
        };
        let started = Worker::start(&self.interpreter, &self.folder, &self.submission.file, kind);
        let mut worker = started.map_err(|error| {
            Fault::new(FaultKind::Grader, format!("failed to start Python: {error}"))
        })?;
        let heard = worker.listen(Instant::now() + LOADING, |record| match record {
            Record::Loaded { .. } => Some(Ok(())),
            Record::Fault(fault) => Some(Err(told(fault))),
            _ => Some(Err(impossible())),
        });
        match heard {
            Ok(Ok(())) => Ok(worker),
            Ok(Err(fault)) => Err(fault),
            Err(silence) => {
                let printed = worker.take_printed();
                let last = printed.lines().next_back().unwrap_or_default();
                Err(match silence {
                    Silence::Gone => Fault::new(
                        FaultKind::Crashed,
                        format!("the program ended while the submission was imported {last}"),
                    ),
                    silence => silent(silence, LOADING, "importing the submission"),
                })
            }
        }
    }

    fn ask<G: Coded + Clone>(&mut self, at: &At<G>, task: &Task) -> Transcript {
        let Some(agent) = agents::agent(task, self.submission.kind) else {
            return Transcript { missing_agent: true, ..Transcript::default() };
        };
        let shared = self.rules == Rules::Berkeley;
        let in_session = self.in_session;
        let worker = match self.ready() {
            Ok(worker) => worker,
            Err(fault) => return Transcript { fault: Some(fault), ..Transcript::default() },
        };
        let limit = task.limits.time;
        if !in_session {
            let cpu_seconds = if shared { 0 } else { limit.as_secs().max(1) as u32 };
            worker.send(&Command::Fork { cpu_seconds }.frame());
        }
        let case = wire::Case { board: G::board(at), turn: at.agent as u32, agent };
        worker.send(&Command::Case(Box::new(case)).frame());
        if matches!(task.position, Position::Pacman(_)) {
            worker.send(&Command::Begin.frame());
        }
        worker.send(&Command::Ask { moves: Vec::new() }.frame());
        if !shared {
            worker.send(&Command::End.frame());
        }
        let mut replay = Replay::new(at, task);
        let deadline = Instant::now() + wall(limit);
        let heard = worker.listen(deadline, |record| heard(&mut replay, record));
        let mut transcript = Transcript::default();
        let mut alive = true;
        let mut turn = replay.turn();
        match heard {
            Ok(Heard::Answer(answer)) => match answered(&answer) {
                Ok(answer) => turn.answer = answer,
                Err(fault) => transcript.fault = Some(fault),
            },
            Ok(Heard::Missing) => transcript.missing_agent = true,
            Ok(Heard::Fault { fault, ended }) => {
                alive = !ended;
                transcript.fault = Some(fault);
            }
            Ok(Heard::Tampered(fault)) => {
                transcript.fault = Some(fault);
                self.worker = None;
            }
            Err(silence) => {
                transcript.fault = Some(silent(silence, limit, "the case"));
                self.worker = None;
            }
        }
        transcript.turns.push(turn);
        self.in_session = shared && alive;
        self.close(&mut transcript, shared, alive);
        transcript
    }

    /// Waits for the end of a case's child and collects what was printed.
    fn close(&mut self, transcript: &mut Transcript, shared: bool, alive: bool) {
        let Some(worker) = &mut self.worker else { return };
        if !shared && alive {
            let deadline = Instant::now() + Duration::from_secs(5);
            let ended = worker.listen(deadline, |record| match record {
                Record::Ended { .. } => Some(true),
                Record::Drop { .. } => None,
                _ => Some(false),
            });
            if ended != Ok(true) {
                self.worker = None;
                return;
            }
        }
        transcript.output = worker.take_printed();
    }
}

impl Host for Python {
    fn run(&mut self, task: &Task) -> Transcript {
        let started = Instant::now();
        let mut transcript = with_position!(&task.position, at => self.ask(at, task));
        transcript.seconds = started.elapsed().as_secs_f64();
        if let Some(turn) = transcript.turns.first_mut() {
            turn.seconds = transcript.seconds;
        }
        transcript
    }

    fn answers_value(&self, task: &Task) -> bool {
        self.submission.kind == Kind::Lab || task.agent == "evaluation"
    }
}

/// What ends a turn.
enum Heard {
    Answer(wire::Answer),
    Missing,
    Fault { fault: Fault, ended: bool },
    Tampered(Fault),
}

fn heard<G: Coded + Clone>(replay: &mut Replay<G>, record: Record) -> Option<Heard> {
    match record {
        Record::Answer(answer) => Some(Heard::Answer(answer)),
        Record::Missing => Some(Heard::Missing),
        Record::Fault(fault) => {
            let state = fault.slot.and_then(|slot| replay.text(slot));
            let fault = Fault { state, ..told(fault) };
            Some(Heard::Fault { fault, ended: false })
        }
        Record::Ended { status } => Some(Heard::Fault { fault: ended(status), ended: true }),
        Record::Loaded { .. } | Record::Drawn(_) => Some(Heard::Tampered(impossible())),
        call => replay.call(&call).err().map(Heard::Tampered),
    }
}

/// A fault as the submission's own process tells it.
fn told(fault: wire::Fault) -> Fault {
    let kind = match fault.kind {
        wire::FaultKind::Exception | wire::FaultKind::Load => FaultKind::Crashed,
        wire::FaultKind::Illegal => FaultKind::IllegalAction,
        wire::FaultKind::Memory => FaultKind::Killed,
    };
    let message = std::iter::once(fault.message).chain(fault.hints).collect::<Vec<_>>().join("\n");
    Fault { kind, message, traceback: fault.traceback, state: None }
}

/// The fault of a child that ended before it had answered.
fn ended(status: i64) -> Fault {
    let signal = -status;
    let (kind, message) = match signal {
        24 => (FaultKind::TimedOut, "more CPU time than the case allows".to_owned()),
        9 => (FaultKind::Killed, "killed: out of memory or CPU time".to_owned()),
        11 => (
            FaultKind::Crashed,
            "killed by signal 11 (segmentation fault): often a recursion without end".to_owned(),
        ),
        1.. => (FaultKind::Crashed, format!("killed by signal {signal}")),
        _ => (FaultKind::Crashed, format!("the submission ended the program with status {status}")),
    };
    Fault::new(kind, message)
}

/// The fault of a worker that says nothing more.
fn silent(silence: Silence, limit: Duration, what: &str) -> Fault {
    match silence {
        Silence::Late => {
            let seconds = limit.as_secs_f64();
            Fault::new(FaultKind::TimedOut, format!("{what} took more than {seconds} s"))
        }
        Silence::Gone => Fault::new(FaultKind::Crashed, "the submission's process is gone"),
        Silence::Garbled => impossible(),
        Silence::Flood => Fault::new(FaultKind::Killed, "printed more than 256 MB"),
    }
}

/// The answer in the grader's words.
///
/// # Errors
/// The fault of an answer that is none.
fn answered(answer: &wire::Answer) -> Result<Answer, Fault> {
    let invalid = |what: String| Fault::new(FaultKind::InvalidAnswer, what);
    let action = match &answer.action {
        Given::Nothing => None,
        Given::Word(word) => Some(Action::Word(word.clone())),
        Given::Pair(a, b) => match (u32::try_from(*a), u32::try_from(*b)) {
            (Ok(a), Ok(b)) => Some(Action::Pair(a, b)),
            _ => return Err(invalid(format!("returned ({a}, {b}), which is no action"))),
        },
        Given::Number(x) => {
            return Err(invalid(format!("returned the number {x} where an action is asked for")));
        }
        Given::Other(text) => {
            return Err(invalid(format!("returned {text} where an action is asked for")));
        }
    };
    let value = match &answer.value {
        Given::Nothing => None,
        Given::Number(x) if x.is_nan() => {
            return Err(invalid("returned NaN where a value is asked for".to_owned()));
        }
        Given::Number(x) => Some(*x),
        Given::Word(text) | Given::Other(text) => {
            return Err(invalid(format!("returned {text} where a number is asked for")));
        }
        Given::Pair(a, b) => {
            return Err(invalid(format!("returned ({a}, {b}) where a number is asked for")));
        }
    };
    Ok(Answer { action, value })
}

/// The wall time after which a case is ended: twice its CPU time, since others share the machine.
fn wall(limit: Duration) -> Duration {
    limit.saturating_mul(2).saturating_add(Duration::from_secs(2)).min(FOREVER)
}

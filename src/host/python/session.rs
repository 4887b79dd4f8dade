//! The worker of one submission and the child that is waiting for commands.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plygrade_wire::{self as wire, Command, Record};

use super::answer::{ended, gone, impossible, silent, told};
use super::coded::Coded;
use super::copy::Copy;
use super::interpreter::Interpreter;
use super::replay::Replay;
use super::submission::{Kind, Submission};
use super::worker::{Silence, Worker};
use crate::host::bounded;
use crate::host::sandbox::Level;
use crate::transcript::{Fault, FaultKind};

/// Importing a submission may take as long as the case that waits for it, and at least this long:
/// libraries for numbers take their time on a busy machine.
const LOADING: Duration = Duration::from_secs(5);
/// Names of a kind that a submission defines, of which one may be meant for one that is missing.
const NAMES: usize = 1000;
/// Time for a child to go once it was told to.
const GOING: Duration = Duration::from_secs(5);

/// How workers are started.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The interpreter.
    pub interpreter: Interpreter,
    /// Where the native module and the Python files are.
    pub folder: PathBuf,
    /// What was handed in.
    pub submission: Submission,
    /// The copy of it that workers see, or why there is none.
    pub copy: Result<Arc<Copy>, Fault>,
    /// What it must not see wherever it lies.
    pub hidden: Vec<PathBuf>,
    /// Seeds the submission's own random numbers.
    pub seed: u64,
    /// How much of a sandbox is asked for.
    pub level: Level,
}

/// A worker that is started when it is needed, and again when it was lost.
pub(super) struct Session {
    setup: Setup,
    worker: Option<Worker>,
    /// A child is waiting for commands.
    open: bool,
    /// Why the submission cannot be loaded: tried once.
    cannot_load: Option<Fault>,
    /// What the submission defines, once it is loaded.
    defines: wire::Defines,
    /// What it printed before its worker was lost.
    printed: String,
}

/// What ends a question.
pub(super) enum Heard {
    /// An answer.
    Answer(wire::Answer),
    /// There is no such agent.
    Missing,
    /// The submission failed.
    Fault(Fault),
}

impl Session {
    /// Nothing is started yet.
    pub(super) fn new(setup: Setup) -> Self {
        Session {
            setup,
            worker: None,
            open: false,
            cannot_load: None,
            defines: wire::Defines::default(),
            printed: String::new(),
        }
    }

    /// The submission's interface.
    pub(super) fn kind(&self) -> Kind {
        self.setup.submission.kind
    }

    /// What the submission defines, once it is loaded.
    pub(super) fn defines(&self) -> &wire::Defines {
        &self.defines
    }

    /// The name of the method of an agent that takes and tells `knows`: of a class's, which the
    /// project prescribes, where a function's could be any.
    pub(super) fn method(&self, knows: &[String]) -> Option<String> {
        let method = match (self.kind(), knows.iter().any(|word| word == "value")) {
            (Kind::Berkeley, false) => "getAction",
            (Kind::Lab, true) => "getBestActionAndValue",
            _ => return None,
        };
        Some(method.to_owned())
    }

    /// Whether a child is waiting.
    pub(super) fn is_open(&self) -> bool {
        self.open && self.worker.is_some()
    }

    /// Forks a child with the submission loaded, unless one is waiting. `limit` is the time of the
    /// case.
    ///
    /// # Errors
    /// The fault of a submission that cannot be loaded.
    pub(super) fn open(&mut self, cpu_seconds: u32, limit: Duration) -> Result<(), Fault> {
        if let Some(fault) = &self.cannot_load {
            return Err(fault.clone());
        }
        if self.worker.is_none() {
            let loaded = self.load(limit.max(LOADING));
            self.open = false;
            match loaded {
                Ok(worker) => self.worker = Some(worker),
                Err(fault) => {
                    if fault.kind != FaultKind::Grader {
                        self.cannot_load = Some(fault.clone());
                    }
                    return Err(fault);
                }
            }
        }
        if !self.open {
            self.send(&Command::Fork { cpu_seconds });
            self.open = true;
        }
        Ok(())
    }

    /// Tells the child something.
    pub(super) fn send(&mut self, command: &Command) {
        if let Some(worker) = &mut self.worker {
            worker.send(&command.frame());
        }
    }

    /// Listens until the question is answered, replaying the calls.
    pub(super) fn hear<G: Coded + Clone>(
        &mut self,
        replay: &mut Replay<G>,
        limit: Duration,
    ) -> Heard {
        let Some(worker) = &mut self.worker else {
            return Heard::Fault(silent(Silence::Gone, limit));
        };
        let heard = worker.listen(Instant::now() + limit, |record| heard(replay, record));
        match heard {
            Ok(Told::Heard(Heard::Fault(fault))) => Heard::Fault(worker.shown(fault)),
            Ok(Told::Heard(heard)) => heard,
            Ok(Told::Ended(status)) => {
                self.open = false;
                Heard::Fault(ended(status))
            }
            Ok(Told::Tampered(fault)) => {
                self.keep_prints();
                self.worker = None;
                Heard::Fault(fault)
            }
            Err(silence) => Heard::Fault(self.lost(silence, limit)),
        }
    }

    /// Ends the worker, which says nothing more; why that is.
    fn lost(&mut self, silence: Silence, limit: Duration) -> Fault {
        let Some(mut worker) = self.worker.take() else { return silent(silence, limit) };
        let end = worker.end();
        self.printed += &worker.take_printed();
        if silence == Silence::Gone { gone(end) } else { silent(silence, limit) }
    }

    fn keep_prints(&mut self) {
        let printed = self.worker.as_mut().map(Worker::take_printed);
        self.printed += &printed.unwrap_or_default();
    }

    /// Listens for a number that the child was asked to draw.
    ///
    /// # Errors
    /// The fault of a child that draws none.
    pub(super) fn drawn<G: Coded + Clone>(
        &mut self,
        replay: &mut Replay<G>,
        limit: Duration,
    ) -> Result<f64, Fault> {
        let Some(worker) = &mut self.worker else { return Err(silent(Silence::Gone, limit)) };
        let drawn = worker.listen(Instant::now() + limit, |record| match record {
            Record::Drawn(number) if (0.0..1.0).contains(&number) => Some(Ok(number)),
            Record::Ended { status } => Some(Err(ended(status))),
            call if is_call(&call) => replay.call(&call).err().map(Err),
            _ => Some(Err(impossible())),
        });
        let drawn = match drawn {
            Ok(drawn) => drawn,
            Err(silence) => Err(self.lost(silence, limit)),
        };
        drawn.inspect_err(|_| self.worker = None)
    }

    /// Ends the child and waits until it is gone.
    pub(super) fn close(&mut self) {
        if !self.is_open() {
            // It ended itself, but perhaps not what it had started.
            if self.worker.as_ref().is_some_and(Worker::has_helpers) {
                self.keep_prints();
                self.worker = None;
            }
            return;
        }
        self.send(&Command::End);
        self.open = false;
        let Some(worker) = &mut self.worker else { return };
        let gone = worker.listen(Instant::now() + GOING, |record| match record {
            Record::Ended { .. } => Some(true),
            call if is_call(&call) => None,
            _ => Some(false),
        });
        // What a case left running must not run in the next one.
        if gone != Ok(true) || worker.has_helpers() {
            self.keep_prints();
            self.worker = None;
        }
    }

    /// What the submission printed since the last time.
    pub(super) fn take_printed(&mut self) -> String {
        self.keep_prints();
        std::mem::take(&mut self.printed)
    }

    fn load(&mut self, time: Duration) -> Result<Worker, Fault> {
        let kind = match self.kind() {
            Kind::Berkeley => "berkeley",
            Kind::Lab => "lab",
        };
        let copy = self.setup.copy.as_ref().map_err(Fault::clone)?;
        let mut worker = Worker::start(&self.setup, copy, kind).map_err(|error| {
            Fault::new(FaultKind::Grader, format!("failed to start Python: {error}"))
        })?;
        let seed = i64::try_from(self.setup.seed).unwrap_or(i64::MAX);
        worker.send(&Command::Seed(wire::Seed::Int(seed)).frame());
        let heard = worker.listen(Instant::now() + time, |record| match record {
            Record::Loaded { defines, .. } => Some(Ok(defines)),
            Record::Fault(fault) => Some(Err(told(fault))),
            _ => Some(Err(impossible())),
        });
        match heard {
            Ok(Ok(mut defines)) => {
                let wire::Defines { classes, searches, functions } = &mut defines;
                for names in [classes, searches, functions] {
                    names.retain(|name| name.len() <= bounded::WORD);
                    names.truncate(NAMES);
                }
                self.defines = defines;
                Ok(worker)
            }
            Ok(Err(mut fault)) => {
                self.printed += &worker.take_printed();
                if let Some(hint) = copy.hint(&fault.message) {
                    fault.message = format!("{}\n{hint}", fault.message);
                }
                Err(worker.shown(fault))
            }
            // No submission can have removed them: it sees them read-only.
            Err(Silence::Gone) if !self.setup.folder.join("start.py").is_file() => {
                let why = "our Python files are gone from their folder while they are in use";
                Err(Fault::new(FaultKind::Grader, format!("failed to start Python: {why}")))
            }
            Err(Silence::Gone) => {
                let printed = worker.take_printed();
                let last = printed.lines().next_back().map(|line| format!(": {line}"));
                let last = last.unwrap_or_default();
                let fault = gone(worker.end());
                let message = format!("importing the submission: {}{last}", fault.message);
                Err(bounded::fault(Fault { message, ..fault }))
            }
            Err(silence) => {
                let fault = silent(silence, time);
                let message = format!("importing the submission: {}", fault.message);
                Err(Fault { message, ..fault })
            }
        }
    }
}

/// What a record means while an answer is awaited.
enum Told {
    Heard(Heard),
    Ended(i64),
    Tampered(Fault),
}

#[inline]
fn heard<G: Coded + Clone>(replay: &mut Replay<G>, record: Record) -> Option<Told> {
    match record {
        Record::Answer(answer) => Some(Told::Heard(Heard::Answer(answer))),
        Record::Missing => Some(Told::Heard(Heard::Missing)),
        Record::Fault(fault) => {
            let state = fault.slot.and_then(|slot| replay.text(slot));
            Some(Told::Heard(Heard::Fault(Fault { state, ..told(fault) })))
        }
        Record::Ended { status } => Some(Told::Ended(status)),
        Record::Loaded { .. } | Record::Drawn(_) => Some(Told::Tampered(impossible())),
        call => replay.call(&call).err().map(Told::Tampered),
    }
}

fn is_call(record: &Record) -> bool {
    matches!(
        record,
        Record::Successor { .. }
            | Record::Legal { .. }
            | Record::Evaluation { .. }
            | Record::Drop { .. }
            | Record::Copy { .. }
            | Record::Placed { .. }
            | Record::Root
    )
}

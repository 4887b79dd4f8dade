//! A conversation with one process: what may come when, and whose fault it is when it does not.

use std::time::{Duration, Instant};

use plygrade_sdk::wire::{FaultWord, Id, Message, PROTOCOL, Request, StateMessage, TaskMessage};

use super::lines::{LONGEST, Lines, NoLine};
use super::process::{Ended, Launch, Process};
use super::said::Said;
use super::silence::{Awaited, Silence};
use super::unreadable;
use crate::host::bounded;
use crate::transcript::{Fault, FaultKind};

/// What ended a conversation early.
#[derive(Debug)]
pub(super) enum Trouble {
    /// A fault that is known as it is.
    Fault(Fault),
    /// The program closed its output; how it ended says more.
    Closed,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Fault(bounded::fault(fault))
    }
}

impl Trouble {
    /// A message that may not come now.
    pub(super) fn out_of_order(got: &Request, expected: &str) -> Self {
        let got = word(got);
        let message = format!("the program wrote {got:?} where {expected} was to come");
        Fault::new(FaultKind::InvalidAnswer, message).into()
    }
}

/// How long a program is waited for.
pub(super) struct Patience {
    until: Instant,
    whole: Duration,
    each: Duration,
}

impl Patience {
    /// From now on `whole` in all, and `each` for one line.
    pub(super) fn new(whole: Duration, each: Duration) -> Self {
        Patience { until: Instant::now() + whole, whole, each }
    }

    /// Until when the next line must come, the time that is over then, and whether that is the
    /// time of one line.
    fn next(&self) -> (Instant, Duration, bool) {
        let quiet = Instant::now() + self.each;
        if quiet < self.until { (quiet, self.each, true) } else { (self.until, self.whole, false) }
    }
}

/// A program that runs.
pub(super) struct Session {
    process: Process,
    lines: Lines,
    time: Duration,
    said: Said,
    next_id: Id,
}

impl Session {
    /// Starts `what`; the greeting may take `time`, the process `cpu` time.
    ///
    /// # Errors
    /// The fault of a program that cannot be started.
    pub(super) fn start(what: &Launch, time: Duration, cpu: Duration) -> Result<Self, Fault> {
        let (process, to, from) = Process::start(what, cpu).map_err(|error| error.fault())?;
        let lines = Lines::new(to, from).map_err(|error| {
            Fault::new(FaultKind::Grader, format!("failed to talk to the program: {error}"))
        })?;
        Ok(Session { process, lines, time, said: Said::default(), next_id: 1 })
    }

    /// The greeting and the task; whether the program has an agent for it.
    ///
    /// # Errors
    /// What went wrong.
    pub(super) fn agree(&mut self, task: &TaskMessage) -> Result<bool, Trouble> {
        let patience = Patience::new(self.time, self.time);
        self.write(&Message::Hello { protocol: PROTOCOL.to_owned() });
        match self.read(&patience, Awaited::Hello)? {
            Request::Hello { protocol } if protocol == PROTOCOL => {}
            Request::Hello { protocol } => {
                let message = format!("the program speaks {protocol:?}, not {PROTOCOL:?}");
                return Err(Fault::new(FaultKind::InvalidAnswer, message).into());
            }
            other => return Err(Trouble::out_of_order(&other, "\"hello\"")),
        }
        self.write(&Message::Task(task.clone()));
        match self.read(&patience, Awaited::Ready)? {
            Request::Ready {} => Ok(true),
            Request::NoAgent {} => Ok(false),
            Request::Error { message, traceback } => {
                Err(Fault { traceback, ..Fault::new(FaultKind::Crashed, message) }.into())
            }
            other => Err(Trouble::out_of_order(&other, "\"ready\" or \"no_agent\"")),
        }
    }

    /// Asks the program for an answer.
    pub(super) fn ask(&mut self, root: StateMessage) {
        self.said.asked();
        self.write(&Message::Act(root));
    }

    /// Queues a message.
    pub(super) fn write(&mut self, message: &Message) {
        let output = self.lines.output();
        // Writing to memory fails for maps without string keys alone, and there are none.
        if serde_json::to_writer(&mut *output, message).is_ok() {
            output.push(b'\n');
        }
    }

    /// The next request, which is to be what is `awaited`.
    ///
    /// # Errors
    /// There is none, or the line is none.
    pub(super) fn read(
        &mut self,
        patience: &Patience,
        awaited: Awaited,
    ) -> Result<Request, Trouble> {
        let began = Instant::now();
        let (deadline, time, line) = patience.next();
        match self.lines.next(deadline) {
            Ok(line) => {
                let request = serde_json::from_slice(line)
                    .map_err(|error| Trouble::from(unreadable::fault(line, &error)))?;
                self.said.note(&request);
                Ok(request)
            }
            Err(NoLine::Closed) => Err(Trouble::Closed),
            Err(why @ (NoLine::TimedOut | NoLine::Unread)) => {
                let said = self.said.before(self.lines.unfinished());
                let (waited, unread) = (began.elapsed(), why == NoLine::Unread);
                // Before it is told anything, which would wake it.
                let sleeps = self.process.sleeps();
                let silence = Silence { awaited, time, line, said, waited, unread, sleeps };
                Err(silence.fault().into())
            }
            Err(NoLine::TooLong) => {
                let message = format!("the program wrote a line of more than {LONGEST} bytes");
                Err(Fault::new(FaultKind::Killed, message).into())
            }
            Err(NoLine::Failed(error)) => {
                let message = format!("failed to talk to the program: {error}");
                Err(Fault::new(FaultKind::Grader, message).into())
            }
        }
    }

    pub(super) fn next_id(&self) -> Id {
        self.next_id
    }

    pub(super) fn set_next_id(&mut self, id: Id) {
        self.next_id = id;
    }

    /// Ends the program after `trouble`, or because there is nothing more to ask. Also what it
    /// wrote to standard error.
    pub(super) fn end(mut self, trouble: Option<Trouble>) -> (Option<Fault>, String) {
        match trouble {
            None => {
                let Ended { stderr, .. } = self.process.kill();
                (None, stderr)
            }
            Some(Trouble::Fault(fault)) => {
                let fault = self.process.places().shown_fault(fault);
                self.tell(&fault);
                let Ended { stderr, .. } = self.process.kill();
                (Some(fault), stderr)
            }
            Some(Trouble::Closed) => {
                let said = self.said.before(self.lines.unfinished());
                drop(self.lines);
                let places = self.process.places().clone();
                let ended = self.process.wait();
                (Some(places.shown_fault(ended.fault(&said))), ended.stderr)
            }
        }
    }

    /// Tells the program what it did, if it still listens.
    fn tell(&mut self, fault: &Fault) {
        let kind = match fault.kind {
            FaultKind::OverBudget => FaultWord::OverBudget,
            FaultKind::TimedOut => FaultWord::TimedOut,
            FaultKind::Crashed | FaultKind::Grader => FaultWord::Crashed,
            FaultKind::IllegalAction => FaultWord::IllegalAction,
            FaultKind::InvalidAnswer => FaultWord::InvalidAnswer,
            FaultKind::Killed => FaultWord::Killed,
        };
        self.write(&Message::Fault { kind, message: fault.message.clone() });
        let _ = self.lines.flush(Instant::now());
    }
}

/// The word that a request begins with.
fn word(request: &Request) -> &'static str {
    match request {
        Request::Hello { .. } => "hello",
        Request::Ready {} => "ready",
        Request::NoAgent {} => "no_agent",
        Request::LegalActions { .. } => "legal_actions",
        Request::NextState { .. } => "next_state",
        Request::Evaluate { .. } => "evaluate",
        Request::Bounds { .. } => "bounds",
        Request::View { .. } => "view",
        Request::Release { .. } => "release",
        Request::Answer { .. } => "answer",
        Request::Error { .. } => "error",
    }
}

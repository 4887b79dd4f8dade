//! The worker process and the pipes to it.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use plygrade_wire::{Malformed, Reader, Record};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::confine;
use super::copy::Copy;
use super::prints::{Prints, is_transient};
use super::session::Setup;
use crate::host::places::{self, Places};
use crate::host::sandbox::{self, Child, End, Program, SandboxError, Stream};
use crate::host::scratch::Scratch;
use crate::transcript::Fault;

/// No honest record is longer.
const RECORD_LIMIT: usize = 1 << 23;
const CHUNK: usize = 1 << 18;
/// After so many records the clock is looked at: the slowest take about a millisecond each.
const LOOK_UP: u32 = 64;
/// How long a worker that closed its pipe may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// Why the worker says nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// Its end of the pipe is closed.
    Gone,
    /// The deadline is over.
    Late,
    /// What it says is no record.
    Garbled,
    /// It prints without end.
    Flood,
}

/// A running worker. Dropping it ends every process in its sandbox.
pub(super) struct Worker {
    child: Child,
    /// Gone after the child.
    _scratch: Scratch,
    /// Where the submission is, and where it may write.
    places: Places,
    /// Where our Python files are.
    own: PathBuf,
    commands: Option<PipeWriter>,
    records: PipeReader,
    prints: Prints<PipeReader>,
    to_send: VecDeque<u8>,
    received: Vec<u8>,
    read: usize,
}

impl Worker {
    /// Starts a worker on the main file of the submission's `copy`.
    pub(super) fn start(setup: &Setup, copy: &Copy, kind: &str) -> Result<Self, SandboxError> {
        let failed = |what| move |error| SandboxError::Setup(format!("cannot {what}: {error}"));
        let scratch = Scratch::new().map_err(failed("make a scratch folder"))?;
        let policy = confine::policy(setup, copy, scratch.path());
        let (command_reader, commands) = io::pipe().map_err(failed("make a pipe"))?;
        let (records, record_writer) = io::pipe().map_err(failed("make a pipe"))?;
        let (prints, print_writer) = io::pipe().map_err(failed("make a pipe"))?;
        let mut program = Program::new(&setup.interpreter.path)
            .arg("-B")
            .arg(setup.folder.join("start.py"))
            .arg(copy.of(&setup.submission.file))
            .arg(kind)
            .stdin(Stream::Fd(command_reader.into()))
            .stdout(Stream::Fd(record_writer.into()))
            .stderr(Stream::Fd(print_writer.into()));
        for (name, value) in ENVIRONMENT {
            program = program.env(name, value);
        }
        for (name, value) in passed_on() {
            program = program.env(name, value);
        }
        let child = sandbox::spawn(&policy, program)?;
        [commands.as_fd(), records.as_fd(), prints.as_fd()]
            .iter()
            .try_for_each(|pipe| rustix::io::ioctl_fionbio(pipe, true))
            .map_err(|error| failed("set up a pipe")(error.into()))?;
        // A wider pipe lets both ends run longer; where the system refuses nothing is lost.
        #[cfg(target_os = "linux")]
        let _ = rustix::pipe::fcntl_setpipe_size(&records, 1 << 20);
        let places =
            Places { folder: copy.folder().to_owned(), scratch: scratch.path().to_owned() };
        Ok(Worker {
            child,
            _scratch: scratch,
            places,
            own: setup.folder.clone(),
            commands: Some(commands),
            records,
            prints: Prints::new(prints),
            to_send: VecDeque::new(),
            received: Vec::new(),
            read: 0,
        })
    }

    /// How the worker ended, once it says nothing more; it is ended unless it ended by itself.
    pub(super) fn end(&mut self) -> End {
        self.commands = None;
        let ended = self.child.wait_for(PATIENCE).unwrap_or_else(|| self.child.kill());
        ended.end
    }

    /// Whether processes are there that the worker does not wait for.
    pub(super) fn has_helpers(&self) -> bool {
        self.child.helpers() > 0
    }

    /// Queues bytes; they go out while records are awaited.
    pub(super) fn send(&mut self, frame: &[u8]) {
        self.to_send.extend(frame);
    }

    /// Hands records to `each` until it breaks with a result.
    pub(super) fn listen<T>(
        &mut self,
        deadline: Instant,
        mut each: impl FnMut(Record) -> Option<T>,
    ) -> Result<T, Silence> {
        loop {
            let mut records = 0_u32;
            while self.read < self.received.len() {
                // What came in one piece may take longer than there is time.
                records += 1;
                if records.is_multiple_of(LOOK_UP) && Instant::now() >= deadline {
                    return Err(Silence::Late);
                }
                let mut reader = Reader::new(&self.received[self.read..]);
                match Record::read(&mut reader) {
                    Ok(record) => {
                        self.read = self.received.len() - reader.rest().len();
                        if let Some(result) = each(record) {
                            return Ok(result);
                        }
                    }
                    Err(Malformed::Incomplete) => break,
                    Err(Malformed::Unknown) => return Err(Silence::Garbled),
                }
            }
            self.received.drain(..self.read);
            self.read = 0;
            if self.received.len() > RECORD_LIMIT {
                return Err(Silence::Garbled);
            }
            self.exchange(deadline)?;
        }
    }

    /// What the submission printed since the last time, bounded.
    pub(super) fn take_printed(&mut self) -> String {
        places::from(&self.own, &self.places.shown(&self.prints.take()))
    }

    /// A fault of the submission's, with places as its author knows them.
    pub(super) fn shown(&self, fault: Fault) -> Fault {
        self.places.shown_fault(fault)
    }

    /// Waits for something to happen, at most until the deadline, and does it.
    fn exchange(&mut self, deadline: Instant) -> Result<(), Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Silence::Late);
        }
        let mut fds = vec![PollFd::new(&self.records, PollFlags::IN)];
        if let Some(prints) = self.prints.pipe() {
            fds.push(PollFd::new(prints, PollFlags::IN));
        }
        if let (Some(commands), false) = (&self.commands, self.to_send.is_empty()) {
            fds.push(PollFd::new(commands, PollFlags::OUT));
        }
        let timeout = Timespec {
            tv_sec: left.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        };
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return Err(Silence::Gone),
        }
        self.write_commands();
        self.prints.read();
        if self.prints.is_flood() {
            return Err(Silence::Flood);
        }
        self.read_records()
    }

    fn write_commands(&mut self) {
        while !self.to_send.is_empty() {
            let Some(commands) = &mut self.commands else { return self.to_send.clear() };
            match commands.write(self.to_send.as_slices().0) {
                Ok(n) => drop(self.to_send.drain(..n)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The worker is gone, which the records' end will tell.
                Err(_) => self.commands = None,
            }
        }
    }

    fn read_records(&mut self) -> Result<(), Silence> {
        let start = self.received.len();
        self.received.resize(start + CHUNK, 0);
        let read = self.records.read(&mut self.received[start..]);
        self.received.truncate(start + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => Err(Silence::Gone),
            Ok(_) => Ok(()),
            Err(error) if is_transient(error.kind()) => Ok(()),
            Err(_) => Err(Silence::Gone),
        }
    }
}

/// What the worker's environment holds. The fixed hash seed makes a submission that goes through
/// sets play alike in every run; one thread for arithmetic can be forked and costs less memory.
const ENVIRONMENT: [(&str, &str); 8] = [
    ("PYTHONHASHSEED", "0"),
    ("PYTHONIOENCODING", "utf-8"),
    ("PYTHONUTF8", "1"),
    ("OPENBLAS_NUM_THREADS", "1"),
    ("OMP_NUM_THREADS", "1"),
    ("MKL_NUM_THREADS", "1"),
    ("LC_ALL", "C.UTF-8"),
    ("PATH", "/usr/bin:/bin"),
];

/// What it gets from our own: where libraries are, and how one of them knows this processor.
pub(super) fn passed_on() -> impl Iterator<Item = (&'static str, std::ffi::OsString)> {
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OPENBLAS_CORETYPE"]
        .into_iter()
        .filter_map(|name| Some((name, std::env::var_os(name)?)))
}

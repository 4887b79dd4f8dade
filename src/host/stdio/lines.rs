//! Lines over two pipes, bounded in length and in time.

use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

/// Bytes of one line from a program.
pub(super) const LONGEST: usize = 1 << 20;
/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// The program closed its end.
    Closed,
    /// The time is over.
    TimedOut,
    /// The time is over, and the program has not read what it was written.
    Unread,
    /// A line did not end within [`LONGEST`] bytes.
    TooLong,
    /// The system refused.
    Failed(ErrorKind),
}

/// The grader's ends of a program's stdin and stdout.
pub(super) struct Lines {
    to: OwnedFd,
    from: OwnedFd,
    /// What was read; lines before `start` were handed out, none ends before `searched`.
    input: Vec<u8>,
    start: usize,
    searched: usize,
    output: Vec<u8>,
}

impl Lines {
    /// Talks over `to` and `from`, which are made non-blocking.
    pub(super) fn new(to: OwnedFd, from: OwnedFd) -> std::io::Result<Self> {
        for fd in [&to, &from] {
            fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)?;
        }
        Ok(Lines { to, from, input: Vec::new(), start: 0, searched: 0, output: Vec::new() })
    }

    /// Where lines to the program are put; they leave before the next wait for a line.
    pub(super) fn output(&mut self) -> &mut Vec<u8> {
        &mut self.output
    }

    /// The next line, without its end. What is in [`Lines::output`] is written first, unless a
    /// line is here already: a program that sends many at once gets the answers at once.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<&[u8], NoLine> {
        let end = loop {
            if let Some(end) = self.find() {
                break end;
            }
            if self.input.len() - self.start > LONGEST {
                return Err(NoLine::TooLong);
            }
            self.flush(deadline)?;
            self.fill(deadline)?;
        };
        if self.output.len() > CHUNK {
            self.flush(deadline)?;
        }
        let line = self.start..end;
        self.start = end + 1;
        self.searched = self.start;
        Ok(&self.input[line])
    }

    /// What has come of a line that has no end yet.
    pub(super) fn unfinished(&self) -> &[u8] {
        &self.input[self.start..]
    }

    /// Writes everything that is in [`Lines::output`]. A program that has closed its input may
    /// still have written an answer, so that is no error.
    pub(super) fn flush(&mut self, deadline: Instant) -> Result<(), NoLine> {
        let mut written = 0;
        while written < self.output.len() {
            match rustix::io::write(&self.to, &self.output[written..]) {
                Ok(n) => written += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    wait(&self.to, PollFlags::OUT, deadline).map_err(|why| match why {
                        NoLine::TimedOut => NoLine::Unread,
                        other => other,
                    })?;
                }
                Err(Errno::PIPE) => break,
                Err(error) => return Err(NoLine::Failed(error.kind())),
            }
        }
        self.output.clear();
        Ok(())
    }

    fn find(&mut self) -> Option<usize> {
        let found = memchr::memchr(b'\n', &self.input[self.searched..]);
        match found {
            Some(at) => Some(self.searched + at),
            None => {
                self.searched = self.input.len();
                None
            }
        }
    }

    /// Waits for bytes and takes what is there.
    fn fill(&mut self, deadline: Instant) -> Result<(), NoLine> {
        self.input.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        loop {
            wait(&self.from, PollFlags::IN, deadline)?;
            let before = self.input.len();
            self.input.resize(before + CHUNK, 0);
            let got = rustix::io::read(&self.from, &mut self.input[before..]);
            self.input.truncate(before + got.unwrap_or(0));
            match got {
                Ok(0) => return Err(NoLine::Closed),
                Ok(_) => return Ok(()),
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(error) => return Err(NoLine::Failed(error.kind())),
            }
        }
    }
}

/// Waits until `fd` can be used, or until `deadline`.
fn wait(fd: &OwnedFd, what: PollFlags, deadline: Instant) -> Result<(), NoLine> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(NoLine::TimedOut);
        }
        let timeout = Timespec::try_from(left).ok();
        match poll(&mut [PollFd::new(fd, what)], timeout.as_ref()) {
            // A closed end is told by the read or write that follows.
            Ok(1..) => return Ok(()),
            Ok(0) | Err(Errno::INTR) => {}
            Err(error) => return Err(NoLine::Failed(error.kind())),
        }
    }
}

//! The grader's end of a running sandbox.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::process::Pid;
use serde::{Deserialize, Serialize};

use super::Layers;
use super::wire::Reply;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It exited with this status.
    Exit(i32),
    /// A signal that no limit explains.
    Signal(i32),
    /// Too much CPU time.
    Cpu,
    /// Too much wall time.
    Wall,
    /// Too much memory.
    Memory,
    /// Too many processes.
    Processes,
    /// More output than is kept.
    Output,
    /// A file larger than allowed.
    FileSize,
    /// A system call that no honest program needs.
    ForbiddenCall,
    /// The grader ended it.
    Killed,
    /// The warden is gone without a word: a fault of the grader's own or of the machine.
    Lost,
}

/// How a program ended, and what it used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How.
    pub end: End,
    /// User and system time of the whole tree.
    pub cpu: Duration,
    /// From start to end.
    pub wall: Duration,
    /// The largest process, in bytes.
    pub peak_memory: u64,
}

/// What a captured stream said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The first bytes, up to the limit.
    pub bytes: Vec<u8>,
    /// Whether there was more.
    pub truncated: bool,
}

impl Captured {
    /// As text; what is not UTF-8 is replaced.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// A running sandbox. Dropping it ends every process in it, and waits until they are gone.
#[derive(Debug)]
pub struct Child {
    pub(super) control: BufReader<UnixStream>,
    pub(super) warden: std::process::Child,
    pub(super) layers: Layers,
    pub(super) killer: Killer,
    pub(super) captures: [Option<JoinHandle<(Captured, File)>>; 2],
    pub(super) outputs: [Captured; 2],
    pub(super) started: Instant,
    pub(super) ended: Option<Ended>,
}

/// The control sockets of all sandboxes.
static RUNNING: Mutex<Vec<Weak<UnixStream>>> = Mutex::new(Vec::new());

/// Ends all sandboxes of this process and waits until nothing runs in them, for a process that is
/// about to end itself.
pub fn kill_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let running: Vec<_> = running.iter().filter_map(Weak::upgrade).collect();
    for control in &running {
        let _ = control.shutdown(Shutdown::Write);
    }
    for control in running {
        // The warden's last word is its sandbox's end; another thread may be reading it.
        let _ = control.set_read_timeout(Some(Duration::from_secs(1)));
        while let Ok(1..) = (&*control).read(&mut [0; 512]) {}
    }
}

/// Ends a sandbox from any thread.
#[derive(Clone, Debug)]
pub struct Killer {
    control: Arc<UnixStream>,
    why: Arc<Mutex<Option<End>>>,
}

impl Killer {
    pub(super) fn new(control: UnixStream) -> Self {
        let control = Arc::new(control);
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| other.strong_count() > 0);
        running.push(Arc::downgrade(&control));
        Killer { control, why: Arc::default() }
    }

    /// Ends the whole tree; the first caller's `why` is what [`Child::wait`] tells.
    pub fn kill(&self, why: End) {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        // The warden takes the end of its input for an order to end the tree.
        let _ = self.control.shutdown(Shutdown::Write);
    }

    fn why(&self) -> Option<End> {
        *self.why.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Child {
    /// The layers in force.
    #[must_use]
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// A handle that ends this sandbox from another thread.
    #[must_use]
    pub fn killer(&self) -> Killer {
        self.killer.clone()
    }

    /// How many processes there are besides the program itself; 0 where that cannot be seen.
    #[must_use]
    pub fn helpers(&self) -> usize {
        #[cfg(target_os = "linux")]
        if let Some(warden) = i32::try_from(self.warden.id()).ok().and_then(Pid::from_raw) {
            let own = if self.layers.has(super::Layer::PidNamespace) { 2 } else { 1 };
            return super::tree::below(warden).len().saturating_sub(own);
        }
        0
    }

    /// Whether everything in it waits for something; not where that cannot be seen.
    #[must_use]
    pub fn sleeps(&self) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(warden) = i32::try_from(self.warden.id()).ok().and_then(Pid::from_raw) {
            let asleep = || {
                let tree = super::tree::below(warden);
                !tree.is_empty() && tree.into_iter().all(super::tree::sleeps)
            };
            // Threads of virtual machines wake for a moment now and then.
            return (0..5).any(|look| {
                std::thread::sleep(Duration::from_millis(10) * u32::from(look > 0));
                asleep()
            });
        }
        false
    }

    /// Waits until every process of the tree is gone.
    pub fn wait(&mut self) -> Ended {
        self.wait_until(None).unwrap_or(Ended {
            end: End::Lost,
            cpu: Duration::ZERO,
            wall: self.started.elapsed(),
            peak_memory: 0,
        })
    }

    /// Waits at most `patience`; `None` when the program still runs then.
    pub fn wait_for(&mut self, patience: Duration) -> Option<Ended> {
        self.wait_until(Some(Instant::now() + patience))
    }

    /// Ends the whole tree and waits until it is gone.
    pub fn kill(&mut self) -> Ended {
        self.killer.kill(End::Killed);
        self.wait()
    }

    /// What standard output said, once; empty where it was not captured. Waits for the end.
    pub fn stdout(&mut self) -> Captured {
        self.captured(0)
    }

    /// What standard error said, once; empty where it was not captured. Waits for the end.
    pub fn stderr(&mut self) -> Captured {
        self.captured(1)
    }

    fn captured(&mut self, which: usize) -> Captured {
        self.wait();
        std::mem::take(&mut self.outputs[which])
    }

    fn wait_until(&mut self, deadline: Option<Instant>) -> Option<Ended> {
        if self.ended.is_none() {
            let reply = read_reply(&mut self.control, deadline)?;
            let _ = self.warden.wait();
            for (capture, output) in self.captures.iter_mut().zip(&mut self.outputs) {
                let read = capture.take().and_then(|thread| thread.join().ok());
                *output = read.map(|(captured, _)| captured).unwrap_or_default();
            }
            self.ended = Some(self.understand(reply));
        }
        self.ended
    }

    fn understand(&self, reply: Option<Reply>) -> Ended {
        let Some(Reply::Ended { end, cpu, wall, peak_memory }) = reply else {
            let end = self.killer.why().unwrap_or(End::Lost);
            return Ended {
                end,
                cpu: Duration::ZERO,
                wall: self.started.elapsed(),
                peak_memory: 0,
            };
        };
        // A reader that had enough ended the tree, and only it knows why.
        let end = match (end, self.killer.why()) {
            (End::Killed, Some(why)) | (_, Some(why @ End::Output)) => why,
            _ => end,
        };
        Ended { end, cpu, wall, peak_memory }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.ended.is_none() {
            self.kill();
        }
    }
}

/// One reply; the outer `None` means that `deadline` passed, the inner one that no more will come.
pub(super) fn read_reply(
    control: &mut BufReader<UnixStream>,
    deadline: Option<Instant>,
) -> Option<Option<Reply>> {
    let mut line = Vec::new();
    loop {
        // A socket takes no zero: the shortest look there is.
        let patience = deadline
            .map(|at| at.saturating_duration_since(Instant::now()).max(Duration::from_micros(1)));
        let _ = control.get_ref().set_read_timeout(patience);
        match control.read_until(b'\n', &mut line) {
            Ok(_) => return Some(serde_json::from_slice(&line).ok()),
            Err(error) => match error.kind() {
                std::io::ErrorKind::Interrupted => {}
                std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut => {
                    // A line is written in one piece, so a begun one is finished at once.
                    if line.is_empty() && deadline.is_some_and(|at| at <= Instant::now()) {
                        return None;
                    }
                }
                _ => return Some(None),
            },
        }
    }
}

/// Reads `from` on a thread of its own, to its end or up to `limit` bytes, and ends the tree when
/// there are more.
///
/// The stream comes back with it, open: whoever writes too much waits there for its end, where it
/// would learn of a closed one and could still do something.
pub(super) fn capture(from: OwnedFd, limit: usize, killer: Killer) -> JoinHandle<(Captured, File)> {
    std::thread::spawn(move || {
        let mut from = File::from(from);
        let mut captured = Captured::default();
        let _ = (&mut from).take(limit as u64).read_to_end(&mut captured.bytes);
        captured.truncated = matches!(from.read(&mut [0]), Ok(1..));
        if captured.truncated {
            killer.kill(End::Output);
        }
        (captured, from)
    })
}

//! The process outside the namespaces: it starts, watches and ends the tree.

use std::io::{BufRead as _, BufReader, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, wait};
use rustix::thread::UnshareFlags;

use super::cgroup::Cgroup;
use super::control::tell;
use super::disk::Disk;
use super::init::{self, Inside};
use super::tree::below;
use super::usage::{Meter, Usage};
use super::wire::{Reply, Request, Wanted};
use super::{End, Layer, raw};

/// How often the tree is looked at. A look costs about 20 microseconds a process.
const TICK: Duration = Duration::from_millis(20);

/// Runs this process as the warden of what will be asked for.
pub(super) fn run(mut control: UnixStream, wanted: &Wanted) {
    let running = prepare(&control, wanted).and_then(|ready| ready.start(wanted));
    match running {
        Ok(Running { reply, tree: None, .. }) => tell(&mut control, &reply),
        Ok(Running { reply, request, tree: Some(mut tree) }) => {
            tell(&mut control, &reply);
            let reply = tree.watch(&control, &request);
            tell(&mut control, &reply);
        }
        Err(error) => tell(&mut control, &Reply::Setup(error.to_string())),
    }
}

/// All that can be done before the request is there: most of the time that a start takes.
struct Ready {
    tree: Watched,
    /// The request and then the words of the process inside.
    told: BufReader<std::fs::File>,
    /// Lets that process go on.
    go: OwnedFd,
}

struct Running {
    reply: Reply,
    request: Request,
    tree: Option<Watched>,
}

struct Watched {
    /// Process 1 of the namespace, or the program itself.
    root: Pid,
    /// Readable once the root has ended.
    root_fd: OwnedFd,
    /// Where process 1 tells the program's wait status.
    status: std::fs::File,
    /// Whether the end of the root is the end of all.
    in_namespace: bool,
    meter: Meter,
    cgroup: Option<Cgroup>,
    started: Instant,
}

fn prepare(control: &UnixStream, wanted: &Wanted) -> std::io::Result<Ready> {
    // Where there is no pid namespace, orphans of the tree become this process's children.
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let mut cgroup = Cgroup::make(wanted);
    let spaces = spaces(wanted);
    let (told, report) = pipe_with(PipeFlags::CLOEXEC)?;
    let (status, tells_status) = pipe_with(PipeFlags::CLOEXEC)?;
    let (hold, go) = pipe_with(PipeFlags::CLOEXEC)?;
    let asks = control.try_clone()?;
    let warden = rustix::process::getpid();
    let inside = Inside { wanted, spaces, warden, report, status: tells_status };
    let Some(root) = raw::fork()? else {
        drop((told, status, go));
        init::run(asks, inside, hold)
    };
    let root_fd = pidfd_open(root, PidfdFlags::empty())?;
    let in_namespace = inside.spaces.contains(UnshareFlags::NEWPID);
    let meter = Meter::new(root, inside.spaces.contains(UnshareFlags::NEWNET));
    drop((inside, asks, hold));
    // The kernel waits here until no processor looks at the old groups: 10 to 20 ms.
    if let Some(cgroup) = &mut cgroup {
        cgroup.add(root);
    }
    let told = BufReader::new(std::fs::File::from(told));
    let status = std::fs::File::from(status);
    let started = Instant::now();
    let tree = Watched { root, root_fd, status, in_namespace, meter, cgroup, started };
    Ok(Ready { tree, told, go })
}

impl Ready {
    /// Waits for the request and has it done.
    fn start(self, wanted: &Wanted) -> std::io::Result<Running> {
        let Ready { mut tree, mut told, go } = self;
        let mut line = String::new();
        // Without one the grader has let go.
        let request = told.read_line(&mut line).and_then(|_| Ok(serde_json::from_str(&line)?));
        let request: Request = request.inspect_err(|_| {
            tree.end();
        })?;
        tree.started = Instant::now();
        let mut layers = super::Layers::default();
        if let Some(cgroup) = &tree.cgroup {
            cgroup.limit(&request.limits, &mut layers);
        }
        let seen = tree.meter.look();
        let sees = seen.threads > 0 && seen.memory(u64::MAX) > 0;
        layers.note(Layer::Watch, sees && !wanted.without.contains(&Layer::Watch));
        // Held until here, so that nothing runs before the limits on the tree hold.
        rustix::io::write(&go, &serde_json::to_vec(&layers)?)?;
        drop(go);
        let mut words = String::new();
        told.read_to_string(&mut words)?;
        // An error after the layers were told is the program's: it could not be executed.
        let last = words.lines().last().map(serde_json::from_str::<Reply>);
        match last {
            Some(Ok(reply @ Reply::Started(_))) if request.program.is_some() => {
                Ok(Running { reply, request, tree: Some(tree) })
            }
            Some(Ok(reply)) => {
                tree.end();
                Ok(Running { reply, request, tree: None })
            }
            _ => {
                tree.end();
                Err(std::io::Error::other("the process inside ended before its program started"))
            }
        }
    }
}

/// Moves this process into as many namespaces as it may have: all, or with a user namespace
/// alone, or (for root where user namespaces are switched off) without one, or none.
fn spaces(wanted: &Wanted) -> UnshareFlags {
    let mut others = UnshareFlags::empty();
    for (layer, flag) in [
        (Layer::PidNamespace, UnshareFlags::NEWPID),
        (Layer::NetNamespace, UnshareFlags::NEWNET),
        (Layer::IpcNamespace, UnshareFlags::NEWIPC),
    ] {
        if wanted.allows(layer) {
            others |= flag;
        }
    }
    let (uid, gid) = (rustix::process::geteuid(), rustix::process::getegid());
    let mut got = UnshareFlags::empty();
    if wanted.allows(Layer::UserNamespace) && raw::unshare(UnshareFlags::NEWUSER).is_ok() {
        got |= UnshareFlags::NEWUSER;
        // The same numbers inside as outside, so that files look the same.
        let _ = std::fs::write("/proc/self/setgroups", "deny");
        let _ = std::fs::write("/proc/self/gid_map", format!("{0} {0} 1", gid.as_raw()));
        let _ = std::fs::write("/proc/self/uid_map", format!("{0} {0} 1", uid.as_raw()));
    }
    for flag in others.iter() {
        if raw::unshare(flag).is_ok() {
            got |= flag;
        }
    }
    // Process 1 makes the mount namespace; it can where it has privileges in a namespace.
    let rooted = got.contains(UnshareFlags::NEWUSER) || uid.is_root();
    if rooted && wanted.allows(Layer::MountNamespace) {
        got |= UnshareFlags::NEWNS;
    }
    got
}

impl Watched {
    /// Waits for the end, or brings it about when a limit is passed or the grader lets go.
    fn watch(&mut self, control: &UnixStream, request: &Request) -> Reply {
        let limits = &request.limits;
        let mut disk = Disk::new(request, self.root);
        let mut cause = None;
        loop {
            let wall = limits.wall.map(|wall| wall.saturating_sub(self.started.elapsed()));
            let patience = wall.map_or(TICK, |left| left.min(TICK));
            let mut fds = [
                PollFd::new(&self.root_fd, PollFlags::IN),
                PollFd::new(control, PollFlags::IN | PollFlags::RDHUP),
            ];
            let timeout = Timespec::try_from(patience).ok();
            let quiet = matches!(poll(&mut fds, timeout.as_ref()), Ok(0));
            if !fds[0].revents().is_empty() {
                break;
            }
            if !fds[1].revents().is_empty() {
                cause = Some(End::Killed);
            } else if limits.wall.is_some_and(|wall| self.started.elapsed() >= wall) {
                cause = Some(End::Wall);
            } else if quiet {
                cause = over(&self.meter.look(), request).or_else(|| disk.over(false));
            }
            if cause.is_some() {
                break;
            }
        }
        let wall = self.started.elapsed();
        let last = self.meter.look();
        let (status, memory_events) = self.end();
        let (waited, peak_memory) = raw::children_usage();
        let cpu = waited.max(last.cpu);
        let end = cause
            .or_else(|| disk.over(true))
            .unwrap_or_else(|| explain(status, memory_events, cpu, request));
        Reply::Ended { end, cpu, wall, peak_memory }
    }

    /// Ends every process of the tree and waits until none is left. The program's wait status,
    /// if it is known, and how often the memory limit killed.
    fn end(&mut self) -> (Option<i32>, u64) {
        let mut word = [0; 4];
        let told = |status: &mut std::fs::File, word: &mut [u8; 4]| {
            status.read_exact(word).is_ok().then(|| i32::from_ne_bytes(*word))
        };
        let mut status = None;
        if self.in_namespace {
            let _ = kill_process(self.root, Signal::KILL);
            status = told(&mut self.status, &mut word);
        }
        // Children of killed processes come here to die: kill until none is left.
        let patience = if self.in_namespace { WaitOptions::empty() } else { WaitOptions::NOHANG };
        loop {
            if !self.in_namespace {
                for pid in below(rustix::process::getpid()) {
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
            match wait(patience) {
                Ok(Some((pid, how))) if pid == self.root && !self.in_namespace => {
                    status = Some(how.as_raw());
                }
                Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => break,
            }
        }
        let events = self.cgroup.as_ref().map_or(0, Cgroup::memory_kills);
        self.cgroup = None;
        (status, events)
    }
}

fn over(usage: &Usage, request: &Request) -> Option<End> {
    let limits = &request.limits;
    if limits.total_cpu.is_some_and(|most| usage.cpu > most) {
        Some(End::Cpu)
    } else if limits.memory.is_some_and(|most| usage.memory(most) > most) {
        Some(End::Memory)
    } else if usage.threads > u64::from(limits.processes) + 1 {
        Some(End::Processes)
    } else {
        None
    }
}

/// What a wait status means under these limits.
fn explain(status: Option<i32>, memory_kills: u64, cpu: Duration, request: &Request) -> End {
    let Some(status) = status else {
        return if memory_kills > 0 { End::Memory } else { End::Signal(libc::SIGKILL) };
    };
    if libc::WIFEXITED(status) {
        return End::Exit(libc::WEXITSTATUS(status));
    }
    match libc::WTERMSIG(status) {
        libc::SIGXCPU => End::Cpu,
        libc::SIGXFSZ => End::FileSize,
        libc::SIGSYS => End::ForbiddenCall,
        libc::SIGKILL if memory_kills > 0 => End::Memory,
        libc::SIGKILL if request.limits.cpu.is_some_and(|most| cpu >= most) => End::Cpu,
        signal => End::Signal(signal),
    }
}

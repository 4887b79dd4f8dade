//! The last steps before a process becomes the program: descriptors, limits, privileges, files,
//! calls; then each layer is tried, and the program executed.

use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, WaitOptions, getrlimit, setrlimit, waitpid};
use rustix::thread::{CapabilitySet, CapabilitySets, UnshareFlags};

use super::init::{Inside, say};
use super::view::View;
use super::wire::{Reply, Request};
use super::{Layer, Layers, calls, files, raw};

/// Becomes the program.
pub(super) fn run(
    request: &Request,
    fds: Vec<OwnedFd>,
    inside: &Inside<'_>,
    view: Option<&View>,
    layers: Layers,
) -> ! {
    let Ok(report) = raw::dup_above(inside.report.as_fd(), raw::OWN) else { raw::exit(1) };
    let reply = match prepare(request, fds, inside, view, layers) {
        Ok(layers) if request.require && !layers.missing().is_empty() => {
            Reply::Missing(layers.missing())
        }
        Ok(layers) => match request.expected.iter().find(|layer| !layers.has(**layer)) {
            Some(lost) => {
                let name = lost.name();
                Reply::Setup(format!("{name}, which this machine has, could not be made this time"))
            }
            None => start(request, &report, layers),
        },
        Err(error) => Reply::Setup(error.to_string()),
    };
    say(&report, &reply);
    raw::exit(127)
}

/// Becomes the program; what went wrong if that does not happen.
fn start(request: &Request, report: &OwnedFd, layers: Layers) -> Reply {
    say(report, &Reply::Started(layers));
    match &request.program {
        Some(program) => Reply::Program(command(program, request).exec().to_string()),
        None => raw::exit(0),
    }
}

fn command(program: &std::ffi::OsStr, request: &Request) -> Command {
    let mut command = Command::new(program);
    command.args(&request.args).env_clear();
    // Programs that want a place of their own find the only one there is.
    command.env("HOME", &request.scratch).env("TMPDIR", &request.scratch);
    command.envs(request.env.iter().map(|(name, value)| (name, value)));
    command
}

fn prepare(
    request: &Request,
    fds: Vec<OwnedFd>,
    inside: &Inside<'_>,
    view: Option<&View>,
    mut layers: Layers,
) -> std::io::Result<Layers> {
    let wanted = inside.wanted;
    let _ = rustix::process::setsid();
    let own = Some(rustix::process::getpid());
    layers.note(Layer::Session, rustix::process::getsid(None).ok() == own);
    place(request, fds)?;
    if !request.folder.is_empty() {
        rustix::process::chdir(request.folder.as_os_str())
            .map_err(|error| std::io::Error::other(format!("the working folder: {error}")))?;
    }
    note_namespaces(&mut layers, inside, view);
    let exact = inside.spaces.contains(UnshareFlags::NEWUSER) && wanted.allows(Layer::ProcessLimit);
    limit_processes(request, exact, &mut layers);
    layers.note(Layer::Rlimits, limit(request));
    if wanted.off {
        return Ok(layers);
    }
    if wanted.allows(Layer::NoNewPrivs) {
        drop_privileges();
        rustix::thread::set_no_new_privs(true)?;
    }
    let bare = rustix::thread::capabilities(None).is_ok_and(|sets| sets.permitted.is_empty());
    layers.note(Layer::NoNewPrivs, bare && rustix::thread::no_new_privs().unwrap_or(false));
    files::restrict(request, view, wanted);
    files::note(&mut layers);
    // Without these two nothing else keeps a program from the grader's process and files.
    let apart = layers.has(Layer::PidNamespace) || layers.has(Layer::LandlockScope);
    let terms = calls::Terms { apart, read_only: layers.has(Layer::MountNamespace) };
    layers.note(Layer::Seccomp, wanted.allows(Layer::Seccomp) && calls::restrict(terms));
    Ok(layers)
}

/// Gives the program its descriptors and no other.
fn place(request: &Request, fds: Vec<OwnedFd>) -> std::io::Result<()> {
    let mut next = 0;
    let mut placed: Vec<(i32, OwnedFd)> = request.targets.iter().copied().zip(fds).collect();
    placed.sort_by_key(|(target, _)| *target);
    for (target, fd) in &placed {
        raw::close_on_exec(next, target - 1);
        raw::place(fd, *target)?;
        next = target + 1;
    }
    raw::close_on_exec(next, i32::MAX);
    Ok(())
}

fn note_namespaces(layers: &mut Layers, inside: &Inside<'_>, view: Option<&View>) {
    let has = |flag| inside.spaces.contains(flag);
    layers.note(Layer::UserNamespace, has(UnshareFlags::NEWUSER));
    let parent = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get());
    layers.note(Layer::PidNamespace, has(UnshareFlags::NEWPID) && parent == Some(1));
    layers.note(Layer::IpcNamespace, has(UnshareFlags::NEWIPC));
    // Outside, a datagram socket can be connected to this machine whether or not anybody listens.
    let unreachable = raw::connect_loopback(libc::SOCK_DGRAM) == Some(libc::ENETUNREACH);
    layers.note(Layer::NetNamespace, has(UnshareFlags::NEWNET) && unreachable);
    let fixed = || rustix::fs::mkdir("/.plygrade", rustix::fs::Mode::RWXU) == Err(Errno::ROFS);
    layers.note(Layer::MountNamespace, view.is_some() && fixed());
}

/// Limits the processes of a user namespace, where the kernel counts them by namespace.
///
/// Counted there are the warden, process 1, this process and what comes from it. Older kernels
/// count all processes of the user instead, and none of root's: then no limit is set, since it
/// would depend on what else the user runs.
fn limit_processes(request: &Request, exact: bool, layers: &mut Layers) {
    if !exact || layers.has(Layer::ProcessLimit) {
        return;
    }
    let others = if layers.has(Layer::PidNamespace) { 2 } else { 1 };
    let old = getrlimit(Resource::Nproc);
    let set = |current: u64| {
        setrlimit(Resource::Nproc, Rlimit { current: Some(current), maximum: old.maximum })
    };
    let holds = set(others + 1).is_ok() && !can_fork() && set(others + 2).is_ok() && can_fork();
    let most = u64::from(request.limits.processes) + others;
    let limit = Rlimit { current: Some(most), maximum: Some(most) };
    if holds && setrlimit(Resource::Nproc, limit).is_ok() {
        layers.note(Layer::ProcessLimit, true);
    } else {
        let _ = setrlimit(Resource::Nproc, old);
    }
}

fn can_fork() -> bool {
    match raw::fork() {
        Ok(None) => raw::exit(0),
        Ok(child) => {
            let _ = waitpid(child, WaitOptions::empty());
            true
        }
        Err(_) => false,
    }
}

/// Sets the limits of each process; whether all that were asked for hold.
fn limit(request: &Request) -> bool {
    let limits = &request.limits;
    let cpu = limits.cpu.map(|time| time.as_secs() + u64::from(time.subsec_nanos() > 0));
    let wanted = [
        (Resource::Cpu, cpu),
        (Resource::Data, limits.memory),
        (Resource::As, limits.address_space),
        (Resource::Fsize, limits.file_size),
        (Resource::Nofile, Some(limits.open_files)),
        (Resource::Core, Some(0)),
        (Resource::Msgqueue, Some(0)),
        (Resource::Memlock, Some(64 << 10)),
        // Signals in queues are counted for the user, with those of other programs.
        (Resource::Sigpending, Some(4096)),
    ];
    wanted.into_iter().all(|(resource, most)| {
        let Some(most) = most else { return true };
        // The hard limit on CPU comes a second later, for programs that ignore the signal.
        let grace = u64::from(resource == Resource::Cpu);
        let bound = |bound: u64| getrlimit(resource).maximum.map_or(bound, |old| old.min(bound));
        let limit = Rlimit { current: Some(bound(most)), maximum: Some(bound(most + grace)) };
        setrlimit(resource, limit).is_ok()
            && getrlimit(resource).current.is_some_and(|now| now <= most)
    })
}

/// Gives up every capability for good, root's included.
fn drop_privileges() {
    for bit in 0..64 {
        if let Some(capability) = CapabilitySet::from_bits(1 << bit) {
            let _ = rustix::thread::remove_capability_from_bounding_set(capability);
        }
    }
    let _ = rustix::thread::clear_ambient_capability_set();
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    let _ = rustix::thread::set_capabilities(None, sets);
}

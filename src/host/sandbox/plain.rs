//! No sandbox: where there is no Linux, programs run as they are, and the report says so.
//!
//! What is left of it: a process group that is ended whole, the wall limit, the cap on output.

use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use super::control::tell;
use super::wire::{Reply, Request};
use super::{End, Layer, Layers, raw};

/// How often the program is looked at.
const TICK: Duration = Duration::from_millis(5);

/// Runs this process as a warden without a sandbox.
pub(super) fn run(mut control: UnixStream, request: Request, fds: Vec<OwnedFd>) {
    let mut command = match request.program.clone() {
        Some(program) => Command::new(program),
        None => {
            tell(&mut control, &Reply::Started(Layers::default()));
            return;
        }
    };
    if request.require {
        tell(&mut control, &Reply::Missing(Layer::ALL.to_vec()));
        return;
    }
    // This process passes on what it holds under the numbers asked for, and keeps the rest.
    for (target, fd) in request.targets.iter().zip(fds) {
        if *target < 3 {
            let stream = Stdio::from(fd);
            match target {
                0 => command.stdin(stream),
                1 => command.stdout(stream),
                _ => command.stderr(stream),
            };
        } else if raw::place(&fd, *target).is_err() {
            tell(&mut control, &Reply::Setup(format!("cannot pass descriptor {target}")));
            return;
        }
    }
    command.args(&request.args).env_clear();
    command.env("HOME", &request.scratch).env("TMPDIR", &request.scratch);
    command.envs(request.env.iter().map(|(name, value)| (name, value)));
    command.current_dir(&request.folder).process_group(0);
    let started = Instant::now();
    let program = command.spawn();
    drop(command);
    match program {
        Ok(mut program) => {
            tell(&mut control, &Reply::Started(Layers::default()));
            let end = watch(&mut program, &control, &request, started);
            let (cpu, peak_memory) = raw::children_usage();
            tell(&mut control, &Reply::Ended { end, cpu, wall: started.elapsed(), peak_memory });
        }
        Err(error) => tell(&mut control, &Reply::Program(error.to_string())),
    }
}

fn watch(
    program: &mut std::process::Child,
    control: &UnixStream,
    request: &Request,
    started: Instant,
) -> End {
    let group = i32::try_from(program.id()).ok().and_then(Pid::from_raw);
    let end_group = || group.map(|group| kill_process_group(group, Signal::KILL));
    loop {
        if let Ok(Some(status)) = program.try_wait() {
            end_group();
            return explain(status);
        }
        let mut fds = [PollFd::new(control, PollFlags::IN)];
        let timeout = Timespec::try_from(TICK).ok();
        let asked = matches!(poll(&mut fds, timeout.as_ref()), Ok(1..));
        let late = request.limits.wall.is_some_and(|wall| started.elapsed() >= wall);
        if asked || late {
            end_group();
            let _ = program.wait();
            return if asked { End::Killed } else { End::Wall };
        }
    }
}

fn explain(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, signal) => End::Signal(signal.unwrap_or(libc::SIGKILL)),
    }
}

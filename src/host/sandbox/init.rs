//! The first process inside: it waits for the request, makes the file tree, starts the program,
//! and reaps.

use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

use rustix::process::{Pid, Signal, WaitOptions, wait};
use rustix::thread::UnshareFlags;

use super::control::receive;
use super::wire::{Reply, Request, Wanted};
use super::{Layers, enter, raw, view};

/// What the warden hands to the process inside.
pub(super) struct Inside<'w> {
    pub(super) wanted: &'w Wanted,
    /// Namespaces that are, or in the case of mounts will be, new.
    pub(super) spaces: UnshareFlags,
    pub(super) warden: Pid,
    /// For the request, as it came, and then [`Reply`] lines; closed when the program starts.
    pub(super) report: OwnedFd,
    /// For the program's wait status, from process 1.
    pub(super) status: OwnedFd,
}

/// Runs as process 1 of the pid namespace, or becomes the program where there is none.
pub(super) fn run(control: UnixStream, inside: Inside<'_>, hold: OwnedFd) -> ! {
    let first = inside.spaces.contains(UnshareFlags::NEWPID);
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    if !first && rustix::process::getppid() != Some(inside.warden) {
        raw::exit(1);
    }
    let _ = rustix::process::setsid();
    let Ok((request, fds)) = ask(&control, &inside.report) else { raw::exit(1) };
    drop(control);
    let request = &request;
    let mut view = None;
    if inside.spaces.contains(UnshareFlags::NEWNS) {
        view = view::make(request, first).ok();
    }
    // The end of the pipe without a word means that the warden died before the death signal was
    // asked for.
    let mut word = Vec::new();
    let _ = std::fs::File::from(hold).read_to_end(&mut word);
    let Ok(layers) = serde_json::from_slice::<Layers>(&word) else { raw::exit(1) };
    if !first {
        enter::run(request, fds, &inside, view.as_ref(), layers);
    }
    let program = match raw::fork() {
        Ok(None) => enter::run(request, fds, &inside, view.as_ref(), layers),
        Ok(Some(program)) => program,
        Err(error) => {
            say(&inside.report, &Reply::Setup(format!("cannot fork: {error}")));
            raw::exit(1)
        }
    };
    let Inside { report, status, .. } = inside;
    drop((report, fds));
    let Ok(status) = raw::close_all_but(status) else { raw::exit(1) };
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, how))) if pid == program => {
                let _ = rustix::io::write(&status, &how.as_raw().to_ne_bytes());
                raw::exit(0);
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => raw::exit(1),
        }
    }
}

/// Waits for the request. The warden gets it from here: it has no use for the descriptors.
fn ask(control: &UnixStream, report: &OwnedFd) -> std::io::Result<(Request, Vec<OwnedFd>)> {
    let (mut body, fds) = receive(control)?;
    let request = serde_json::from_slice(&body)?;
    body.push(b'\n');
    std::fs::File::from(report.try_clone()?).write_all(&body)?;
    Ok((request, fds))
}

/// Writes one line to the warden.
pub(super) fn say(report: &OwnedFd, reply: &Reply) {
    if let Ok(mut line) = serde_json::to_vec(reply) {
        line.push(b'\n');
        let _ = rustix::io::write(report, &line);
    }
}

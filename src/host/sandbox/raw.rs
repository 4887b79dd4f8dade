//! The system calls that no crate wraps safely. All `unsafe` of the sandbox is here.
//!
//! A warden has one thread (it is a fresh process that starts none), so a fork of it is a whole
//! process: the rule that only async-signal-safe functions may follow a fork is about locks that
//! other threads held, and there are none.
#![allow(unsafe_code)]

use std::io::{Error, Result};
#[cfg(target_os = "linux")]
use std::os::fd::FromRawFd as _;
use std::os::fd::{AsRawFd as _, BorrowedFd, OwnedFd};

#[cfg(target_os = "linux")]
use rustix::process::Pid;
#[cfg(target_os = "linux")]
use rustix::thread::UnshareFlags;

/// Descriptors from here on are the warden's own; those below are the program's.
pub(super) const OWN: i32 = 64;

/// Forks; `None` in the child. Only for a process with one thread.
#[cfg(target_os = "linux")]
pub(super) fn fork() -> Result<Option<Pid>> {
    // SAFETY: see above: a warden has one thread, so the child's memory is whole.
    match unsafe { libc::fork() } {
        -1 => Err(Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Ends this process without running anything that the parent registered.
#[cfg(target_os = "linux")]
pub(super) fn exit(status: i32) -> ! {
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(status) }
}

/// Moves this process into new namespaces.
#[cfg(target_os = "linux")]
pub(super) fn unshare(flags: UnshareFlags) -> Result<()> {
    // SAFETY: the danger of `unshare` is `CLONE_FILES` under threads that use descriptors;
    // namespaces alone are asked for here.
    Ok(unsafe { rustix::thread::unshare_unsafe(flags & NAMESPACES) }?)
}

#[cfg(target_os = "linux")]
const NAMESPACES: UnshareFlags = UnshareFlags::NEWUSER
    .union(UnshareFlags::NEWPID)
    .union(UnshareFlags::NEWNET)
    .union(UnshareFlags::NEWNS)
    .union(UnshareFlags::NEWIPC)
    .union(UnshareFlags::NEWUTS);

/// A duplicate of `fd` with a number of at least `least`, closed on exec.
pub(super) fn dup_above(fd: BorrowedFd<'_>, least: i32) -> Result<OwnedFd> {
    Ok(rustix::io::fcntl_dupfd_cloexec(fd, least)?)
}

/// Makes `target` a duplicate of `fd` that stays open on exec, whatever `target` was.
///
/// The caller owns no descriptor of that number: whoever did loses it.
pub(super) fn place(fd: &OwnedFd, target: i32) -> Result<()> {
    // SAFETY: numbers alone; the caller promises that nothing in this process still believes to
    // own `target`.
    match unsafe { libc::dup2(fd.as_raw_fd(), target) } {
        -1 => Err(Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Lets every descriptor from `first` to `last` be closed on exec.
#[cfg(target_os = "linux")]
pub(super) fn close_on_exec(first: i32, last: i32) {
    if first > last {
        return;
    }
    // SAFETY: numbers alone; the descriptors stay open in this process.
    let done = unsafe {
        libc::syscall(libc::SYS_close_range, first, last, libc::CLOSE_RANGE_CLOEXEC as libc::c_int)
    };
    if done == 0 {
        return;
    }
    // Kernels before 5.11. The limit on descriptors bounds their numbers.
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let bound = i32::try_from(limit.unwrap_or(1 << 16).min(1 << 16)).unwrap_or(1 << 16);
    for fd in first..=last.min(bound) {
        // SAFETY: as above; a number that is not open is an error without effect.
        unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
}

/// Closes every descriptor but `keep`, for a process that from now on owns no other.
#[cfg(target_os = "linux")]
pub(super) fn close_all_but(keep: OwnedFd) -> Result<OwnedFd> {
    let high = dup_above(std::os::fd::AsFd::as_fd(&keep), OWN)?;
    // Its number is about to be free: nobody must close it a second time.
    std::mem::forget(keep);
    let number = high.as_raw_fd();
    for (first, last) in [(0, number - 1), (number + 1, i32::MAX)] {
        // SAFETY: the caller never returns to code that owns a descriptor. Kernels before 5.9
        // lack the call; the descriptors then stay open in a process that does nothing with them.
        unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
    }
    Ok(high)
}

/// Takes writing, set-user-id and, if asked, devices from a detached tree of mounts.
#[cfg(target_os = "linux")]
pub(super) fn restrict_mounts(tree: &OwnedFd, read_only: bool, devices: bool) -> Result<()> {
    let mut attributes = libc::MOUNT_ATTR_NOSUID;
    if read_only {
        attributes |= libc::MOUNT_ATTR_RDONLY;
    }
    if !devices {
        attributes |= libc::MOUNT_ATTR_NODEV;
    }
    let what = libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let empty = c"";
    // SAFETY: the path is a C string, `what` a live structure whose size is told.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            tree.as_raw_fd(),
            empty.as_ptr(),
            libc::AT_EMPTY_PATH | libc::AT_RECURSIVE,
            &raw const what,
            size_of::<libc::mount_attr>(),
        )
    };
    if done == 0 { Ok(()) } else { Err(Error::last_os_error()) }
}

/// The control socket, which the grader made this process's standard input.
pub(super) fn control() -> Result<OwnedFd> {
    let held = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), OWN)?;
    let nothing = std::fs::File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    Ok(held)
}

/// User and system time of the children that were waited for, and the largest of them in bytes.
pub(super) fn children_usage() -> (std::time::Duration, u64) {
    // SAFETY: an all-zero `rusage` is a valid value, and the call writes only to it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage);
        usage
    };
    let time = |of: libc::timeval| {
        std::time::Duration::from_secs(u64::try_from(of.tv_sec).unwrap_or(0))
            + std::time::Duration::from_micros(u64::try_from(of.tv_usec).unwrap_or(0))
    };
    // In bytes on macOS, in KiB elsewhere.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let peak = u64::try_from(usage.ru_maxrss).unwrap_or(0).saturating_mul(unit);
    (time(usage.ru_utime) + time(usage.ru_stime), peak)
}

/// Asks for a TCP or UDP socket and connects it to the discard port of this machine: the error
/// number, or 0. `None` where no such socket can be had.
#[cfg(target_os = "linux")]
pub(super) fn connect_loopback(kind: i32) -> Option<i32> {
    // SAFETY: the descriptor is fresh and owned by nobody else; the address is a live structure
    // whose size is told.
    unsafe {
        let fd = libc::socket(libc::AF_INET, kind | libc::SOCK_CLOEXEC, 0);
        if fd < 0 {
            return None;
        }
        let fd = OwnedFd::from_raw_fd(fd);
        let mut address: libc::sockaddr_in = std::mem::zeroed();
        address.sin_family = libc::AF_INET as libc::sa_family_t;
        address.sin_port = 9_u16.to_be();
        address.sin_addr.s_addr = u32::from_be_bytes([127, 0, 0, 1]).to_be();
        let size = size_of::<libc::sockaddr_in>() as libc::socklen_t;
        let done = libc::connect(fd.as_raw_fd(), (&raw const address).cast(), size);
        Some(if done == 0 { 0 } else { Error::last_os_error().raw_os_error().unwrap_or(0) })
    }
}

/// The error of asking for a socket of `family`, or `None` when one is given.
#[cfg(target_os = "linux")]
pub(super) fn socket_error(family: i32) -> Option<i32> {
    // SAFETY: numbers alone; a descriptor that is given is closed at once.
    unsafe {
        let fd = libc::socket(family, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 0);
        if fd < 0 {
            return Error::last_os_error().raw_os_error();
        }
        drop(OwnedFd::from_raw_fd(fd));
        None
    }
}

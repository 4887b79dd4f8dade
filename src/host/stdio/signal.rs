//! Signals in words: what a number means is looked up by few.

/// What the signal that ended a program is called.
pub(super) fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGABRT => "abort",
        libc::SIGBUS => "bus error",
        libc::SIGFPE => "floating point error, such as a division by zero",
        libc::SIGILL => "illegal instruction",
        libc::SIGINT => "interrupt",
        libc::SIGKILL => "killed",
        libc::SIGPIPE => "broken pipe",
        libc::SIGSEGV => "segmentation fault",
        libc::SIGTERM => "terminated",
        libc::SIGTRAP => "trap",
        _ => return None,
    })
}

//! Locks on ranges of files, which are memory of the kernel's that no other limit counts.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use rustix::process::Pid;

/// To ask makes all who lock files wait a moment, so it is done once in this time, and of programs
/// that take less never.
const EVERY: Duration = Duration::from_secs(1);
/// What the kernel needs for one, in bytes.
const LOCK: u64 = 200;
/// More of them, 20 MB, are an attack.
const MOST: usize = 100_000;
/// More than any limit.
const TOO_MUCH: u64 = 1 << 60;

/// Counts the locks of a tree now and then.
pub(super) struct Locks {
    next: Instant,
    bytes: u64,
}

impl Locks {
    pub(super) fn new() -> Self {
        Locks { next: Instant::now() + EVERY, bytes: 0 }
    }

    /// What they take, in bytes, as of the last time that it was counted.
    pub(super) fn bytes(&mut self, tree: &[Pid]) -> u64 {
        if Instant::now() >= self.next {
            let list = File::open("/proc/locks").map(BufReader::new);
            let count = list.map_or(0, |list| count(list, tree));
            self.bytes = if count > MOST { TOO_MUCH } else { LOCK * count as u64 };
            self.next = Instant::now() + EVERY;
        }
        self.bytes
    }
}

/// Lines of `/proc/locks` that belong to one of `tree`; those that wait have an arrow after the
/// number. The list is the machine's, and others may have filled it.
fn count(mut list: impl BufRead, tree: &[Pid]) -> usize {
    let (mut line, mut found) = (Vec::new(), 0);
    while found <= MOST && list.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        let text = String::from_utf8_lossy(&line);
        let mut words = text.split_whitespace().skip(1).filter(|word| *word != "->");
        let pid = words.nth(3).and_then(|word| word.parse().ok()).and_then(Pid::from_raw);
        found += usize::from(pid.is_some_and(|pid| tree.contains(&pid)));
        line.clear();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locks_of_a_tree_are_told_from_others() {
        let list = "1: POSIX  ADVISORY  WRITE 12 fe:00:131 0 0\n\
                    2: FLOCK  ADVISORY  WRITE 13 fe:00:132 0 EOF\n\
                    2: -> POSIX  ADVISORY  READ 12 fe:00:133 0 EOF\n\
                    3: OFDLCK ADVISORY  READ -1 fe:00:134 0 EOF\n";
        let tree = |pids: &[i32]| -> Vec<Pid> {
            pids.iter().filter_map(|pid| Pid::from_raw(*pid)).collect()
        };
        assert_eq!(count(list.as_bytes(), &tree(&[12])), 2);
        assert_eq!(count(list.as_bytes(), &tree(&[12, 13, 131])), 3);
        assert_eq!(count(list.as_bytes(), &tree(&[1, 0])), 0);
    }
}

//! The processes below one process, read from `/proc`.

use std::collections::BTreeSet;
use std::fs;

use rustix::process::Pid;

/// The processes below `root`, itself left out.
pub(super) fn below(root: Pid) -> Vec<Pid> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![root];
    while let Some(pid) = waiting.pop() {
        for child in children(pid) {
            if found.insert(child.as_raw_nonzero().get()) {
                waiting.push(child);
            }
        }
    }
    found.into_iter().filter_map(Pid::from_raw).collect()
}

/// What `/proc/PID/stat` says, or that file of a thread. Its place in `/proc` goes without `/stat`.
pub(super) struct Stat {
    /// The fields after the name, which may hold anything and need not be text.
    fields: String,
}

impl Stat {
    /// Nothing where there is no such process any more.
    pub(super) fn read(place: &str) -> Option<Stat> {
        let line = fs::read(format!("{place}/stat")).ok()?;
        Some(Stat::new(&String::from_utf8_lossy(&line)))
    }

    fn new(line: &str) -> Stat {
        let rest = line.rsplit_once(')').map_or("", |(_, rest)| rest);
        Stat { fields: rest.to_owned() }
    }

    /// Field `n`, counted from 1 as in proc(5); 0 where it is no number.
    pub(super) fn number(&self, n: usize) -> u64 {
        self.fields.split_whitespace().nth(n - 3).and_then(|word| word.parse().ok()).unwrap_or(0)
    }

    /// Whether it has ended and only its name is left.
    pub(super) fn is_dead(&self) -> bool {
        matches!(self.state(), Some("Z" | "X"))
    }

    /// The state, as a letter.
    fn state(&self) -> Option<&str> {
        self.fields.split_whitespace().next()
    }
}

/// Whether every thread of `pid` waits for something; one that could run and gets no processor
/// does not.
pub(super) fn sleeps(pid: Pid) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())) else {
        return true;
    };
    threads.flatten().all(|thread| {
        let stat = Stat::read(&thread.path().display().to_string());
        // Of one that has ended meanwhile there is nothing.
        stat.is_none_or(|stat| stat.is_dead() || stat.state() == Some("S"))
    })
}

fn children(pid: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())) else {
        return found;
    };
    for thread in threads.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(list) => found.extend(
                list.split_whitespace()
                    .filter_map(|word| word.parse().ok().and_then(Pid::from_raw)),
            ),
            // Kernels without that file.
            Err(_) if thread.path().exists() => return children_by_scan(pid),
            Err(_) => {}
        }
    }
    found
}

fn children_by_scan(parent: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else {
            continue;
        };
        let above = Stat::read(&format!("/proc/{pid}")).map_or(0, |stat| stat.number(4));
        if above == u64::from(parent.as_raw_nonzero().get().cast_unsigned()) {
            found.extend(Pid::from_raw(pid));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_name_with_spaces_and_parentheses_shifts_no_field() {
        let line = "12 (a) b) (c) S 7 12 12 0 -1 1077936128 1 2 3 4 50 60 70 80 20 0 9 0 5 6 33";
        let stat = Stat::new(line);
        assert_eq!(stat.number(4), 7);
        assert_eq!([14, 15, 16, 17, 20, 24].map(|n| stat.number(n)), [50, 60, 70, 80, 9, 33]);
    }

    #[test]
    fn a_process_that_waits_sleeps_and_a_busy_one_does_not() {
        let start = |script: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
            shell.spawn().expect("a shell")
        };
        let pid = |child: &std::process::Child| {
            Pid::from_raw(child.id().cast_signed()).expect("a process")
        };
        let waits = start("read line");
        let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while !sleeps(pid(&waits)) && std::time::Instant::now() < until {
            std::thread::yield_now();
        }
        assert!(sleeps(pid(&waits)));
        // It is busy from its first word on, whether it gets a processor or not.
        let mut busy = start("echo; while :; do :; done");
        let mut word = [0];
        let said = busy.stdout.as_mut().expect("a pipe");
        std::io::Read::read_exact(said, &mut word).expect("a word");
        let asleep = (0..1000).any(|_| sleeps(pid(&busy)));
        for mut child in [busy, waits] {
            child.kill().and_then(|()| child.wait()).expect("its end");
        }
        assert!(!asleep);
    }
}

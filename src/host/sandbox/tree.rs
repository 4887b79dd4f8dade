//! What the processes below one process use, read from `/proc`.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use rustix::process::Pid;

/// A process with less address space than this has small page tables: at most a 512th of it.
const LARGE: u64 = 8 << 30;

/// The tree below a process, that process included.
pub(super) struct Tree {
    root: Pid,
    /// Nanoseconds of a clock tick.
    tick: u64,
    page: u64,
}

/// What a tree uses at one moment.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// User and system time, that of the children which were waited for included.
    pub(super) cpu: Duration,
    /// Threads of all processes.
    pub(super) threads: u64,
    /// Resident memory by process, shared pages counted for each.
    resident: Vec<(Pid, u64)>,
    /// What the kernel needs to map the memory of the large ones.
    tables: u64,
}

impl Usage {
    /// Resident memory in bytes, with the tables that map it. Shared pages are counted once where counting them for each
    /// process comes to more than `enough`: it takes longer.
    pub(super) fn memory(&self, enough: u64) -> u64 {
        let simple = self.resident.iter().map(|(_, bytes)| bytes).sum::<u64>() + self.tables;
        if simple <= enough {
            return simple;
        }
        let exact = |(pid, bytes): &(Pid, u64)| proportional(*pid).unwrap_or(*bytes);
        self.resident.iter().map(exact).sum::<u64>() + self.tables
    }
}

impl Tree {
    pub(super) fn new(root: Pid) -> Self {
        let ticks = rustix::param::clock_ticks_per_second().max(1);
        Tree { root, tick: 1_000_000_000 / ticks, page: rustix::param::page_size() as u64 }
    }

    /// The processes below the root, the root left out.
    pub(super) fn below(&self) -> Vec<Pid> {
        let mut found = BTreeSet::new();
        let mut waiting = vec![self.root];
        while let Some(pid) = waiting.pop() {
            for child in children(pid) {
                if found.insert(child.as_raw_nonzero().get()) {
                    waiting.push(child);
                }
            }
        }
        found.into_iter().filter_map(Pid::from_raw).collect()
    }

    /// What the tree uses now.
    pub(super) fn look(&self) -> Usage {
        let mut usage = Usage::default();
        for pid in self.below().into_iter().chain([self.root]) {
            let Some(stat) = line(pid.as_raw_nonzero()) else { continue };
            let field = Stat::new(&stat);
            // proc(5): utime, stime, cutime, cstime are 14 to 17, num_threads 20, vsize 23, rss 24.
            let ticks: u64 = (14..=17).map(|n| field.number(n)).sum();
            usage.cpu += Duration::from_nanos(ticks.saturating_mul(self.tick));
            usage.threads += field.number(20);
            usage.resident.push((pid, field.number(24).saturating_mul(self.page)));
            if field.number(23) > LARGE {
                usage.tables = usage.tables.saturating_add(tables(pid).unwrap_or(0));
            }
        }
        usage
    }
}

/// `/proc/PID/stat`. A process may call itself what it likes, so it need not be UTF-8.
fn line(pid: impl std::fmt::Display) -> Option<String> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    Some(String::from_utf8_lossy(&stat).into_owned())
}

/// One line of `/proc/PID/stat`. The name may hold anything, so fields count from its end.
struct Stat<'a>(Vec<&'a str>);

impl<'a> Stat<'a> {
    fn new(line: &'a str) -> Self {
        let rest = line.rsplit_once(')').map_or("", |(_, rest)| rest);
        Stat(rest.split_whitespace().collect())
    }

    /// Field `n`, counted from 1 as in proc(5); 0 where it is no number.
    fn number(&self, n: usize) -> u64 {
        self.0.get(n - 3).and_then(|word| word.parse().ok()).unwrap_or(0)
    }
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
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let stat = line(pid).unwrap_or_default();
        let above = Stat::new(&stat).number(4);
        if above == u64::from(parent.as_raw_nonzero().get().cast_unsigned()) {
            found.extend(Pid::from_raw(pid));
        }
    }
    found
}

/// The size of a process's page tables.
fn tables(pid: Pid) -> Option<u64> {
    let status = fs::read(format!("/proc/{}/status", pid.as_raw_nonzero())).ok()?;
    in_kib(&String::from_utf8_lossy(&status), "VmPTE:")
}

/// Resident memory with each shared page divided among its users.
fn proportional(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_nonzero())).ok()?;
    in_kib(&text, "Pss:")
}

/// The line of that name, which counts KiB, in bytes.
fn in_kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::Stat;

    #[test]
    fn a_name_with_spaces_and_parentheses_shifts_no_field() {
        let line = "12 (a) b) (c) S 7 12 12 0 -1 1077936128 1 2 3 4 50 60 70 80 20 0 9 0 5 6 33";
        let stat = Stat::new(line);
        assert_eq!(stat.number(4), 7);
        assert_eq!([14, 15, 16, 17, 20, 24].map(|n| stat.number(n)), [50, 60, 70, 80, 9, 33]);
    }
}

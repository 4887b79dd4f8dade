//! What a tree of processes uses.

use std::collections::HashMap;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::tree::{Stat, below};

/// A tree with less address space than this has small page tables: at most a 512th of it.
const LARGE: u64 = 4 << 30;
/// Every so often the memory that the kernel needs for a large tree is counted: it takes longer.
const EVERY: u32 = 8;
/// More than any limit.
const TOO_MUCH: u64 = 1 << 60;
/// What the kernel needs for one mapping, at least.
const MAPPING: u64 = 200;
/// Memory that takes longer to be counted exactly is shared by more than an honest program starts.
const COUNTING: Duration = Duration::from_millis(200);
/// The buffer of a socket where the system does not say, in bytes; no program can set another.
const BUFFER: u64 = 212_992;

/// Measures the tree below a process, that process included, again and again.
pub(super) struct Meter {
    root: Pid,
    /// Nanoseconds of a clock tick.
    tick: u64,
    page: u64,
    /// The buffer of a socket; `None` where others have the same network.
    buffer: Option<u64>,
    /// All processes that were seen, by id and start: the ticks that each itself had used.
    own: HashMap<(Pid, u64), u64>,
    /// The sum of these.
    seen: u64,
    /// Looks until the kernel's memory is counted again, and what it was the last time.
    until: u32,
    kernel: u64,
}

/// What a tree uses at one moment.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// User and system time, that of ended processes included.
    pub(super) cpu: Duration,
    /// Threads of all processes.
    pub(super) threads: u64,
    /// Resident memory by place in `/proc`, shared pages counted for each.
    resident: Vec<(String, u64)>,
    /// What the kernel needs for them: page tables, mappings and full sockets.
    kernel: u64,
}

impl Usage {
    /// Memory in bytes, the kernel's for the tree included. Shared pages are counted once where
    /// counting them for each process comes to more than `enough`: it takes longer.
    pub(super) fn memory(&self, enough: u64) -> u64 {
        let simple = self.resident.iter().map(|(_, bytes)| bytes).sum::<u64>() + self.kernel;
        if simple <= enough {
            return simple;
        }
        let end = Instant::now() + COUNTING;
        let mut exact = self.kernel;
        for (place, bytes) in &self.resident {
            if Instant::now() > end {
                return simple;
            }
            exact += proportional(place, *bytes);
        }
        exact
    }
}

impl Meter {
    /// For the tree below `root`, which may have a network of its own.
    pub(super) fn new(root: Pid, own_network: bool) -> Self {
        let ticks = rustix::param::clock_ticks_per_second().max(1);
        let usual = || {
            let said = fs::read_to_string("/proc/sys/net/core/wmem_default").ok();
            said.and_then(|text| text.trim().parse().ok()).unwrap_or(BUFFER)
        };
        Meter {
            root,
            tick: 1_000_000_000 / ticks,
            page: rustix::param::page_size() as u64,
            buffer: own_network.then(usual),
            own: HashMap::new(),
            seen: 0,
            until: 0,
            kernel: 0,
        }
    }

    /// What the tree uses now.
    pub(super) fn look(&mut self) -> Usage {
        let mut usage = Usage { kernel: self.sockets(), ..Usage::default() };
        let (mut ticks, mut space) = (0, 0_u64);
        for pid in below(self.root).into_iter().chain([self.root]) {
            let mut place = format!("/proc/{}", pid.as_raw_nonzero());
            let Some(stat) = Stat::read(&place) else { continue };
            // proc(5): utime, stime, cutime, cstime are 14 to 17, num_threads 20, starttime 22.
            let itself = stat.number(14) + stat.number(15);
            ticks += itself + stat.number(16) + stat.number(17);
            let before = self.own.insert((pid, stat.number(22)), itself).unwrap_or(0);
            self.seen += itself.saturating_sub(before);
            usage.threads += stat.number(20);
            // Where its first thread has ended the others may go on.
            let headless = stat.is_dead() && stat.number(20) > 1;
            let memory = if headless { living_thread(&mut place) } else { Some(stat) };
            let Some(memory) = memory else { continue };
            // proc(5): vsize is 23, rss 24.
            space = space.saturating_add(memory.number(23));
            usage.resident.push((place, memory.number(24).saturating_mul(self.page)));
        }
        if space <= LARGE {
            (self.until, self.kernel) = (0, 0);
        } else if self.until == 0 {
            self.until = EVERY;
            let end = Instant::now() + COUNTING;
            let counted = usage
                .resident
                .iter()
                .map(|(place, _)| if Instant::now() > end { TOO_MUCH } else { kernel(place) });
            self.kernel = counted.fold(0, u64::saturating_add);
        }
        self.until = self.until.saturating_sub(1);
        usage.kernel = usage.kernel.saturating_add(self.kernel);
        // The time of a process is its parent's once that asks how it ended; who does not care is
        // told nothing. So both are counted: what there is, and what was seen.
        usage.cpu = Duration::from_nanos(ticks.max(self.seen).saturating_mul(self.tick));
        usage
    }

    /// What the sockets of the tree's network can hold.
    fn sockets(&self) -> u64 {
        let count = || {
            let place = format!("/proc/{}/net/sockstat", self.root.as_raw_nonzero());
            let text = fs::read_to_string(place).ok()?;
            text.lines().next()?.strip_prefix("sockets: used ")?.trim().parse::<u64>().ok()
        };
        self.buffer.map_or(0, |buffer| count().unwrap_or(0).saturating_mul(buffer))
    }
}

/// A thread of the process at `place` that has not ended; `place` becomes the thread's.
fn living_thread(place: &mut String) -> Option<Stat> {
    for thread in fs::read_dir(format!("{place}/task")).ok()?.flatten() {
        let of_thread = thread.path().display().to_string();
        if let Some(stat) = Stat::read(&of_thread).filter(|stat| !stat.is_dead()) {
            *place = of_thread;
            return Some(stat);
        }
    }
    None
}

/// What the kernel needs to know where the memory of a process is: page tables and mappings.
fn kernel(place: &str) -> u64 {
    let status = fs::read(format!("{place}/status")).unwrap_or_default();
    let tables = in_kib(&String::from_utf8_lossy(&status), "VmPTE:").unwrap_or(0);
    let maps = fs::read(format!("{place}/maps")).unwrap_or_default();
    tables + MAPPING * memchr::memchr_iter(b'\n', &maps).count() as u64
}

/// Resident memory with each shared page divided among its users; `simple` where the system does
/// not say, and nothing of a process that has ended meanwhile.
fn proportional(place: &str, simple: u64) -> u64 {
    match fs::read_to_string(format!("{place}/smaps_rollup")) {
        Ok(text) => in_kib(&text, "Pss:").unwrap_or(simple),
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ESRCH)) => {
            if Stat::read(place).is_some_and(|stat| !stat.is_dead()) {
                simple
            } else {
                0
            }
        }
        Err(_) => simple,
    }
}

/// The line of that name, which counts KiB, in bytes.
fn in_kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

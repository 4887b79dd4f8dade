//! A control group for the tree, where one can be made.
//!
//! Version 2 gives limits on memory and processes; it can be used where the user's session was
//! given a part of the hierarchy, and by root in many containers. Version 1 gives one on
//! processes, to root.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

use super::wire::Wanted;
use super::{Layer, Layers, Limits};

const PREFIX: &str = "plygrade-";

/// Folders of the group, removed on drop: the tree must be gone by then.
pub(super) struct Cgroup {
    groups: Vec<Group>,
}

struct Group {
    folder: PathBuf,
    /// Opened before the user namespace was entered: the right to use it is the opener's.
    procs: fs::File,
    /// Files of the limits that can be set, opened then as well.
    memory: Option<Memory>,
    processes: Option<fs::File>,
}

struct Memory {
    most: fs::File,
    swap: Option<fs::File>,
}

impl Cgroup {
    /// Makes what can be made, without limits for now.
    pub(super) fn make(wanted: &Wanted) -> Option<Cgroup> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let mut groups = Vec::new();
        let processes = wanted.allows(Layer::ProcessLimit);
        let memory = wanted.allows(Layer::MemoryLimit);
        for line in own.lines() {
            let mut words = line.splitn(3, ':').skip(1);
            let (Some(kinds), Some(path)) = (words.next(), words.next()) else { continue };
            let path = path.trim_start_matches('/');
            if kinds.is_empty() {
                // Where version 1 is in use as well, version 2 has a folder beside it.
                let Some(root) = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
                    .map(Path::new)
                    .into_iter()
                    .find(|root| root.join("cgroup.controllers").is_file())
                else {
                    continue;
                };
                let own = root.join(path);
                // A group that holds processes cannot hand out controllers; the one above may.
                let above = own.parent().filter(|above| above.starts_with(root));
                let made = Group::make(&own, memory, processes)
                    .or_else(|| Group::make(above?, memory, processes));
                groups.extend(made);
            } else if kinds.split(',').any(|kind| kind == "pids") {
                let own = Path::new("/sys/fs/cgroup/pids").join(path);
                groups.extend(Group::make(&own, false, processes));
            }
        }
        Some(Cgroup { groups }).filter(|made| !made.groups.is_empty())
    }

    /// Puts a process, and all that will come from it, into the groups; those that refuse it go.
    pub(super) fn add(&mut self, pid: Pid) {
        let pid = pid.to_string();
        self.groups.retain(|group| {
            // In one write: the kernel takes each for a number of its own.
            (&group.procs).write_all(pid.as_bytes()).is_ok()
                && fs::read_to_string(group.folder.join("cgroup.procs"))
                    .is_ok_and(|list| list.lines().any(|line| line == pid))
        });
    }

    /// Sets the limits; notes those that can be set.
    pub(super) fn limit(&self, limits: &Limits, layers: &mut Layers) {
        let set =
            |mut file: &fs::File, most: u64| file.write_all(most.to_string().as_bytes()).is_ok();
        for group in &self.groups {
            if let (Some(memory), Some(most)) = (&group.memory, limits.memory) {
                let _ = memory.swap.as_ref().map(|swap| set(swap, 0));
                layers.note(Layer::MemoryLimit, set(&memory.most, most));
            }
            if let Some(file) = &group.processes {
                // Process 1 is one more.
                let most = u64::from(limits.processes) + 1;
                layers.note(Layer::ProcessLimit, set(file, most));
            }
        }
    }

    /// How many processes the limit on memory has killed.
    pub(super) fn memory_kills(&self) -> u64 {
        let of = |group: &Group| {
            let text = fs::read_to_string(group.folder.join("memory.events")).ok()?;
            let count = text.lines().find_map(|line| line.strip_prefix("oom_kill "))?;
            count.trim().parse().ok()
        };
        self.groups.iter().filter_map(of).max().unwrap_or(0)
    }
}

impl Group {
    fn make(parent: &Path, memory: bool, processes: bool) -> Option<Group> {
        sweep(parent);
        let folder = parent.join(format!("{PREFIX}{}", rustix::process::getpid().as_raw_nonzero()));
        fs::create_dir(&folder).ok()?;
        // Never to be created: what is not there is not a control group's.
        let open = |file: &str| fs::File::options().write(true).open(folder.join(file)).ok();
        let most = if memory { open("memory.max") } else { None };
        let memory = most.map(|most| {
            let _ = open("memory.oom.group").map(|mut file| file.write_all(b"1"));
            Memory { most, swap: open("memory.swap.max") }
        });
        let processes = if processes { open("pids.max") } else { None };
        match open("cgroup.procs") {
            Some(procs) if memory.is_some() || processes.is_some() => {
                Some(Group { folder, procs, memory, processes })
            }
            _ => {
                let _ = fs::remove_dir(&folder);
                None
            }
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The kernel takes a moment to forget the last process.
        for _ in 0..50 {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                _ => break,
            }
        }
    }
}

/// Removes what wardens that were killed left behind.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse::<u32>().ok());
        if pid.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

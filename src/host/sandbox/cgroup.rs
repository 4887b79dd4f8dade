//! A control group for the tree, where one can be made.
//!
//! Version 2 gives limits on memory and processes; it can be used where the user's session was
//! given a part of the hierarchy, and by root in many containers. Version 1 gives one on
//! processes, to root.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

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
    memory: bool,
    processes: bool,
}

impl Cgroup {
    /// Makes what can be made.
    pub(super) fn make(limits: &Limits, allowed: &impl Fn(Layer) -> bool) -> Option<Cgroup> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let mut groups = Vec::new();
        let processes = allowed(Layer::ProcessLimit).then_some(limits.processes);
        let memory = limits.memory.filter(|_| allowed(Layer::MemoryLimit));
        for line in own.lines() {
            let mut words = line.splitn(3, ':').skip(1);
            let (Some(kinds), Some(path)) = (words.next(), words.next()) else { continue };
            let path = path.trim_start_matches('/');
            if kinds.is_empty() {
                let root = Path::new("/sys/fs/cgroup");
                let own = root.join(path);
                // A group that holds processes cannot hand out controllers; the one above may.
                let above = own.parent().filter(|above| above.starts_with(root));
                let made = Group::make(&own, memory, processes)
                    .or_else(|| Group::make(above?, memory, processes));
                groups.extend(made);
            } else if kinds.split(',').any(|kind| kind == "pids") {
                let own = Path::new("/sys/fs/cgroup/pids").join(path);
                groups.extend(Group::make(&own, None, processes));
            }
        }
        Some(Cgroup { groups }).filter(|made| !made.groups.is_empty())
    }

    /// Puts a process, and all that will come from it, under the limits.
    pub(super) fn add(&self, pid: Pid, layers: &mut Layers) {
        for group in &self.groups {
            // In one write: the kernel takes each for a number of its own.
            let done = (&group.procs).write_all(pid.to_string().as_bytes()).is_ok()
                && fs::read_to_string(group.folder.join("cgroup.procs"))
                    .is_ok_and(|list| list.lines().any(|line| line == pid.to_string()));
            layers.note(Layer::MemoryLimit, done && group.memory);
            layers.note(Layer::ProcessLimit, done && group.processes);
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
    fn make(parent: &Path, memory: Option<u64>, processes: Option<u32>) -> Option<Group> {
        sweep(parent);
        let folder = parent.join(format!("{PREFIX}{}", rustix::process::getpid().as_raw_nonzero()));
        fs::create_dir(&folder).ok()?;
        let set = |file: &str, value: String| fs::write(folder.join(file), value).is_ok();
        let memory = memory.is_some_and(|most| {
            let _ = set("memory.swap.max", "0".to_owned());
            let _ = set("memory.oom.group", "1".to_owned());
            set("memory.max", most.to_string())
        });
        // Process 1 is one more.
        let processes =
            processes.is_some_and(|most| set("pids.max", (u64::from(most) + 1).to_string()));
        let procs = fs::File::options().write(true).open(folder.join("cgroup.procs"));
        match procs {
            Ok(procs) if memory || processes => Some(Group { folder, procs, memory, processes }),
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

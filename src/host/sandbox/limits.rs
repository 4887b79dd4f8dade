//! What a program may use.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits of one sandbox. `None` means no limit of that kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of each process; a forked child starts anew, so this is a case's limit where
    /// cases are forked. Rounded up to whole seconds.
    pub cpu: Option<Duration>,
    /// CPU time of the whole tree, looked at every few milliseconds.
    pub total_cpu: Option<Duration>,
    /// Wall time from start to end.
    pub wall: Option<Duration>,
    /// Memory in bytes: of each process (private writable memory) and of the whole tree
    /// (resident, shared pages counted once).
    pub memory: Option<u64>,
    /// Address space of each process in bytes. Virtual machines such as Java's and JavaScript's
    /// reserve far more than they use: leave it out for them.
    pub address_space: Option<u64>,
    /// Bytes of one file.
    pub file_size: Option<u64>,
    /// Bytes of all files in the scratch folder.
    pub scratch_bytes: u64,
    /// Open descriptors of each process.
    pub open_files: u64,
    /// Processes and threads of the whole tree.
    pub processes: u32,
    /// Bytes of each captured stream; the tree is ended when one writes more.
    pub output_bytes: usize,
}

impl Default for Limits {
    /// Those of one submission under the design's default times: 30 s of CPU a case, 10 minutes
    /// in all, 1 GiB.
    fn default() -> Self {
        Limits {
            cpu: Some(Duration::from_secs(30)),
            total_cpu: Some(Duration::from_secs(600)),
            wall: Some(Duration::from_secs(600)),
            memory: Some(1 << 30),
            address_space: None,
            file_size: Some(16 << 20),
            scratch_bytes: 64 << 20,
            open_files: 256,
            processes: 64,
            output_bytes: 1 << 20,
        }
    }
}

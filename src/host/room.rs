//! What a disk has room for.

use std::io::Result;
use std::path::Path;

/// What can still be written by who is not root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Room {
    /// Bytes.
    pub(super) bytes: u64,
    /// Files and folders; as many as one likes where the disk counts none.
    pub(super) files: u64,
}

impl Room {
    /// On the disk of `folder`.
    ///
    /// # Errors
    /// The disk does not say it.
    pub(super) fn on(folder: &Path) -> Result<Room> {
        let disk = rustix::fs::statvfs(folder)?;
        let bytes = disk.f_bavail.saturating_mul(disk.f_frsize);
        let files = if disk.f_files == 0 { u64::MAX } else { disk.f_favail };
        Ok(Room { bytes, files })
    }
}

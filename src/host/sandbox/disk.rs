//! What a program has written to a scratch folder that is on the disk.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::End;
use super::view::SCRATCH_FILES;
use super::wire::Request;

/// Products of a build are many small files.
const BUILD_FILES: u64 = 200_000;

/// Looks at the folder from time to time: at most a twentieth of the time goes into looking.
pub(super) struct Disk {
    folder: PathBuf,
    bytes: u64,
    files: u64,
    next: Instant,
}

impl Disk {
    pub(super) fn new(request: &Request) -> Self {
        Disk {
            folder: PathBuf::from(&request.scratch),
            bytes: request.limits.scratch_bytes,
            files: if request.keep_scratch { BUILD_FILES } else { SCRATCH_FILES },
            next: Instant::now(),
        }
    }

    /// Whether there is more than allowed, if it is time to look or `now` is asked for.
    pub(super) fn over(&mut self, now: bool) -> Option<End> {
        let start = Instant::now();
        if !now && start < self.next {
            return None;
        }
        let over = exceeds(&self.folder, self.bytes, self.files);
        self.next = start + (start.elapsed() * 20).max(Duration::from_millis(100));
        over.then_some(End::FileSize)
    }
}

/// Whether `folder` holds more than so many bytes or files, or what cannot be looked at: a folder
/// without rights or with a path too long hides how much is in it.
fn exceeds(folder: &Path, most_bytes: u64, most_files: u64) -> bool {
    let (mut bytes, mut files) = (0_u64, 0_u64);
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(_) => return true,
        };
        for entry in entries.flatten() {
            let Ok(meta) = entry.metadata() else { continue };
            files += 1;
            bytes = bytes.saturating_add(meta.blocks().saturating_mul(512));
            if bytes > most_bytes || files > most_files {
                return true;
            }
            if meta.is_dir() {
                waiting.push(entry.path());
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::exceeds;

    #[test]
    fn bytes_and_files_are_counted_in_all_folders() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("a/b")).expect("folders");
        std::fs::write(folder.path().join("a/b/file"), vec![1; 100_000]).expect("a file");
        assert!(!exceeds(folder.path(), 1 << 20, 3));
        assert!(exceeds(folder.path(), 90_000, 3));
        assert!(exceeds(folder.path(), 1 << 20, 2));
    }
}

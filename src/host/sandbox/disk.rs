//! What a program has written to a scratch folder that is on the disk.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::End;
use super::tree::below;
use super::view::SCRATCH_FILES;
use super::wire::Request;
use crate::host::room::Room;

/// So many looks in a row, half a second or more, do not miss something by chance.
const HIDING: u32 = 5;
/// Products of a build are many small files.
const BUILD_FILES: u64 = 200_000;

/// Looks at the folder from time to time: at most a twentieth of the time goes into looking.
pub(super) struct Disk {
    folder: PathBuf,
    bytes: u64,
    files: u64,
    /// The program, where files without a name are kept by its processes: a file system in memory
    /// has a limit of its own for them.
    keeper: Option<Pid>,
    /// Looks in a row at which something could not be looked at.
    unseen: u32,
    /// Bytes that were free on the disk at the start.
    free: u64,
    next: Instant,
}

impl Disk {
    pub(super) fn new(request: &Request, program: Pid) -> Self {
        let folder = PathBuf::from(&request.scratch);
        let free = free(&folder);
        let (mut bytes, mut files) = (request.limits.scratch_bytes, SCRATCH_FILES);
        if request.keep_scratch {
            // A program alone never fills the disk: then it would be nobody's fault.
            bytes = bytes.min(free.bytes / 2);
            files = BUILD_FILES.min(free.files / 2);
        }
        let keeper = request.keep_scratch.then_some(program);
        Disk { folder, bytes, files, keeper, unseen: 0, free: free.bytes, next: Instant::now() }
    }

    /// Whether there is more than allowed, if it is time to look or `now` is asked for.
    pub(super) fn over(&mut self, now: bool) -> Option<End> {
        let start = Instant::now();
        if !now && start < self.next {
            return None;
        }
        let mut unseen = false;
        let nameless = self.keeper.map_or(0, |root| nameless(root, &self.folder, &mut unseen));
        let named = self.bytes.checked_sub(nameless);
        let over = named.is_none_or(|bytes| exceeds(&self.folder, bytes, self.files, &mut unseen));
        self.unseen = if unseen { self.unseen + 1 } else { 0 };
        // Who keeps files from being looked at again and again is taken to have what the disk has
        // lost. Once is nothing: whoever builds removes files meanwhile.
        let lost = || self.free.saturating_sub(free(&self.folder).bytes) > self.bytes;
        let over = over || (self.unseen >= HIDING && self.keeper.is_some() && lost());
        self.next = start + (start.elapsed() * 20).max(Duration::from_millis(100));
        over.then_some(End::FileSize)
    }
}

/// Whether `folder` holds more than so many bytes or files, or what cannot be looked at: a folder
/// without rights or with a path too long hides how much is in it.
///
/// Sets `unseen` where one that was listed was gone when it was opened, or moved.
fn exceeds(folder: &Path, most_bytes: u64, most_files: u64, unseen: &mut bool) -> bool {
    let (mut bytes, mut files) = (0_u64, 0_u64);
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                *unseen = true;
                continue;
            }
            Err(_) => return true,
        };
        for entry in entries.flatten() {
            let Ok(meta) = entry.metadata() else {
                *unseen = true;
                continue;
            };
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

/// Bytes of files in `folder` that were removed while a process below `root` has them open.
///
/// Sets `unseen` where a process does not let its files be looked at, or has one that is only mapped:
/// such a one does not tell its size.
fn nameless(root: Pid, folder: &Path, unseen: &mut bool) -> u64 {
    let mut sizes = BTreeMap::new();
    let mut mapped = Vec::new();
    for pid in below(root).into_iter().chain([root]) {
        let place = format!("/proc/{}", pid.as_raw_nonzero());
        // Each thread may have descriptors of its own, and the first one may have ended.
        let threads = fs::read_dir(format!("{place}/task")).into_iter().flatten().flatten();
        let lists = threads.flat_map(|thread| match fs::read_dir(thread.path().join("fd")) {
            Ok(list) => Some(list.flatten()),
            Err(error) => {
                *unseen |= error.kind() == ErrorKind::PermissionDenied;
                None
            }
        });
        for fd in lists.flatten() {
            let removed = fs::read_link(fd.path())
                .is_ok_and(|name| is_removed(name.as_os_str().as_bytes(), folder));
            if let (true, Ok(meta)) = (removed, fs::metadata(fd.path())) {
                sizes.insert(meta.ino(), meta.blocks().saturating_mul(512));
            }
        }
        let maps = fs::read(format!("{place}/maps")).unwrap_or_default();
        for line in maps.split(|byte| *byte == b'\n') {
            // proc(5): address, rights, offset, device, inode, name.
            let mut words = line.splitn(6, |byte| *byte == b' ');
            let inode = words.nth(4).and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
            let name = words.next().unwrap_or_default().trim_ascii_start();
            if let (Some(inode), true) = (inode, is_removed(name, folder)) {
                mapped.push(inode);
            }
        }
    }
    // These do not tell their size.
    *unseen |= mapped.iter().any(|inode| !sizes.contains_key(inode));
    sizes.values().fold(0, |sum, size| sum.saturating_add(*size))
}

/// A disk that does not say what is free has nothing free.
fn free(folder: &Path) -> Room {
    Room::on(folder).unwrap_or_default()
}

/// Whether the kernel says of a file's name that it was in `folder`.
fn is_removed(name: &[u8], folder: &Path) -> bool {
    name.ends_with(b" (deleted)") && name.starts_with(folder.as_os_str().as_bytes())
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::process::Stdio;

    use super::{exceeds, nameless};

    #[test]
    fn files_that_were_removed_are_counted_while_they_are_open_or_mapped() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = std::fs::canonicalize(folder.path()).expect("a folder");
        let own = rustix::process::getpid();
        let mut unseen = false;
        let file = place.join("file");
        let mut open = std::fs::File::create(&file).expect("a file");
        open.write_all(&[1; 100_000]).expect("it is written");
        assert_eq!(nameless(own, &place, &mut unseen), 0);
        std::fs::remove_file(&file).expect("it goes");
        assert!((100_000..200_000).contains(&nameless(own, &place, &mut unseen)));
        assert_eq!(nameless(own, &place.join("other"), &mut unseen), 0);
        drop(open);
        assert_eq!(nameless(own, &place, &mut unseen), 0);
        assert!(!unseen);
        // A program is mapped from its file as long as it runs.
        let copied = std::process::Command::new("cp").arg("/bin/cat").arg(&file).status();
        assert!(copied.expect("cp starts").success());
        let mut cat = std::process::Command::new(&file);
        let mut cat = cat.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        std::fs::remove_file(&file).expect("it goes");
        // To have started is not yet to be mapped: who answers is.
        let mut input = cat.stdin.take().expect("a pipe");
        input.write_all(b"?").expect("it reads");
        cat.stdout.as_mut().expect("a pipe").read_exact(&mut [0]).expect("it answers");
        nameless(own, &place, &mut unseen);
        drop(input);
        assert!(cat.wait().expect("it ends").success());
        assert!(unseen);
    }

    #[test]
    fn bytes_and_files_are_counted_in_all_folders() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("a/b")).expect("folders");
        std::fs::write(folder.path().join("a/b/file"), vec![1; 100_000]).expect("a file");
        assert!(!exceeds(folder.path(), 1 << 20, 3, &mut false));
        assert!(exceeds(folder.path(), 90_000, 3, &mut false));
        assert!(exceeds(folder.path(), 1 << 20, 2, &mut false));
    }
}

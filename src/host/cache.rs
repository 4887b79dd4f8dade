//! What is kept between runs: finished builds, the compiled SDK, our Python files.
//!
//! Each is a folder with a name of ours. Whoever uses one holds a lock on it; those that nobody
//! holds go when they have not been used for long, and the longest unused first when all together
//! are too large.

use std::fs::{self, DirBuilder, File};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::room::Room;
use super::scratch;

/// How the folders of builds that are not finished begin; who builds there has a lock on it.
const UNFINISHED: &str = "build-";
/// How the folders begin in which our Python files are put together.
pub(crate) const UNFINISHED_PYTHON: &str = ".python-";
/// How folders begin that are being removed.
const GOING: &str = ".going-";

/// Bytes and files that a disk must have room for before a build begins, which gets half of what
/// there is: more than any that is meant well needs, so that want of room is never its fault.
const NEEDED: Room = Room { bytes: 512 << 20, files: 1 << 15 };
/// What is left on a disk that is not full.
const LEFT: Room = Room { bytes: 1 << 20, files: 1 };

/// What is kept at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    /// Bytes of all files.
    pub(crate) bytes: u64,
    /// Since it was last used.
    pub(crate) unused: Duration,
    /// The age of what a run that was cut short has left without a lock.
    pub(crate) left: Duration,
}

/// 2 GiB, a month, a day.
const MOST: Most = Most {
    bytes: 2 << 30,
    unused: Duration::from_secs(30 * 24 * 60 * 60),
    left: Duration::from_secs(24 * 60 * 60),
};

/// A folder of a cache that stays while this value lives.
#[derive(Debug)]
pub(crate) struct InUse {
    _lock: File,
}

/// Makes a folder that its owner alone can use. One that is there already must be this user's, and
/// nobody else may write to it: what lies in it is run.
///
/// # Errors
/// It cannot be made, or is not to be trusted.
pub(crate) fn own_folder(path: &Path) -> Result<()> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    if fs::metadata(path).is_ok_and(|meta| is_own(&meta)) {
        return Ok(());
    }
    let why = "it is no folder, another user's, or others can write to it";
    Err(Error::new(ErrorKind::PermissionDenied, why))
}

/// Whether it is a folder of this user's that nobody else can write to.
fn is_own(meta: &fs::Metadata) -> bool {
    let own = rustix::process::geteuid().as_raw();
    meta.is_dir() && meta.uid() == own && meta.mode() & 0o022 == 0
}

/// Holds `folder`, which counts as used now; `None` when it is not there, or not this user's alone
/// to write.
pub(crate) fn hold(folder: &Path) -> Option<InUse> {
    let lock = File::open(folder).ok()?;
    if !lock.metadata().is_ok_and(|meta| is_own(&meta)) {
        return None;
    }
    // Where the file system has no locks, nothing is removed either.
    let _ = lock.lock_shared();
    let id = |meta: fs::Metadata| (meta.dev(), meta.ino());
    // Whoever removes it may have been faster.
    if fs::metadata(folder).ok().map(id) != lock.metadata().ok().map(id) {
        return None;
    }
    let _ = lock.set_modified(SystemTime::now());
    Some(InUse { _lock: lock })
}

/// A folder for a build; it goes with this value, on Ctrl-C, and when the next build begins.
#[derive(Debug)]
pub(crate) struct Unfinished {
    folder: PathBuf,
    _lock: File,
}

/// The folders in which this process builds.
static BUILDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

impl Unfinished {
    /// Makes one in `cache`, and removes those of dead processes.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn new(cache: &Path) -> Result<Self> {
        scratch::be_ready_to_leave();
        for entry in fs::read_dir(cache)?.flatten() {
            if entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
                remove(cache, &entry.path());
            }
        }
        // What is made is listed before anybody asks.
        let mut building = building();
        for _ in 0..16 {
            let folder = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(cache)?.keep();
            // Somebody who removes may have been faster than the lock: then there is another name.
            let Ok(lock) = File::open(&folder) else { continue };
            if lock.try_lock().is_err() || !folder.exists() {
                continue;
            }
            building.push(folder.clone());
            return Ok(Unfinished { folder, _lock: lock });
        }
        Err(Error::new(ErrorKind::ResourceBusy, "no name for a build is free"))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.folder
    }

    /// Whether the disk has room for any build.
    ///
    /// # Errors
    /// It has not.
    pub(crate) fn has_room(&self) -> Result<()> {
        let Room { bytes, files } = NEEDED;
        let needs = format!("a build needs {} MiB and {files} files of it", bytes >> 20);
        self.has(
            NEEDED,
            &format!("there is too little room left on the disk of {}; {needs}", self.place()),
        )
    }

    /// Whether something can still be written there. Asked when a build has failed: what it says
    /// then is about whatever it was writing.
    ///
    /// # Errors
    /// The disk is full.
    pub(crate) fn is_not_full(&self) -> Result<()> {
        self.has(LEFT, &format!("there is no room left on the disk of {}", self.place()))
    }

    fn has(&self, least: Room, why: &str) -> Result<()> {
        let room = Room::on(&self.folder)?;
        if room.files < least.files || room.bytes < least.bytes {
            return Err(Error::new(ErrorKind::StorageFull, why));
        }
        Ok(())
    }

    /// The cache's folder: its own will be gone.
    fn place(&self) -> std::path::Display<'_> {
        self.folder.parent().unwrap_or(&self.folder).display()
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // On Ctrl-C this process ends when nothing is listed any more: not before it is removed.
        let mut building = building();
        let _ = scratch::remove(&self.folder);
        building.retain(|folder| *folder != self.folder);
    }
}

fn building() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    BUILDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the folders in which this process builds, and lets no other build begin: it is about to
/// end, and nothing runs there.
pub(super) fn abandon() {
    let building = building();
    for folder in building.iter() {
        let _ = scratch::remove(folder);
    }
    std::mem::forget(building);
}

/// Removes from the cache `folder` what is too much; to be called when something was added.
pub(crate) fn tidy(folder: &Path) {
    tidy_to(folder, MOST);
}

fn tidy_to(folder: &Path, most: Most) {
    let mut kept: Vec<(Duration, u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let Ok(meta) = entry.metadata().and_then(|meta| meta.modified()) else { continue };
        let age = meta.elapsed().unwrap_or_default();
        if [UNFINISHED_PYTHON, GOING].iter().any(|start| name.starts_with(start)) {
            if age > most.left {
                let _ = scratch::remove(&path);
            }
        } else if is_ours(name) {
            kept.push((age, size(&path), path));
        }
    }
    kept.sort();
    let mut bytes: u64 = kept.iter().map(|(_, size, _)| size).sum();
    for (age, size, path) in kept.iter().rev() {
        if (*age > most.unused || bytes > most.bytes) && remove(folder, path) {
            bytes -= size;
        }
    }
}

/// The digest of a build, or a word and a digest: in a folder that the user named there may lie
/// anything else.
fn is_ours(name: &str) -> bool {
    let is_digest = |text: &str, length| {
        text.len() >= length && text.bytes().take(length).all(|byte| byte.is_ascii_hexdigit())
    };
    let after = |word| name.strip_prefix(word).is_some_and(|rest| is_digest(rest, 16));
    (name.len() == 64 && is_digest(name, 64)) || after("sdk-") || after("python-")
}

/// Removes `path`, a folder of `cache`, unless somebody holds it; whether it is gone.
pub(crate) fn remove(cache: &Path, path: &Path) -> bool {
    let Ok(lock) = File::open(path) else { return false };
    if lock.try_lock().is_err() {
        return false;
    }
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    // Under another name nobody finds it while it goes, piece by piece.
    let aside = cache.join(format!("{GOING}{}-{name}", std::process::id()));
    fs::rename(path, &aside).is_ok() && scratch::remove(&aside).is_ok()
}

/// Bytes of all files in a folder. Links are not followed.
fn size(folder: &Path) -> u64 {
    let mut bytes = 0;
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(meta) if meta.is_dir() => waiting.push(entry.path()),
                Ok(meta) => bytes += meta.len(),
                Err(_) => {}
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

    /// A folder of 1000 bytes that was last used so many days ago.
    fn made(cache: &Path, name: &str, days: u32) -> PathBuf {
        let folder = cache.join(name);
        fs::create_dir_all(folder.join("deep")).expect("a folder");
        fs::write(folder.join("deep/file"), [0; 1000]).expect("a file");
        let then = SystemTime::now() - days * DAY;
        File::open(&folder).expect("a folder").set_modified(then).expect("a time");
        folder
    }

    fn digest(letter: char) -> String {
        letter.to_string().repeat(64)
    }

    #[test]
    fn the_longest_unused_goes_first_and_what_is_in_use_stays() {
        let cache = tempfile::tempdir().expect("a folder");
        let names = [digest('a'), "sdk-0123456789abcdef".to_owned(), digest('c'), digest('d')];
        let at = |n: usize| made(cache.path(), &names[n], 10 - n as u32);
        let folders: Vec<PathBuf> = (0..4).map(at).collect();
        let there = || folders.iter().map(|folder| folder.exists()).collect::<Vec<_>>();
        let most = Most { bytes: 2500, unused: 365 * DAY, left: DAY };
        tidy_to(cache.path(), Most { bytes: 4000, ..most });
        assert_eq!(there(), [true; 4]);
        // Held by this process; then used, so that it is the last to go.
        let held = hold(&folders[0]).expect("it is there");
        let then = SystemTime::now() - 20 * DAY;
        held._lock.set_modified(then).expect("a time");
        tidy_to(cache.path(), most);
        assert_eq!(there(), [true, false, false, true]);
        drop(held);
        drop(hold(&folders[0]).expect("it is there"));
        tidy_to(cache.path(), Most { bytes: 1500, ..most });
        assert_eq!(there(), [true, false, false, false]);
        assert!(hold(&folders[1]).is_none());
    }

    #[test]
    fn what_others_can_write_to_is_not_used() {
        let cache = tempfile::tempdir().expect("a folder");
        let folder = cache.path().join("plygrade");
        let set = |mode| fs::set_permissions(&folder, PermissionsExt::from_mode(mode));
        own_folder(&folder).expect("a folder");
        assert_eq!(fs::metadata(&folder).expect("it is there").mode() & 0o777, 0o700);
        for mode in [0o770, 0o702] {
            set(mode).expect("a mode");
            own_folder(&folder).expect_err("others can write to it");
            assert!(hold(&folder).is_none());
        }
        set(0o755).expect("a mode");
        own_folder(&folder).expect("others can only read it");
        assert!(hold(&folder).is_some());
        fs::write(cache.path().join("file"), "").expect("a file");
        own_folder(&cache.path().join("file")).expect_err("it is no folder");
        // The system's own, which belongs to somebody else or can be written by all.
        own_folder(&std::env::temp_dir()).expect_err("it is shared");
    }

    #[test]
    fn what_a_dead_process_was_building_goes_and_what_a_living_one_builds_stays() {
        let cache = tempfile::tempdir().expect("a folder");
        let dead = made(cache.path(), "build-dead", 0);
        let living = Unfinished::new(cache.path()).expect("a folder");
        fs::write(living.path().join("file"), "").expect("a file");
        let other = Unfinished::new(cache.path()).expect("a folder");
        assert!(!dead.exists() && living.path().exists());
        drop((living, other));
        assert_eq!(fs::read_dir(cache.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn what_is_old_goes_and_what_is_not_ours_stays() {
        let cache = tempfile::tempdir().expect("a folder");
        let old = ["python-0123456789abcdef-cpython-312-cb0d0d0a", ".python-1-2"];
        let old = old.map(|name| made(cache.path(), name, 40));
        let young = [digest('b'), ".python-3-4".to_owned()];
        let young = young.map(|name| made(cache.path(), &name, 0));
        let others = ["python-3", "thesis", "sdk-notes"].map(|name| made(cache.path(), name, 900));
        tidy_to(cache.path(), MOST);
        assert!(old.iter().all(|folder| !folder.exists()));
        assert!(young.iter().chain(&others).all(|folder| folder.exists()));
    }
}

//! Scratch folders: removed when dropped, on Ctrl-C, and at the next start after a kill.
//!
//! All folders of this process lie in one, beside a file of the same name that this process keeps
//! locked. Whoever finds such a file without a lock knows that its owner is dead, and removes both.

use std::fs::{self, File, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt,
};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

const PREFIX: &str = "plygrade-";
const LOCK: &str = ".lock";
/// Folders nested deeper than this are taken apart before they are removed.
const SHALLOW: usize = 32;

/// A folder of its own that goes with this value.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
}

/// The folder of this process.
struct House {
    folder: PathBuf,
    lock_file: PathBuf,
    _lock: File,
    /// Scratch folders that are there, and those that ever were.
    living: u32,
    made: u32,
}

static HOUSE: Mutex<Option<House>> = Mutex::new(None);
static ONCE: Once = Once::new();

impl Scratch {
    /// Makes an empty folder that only this user can enter.
    ///
    /// # Errors
    /// The folder for temporary files (`TMPDIR`) cannot take another.
    pub fn new() -> Result<Scratch> {
        be_ready_to_leave();
        let mut house = house();
        let house = match &mut *house {
            Some(house) => house,
            empty => {
                let above = above();
                let house = House::new(&above).map_err(|error| {
                    let folder = above.display();
                    let why = format!(
                        "the temporary folder {folder} cannot be used: {error}; set TMPDIR to one \
                         that can be written to"
                    );
                    Error::new(error.kind(), why)
                })?;
                empty.insert(house)
            }
        };
        let folder = house.folder.join(house.made.to_string());
        private_folder(&folder)?;
        house.made += 1;
        house.living += 1;
        Ok(Scratch { folder })
    }

    /// Where it is, without symlinks on the way.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }
}

/// Whether scratch folders can be made, before anything is tried that needs one.
///
/// # Errors
/// [`Usage`](crate::error::Error::Usage) when they cannot.
pub fn ready() -> std::result::Result<(), crate::error::Error> {
    Scratch::new().map(drop).map_err(|error| crate::error::Error::Usage(error.to_string()))
}

/// Whether it is the disk that refused, whatever was to be written, or a bound of the grader's own.
pub(super) fn no_room(error: &Error) -> bool {
    use ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), QuotaExceeded | ReadOnlyFilesystem | StorageFull)
}

/// The folder for temporary files. A variable that is empty says nothing.
fn above() -> PathBuf {
    Some(std::env::temp_dir()).filter(|path| !path.as_os_str().is_empty()).unwrap_or("/tmp".into())
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Under the lock, for on Ctrl-C another thread removes everything.
        let mut house = house();
        // What cannot be removed now is tried again with the house, and at the next start.
        let _ = remove(&self.folder);
        if let Some(one) = &mut *house {
            one.living -= 1;
            if one.living == 0 {
                *house = None;
            }
        }
    }
}

impl House {
    fn new(above: &Path) -> Result<House> {
        let above = fs::canonicalize(above)?;
        for _ in 0..16 {
            let named = tempfile::Builder::new().prefix(PREFIX).suffix(LOCK).tempfile_in(&above)?;
            let (lock, path) = named.keep().map_err(|error| error.error)?;
            // A sweeper may have been faster than the lock: then there is another name.
            if lock.try_lock().is_err() || !path.exists() {
                continue;
            }
            let folder = path.with_extension("");
            private_folder(&folder)?;
            return Ok(House { folder, lock_file: path, _lock: lock, living: 0, made: 0 });
        }
        Err(Error::new(ErrorKind::ResourceBusy, "no name for a scratch folder is free"))
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if remove(&self.folder).is_ok() {
            let _ = fs::remove_file(&self.lock_file);
        }
    }
}

fn house() -> MutexGuard<'static, Option<House>> {
    HOUSE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn private_folder(path: &Path) -> Result<()> {
    fs::DirBuilder::new().mode(0o700).create(path)
}

/// Removes what dead processes of this user left in `above`.
fn sweep(above: &Path) {
    let own = rustix::process::geteuid().as_raw();
    let ours = |path: &Path| fs::symlink_metadata(path).is_ok_and(|meta| meta.uid() == own);
    for entry in fs::read_dir(above).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(LOCK)) else { continue };
        let lock_file = entry.path();
        if !stem.starts_with(PREFIX) || !ours(&lock_file) {
            continue;
        }
        let options = File::options().read(true).custom_flags(libc::O_NOFOLLOW).open(&lock_file);
        let Ok(lock) = options else { continue };
        if let Err(TryLockError::WouldBlock | TryLockError::Error(_)) = lock.try_lock() {
            continue;
        }
        let folder = above.join(stem);
        if !folder.exists() || (ours(&folder) && remove(&folder).is_ok()) {
            let _ = fs::remove_file(&lock_file);
        }
    }
}

/// Removes a folder, whatever modes and depths a program left in it. Links are not followed.
pub(super) fn remove(folder: &Path) -> Result<()> {
    let gone = |result: Result<()>| match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    };
    if gone(fs::remove_dir_all(folder)).is_ok() {
        return Ok(());
    }
    let above = folder.parent().unwrap_or(Path::new("/"));
    let aside = tempfile::Builder::new().prefix("deep").tempdir_in(above)?.keep();
    flatten(folder, &aside)?;
    flatten(&aside, &aside)?;
    gone(fs::remove_dir_all(folder))?;
    fs::remove_dir_all(&aside)
}

/// Makes every folder below `top` enterable and moves those that lie deep into `aside`.
fn flatten(top: &Path, aside: &Path) -> Result<()> {
    let mut moved = 0_u64;
    let mut waiting = vec![(top.to_owned(), 0)];
    while let Some((folder, depth)) = waiting.pop() {
        fs::set_permissions(&folder, PermissionsExt::from_mode(0o700))?;
        for entry in fs::read_dir(&folder)?.flatten() {
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            let path = entry.path();
            if depth < SHALLOW {
                waiting.push((path, depth + 1));
                continue;
            }
            // To be moved, a folder must be writable itself: its `..` changes.
            fs::set_permissions(&path, PermissionsExt::from_mode(0o700))?;
            let place = aside.join(format!("{}-{moved}", top.as_os_str().len()));
            moved += 1;
            fs::rename(&path, &place)?;
            waiting.push((place, 1));
        }
    }
    Ok(())
}

/// To be called before the first folder is made: removes what was left, and sees to it that
/// nothing will be.
pub(super) fn be_ready_to_leave() {
    ONCE.call_once(|| {
        sweep(&above());
        leave_on_signals();
    });
}

/// On Ctrl-C and the other polite signals: end what runs, remove all, end as the signal would have.
fn leave_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // No sandbox starts while this is held and its folder is gone.
            let mut house = house();
            crate::host::sandbox::kill_all();
            *house = None;
            super::cache::abandon();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn a_scratch_folder_is_private_and_goes_with_its_value() {
        let scratch = Scratch::new().expect("a folder");
        let path = scratch.path().to_owned();
        assert_eq!(fs::metadata(&path).expect("it is there").mode() & 0o777, 0o700);
        fs::write(path.join("file"), "x").expect("a file");
        drop(scratch);
        assert!(!path.exists());
    }

    #[test]
    fn what_a_killed_process_left_is_swept_and_what_a_living_one_uses_is_not() {
        let above = room();
        let living = House::new(above.path()).expect("a house");
        let dead = House::new(above.path()).expect("a house");
        private_folder(&dead.folder.join("0")).expect("a folder");
        let (folder, lock_file) = (dead.folder.clone(), dead.lock_file.clone());
        // As a kill leaves it: the lock is gone with the process, the files are not.
        dead._lock.unlock().expect("a lock");
        std::mem::forget(dead);
        sweep(above.path());
        assert!(!folder.exists() && !lock_file.exists());
        assert!(living.folder.exists() && living.lock_file.exists());
        drop(living);
        assert_eq!(fs::read_dir(above.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_sweep_follows_no_link() {
        let (above, elsewhere) = (room(), room());
        fs::write(elsewhere.path().join("kept"), "x").expect("a file");
        let link = above.path().join("plygrade-x");
        std::os::unix::fs::symlink(elsewhere.path(), &link).expect("a link");
        fs::write(above.path().join("plygrade-x.lock"), "").expect("a file");
        sweep(above.path());
        assert!(elsewhere.path().join("kept").exists());
    }

    #[test]
    fn deep_and_forbidden_folders_are_removed() {
        let above = room();
        let top = above.path().join("top");
        let mut at = top.clone();
        // Far deeper than a path can be long: moved in, piece by piece.
        fs::create_dir(&top).expect("a folder");
        for _ in 0..40 {
            let piece = above.path().join("piece");
            fs::create_dir_all(piece.join(vec!["d"; 60].join("/"))).expect("folders");
            fs::rename(&top, piece.join(vec!["d"; 60].join("/")).join("e")).expect("a move");
            fs::rename(&piece, &top).expect("a move");
        }
        at.push("d");
        fs::set_permissions(&at, PermissionsExt::from_mode(0o000)).expect("a mode");
        assert!(fs::symlink_metadata(top.join(vec!["d/"; 2500].concat())).is_err());
        remove(&top).expect("it is removed");
        assert_eq!(fs::read_dir(above.path()).expect("a folder").count(), 0);
    }
}

//! Puts the native module and the Python files where an interpreter can load them.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/crates/python/python");
static MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/native-module"));
const MODULE_NAME: &str = "_plygrade.abi3.so";

/// The folder that holds the module and the Python files, written if it is not there or is not
/// what this binary carries.
///
/// # Errors
/// When no folder for caches can be written.
pub(super) fn folder() -> io::Result<PathBuf> {
    let mut last = None;
    for parent in candidates() {
        let folder = parent.join(format!("python-{:016x}", fingerprint()));
        match write(&parent, &folder) {
            Ok(()) => return Ok(folder),
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| io::Error::other("no folder to write to")))
}

/// Folders for caches, best first.
fn candidates() -> Vec<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let mut folders = Vec::new();
    folders.extend(variable("PLYGRADE_CACHE_DIR").map(PathBuf::from));
    folders.extend(variable("XDG_CACHE_HOME").map(|path| Path::new(&path).join("plygrade")));
    folders.extend(variable("HOME").map(|path| Path::new(&path).join(".cache/plygrade")));
    folders.push(std::env::temp_dir().join("plygrade"));
    folders
}

/// Every file by its relative path.
fn files() -> Vec<(PathBuf, &'static [u8])> {
    fn collect(folder: &Dir<'static>, files: &mut Vec<(PathBuf, &'static [u8])>) {
        for entry in folder.entries() {
            match entry {
                DirEntry::Dir(folder) => collect(folder, files),
                DirEntry::File(file) if file.path().extension().is_some_and(|e| e == "py") => {
                    files.push((file.path().to_owned(), file.contents()));
                }
                DirEntry::File(_) => {}
            }
        }
    }
    let mut files = vec![(PathBuf::from(MODULE_NAME), MODULE)];
    collect(&FILES, &mut files);
    files
}

/// Names the content. Not a secret: what is there is compared byte by byte before it is used.
fn fingerprint() -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (path, bytes) in files() {
        for byte in path.as_os_str().as_encoded_bytes().iter().chain(bytes) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    hash
}

fn write(parent: &Path, folder: &Path) -> io::Result<()> {
    if is_intact(folder) {
        return Ok(());
    }
    fs::create_dir_all(parent)?;
    let fresh = parent.join(format!(".python-{}-{}", std::process::id(), nanoseconds()));
    let written = write_files(&fresh).and_then(|()| {
        if folder.exists() {
            let old = fresh.with_extension("old");
            let _ = fs::rename(folder, &old);
            let _ = fs::remove_dir_all(&old);
        }
        fs::rename(&fresh, folder)
    });
    if written.is_err() {
        let _ = fs::remove_dir_all(&fresh);
        // Another grader may have been faster.
        if is_intact(folder) {
            return Ok(());
        }
    }
    written
}

fn write_files(folder: &Path) -> io::Result<()> {
    for (path, bytes) in files() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::File::create_new(&path)?.write_all(bytes)?;
    }
    Ok(())
}

fn is_intact(folder: &Path) -> bool {
    files().iter().all(|(path, bytes)| fs::read(folder.join(path)).is_ok_and(|read| read == *bytes))
}

fn nanoseconds() -> u32 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.subsec_nanos())
}

//! Puts the native module and the Python files where an interpreter can load them, compiled for it:
//! compiling them takes longer than starting the interpreter does.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use include_dir::{Dir, DirEntry, include_dir};
use sha2::{Digest as _, Sha256};

use super::Interpreter;
use crate::host::cache::{InUse, UNFINISHED_PYTHON, hold, own_folder, remove, tidy};
use crate::host::scratch::Scratch;
use crate::host::sources::hex;
use crate::suite::sorted_files;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/crates/python/python");
static MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/native-module"));
const MODULE_NAME: &str = "_plygrade.abi3.so";
/// Compiled files, and the digest of each, a line each: what is there is checked before it is used.
const COMPILED: &str = "compiled";
/// Held while our files are put together: graders that find none at the same moment wait for one.
const LOCK: &str = "python-lock";

/// Compiles all files below the first argument as if they lay below the second. The sources are
/// compared with what the binary carries, so their times mean nothing.
const COMPILE: &str = "import compileall, py_compile, sys
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir(sys.argv[1], ddir=sys.argv[2], quiet=2, invalidation_mode=mode)";

/// Our files for one interpreter; there as long as this value lives.
#[derive(Debug)]
pub(super) struct Installed {
    /// Where they are.
    pub(super) folder: PathBuf,
    _kept: Kept,
}

/// What keeps them there.
#[derive(Debug)]
enum Kept {
    /// They are in a cache, for the next run too.
    InCache { _in_use: InUse },
    /// There is no cache that can be used, and they go with this run.
    ForThisRun { _scratch: Scratch },
}

/// The module and the Python files for `interpreter`, written if they are not there or are not what
/// this binary carries.
///
/// # Errors
/// They cannot be written.
pub(super) fn install(interpreter: &Interpreter) -> io::Result<Installed> {
    for parent in candidates() {
        let name = format!("python-{:016x}-{}", fingerprint(), interpreter.bytecode);
        let folder = parent.join(name);
        if let Ok(in_use) = write(&parent, &folder, interpreter) {
            return Ok(Installed { folder, _kept: Kept::InCache { _in_use: in_use } });
        }
    }
    // A place that all users share has no name that only this one would use.
    let scratch = Scratch::new()?;
    let folder = scratch.path().join("python");
    put_together(&folder, &folder, interpreter)?;
    Ok(Installed { folder, _kept: Kept::ForThisRun { _scratch: scratch } })
}

/// Folders for caches, best first.
fn candidates() -> Vec<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let mut folders = Vec::new();
    folders.extend(variable("PLYGRADE_CACHE_DIR").map(PathBuf::from));
    folders.extend(variable("XDG_CACHE_HOME").map(|path| Path::new(&path).join("plygrade")));
    folders.extend(variable("HOME").map(|path| Path::new(&path).join(".cache/plygrade")));
    folders.into_iter().map(|path| std::path::absolute(&path).unwrap_or(path)).collect()
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

/// The names of the files that a submission can import, the course's and the lab's.
pub(super) fn modules() -> impl Iterator<Item = &'static Path> {
    let folders = ["berkeley", "lab"].into_iter().filter_map(|name| FILES.get_dir(name));
    folders.flat_map(Dir::files).map(include_dir::File::path)
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

/// Holds `folder` with our files in it, which are written to it unless they are there.
fn write(parent: &Path, folder: &Path, interpreter: &Interpreter) -> io::Result<InUse> {
    fs::create_dir_all(parent.parent().unwrap_or(parent))?;
    own_folder(parent)?;
    let held = || hold(folder).filter(|_| is_intact(folder));
    if let Some(in_use) = held() {
        return Ok(in_use);
    }
    let lock = fs::File::create(parent.join(LOCK))?;
    // Without locks whoever is later fails to put its own in the place of what is there, and
    // nothing is removed.
    let _ = lock.lock();
    // Another grader has written it meanwhile, and may use it.
    if let Some(in_use) = held() {
        return Ok(in_use);
    }
    let fresh = parent.join(format!("{UNFINISHED_PYTHON}{}-{}", std::process::id(), nanoseconds()));
    let written = put_together(&fresh, folder, interpreter).and_then(|()| {
        if folder.exists() {
            // It is not whole, so that nobody begins to use it.
            remove(parent, folder);
        }
        fs::rename(&fresh, folder)
    });
    if written.is_err() {
        let _ = fs::remove_dir_all(&fresh);
    }
    let held = held().ok_or_else(|| {
        written.err().unwrap_or_else(|| io::Error::other("what was written is not there"))
    });
    drop(lock);
    tidy(parent);
    held
}

/// Writes and compiles to `fresh` what will lie in `folder`.
fn put_together(fresh: &Path, folder: &Path, interpreter: &Interpreter) -> io::Result<()> {
    own_folder(fresh)?;
    write_files(fresh)?;
    compile(fresh, folder, interpreter)
}

fn write_files(folder: &Path) -> io::Result<()> {
    for (path, bytes) in files() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::File::create_new(&path)?.write_all(bytes)?;
    }
    Ok(())
}

/// Compiles what lies in `fresh` and will lie in `folder`. What cannot be compiled is loaded from
/// its source.
fn compile(fresh: &Path, folder: &Path, interpreter: &Interpreter) -> io::Result<()> {
    let _ = Command::new(&interpreter.path)
        .args(["-I", "-S", "-c", COMPILE])
        .args([fresh, folder])
        .stdin(Stdio::null())
        .output();
    let folders: BTreeSet<PathBuf> =
        files().iter().filter_map(|(name, _)| Some(name.parent()?.join("__pycache__"))).collect();
    let mut listed = String::new();
    for folder in folders {
        for file in sorted_files(&fresh.join(&folder)) {
            let path = folder.join(file.file_name().unwrap_or_default());
            listed.push_str(&format!("{} {}\n", digest(&file)?, path.display()));
        }
    }
    fs::write(fresh.join(COMPILED), listed)
}

fn digest(file: &Path) -> io::Result<String> {
    Ok(hex(&Sha256::digest(fs::read(file)?)))
}

/// Whether the files are those of this binary, the compiled ones as they were made, and no others
/// there: a compiled file is loaded whether or not anybody knows of it.
fn is_intact(folder: &Path) -> bool {
    let Ok(list) = fs::read_to_string(folder.join(COMPILED)) else { return false };
    let same = |(path, bytes): &(PathBuf, &[u8])| {
        fs::read(folder.join(path)).is_ok_and(|read| read == *bytes)
    };
    let ours = files();
    let compiled: Option<Vec<(&str, &str)>> =
        list.lines().map(|line| line.split_once(' ')).collect();
    let Some(compiled) = compiled else { return false };
    let as_made = |(made, path): &(&str, &str)| {
        digest(&folder.join(path)).is_ok_and(|digest| digest == *made)
    };
    let known: BTreeSet<PathBuf> = ours
        .iter()
        .map(|(path, _)| path.clone())
        .chain(compiled.iter().map(|(_, path)| PathBuf::from(path)))
        .chain([PathBuf::from(COMPILED)])
        .collect();
    ours.iter().all(same)
        && compiled.iter().all(as_made)
        && all_below(folder).is_ok_and(|there| there.is_subset(&known))
}

/// Every file below `folder`, by its relative path.
fn all_below(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(below) = waiting.pop() {
        for entry in fs::read_dir(folder.join(&below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                waiting.push(path);
            } else {
                files.insert(path);
            }
        }
    }
    Ok(files)
}

fn nanoseconds() -> u32 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.subsec_nanos())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt as _;
    use std::sync::Barrier;

    use super::*;
    use crate::host::python::Why;

    /// One that compiles nothing.
    fn nowhere() -> Interpreter {
        Interpreter {
            path: PathBuf::from("/nowhere/python3"),
            version: (3, 9, 0),
            reads: Vec::new(),
            bytecode: "cpython-39-0".to_owned(),
            why: Why::Argument,
        }
    }

    #[test]
    fn graders_that_begin_at_the_same_moment_use_the_same_files() {
        let room = tempfile::tempdir().expect("a folder");
        let parent = room.path().join("plygrade");
        let folder = parent.join("python-0123456789abcdef-cpython-39-0");
        let start = Barrier::new(4);
        let id = || fs::metadata(folder.join(MODULE_NAME)).map(|meta| meta.ino()).ok();
        let begin = || {
            start.wait();
            let held = write(&parent, &folder, &nowhere()).expect("it is written");
            (id(), held)
        };
        let seen = std::thread::scope(|scope| {
            let graders: Vec<_> = (0..4).map(|_| scope.spawn(begin)).collect();
            graders.into_iter().map(|one| one.join().expect("no panic")).collect::<Vec<_>>()
        });
        assert!(id().is_some() && seen.iter().all(|(seen, _)| *seen == id()));
        let left: Vec<_> = fs::read_dir(&parent).expect("a folder").flatten().collect();
        assert_eq!(left.len(), 2, "{left:?}");
    }

    #[test]
    fn what_is_not_whole_is_written_anew_unless_somebody_uses_it() {
        let room = tempfile::tempdir().expect("a folder");
        let parent = room.path().join("plygrade");
        let folder = parent.join("python-0123456789abcdef-cpython-39-0");
        let unknown = folder.join("_plygrade_worker/__pycache__/loading.cpython-39.pyc");
        let held = write(&parent, &folder, &nowhere()).expect("it is written");
        fs::create_dir_all(unknown.parent().expect("a folder")).expect("a folder");
        fs::write(&unknown, "loaded by whoever imports it").expect("a file");
        write(&parent, &folder, &nowhere()).expect_err("it is in use");
        assert!(folder.join(MODULE_NAME).exists() && unknown.exists());
        drop(held);
        write(&parent, &folder, &nowhere()).expect("it is written anew");
        assert!(folder.join(MODULE_NAME).exists() && !unknown.exists());
    }
}

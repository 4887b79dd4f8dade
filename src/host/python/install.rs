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
use crate::host::cache::{InUse, UNFINISHED_PYTHON, hold, tidy};
use crate::host::sources::hex;
use crate::suite::sorted_files;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/crates/python/python");
static MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/native-module"));
const MODULE_NAME: &str = "_plygrade.abi3.so";
/// Compiled files, and the digest of each, a line each: what is there is checked before it is used.
const COMPILED: &str = "compiled";

/// Compiles all files below the first argument as if they lay below the second. The sources are
/// compared with what the binary carries, so their times mean nothing.
const COMPILE: &str = "import compileall, py_compile, sys
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir(sys.argv[1], ddir=sys.argv[2], quiet=2, invalidation_mode=mode)";

/// The folder that holds the module and the Python files for `interpreter`, written if it is not
/// there or is not what this binary carries.
///
/// # Errors
/// When no folder for caches can be written.
pub(super) fn folder(interpreter: &Interpreter) -> io::Result<(PathBuf, InUse)> {
    let mut last = None;
    for parent in candidates() {
        let name = format!("python-{:016x}-{}", fingerprint(), interpreter.bytecode);
        let folder = parent.join(name);
        match write(&parent, &folder, interpreter) {
            Ok(in_use) => return Ok((folder, in_use)),
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

fn write(parent: &Path, folder: &Path, interpreter: &Interpreter) -> io::Result<InUse> {
    let held = || hold(folder).filter(|_| is_intact(folder));
    if let Some(in_use) = held() {
        return Ok(in_use);
    }
    fs::create_dir_all(parent)?;
    let fresh = parent.join(format!("{UNFINISHED_PYTHON}{}-{}", std::process::id(), nanoseconds()));
    let written = write_files(&fresh).and_then(|()| {
        compile(&fresh, folder, interpreter)?;
        if folder.exists() {
            let old = fresh.with_extension("old");
            let _ = fs::rename(folder, &old);
            let _ = fs::remove_dir_all(&old);
        }
        fs::rename(&fresh, folder)
    });
    if written.is_err() {
        let _ = fs::remove_dir_all(&fresh);
    }
    // Another grader may have been faster.
    let held = held().ok_or_else(|| {
        written.err().unwrap_or_else(|| io::Error::other("what was written is not there"))
    });
    tidy(parent);
    held
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

/// Whether the files are those of this binary, and the compiled ones as they were made.
fn is_intact(folder: &Path) -> bool {
    let same = |(path, bytes): &(PathBuf, &[u8])| {
        fs::read(folder.join(path)).is_ok_and(|read| read == *bytes)
    };
    let as_made = |line: &str| {
        line.split_once(' ').is_some_and(|(made, path)| {
            digest(&folder.join(path)).is_ok_and(|digest| digest == made)
        })
    };
    files().iter().all(same)
        && fs::read_to_string(folder.join(COMPILED)).is_ok_and(|list| list.lines().all(as_made))
}

fn nanoseconds() -> u32 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.subsec_nanos())
}

//! What a worker sees and may use.

use std::fs;
use std::path::{Path, PathBuf};

use super::copy::Copy;
use super::session::Setup;
use super::worker::passed_on;
use crate::host::sandbox::{Limits, Policy};

/// Processes and threads: numerical libraries start one for each core.
const PROCESSES: u32 = 256;
/// Libraries of one folder that are shown one by one.
const LIBRARIES: usize = 256;
/// Most links that are followed from one to the next.
const LINKS: usize = 16;

/// The policy of a worker whose scratch folder is `scratch`: the interpreter, our Python files
/// and the submission's copy to read, the limits of one submission.
///
/// The worker lives as long as its cases do, so the grader's clock ends it, and each case's child
/// has a limit on CPU time of its own.
pub(super) fn policy(setup: &Setup, copy: &Copy, scratch: &Path) -> Policy {
    let limits = Limits { cpu: None, wall: None, processes: PROCESSES, ..Limits::default() };
    let policy = Policy::new(scratch).level(setup.level).limits(limits).hides(&setup.hidden);
    let mut policy = policy.reads(&setup.folder);
    policy.read.extend(setup.interpreter.reads.iter().cloned());
    policy.read.extend(chain(&setup.interpreter.path));
    policy.read.push(copy.folder().to_owned());
    for (_, folders) in passed_on().filter(|(name, _)| name.ends_with("LIBRARY_PATH")) {
        policy.read.extend(std::env::split_paths(&folders).flat_map(|folder| libraries(&folder)));
    }
    policy
}

/// The shared libraries in a folder of the loader's search path. What else lies there is nobody's
/// business: `cargo run` names the folders that it builds in. A folder with very many libraries is
/// one of libraries, and shown whole.
fn libraries(folder: &Path) -> Vec<PathBuf> {
    if !folder.is_absolute() {
        return Vec::new();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| path.is_file());
    let libraries: Vec<PathBuf> = files.filter(|path| is_library(path)).collect();
    if libraries.len() > LIBRARIES { vec![folder.to_owned()] } else { libraries }
}

/// Whether a file has the name of a shared library: `x.so`, `x.so.1.2`, `x.dylib`.
fn is_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let numbered = name.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
    [&*name, numbered].iter().any(|name| name.ends_with(".so")) || name.ends_with(".dylib")
}

/// A file and every link on the way to what it really is.
fn chain(path: &Path) -> Vec<PathBuf> {
    let mut links = vec![path.to_owned()];
    while links.len() < LINKS {
        let Some(last) = links.last() else { break };
        let Ok(to) = fs::read_link(last) else { break };
        let next = last.parent().unwrap_or(Path::new("/")).join(to);
        // The folder may itself be a link, so the place is named without one.
        let folder = next.parent().and_then(|folder| fs::canonicalize(folder).ok());
        match (folder, next.file_name()) {
            (Some(folder), Some(name)) => {
                let plain = folder.join(name);
                links.push(next);
                links.push(plain);
            }
            _ => break,
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_search_path_for_libraries_no_other_files_are_shown() {
        let room = tempfile::tempdir().expect("a folder");
        let others = ["plygrade-0123", "notes.toml", "hw1.solutions", "exam.so.txt"];
        for name in others.iter().chain(&["libpython3.12.so.1.0"]) {
            fs::write(room.path().join(name), "").expect("a file");
        }
        fs::create_dir(room.path().join("folder.so")).expect("a folder");
        assert_eq!(libraries(room.path()), [room.path().join("libpython3.12.so.1.0")]);
        assert!(libraries(Path::new("")).is_empty());
    }

    #[test]
    fn every_link_on_the_way_to_an_interpreter_is_named() {
        let room = tempfile::tempdir().expect("a folder");
        let folder = fs::canonicalize(room.path()).expect("a folder");
        fs::create_dir_all(folder.join("base/bin")).expect("a folder");
        fs::write(folder.join("base/bin/python3.11"), "").expect("a file");
        let link = |to: &str, at: &str| {
            let at = folder.join(at);
            fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
            std::os::unix::fs::symlink(to, at).expect("a link");
        };
        link("python3.11", "base/bin/python3");
        link("base", "current");
        link("../../current/bin/python3", "venv/bin/python");
        let chain = chain(&folder.join("venv/bin/python"));
        for wanted in ["venv/bin/python", "base/bin/python3", "base/bin/python3.11"] {
            assert!(chain.contains(&folder.join(wanted)), "{wanted} in {chain:?}");
        }
    }
}

//! What a worker sees and may use.

use std::fs;
use std::path::{Path, PathBuf};

use super::session::Setup;
use super::submission;
use super::worker::passed_on;
use crate::host::sandbox::{Limits, Policy};

/// Processes and threads: numerical libraries start one for each core.
const PROCESSES: u32 = 256;
/// Most links that are followed from one to the next.
const LINKS: usize = 16;
/// A source larger than this is not searched for imports.
const LARGEST: u64 = 16 << 20;

/// The policy of a worker whose scratch folder is `scratch`: the interpreter, our Python files
/// and the submission to read, the limits of one submission.
///
/// The worker lives as long as its cases do, so the grader's clock ends it, and each case's child
/// has a limit on CPU time of its own.
pub(super) fn policy(setup: &Setup, scratch: &Path) -> Policy {
    let limits = Limits { cpu: None, wall: None, processes: PROCESSES, ..Limits::default() };
    let mut policy = Policy::new(scratch).level(setup.level).limits(limits).reads(&setup.folder);
    policy.read.extend(setup.interpreter.reads.iter().cloned());
    policy.read.extend(chain(&setup.interpreter.path));
    policy.read.extend(setup.submission.shown.iter().cloned());
    for (_, folders) in passed_on().filter(|(name, _)| name.ends_with("LIBRARY_PATH")) {
        policy.read.extend(std::env::split_paths(&folders).filter(|path| path.is_absolute()));
    }
    policy
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

/// What of a submission is shown to it: all of a folder that was handed in; of a file that was
/// handed in alone, the modules beside it that it imports. Other people's files may lie there,
/// so a module that defines agents itself is not among them.
pub(super) fn shown(handed_in: &Path, file: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    if handed_in.is_dir() {
        let folder = fs::canonicalize(handed_in).unwrap_or_else(|_| handed_in.to_owned());
        let hidden: Vec<PathBuf> =
            hidden.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        return without(&folder, &hidden);
    }
    let folder = file.parent().unwrap_or(Path::new("/"));
    let mut shown = vec![file.to_owned()];
    let mut next = 0;
    while let Some(source) = shown.get(next).filter(|path| path.is_file()).cloned() {
        next += 1;
        for name in imports(&source) {
            let module = folder.join(format!("{name}.py"));
            let package = folder.join(&name);
            // The lab's own module may lie beside a file of the lab, edited or not.
            let known = name == "gameagents" || !submission::defines_agents(&module);
            let found = if module.is_file() && known {
                module
            } else if package.join("__init__.py").is_file() {
                package
            } else {
                continue;
            };
            if !shown.contains(&found) {
                // Files first: only they are searched for further imports.
                let at = if found.is_file() { next } else { shown.len() };
                shown.insert(at, found);
            }
        }
    }
    shown
}

/// A folder, or its parts where something in it is hidden.
fn without(folder: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    if !hidden.iter().any(|path| path.starts_with(folder)) {
        return vec![folder.to_owned()];
    }
    // Handed in together with its suite: the sources alone.
    let sources = hidden.iter().any(|path| path == folder);
    let source = |path: &Path| {
        path.extension().is_some_and(|e| e == "py") || path.join("__init__.py").is_file()
    };
    let mut shown = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if hidden.contains(&path) || (sources && !source(&path)) {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            shown.extend(without(&path, hidden));
        } else {
            shown.push(path);
        }
    }
    shown
}

/// Names that a source imports, or seems to.
fn imports(source: &Path) -> Vec<String> {
    let small = fs::metadata(source).is_ok_and(|meta| meta.len() <= LARGEST);
    let text = if small { fs::read(source).unwrap_or_default() } else { Vec::new() };
    let text = String::from_utf8_lossy(&text);
    let mut names = Vec::new();
    for line in text.lines().map(str::trim_start) {
        let list = match line.split_once([' ', '\t']) {
            Some(("import", list)) => list,
            Some(("from", rest)) => rest.split(" import").next().unwrap_or_default(),
            _ => continue,
        };
        for part in list.split(',') {
            let name = part.trim().split([' ', '.', ';', '#']).next().unwrap_or_default();
            if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                names.push(name.to_owned());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let room = tempfile::tempdir().expect("a folder");
        let folder = fs::canonicalize(room.path()).expect("a folder");
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        (room, folder)
    }

    fn names(folder: &Path, shown: &[PathBuf]) -> Vec<String> {
        let name = |path: &PathBuf| {
            let inside = path.strip_prefix(folder).expect("inside");
            inside.display().to_string()
        };
        let mut names: Vec<String> = shown.iter().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_shown_with_the_helpers_it_imports_and_no_other_agent() {
        let (_room, folder) = room(&[
            (
                "alice.py",
                "import os, one.two as x, pack\nif x:\n    from three import f\nimport bob",
            ),
            ("one.py", "from four import *"),
            ("three.py", ""),
            ("four.py", ""),
            ("pack/__init__.py", ""),
            ("bob.py", "class MinimaxAgent:\n    def getAction(self, state): pass"),
            ("suite.toml", ""),
        ]);
        let alice = folder.join("alice.py");
        let shown = shown(&alice, &alice, &[]);
        assert_eq!(names(&folder, &shown), ["alice.py", "four.py", "one.py", "pack", "three.py"]);
    }

    #[test]
    fn the_suite_in_a_submissions_folder_is_hidden() {
        let (_room, folder) = room(&[
            ("multiAgents.py", ""),
            ("data/table.txt", ""),
            ("data/deep/cases/1.toml", ""),
            ("data/deep/other", ""),
            ("report.json", ""),
        ]);
        let file = folder.join("multiAgents.py");
        let hidden = [folder.join("data/deep/cases"), folder.join("report.json")];
        let parts = shown(&folder, &file, &hidden);
        assert_eq!(names(&folder, &parts), ["data/deep/other", "data/table.txt", "multiAgents.py"]);
        assert_eq!(names(&folder, &shown(&folder, &file, &[])), [""]);
        let sources = shown(&folder, &file, std::slice::from_ref(&folder));
        assert_eq!(names(&folder, &sources), ["multiAgents.py"]);
    }

    #[test]
    fn every_link_on_the_way_to_an_interpreter_is_named() {
        let (_room, folder) = room(&[("base/bin/python3.11", "")]);
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

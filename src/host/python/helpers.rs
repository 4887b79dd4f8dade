//! The modules that belong to a file which was handed in alone.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::looks::Looks;
use super::submission::is_usual_name;
use super::taken::is_taken;
use crate::suite::sorted_files;

/// Modules of one submission.
const MOST: usize = 1024;
/// Files and folders of all its packages.
const MOST_IN_PACKAGES: usize = 10_000;

/// The names in `folder` of `file` and of the modules beside it that it imports, and that those
/// import.
///
/// Where files have their authors' names, other people's work may lie beside it: then a module
/// that is about agents itself is not among them, nor one that has the name of a module of Python's
/// or of the course's, which everybody means who imports it. Two files cannot have the same name,
/// such as `multiAgents.py`, so what lies beside one of those belongs to it, unless it has that name
/// in another way of writing or as a part of its own.
pub(super) fn helpers(folder: &Path, file: &Path) -> Vec<PathBuf> {
    let alone = is_usual_name(file);
    let mut found: Vec<PathBuf> = file.file_name().map(PathBuf::from).into_iter().collect();
    let mut packages: Vec<PathBuf> = Vec::new();
    let mut looked_at: HashSet<String> = found.iter().filter_map(|file| stem(file)).collect();
    let mut looks = Looks::new();
    let mut left = MOST_IN_PACKAGES;
    let mut next = 0;
    while let Some(source) = found.get(next).cloned() {
        next += 1;
        for name in &looks.at(&folder.join(&source)).imports {
            if found.len() + packages.len() >= MOST {
                break;
            }
            if !looked_at.insert(name.clone()) || (!alone && is_taken(name)) {
                continue;
            }
            let module = PathBuf::from(format!("{name}.py"));
            let package = PathBuf::from(name);
            let trusted = alone && !name.to_lowercase().contains("multiagents");
            if folder.join(&module).is_file() {
                if trusted || !looks.at(&folder.join(&module)).is_about_agents {
                    found.push(module);
                }
            } else if folder.join(&package).join("__init__.py").is_file()
                && (trusted || !speaks_of_agents(&folder.join(&package), &mut looks, &mut left))
            {
                packages.push(package);
            }
        }
    }
    found.extend(packages);
    found
}

fn stem(file: &Path) -> Option<String> {
    Some(file.file_stem()?.to_string_lossy().into_owned())
}

/// Whether any file of a package, of which all is copied, is about agents: a text is a program to
/// who reads it as one. Of more than `left` files and folders some may be.
fn speaks_of_agents(folder: &Path, looks: &mut Looks, left: &mut usize) -> bool {
    let compiled = |path: &Path| path.file_name().is_some_and(|name| name == "__pycache__");
    sorted_files(folder).iter().filter(|path| !compiled(path)).any(|path| {
        *left = left.saturating_sub(1);
        let folder = path.is_dir() && !path.is_symlink();
        *left == 0
            || if folder {
                speaks_of_agents(path, looks, left)
            } else {
                looks.at(path).is_about_agents
            }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn shown(main: &str) -> Vec<String> {
        let room = tempfile::tempdir().expect("a folder");
        let own = "import os, one.two as x, pack\nif x:\n    from three import f\nimport bob\n\
                   import carol, dave, one; import frank, grace\n\
                   import heapq, util, gameagents, judy, kim, my_utils\n\
                   import multiagents_of_grace";
        let files = [
            (main, own),
            ("one.py", "from four import *"),
            ("three.py", ""),
            ("four.py", ""),
            ("pack/__init__.py", ""),
            ("bob.py", "class MinimaxAgent:\n    def getAction(self, state): pass"),
            ("carol.py", "def alpha_beta(state): pass"),
            ("dave.py", "class Me:\n    getAction = lambda self, state: 0"),
            ("erin.py", ""),
            ("frank/__init__.py", ""),
            ("frank/multiAgents.py", "def minimax(state): pass"),
            ("grace/__init__.py", ""),
            ("grace/more/work.txt", "def minimax(state): pass"),
            ("heapq.py", ""),
            ("util.py", ""),
            ("gameagents.py", ""),
            ("judy.py", "def better(state): pass"),
            ("kim.py", "betterEvaluationFunction = lambda state: 0"),
            ("my_utils.py", "def manhattan(a, b): return sum(map(abs, zip(a, b)))"),
            ("multiagents_of_grace.py", "def minimax(state): pass"),
            ("suite.toml", ""),
        ];
        for (name, text) in files {
            let path = room.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let mut names: Vec<String> = helpers(room.path(), &room.path().join(main))
            .iter()
            .map(|name| name.display().to_string())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_shown_with_the_helpers_it_imports_and_no_other_agent() {
        assert_eq!(
            shown("alice.py"),
            ["alice.py", "four.py", "my_utils.py", "one.py", "pack", "three.py"]
        );
    }

    #[test]
    fn what_lies_beside_a_usual_name_belongs_to_it() {
        let all = [
            "bob.py",
            "carol.py",
            "dave.py",
            "four.py",
            "frank",
            "gameagents.py",
            "grace",
            "heapq.py",
            "judy.py",
            "kim.py",
            "multiAgents.py",
            "my_utils.py",
            "one.py",
            "pack",
        ];
        assert_eq!(shown("multiAgents.py"), [&all[..], &["three.py", "util.py"]].concat());
    }
}

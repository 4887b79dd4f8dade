//! The modules that belong to a file which was handed in alone.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::submission::{LARGEST, is_usual_name};
use crate::host::sources::read_plain;
use crate::suite::sorted_files;

/// Modules of one submission.
const MOST: usize = 1024;

/// The names in `folder` of `file` and of the modules beside it that it imports, and that those
/// import.
///
/// Where files have their authors' names, other people's work may lie beside it: then a module
/// that is about agents itself is not among them. Two files cannot have the same name, such as
/// `multiAgents.py`, so what lies beside one of those belongs to it, unless it has that name in
/// another way of writing or as a part of its own.
pub(super) fn helpers(folder: &Path, file: &Path) -> Vec<PathBuf> {
    let alone = is_usual_name(file);
    let mut found: Vec<PathBuf> = file.file_name().map(PathBuf::from).into_iter().collect();
    let mut packages: Vec<PathBuf> = Vec::new();
    let mut looked_at: HashSet<String> = found.iter().filter_map(|file| stem(file)).collect();
    let mut next = 0;
    while let Some(source) = found.get(next).cloned() {
        next += 1;
        let text = read_plain(&folder.join(&source), LARGEST).ok().flatten().unwrap_or_default();
        for name in imports(&String::from_utf8_lossy(&text)) {
            if found.len() + packages.len() >= MOST {
                break;
            }
            let module = PathBuf::from(format!("{name}.py"));
            let package = PathBuf::from(&name);
            if !looked_at.insert(name.clone()) {
                continue;
            }
            // The lab's own module may lie beside a file of the lab, edited or not.
            let other = name.to_lowercase().contains("multiagents");
            let trusted = (alone && !other) || name == "gameagents";
            let own = |path: &Path| trusted || !is_about_agents(path);
            if folder.join(&module).is_file() {
                if own(&folder.join(&module)) {
                    found.push(module);
                }
            } else if folder.join(&package).join("__init__.py").is_file() {
                let files = sorted_files(&folder.join(&package));
                if files
                    .iter()
                    .filter(|file| file.extension().is_some_and(|e| e == "py"))
                    .all(|file| own(file))
                {
                    packages.push(package);
                }
            }
        }
    }
    found.extend(packages);
    found
}

fn stem(file: &Path) -> Option<String> {
    Some(file.file_stem()?.to_string_lossy().into_owned())
}

/// Whether a file may be somebody's submission: it speaks of what suites ask for.
fn is_about_agents(file: &Path) -> bool {
    const WORDS: [&str; 7] = [
        "getaction",
        "getbestaction",
        "minimax",
        "alphabeta",
        "alpha_beta",
        "expectimax",
        "evaluationfunction",
    ];
    let text = read_plain(file, LARGEST).ok().flatten();
    // What cannot be looked at is not shown either.
    let Some(text) = text else { return true };
    let text = String::from_utf8_lossy(&text).to_lowercase();
    WORDS.iter().any(|word| text.contains(word))
}

/// Names that a source imports, or seems to.
fn imports(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.lines().flat_map(|line| line.split(';')).map(str::trim_start) {
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
    use std::fs;

    fn shown(main: &str) -> Vec<String> {
        let room = tempfile::tempdir().expect("a folder");
        let own = "import os, one.two as x, pack\nif x:\n    from three import f\nimport bob\n\
                   import carol, dave, one; import frank\n\
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
        assert_eq!(shown("alice.py"), ["alice.py", "four.py", "one.py", "pack", "three.py"]);
    }

    #[test]
    fn what_lies_beside_a_usual_name_belongs_to_it() {
        let all = [
            "bob.py",
            "carol.py",
            "dave.py",
            "four.py",
            "frank",
            "multiAgents.py",
            "one.py",
            "pack",
        ];
        assert_eq!(shown("multiAgents.py"), [&all[..], &["three.py"]].concat());
    }
}

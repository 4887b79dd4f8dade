//! Recognises Python submissions by their content.

use std::fs;
use std::path::{Path, PathBuf};

/// Which interface a submission is written against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The Berkeley project's: `getAction(state)`.
    Berkeley,
    /// The lab's: `getBestActionAndValue(state)`.
    Lab,
}

/// A Python file that defines agents; the folder around it holds its helper files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The main file.
    pub file: PathBuf,
    /// Its interface.
    pub kind: Kind,
}

/// Names of main files, the likeliest first.
const MAIN: [&str; 3] = ["multiAgents.py", "multiagents.py", "gameagents.py"];

impl Submission {
    /// The Python submission at `path`: a file, or a folder with one.
    #[must_use]
    pub fn find(path: &Path) -> Option<Self> {
        let file = if path.is_dir() { main_file(path)? } else { path.to_owned() };
        if file.extension().is_none_or(|extension| extension != "py") {
            return None;
        }
        let file = fs::canonicalize(&file).ok()?;
        let text = fs::read(&file).ok()?;
        let has = |word: &str| text.windows(word.len()).any(|part| part == word.as_bytes());
        let named_for_lab = file.file_stem().is_some_and(|stem| stem == "gameagents");
        let lab = has("GameTreeSearcher") || has("getBestActionAndValue") || named_for_lab;
        Some(Submission { file, kind: if lab { Kind::Lab } else { Kind::Berkeley } })
    }
}

/// The main file of a folder: by name, else the only Python file that defines agents.
fn main_file(folder: &Path) -> Option<PathBuf> {
    if let Some(file) = MAIN.iter().map(|name| folder.join(name)).find(|file| file.is_file()) {
        return Some(file);
    }
    let files: Vec<PathBuf> = crate::suite::sorted_files(folder)
        .into_iter()
        .filter(|file| file.is_file() && file.extension().is_some_and(|e| e == "py"))
        .collect();
    let defines = |file: &&PathBuf| {
        fs::read_to_string(file).is_ok_and(|text| {
            ["def getAction", "def getBestActionAndValue"].iter().any(|word| text.contains(word))
        })
    };
    let mut found = files.iter().filter(defines);
    match (found.next(), found.next()) {
        (Some(file), None) => Some(file.clone()),
        (None, _) if files.len() == 1 => files.into_iter().next(),
        _ => None,
    }
}

//! Recognises Python submissions by their content.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::suite::sorted_files;

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
    /// The built-in suite for what it defines.
    pub suite: &'static str,
}

/// Names of main files, the likeliest first.
const MAIN: [&str; 3] = ["multiAgents.py", "multiagents.py", "gameagents.py"];

impl Submission {
    /// The Python submission at `path`: a file, or a folder with one.
    ///
    /// # Errors
    /// [`Error::Usage`] when a folder does not say which of its files is meant, or when the file
    /// cannot be read.
    pub fn find(path: &Path) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| {
            Error::Usage(format!("failed to read {}: {error}", path.display()))
        };
        let file = if path.is_dir() { main_file(path)? } else { path.to_owned() };
        let file = fs::canonicalize(&file).map_err(unreadable)?;
        let text = fs::read(&file).map_err(unreadable)?;
        let has = |word: &str| text.windows(word.len()).any(|part| part == word.as_bytes());
        let named_for_lab = file.file_stem().is_some_and(|stem| stem == "gameagents");
        let words = ["GameTreeSearcher", "getBestActionAndValue", "import gameagents"];
        let lab = words.into_iter().any(has) || has("from gameagents") || named_for_lab;
        // The lab's searchers know no game; a file that is about one of them alone says so.
        let (kind, suite) = match (lab, has("tictactoe")) {
            (false, _) => (Kind::Berkeley, "multiagent"),
            (true, false) if has(".pursuer") && has(".evader") => (Kind::Lab, "chase"),
            (true, false) if has("import nim") || has("from nim") => (Kind::Lab, "nim-lab"),
            (true, _) => (Kind::Lab, "tictactoe-lab"),
        };
        Ok(Submission { file, kind, suite })
    }
}

/// The main file of a folder: by name, else the only Python file that defines agents, else the
/// only one.
fn main_file(folder: &Path) -> Result<PathBuf, Error> {
    if let Some(file) = MAIN.iter().map(|name| folder.join(name)).find(|file| file.is_file()) {
        return Ok(file);
    }
    let files: Vec<PathBuf> = sorted_files(folder)
        .into_iter()
        .filter(|file| file.is_file() && file.extension().is_some_and(|e| e == "py"))
        .collect();
    let defines = |file: &&PathBuf| {
        fs::read(file).is_ok_and(|bytes| {
            let text = String::from_utf8_lossy(&bytes);
            ["def getAction", "def getBestActionAndValue"].iter().any(|word| text.contains(word))
        })
    };
    let found: Vec<&PathBuf> = files.iter().filter(defines).collect();
    match (found.as_slice(), files.as_slice()) {
        ([file], _) => Ok((*file).clone()),
        ([], [file]) => Ok(file.clone()),
        _ => {
            let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
            let names: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
            Err(Error::Usage(format!(
                "{} has several Python files and none is called {}; name the one to grade: {}",
                folder.display(),
                MAIN[0],
                names.join(", ")
            )))
        }
    }
}

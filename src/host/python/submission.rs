//! Recognises Python submissions by their content.

use std::fs;
use std::path::{Path, PathBuf};

use super::looks::{LARGEST, Looks, has};
use crate::error::Error;
use crate::host::sources::read_plain;
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
    /// The folder that was handed in; `None` where it was the file alone.
    pub folder: Option<PathBuf>,
}

/// Files and folders of a folder that says by itself which file is meant.
const MOST: usize = 10_000;
/// Names that are listed for the user to choose from.
const LISTED: usize = 12;

/// Names of main files, the likeliest first.
const MAIN: [&str; 3] = ["multiAgents.py", "multiagents.py", "gameagents.py"];

impl Submission {
    /// The Python submission at `path`: a file, or a folder with one.
    ///
    /// # Errors
    /// [`Error::Usage`] when a folder does not say which of its files is meant, or when the file
    /// cannot be read or is a link out of the folder.
    pub fn find(path: &Path) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| {
            Error::Usage(format!("failed to read {}: {error}", path.display()))
        };
        let named = if path.is_dir() { main_file(path)? } else { path.to_owned() };
        let file = fs::canonicalize(&named).map_err(unreadable)?;
        let folder = match path.is_dir() {
            true => Some(fs::canonicalize(path).map_err(unreadable)?),
            false => None,
        };
        let inside = folder.as_ref().is_none_or(|folder| file.starts_with(folder));
        if !inside || !file.is_file() {
            return Err(Error::Usage(format!(
                "{} is no file of the submission's own, it leads to {}; hand in the file itself",
                named.display(),
                file.display()
            )));
        }
        let text = head(&file).map_err(unreadable)?;
        let named_for_lab = file.file_stem().is_some_and(|stem| stem == "gameagents");
        let has = |word: &str| has(&text, word);
        let words = ["GameTreeSearcher", "getBestActionAndValue", "import gameagents"];
        let lab = words.into_iter().any(has) || has("from gameagents") || named_for_lab;
        // The lab's searchers know no game; a file that is about one of them alone says so.
        let (kind, suite) = match (lab, has("tictactoe")) {
            (false, _) => (Kind::Berkeley, "multiagent"),
            (true, false) if has(".pursuer") && has(".evader") => (Kind::Lab, "chase"),
            (true, false) if has("import nim") || has("from nim") => (Kind::Lab, "nim-lab"),
            (true, _) => (Kind::Lab, "tictactoe-lab"),
        };
        Ok(Submission { file, kind, suite, folder })
    }
}

/// The text of a source; nothing of one that is too large, or is no plain file.
fn head(file: &Path) -> std::io::Result<Vec<u8>> {
    Ok(read_plain(file, LARGEST)?.unwrap_or_default())
}

/// Whether a file has a name that the course or the lab gives it.
pub(super) fn is_usual_name(file: &Path) -> bool {
    file.file_name().is_some_and(|name| MAIN.iter().any(|usual| name == *usual))
}

/// The main file of a folder: by name, else the only Python file that defines agents, else the
/// only one.
fn main_file(folder: &Path) -> Result<PathBuf, Error> {
    if let Some(file) = MAIN.iter().map(|name| folder.join(name)).find(|file| file.is_file()) {
        return Ok(file);
    }
    let entries = sorted_files(folder);
    if entries.len() > MOST {
        return Err(Error::Usage(format!(
            "{} has more than {MOST} files and folders and none is called {}",
            folder.display(),
            MAIN[0]
        )));
    }
    let files: Vec<PathBuf> = entries
        .into_iter()
        .filter(|file| file.is_file() && file.extension().is_some_and(|e| e == "py"))
        .collect();
    let mut looks = Looks::new();
    let found: Vec<&PathBuf> = files.iter().filter(|file| looks.at(file).defines_agents).collect();
    match (found.as_slice(), files.as_slice()) {
        ([file], _) => Ok((*file).clone()),
        ([], [file]) => Ok(file.clone()),
        _ => {
            let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
            let mut names: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
            if names.len() > LISTED {
                names.truncate(LISTED);
                names.push("...".into());
            }
            Err(Error::Usage(format!(
                "{} has several Python files and none is called {}; name the one to grade: {}",
                folder.display(),
                MAIN[0],
                names.join(", ")
            )))
        }
    }
}

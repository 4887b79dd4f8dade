//! The suite that a command means: a folder, or a built-in one by name.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::error::Error;
use crate::nearest::did_you_mean;
use crate::suite::{Question, Rules, Scoring, Suite, sorted_files};
use crate::{berkeley, case};

static BUILT_IN: Dir = include_dir!("$CARGO_MANIFEST_DIR/test_cases");

/// The names of the suites that ship, sorted.
pub(super) fn built_in_names() -> Vec<&'static str> {
    let mut names: Vec<&str> =
        BUILT_IN.dirs().filter_map(|dir| dir.path().file_name()?.to_str()).collect();
    names.sort_unstable();
    names
}

/// The suite in the folder `path`, or the built-in one of that name.
///
/// # Errors
/// [`Error::Usage`] when there is neither, [`Error::Case`] when it is wrong.
///
/// `also` names questions of a Berkeley-style folder that are read on request only.
pub(super) fn load(path: &Path, also: &[String]) -> Result<Suite, Error> {
    if berkeley::is_folder(path) {
        return berkeley::read(path, also);
    }
    if path.is_dir() {
        return folder(path);
    }
    if path.exists() {
        let message = format!("{} is a file; a suite is a folder of cases", path.display());
        return Err(Error::Usage(message));
    }
    let name = path.to_string_lossy();
    match built_in(&name)? {
        Some(suite) => Ok(suite),
        None => {
            let hint = did_you_mean(&name, built_in_names());
            Err(Error::Usage(format!(
                "there is no suite {name:?}, neither a folder nor built in{hint}"
            )))
        }
    }
}

/// The built-in suite `name`.
///
/// # Errors
/// [`Error::Case`] when it is wrong.
pub(super) fn built_in(name: &str) -> Result<Option<Suite>, Error> {
    let Some(dir) = BUILT_IN.get_dir(name) else { return Ok(None) };
    let mut questions = Vec::new();
    for question in dir.dirs() {
        let mut cases = Vec::new();
        for file in question.files() {
            cases.push(case::load::case(file.path(), file.contents_utf8().unwrap_or_default())?);
        }
        questions.push(share(question.path(), cases));
    }
    Ok(Some(Suite {
        name: name.to_owned(),
        path: None,
        questions,
        rules: Rules::Plygrade,
        notes: Vec::new(),
    }))
}

fn folder(folder: &Path) -> Result<Suite, Error> {
    let mut questions = Vec::new();
    for question in sorted_files(folder).into_iter().filter(|path| path.is_dir()) {
        let mut cases = Vec::new();
        for file in sorted_files(&question) {
            cases.push(case::load::case(&file, &read(&file)?)?);
        }
        questions.push(share(&question, cases));
    }
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Suite {
        name,
        path: Some(folder.to_owned()),
        questions,
        rules: Rules::Plygrade,
        notes: Vec::new(),
    })
}

fn share(folder: &Path, cases: Vec<case::Case>) -> Question {
    Question {
        title: String::new(),
        max_points: cases.len() as f64,
        extra_points: 0.0,
        depends: Vec::new(),
        time: None,
        scoring: Scoring::Share,
        name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        cases,
    }
}

fn read(file: &PathBuf) -> Result<String, Error> {
    std::fs::read_to_string(file)
        .map_err(|error| Error::Usage(format!("failed to read {}: {error}", file.display())))
}

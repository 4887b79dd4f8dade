//! Turns a Berkeley-style folder into a suite of our own that grades the same.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::convert::case_file;
use super::file::File;
use super::game::{Maze, maze};
use super::notice::notice;
use super::test::{QUESTION_TIME, Test, file_name};
use super::{layouts, read, test_cases};
use crate::case::{wire, write};
use crate::error::{CaseError, Error};
use crate::report::text;
use crate::suite::wire::{DefaultsFile, QuestionFile, SuiteFile};
use crate::suite::{Question, Scoring, Suite};

/// A suite in our own format, not written yet.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The suite, as it was read.
    pub suite: Suite,
    /// Files by their path in the suite's folder.
    pub files: Vec<(PathBuf, Vec<u8>)>,
}

/// Reads the folder at `path` and writes it down in our format, in memory. `also` names questions
/// that are read on request only.
///
/// # Errors
/// As [`read`]; and [`Error::Case`] for what our format cannot hold.
pub fn import(path: &Path, also: &[String]) -> Result<Imported, Error> {
    let suite = read(path, also)?;
    let folders = test_cases(path).map(|folder| layouts(path, &folder)).unwrap_or_default();
    let mut files = vec![(PathBuf::from("suite.toml"), suite_file(&suite)?.into_bytes())];
    let mut mazes = BTreeSet::new();
    for question in &suite.questions {
        for case in &question.cases {
            let fault = |message: String| Error::from(CaseError::file(&case.file, message));
            let test = File::read(&case.file)?;
            let layout = match maze(&Test { file: &test, layouts: &folders })? {
                Some(Maze::Text(text)) => text,
                Some(Maze::File(maze)) => {
                    let name = file_name(&maze);
                    mazes.insert(maze);
                    name.trim_end_matches(".lay").to_owned()
                }
                None => String::new(),
            };
            let wire = case_file(case, &layout, QUESTION_TIME.as_secs_f64()).map_err(fault)?;
            let text = write::toml(&wire).map_err(fault)?;
            let file = Path::new(&question.name).join(format!("{}.toml", case.name));
            files.push((file, text.into_bytes()));
        }
    }
    for maze in mazes {
        let bytes = std::fs::read(&maze)
            .map_err(|error| CaseError::file(&maze, format!("failed to read it: {error}")))?;
        files.push((Path::new("layouts").join(file_name(&maze)), bytes));
    }
    if let Some(notice) = notice(path) {
        files.push((PathBuf::from("ATTRIBUTION.md"), notice.into_bytes()));
    }
    Ok(Imported { suite, files })
}

fn suite_file(suite: &Suite) -> Result<String, Error> {
    let notes: Vec<String> = suite.notes.iter().map(text::suite_note).collect();
    let wire = SuiteFile {
        name: Some(suite.name.clone()),
        description: notes.join("\n"),
        rules: Some(suite.rules),
        defaults: DefaultsFile {
            limits: Some(wire::Limits { calls: None, seconds: Some(QUESTION_TIME.as_secs_f64()) }),
            ..DefaultsFile::default()
        },
        questions: suite.questions.iter().map(question_file).collect(),
        ..SuiteFile::default()
    };
    toml::to_string_pretty(&wire)
        .map_err(|error| Error::Grader(format!("failed to write suite.toml: {error}")))
}

fn question_file(question: &Question) -> QuestionFile {
    QuestionFile {
        name: question.name.clone(),
        title: question.title.clone(),
        points: Some(question.max_points),
        extra_points: (question.extra_points != 0.0).then_some(question.extra_points),
        depends: question.depends.clone(),
        seconds: question.time.map(|time| time.as_secs_f64()),
        scoring: (question.scoring != Scoring::default()).then_some(question.scoring),
        folder: None,
    }
}

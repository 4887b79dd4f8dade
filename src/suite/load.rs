//! Reads suites: a folder with or without `suite.toml`, a single case file, or a built-in name.
//!
//! Every file of a suite is read, said to be wrong, or one of those that a suite may hold besides
//! its cases: `*.md` for people, `*.lay` and folders called `layouts` for Pacman, hidden files
//! and editors' backups.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::manifest::{self, MANIFEST};
use super::named::{self, Named};
use super::wire::{QuestionFile, SuiteFile};
use super::{Question, Rules, Scoring, Suite};
use crate::berkeley;
use crate::case::Case;
use crate::case::load::{self, Defaults};
use crate::error::{CaseError, Error};
use crate::files::{Entry, Files, built_in_names};
use crate::nearest::did_you_mean;

/// A folder without a single case in which more than so many files are wrong was not meant.
const FOREIGN: usize = 8;

impl Suite {
    /// The suite at `path`: a folder (ours, a Berkeley-style one, or one that has such a one not far
    /// below), a single case, or the name of a built-in suite or, as `SUITE/QUESTION/CASE`, of a
    /// case of one.
    ///
    /// # Errors
    /// [`Error::Usage`] when there is nothing of that name, [`Error::Case`] with everything that
    /// is wrong with the suite.
    pub fn load(path: &Path) -> Result<Self, Error> {
        Suite::load_with(path, &[])
    }

    /// The same; `also` names questions of a Berkeley-style folder that are read on request only.
    ///
    /// # Errors
    /// As [`Suite::load`].
    pub fn load_with(path: &Path, also: &[String]) -> Result<Self, Error> {
        // A name alone means what is built in wherever the user stands, in a submission's folder
        // for example; `./name` is a folder.
        if let Some(builtin) = path.to_str().and_then(Suite::builtin) {
            return builtin;
        }
        if berkeley::is_folder(path) {
            return berkeley::read(path, also);
        }
        if let Some(instead) = berkeley::instead_of(path) {
            let path = path.display();
            let message = format!("{path} is a part of a Berkeley-style folder; use {instead}");
            return Err(Error::Usage(message));
        }
        if path.is_dir() {
            let projects =
                if path.join(MANIFEST).exists() { Vec::new() } else { berkeley::below(path) };
            return match projects.as_slice() {
                [] => folder(Files::Disk, path).map_err(Error::Case),
                [project] => berkeley::read(project, also),
                several => {
                    let names = several.iter().map(|project| project.display().to_string());
                    Err(Error::Usage(format!(
                        "{} holds several folders of test cases; name the one that is meant: {}",
                        path.display(),
                        names.collect::<Vec<_>>().join(", ")
                    )))
                }
            };
        }
        if path.file_name().is_some_and(|name| name == MANIFEST) && path.is_file() {
            let parent = path.parent().filter(|parent| *parent != Path::new(""));
            return Suite::load_with(parent.unwrap_or(Path::new(".")), also);
        }
        if path.exists() {
            return single(Files::Disk, path).map_err(Error::Case);
        }
        match named::built_in(path)? {
            Some(Named::Case(file)) => return single(Files::BuiltIn, &file).map_err(Error::Case),
            Some(Named::Question(suite)) => {
                let (path, suite) = (path.display(), suite.name);
                let message = format!(
                    "{path} is a question of the built-in suite {suite}; name the suite or one \
                     case, which `plygrade show {path}` lists"
                );
                return Err(Error::Usage(message));
            }
            Some(Named::Suite(_)) | None => {}
        }
        let name = path.to_string_lossy();
        let names = Suite::builtin_names();
        let hint = did_you_mean(&name, names.iter().map(String::as_str));
        let message =
            format!("there is no suite {name:?}, neither a file or folder nor built in{hint}");
        Err(Error::Usage(message))
    }

    /// The built-in suite `name`.
    ///
    /// # Errors
    /// [`Error::Case`] with everything that is wrong with it.
    #[must_use]
    pub fn builtin(name: &str) -> Option<Result<Self, Error>> {
        let known = built_in_names().iter().any(|known| known == name);
        known.then(|| folder(Files::BuiltIn, Path::new(name)).map_err(Error::Case))
    }

    /// The names of the built-in suites, sorted.
    #[must_use]
    pub fn builtin_names() -> Vec<String> {
        built_in_names()
    }
}

/// A case file by itself. What the suite that it belongs to says for all its cases holds for it.
fn single(files: Files, file: &Path) -> Result<Suite, Vec<CaseError>> {
    if !is_case(file) {
        let message = "not a case: its name ends in neither .toml nor .json";
        return Err(vec![CaseError::file(file, message)]);
    }
    let defaults = match suite_of(files, file) {
        Some(suite) => manifest::read(files, &suite.join(MANIFEST))?.1,
        None => Defaults::default(),
    };
    let case = load::file(files, file, &defaults)?;
    let name = case.name.clone();
    Ok(Suite {
        name: name.clone(),
        title: String::new(),
        description: String::new(),
        path: Some(file.to_owned()),
        questions: vec![question(name, vec![case])],
        rules: Rules::Plygrade,
        notes: Vec::new(),
    })
}

/// The folder of the suite that a case file on the disk belongs to, if a manifest says that it is
/// one.
pub(super) fn folder_around(case: &Path) -> Option<PathBuf> {
    suite_of(Files::Disk, case)
}

/// The folder with a manifest that a case file lies in, or in a question of which.
fn suite_of(files: Files, case: &Path) -> Option<PathBuf> {
    let folder = case.parent().unwrap_or(Path::new(""));
    // A relative path may end below the suite's folder.
    let folder = match files {
        Files::Disk => std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()),
        Files::BuiltIn => folder.to_owned(),
    };
    let mut near = folder.ancestors().take(2);
    near.find(|above| files.is_file(&above.join(MANIFEST))).map(Path::to_owned)
}

/// A folder of cases.
fn folder(files: Files, path: &Path) -> Result<Suite, Vec<CaseError>> {
    let entries = files.list(path).map_err(|error| vec![error])?;
    let manifest = path.join(MANIFEST);
    let mut reader = Reader { files, defaults: Defaults::default(), errors: Vec::new() };
    let wire = match entries.iter().any(|entry| entry.path == manifest) {
        true => {
            let (wire, defaults) = manifest::read(files, &manifest)?;
            reader.defaults = defaults;
            wire
        }
        false => SuiteFile::default(),
    };
    let questions = match wire.questions.is_empty() {
        true => reader.by_folders(path, &entries),
        false => reader.as_listed(path, &entries, &wire.questions),
    };
    let empty = questions.iter().all(|question| question.cases.is_empty());
    if empty && reader.errors.is_empty() {
        let message = "no case in this folder: put *.toml or *.json files into it";
        reader.errors.push(CaseError::file(path, message));
    } else if empty && wire.questions.is_empty() && reader.errors.len() > FOREIGN {
        // Some other folder was named, and every file of it is wrong as a case.
        let message = "no suite: it holds neither a suite.toml nor a case that can be read nor a \
                       Berkeley-style `test_cases/`; for example";
        reader.errors.truncate(2);
        reader.errors.insert(0, CaseError::file(path, message));
    }
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    Ok(Suite {
        name: wire.name.unwrap_or_else(|| folder_name(path)),
        title: wire.title,
        description: wire.description,
        path: (files == Files::Disk).then(|| path.to_owned()),
        questions,
        rules: wire.rules.unwrap_or_default(),
        notes: Vec::new(),
    })
}

/// Reads the parts of one suite and collects what is wrong with them.
struct Reader {
    files: Files,
    defaults: Defaults,
    errors: Vec<CaseError>,
}

impl Reader {
    /// Without a list: cases beside each other are one question, every folder is another.
    fn by_folders(&mut self, path: &Path, entries: &[Entry]) -> Vec<Question> {
        let mut questions = Vec::new();
        let cases = self.cases(entries.iter().filter(|entry| !entry.is_folder));
        if !cases.is_empty() {
            questions.push(question(folder_name(path), cases));
        }
        for entry in entries.iter().filter(|entry| is_question(entry)) {
            let cases = self.folder(&entry.path);
            questions.push(question(entry.name(), cases));
        }
        questions
    }

    fn as_listed(
        &mut self,
        path: &Path,
        entries: &[Entry],
        listed: &[QuestionFile],
    ) -> Vec<Question> {
        let folder_of =
            |question: &QuestionFile| path.join(question.folder.as_ref().unwrap_or(&question.name));
        for entry in entries {
            if is_question(entry) && !listed.iter().any(|it| folder_of(it) == entry.path) {
                let message = "in no question of suite.toml: list it there, or begin its name \
                               with a dot to leave it out";
                self.errors.push(CaseError::file(&entry.path, message));
            } else if !entry.is_folder && is_case(&entry.path) && entry.name() != MANIFEST {
                let message = "in no question: move it into a question's folder";
                self.errors.push(CaseError::file(&entry.path, message));
            } else if !entry.is_folder {
                self.stray(entry);
            }
        }
        listed
            .iter()
            .map(|wire| {
                let cases = self.folder(&folder_of(wire));
                let plain = question(wire.name.clone(), cases);
                Question {
                    title: wire.title.clone(),
                    max_points: wire.points.unwrap_or(plain.max_points),
                    extra_points: wire.extra_points.unwrap_or_default(),
                    scoring: wire.scoring.unwrap_or_default(),
                    depends: wire.depends.clone(),
                    time: wire
                        .seconds
                        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
                    ..plain
                }
            })
            .collect()
    }

    /// The cases in a question's folder.
    fn folder(&mut self, folder: &Path) -> Vec<Case> {
        let entries = match self.files.list(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.errors.push(error);
                return Vec::new();
            }
        };
        for entry in entries.iter().filter(|entry| is_question(entry)) {
            let message = "a folder inside a question's folder: cases stand directly in it";
            self.errors.push(CaseError::file(&entry.path, message));
        }
        let before = self.errors.len();
        let cases = self.cases(entries.iter().filter(|entry| !entry.is_folder));
        if cases.is_empty() && self.errors.len() == before {
            let message = "no case in this folder: put *.toml or *.json files into it";
            self.errors.push(CaseError::file(folder, message));
        }
        cases
    }

    fn cases<'e>(&mut self, entries: impl Iterator<Item = &'e Entry>) -> Vec<Case> {
        let mut cases: Vec<Case> = Vec::new();
        for entry in entries.filter(|entry| entry.name() != MANIFEST) {
            if !is_case(&entry.path) {
                self.stray(entry);
                continue;
            }
            match load::file(self.files, &entry.path, &self.defaults) {
                Ok(case) if cases.iter().any(|known| known.name == case.name) => {
                    let message = format!("a second case called `{}` in this question", case.name);
                    self.errors.push(CaseError::file(&entry.path, message));
                }
                Ok(case) => cases.push(case),
                Err(errors) => self.errors.extend(errors),
            }
        }
        cases
    }

    /// A file that is no case.
    fn stray(&mut self, entry: &Entry) {
        let extension = entry.path.extension().unwrap_or_default();
        if entry.name() != MANIFEST && extension != "md" && extension != "lay" {
            let message = "neither a case (*.toml, *.json) nor a layout (*.lay) nor a text for \
                           people (*.md): move it, or begin its name with a dot to leave it out";
            self.errors.push(CaseError::file(&entry.path, message));
        }
    }
}

/// A question whose points are its cases'.
fn question(name: String, cases: Vec<Case>) -> Question {
    Question {
        name,
        title: String::new(),
        max_points: cases.iter().map(|case| case.points).sum(),
        extra_points: 0.0,
        scoring: Scoring::Share,
        depends: Vec::new(),
        time: None,
        cases,
    }
}

fn is_question(entry: &Entry) -> bool {
    entry.is_folder && entry.name() != "layouts"
}

pub(super) fn is_case(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "toml" || extension == "json")
}

/// The last part of a path, also of `.` and `..`.
fn folder_name(path: &Path) -> String {
    let name = |path: &Path| Some(path.file_name()?.to_string_lossy().into_owned());
    name(path).or_else(|| name(&path.canonicalize().ok()?)).unwrap_or_else(|| "suite".to_owned())
}

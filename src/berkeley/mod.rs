//! Reads test folders in the style of the public Berkeley Pacman project 2.
//!
//! The projects are at <http://ai.berkeley.edu>; only the layout of such a folder is known here. What
//! it holds that is unknown is an error with its place, never ignored.

mod convert;
mod file;
mod game;
pub mod import;
mod notice;
mod question;
mod recorded;
mod terms;
mod test;
mod tree;

use std::path::{Path, PathBuf};

use self::file::File;
use self::question::question;
use crate::error::{CaseError, Error};
use crate::files::folder_of;
use crate::suite::{Rules, Suite};

/// Whether `path` is a Berkeley-style folder: the project folder, or its `test_cases`.
#[must_use]
pub fn is_folder(path: &Path) -> bool {
    test_cases(path).is_some()
}

/// What to name instead where `path` is a part of such a folder: a question's folder or a file in
/// it.
#[must_use]
pub fn instead_of(path: &Path) -> Option<String> {
    let whole = std::fs::canonicalize(path).ok()?;
    let question = if whole.is_dir() { whole.as_path() } else { whole.parent()? };
    if !is_question(question) {
        return None;
    }
    let above = above(if whole.is_dir() { path } else { folder_of(path) });
    let case = match whole.extension() {
        Some(_) if whole.is_file() => format!(" -t {}", whole.file_stem()?.to_string_lossy()),
        _ => String::new(),
    };
    let name = test::file_name(question);
    Some(format!("--suite {} -q {name}{case}", above.display()))
}

/// The folder around `folder`, which may be `.` or end in `..`.
fn above(folder: &Path) -> PathBuf {
    match folder.file_name() {
        Some(_) => folder_of(folder).to_owned(),
        None => folder.join(".."),
    }
}

/// How far below a folder projects are looked for.
const DEPTH: u32 = 2;

/// The Berkeley-style folders below `path`, which is none itself: an archive is often unpacked into
/// a folder of its own.
#[must_use]
pub fn below(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut level = vec![path.to_owned()];
    for _ in 0..DEPTH {
        let inside = level
            .iter()
            .flat_map(|folder| subfolders(folder).into_iter().map(move |name| folder.join(name)));
        let (projects, others): (Vec<_>, Vec<_>) = inside.partition(|path| is_folder(path));
        found.extend(projects);
        level = others;
    }
    found
}

/// Reads the folder as a suite. A folder of tests that the `order` of its `CONFIG` does not name
/// is read when `also` names it, as `extra` is for `-q extra`.
///
/// # Errors
/// [`Error::Usage`] when `path` is no such folder, [`Error::Case`] with everything that is wrong
/// in it.
pub fn read(path: &Path, also: &[String]) -> Result<Suite, Error> {
    let folder = test_cases(path).ok_or_else(|| {
        Error::Usage(format!("{}: no Berkeley-style folder of test cases", path.display()))
    })?;
    let layouts = layouts(path, &folder);
    let mut errors = Vec::new();
    let mut questions = Vec::new();
    for name in order(&folder, also)? {
        match question(&folder.join(&name), &name, &layouts) {
            Ok(question) => questions.push(question),
            Err(found) => errors.extend(found),
        }
    }
    for question in &questions {
        let unknown = question.depends.iter().find(|name| !folder.join(name).is_dir());
        if let Some(unknown) = unknown {
            let config = folder.join(&question.name).join(CONFIG);
            errors
                .push(CaseError::file(&config, format!("`depends` names no question: {unknown}")));
        }
    }
    if !errors.is_empty() {
        return Err(Error::Case(errors));
    }
    let notes = terms::apply(&mut questions);
    Ok(Suite {
        name: suite_name(path),
        title: String::new(),
        description: String::new(),
        path: Some(path.to_owned()),
        questions,
        rules: Rules::Berkeley,
        notes,
    })
}

/// The name of the files that describe the folder and its questions.
const CONFIG: &str = "CONFIG";

/// The folder of test cases in or at `path`.
fn test_cases(path: &Path) -> Option<PathBuf> {
    let inside = path.join("test_cases");
    [inside, path.to_owned()].into_iter().filter(|folder| !is_question(folder)).find(|folder| {
        folder.join(CONFIG).is_file()
            || subfolders(folder).iter().any(|name| is_question(&folder.join(name)))
    })
}

/// Whether a folder's `CONFIG` is that of a question.
fn is_question(folder: &Path) -> bool {
    File::read(&folder.join(CONFIG)).is_ok_and(|config| config.get("class").is_some())
}

/// Where layouts may lie, the nearest first.
fn layouts(path: &Path, folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for place in [folder.join("layouts"), folder.join("../layouts"), path.join("layouts")] {
        if place.is_dir() && !found.contains(&place) {
            found.push(place);
        }
    }
    found
}

/// The questions to read, in order.
fn order(folder: &Path, also: &[String]) -> Result<Vec<String>, Error> {
    let config = folder.join(CONFIG);
    let all = subfolders(folder);
    let mut names = all.clone();
    if config.is_file() {
        let file = File::read(&config)?;
        file.only(&["order"])?;
        if let Some(entry) = file.get("order") {
            names = entry.words().map(str::to_owned).collect();
            if let Some(missing) = names.iter().find(|name| !all.contains(name)) {
                let message = format!("`order` names a question without a folder: {missing}");
                return Err(file.at(entry, message).into());
            }
        }
    }
    for name in also {
        if all.contains(name) && !names.contains(name) {
            names.push(name.clone());
        }
    }
    Ok(names)
}

/// Names of the folders in `folder`, sorted; layouts are no question.
fn subfolders(folder: &Path) -> Vec<String> {
    crate::suite::sorted_files(folder)
        .into_iter()
        .filter(|path| path.is_dir())
        .map(|path| test::file_name(&path))
        .filter(|name| !name.starts_with(['.', '_']) && name != "layouts")
        .collect()
}

/// The folder's name; `test_cases` alone would say nothing.
fn suite_name(path: &Path) -> String {
    let whole = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = test::file_name(&whole);
    match whole.parent() {
        Some(parent) if name == "test_cases" => test::file_name(parent),
        _ => name,
    }
}

//! `suite.toml`: its questions and what holds for all its cases, checked.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use super::wire::SuiteFile;
use crate::case::load::{self, Defaults, Problems};
use crate::document::{Document, did_you_mean};
use crate::error::CaseError;
use crate::files::Files;
use crate::path;

/// The file that describes a suite.
pub(super) const MANIFEST: &str = "suite.toml";

/// Reads and checks `suite.toml`: what it writes, and what it says for all cases.
pub(super) fn read(files: Files, file: &Path) -> Result<(SuiteFile, Defaults), Vec<CaseError>> {
    let bytes = files.read(file).map_err(|error| vec![error])?;
    let document = Document::read(file, bytes).map_err(|error| vec![error])?;
    let wire: SuiteFile = document.parse().map_err(|error| vec![error])?;
    let mut problems = Problems::new(&document);
    let defaults = load::defaults(&wire.defaults, &mut problems);
    let mut names = BTreeSet::new();
    let mut folders = BTreeSet::new();
    for (index, question) in wire.questions.iter().enumerate() {
        let (key, folder) = match &question.folder {
            Some(folder) => ("folder", folder),
            None => ("name", &question.name),
        };
        let place = path!["questions", index, key];
        let path = file.with_file_name(folder);
        if !is_name(folder) {
            problems.at(place, format!("`{folder}` is not the name of a folder beside this"));
        } else if !files.is_folder(&path) {
            problems.at(place, format!("there is no folder `{folder}` beside this file"));
        } else if !folders.insert(folder) {
            problems.at(place, format!("the folder `{folder}` has a question already"));
        }
        if question.name.trim().is_empty() || !names.insert(&question.name) {
            let message = format!("a second question `{}`", question.name);
            problems.at(path!["questions", index, "name"], message);
        }
        let points = [("points", question.points), ("extra_points", question.extra_points)];
        for (key, points) in points {
            if points.is_some_and(|points| !(points.is_finite() && points >= 0.0)) {
                let message = "points are a number that is not negative";
                problems.at(path!["questions", index, key], message);
            }
        }
        problems.seconds(path!["questions", index, "seconds"], question.seconds);
        // Only earlier ones, so that no circle can be written.
        for (at, name) in question.depends.iter().enumerate() {
            if *name == question.name || !names.contains(name) {
                let hint = did_you_mean(name, names.iter().map(|name| name.as_str()));
                let message = format!("`{name}` is no question above this one{hint}");
                problems.at(path!["questions", index, "depends", at], message);
            }
        }
    }
    let errors = problems.into_errors();
    if errors.is_empty() { Ok((wire, defaults)) } else { Err(errors) }
}

/// Whether `folder` names something directly beside a file.
fn is_name(folder: &str) -> bool {
    let mut parts = Path::new(folder).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
}

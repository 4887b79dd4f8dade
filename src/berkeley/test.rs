//! What all tests have in common.

use std::path::{Path, PathBuf};
use std::time::Duration;

use plygrade_engine::search::{Algorithm, Terms};

use super::file::{Entry, File};
use crate::case::{Case, Expect, Limits, Task, Visibility, Watch};
use crate::error::CaseError;
use crate::position::Position;

/// Wall time of a question.
pub(super) const QUESTION_TIME: Duration = Duration::from_secs(300);

/// A `.test` file and what is around it.
pub(super) struct Test<'a> {
    pub(super) file: &'a File,
    /// Folders in which a layout may lie, the nearest first.
    pub(super) layouts: &'a [PathBuf],
}

impl Test<'_> {
    /// The `.solution` beside the test.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(super) fn solution(&self) -> Result<File, CaseError> {
        let path = self.file.path.with_extension("solution");
        if !path.is_file() {
            let name = file_name(&path);
            return Err(self
                .file
                .error(format!("its answers are missing: no file {name} beside it")));
        }
        File::read(&path)
    }

    /// A case for the class `alg` of the submission, asked in `position`; expects nothing yet.
    pub(super) fn case(&self, alg: &Entry, position: Position) -> Case {
        let class = alg.value.trim();
        let algorithm = algorithm(class);
        Case {
            name: self.file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            file: self.file.path.clone(),
            task: Task {
                agent: algorithm.map_or(class, |(word, _)| word).to_owned(),
                algorithm: algorithm.map(|(_, algorithm)| algorithm),
                depth: None,
                terms: Terms::default(),
                evaluation: None,
                arguments: Vec::new(),
                position,
                play: None,
                limits: Limits { time: QUESTION_TIME, ..Limits::default() },
                watch: Watch::default(),
            },
            expect: Expect::default(),
            points: 1.0,
            visibility: Visibility::default(),
            hints: Vec::new(),
            description: String::new(),
            diagram: None,
        }
    }
}

/// Our word for a class of the skeleton, and the search that it should be.
fn algorithm(class: &str) -> Option<(&'static str, Algorithm)> {
    Some(match class {
        "MinimaxAgent" => ("minimax", Algorithm::Minimax),
        "AlphaBetaAgent" => ("alphabeta", Algorithm::AlphaBeta),
        "ExpectimaxAgent" => ("expectimax", Algorithm::Expectimax),
        "ReflexAgent" => ("reflex", Algorithm::Reflex),
        _ => return None,
    })
}

/// The last part of a path, for messages.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

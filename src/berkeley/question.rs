//! The questions of a folder: `CONFIG` and the tests beside it.

use std::path::{Path, PathBuf};

use super::file::File;
use super::test::{QUESTION_TIME, Test, file_name};
use super::{CONFIG, game, tree};
use crate::case::Case;
use crate::error::CaseError;
use crate::suite::{Question, Scoring, sorted_files};

/// Reads the question in `folder`.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn question(
    folder: &Path,
    name: &str,
    layouts: &[PathBuf],
) -> Result<Question, Vec<CaseError>> {
    let config = File::read(&folder.join(CONFIG)).map_err(|error| vec![error])?;
    let mut question = configured(&config, name).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    for path in sorted_files(folder).iter().filter(|path| is_test(path)) {
        match case(path, layouts, question.scoring) {
            Ok(case) => question.cases.extend(case),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(question) } else { Err(errors) }
}

/// The question that its `CONFIG` describes, still without cases.
fn configured(config: &File, name: &str) -> Result<Question, CaseError> {
    config.only(&["max_points", "class", "depends", "extra_points"])?;
    let class = config.need("class")?;
    let mut max_points: f64 = config.number::<u32>("max_points")?.into();
    let mut extra_points = 0.0;
    let scoring = match class.value.trim() {
        "PassAllTestsQuestion" => Scoring::AllOrNothing,
        "ExtraCreditPassAllTestsQuestion" => {
            // All its points lie on top of the total, unless it says how many do.
            extra_points = match config.get("extra_points") {
                Some(_) => config.number::<u32>("extra_points")?.into(),
                None => std::mem::take(&mut max_points),
            };
            Scoring::AllOrNothing
        }
        "PartialCreditQuestion" => Scoring::Partial,
        "NumberPassedQuestion" => Scoring::PerCase,
        "HackedPartialCreditQuestion" => Scoring::Forfeit,
        other => {
            let message = format!(
                "unknown class of question {other:?}; known are PassAllTestsQuestion, \
                 ExtraCreditPassAllTestsQuestion, PartialCreditQuestion, NumberPassedQuestion and \
                 HackedPartialCreditQuestion"
            );
            return Err(config.at(class, message));
        }
    };
    if let Some(entry) = config.get("extra_points").filter(|_| extra_points == 0.0) {
        let message = "`extra_points` belongs to an ExtraCreditPassAllTestsQuestion";
        if class.value.trim() != "ExtraCreditPassAllTestsQuestion" {
            return Err(config.at(entry, message));
        }
    }
    let depends = config.get("depends").map(|entry| entry.words().map(str::to_owned).collect());
    Ok(Question {
        name: name.to_owned(),
        title: String::new(),
        max_points,
        extra_points,
        scoring,
        depends: depends.unwrap_or_default(),
        time: Some(QUESTION_TIME),
        cases: Vec::new(),
    })
}

/// Reads one test; `None` when it is switched off.
fn case(path: &Path, layouts: &[PathBuf], scoring: Scoring) -> Result<Option<Case>, CaseError> {
    let file = File::read(path)?;
    if file.is_disabled() {
        return Ok(None);
    }
    let test = Test { file: &file, layouts };
    let class = file.need("class")?;
    let mut case = match class.value.trim() {
        "GraphGameTreeTest" => tree::case(&test)?,
        "PacmanGameTreeTest" => game::line(&test)?,
        "EvalAgentTest" => game::games(&test)?,
        other => {
            let message = format!(
                "unknown class of test {other:?}; known are GraphGameTreeTest, \
                 PacmanGameTreeTest and EvalAgentTest"
            );
            return Err(file.at(class, message));
        }
    };
    match scoring {
        // A test counts when it has points of its own.
        Scoring::Forfeit => case.points = file.number_or::<u32>("points", 0)?.into(),
        // Only games give partial credit.
        Scoring::Partial if case.expect.games.is_none() => case.points = 0.0,
        _ => {}
    }
    Ok(Some(case))
}

/// Whether the course would take the file for a test.
fn is_test(path: &Path) -> bool {
    let name = file_name(path);
    name.ends_with(".test") && !name.starts_with(['#', '~', '.'])
}

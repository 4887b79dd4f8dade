//! Reports: a tree of verdicts as plain data, and one writer a format.

#[cfg(test)]
mod fixture;
pub mod json;
pub mod layout;
#[cfg(test)]
mod snapshots;
pub mod style;
pub mod terminal;
pub mod text;
pub mod tree;

use crate::case::Case;
use crate::case::play::Follow;
use crate::exit_status::ExitStatus;
use crate::judge::{Verdict, Word};
use crate::reference::Reference;
use crate::suite::{Chosen, SuiteNote};
use crate::transcript::Transcript;

/// The verdicts of one submission on one suite.
#[derive(Clone, Debug)]
pub struct Report {
    /// The submission, as the user named it.
    pub submission: String,
    /// Whether that is one of plygrade's own solutions, which is linked in and runs in the grader.
    pub linked_in: bool,
    /// The suite's name.
    pub suite: String,
    /// What `--suite` must be given to grade on it again: its folder, or its name.
    pub suite_argument: String,
    /// What was found out about the suite while it was read.
    pub suite_notes: Vec<SuiteNote>,
    /// Why the submission was graded on that suite.
    pub suite_chosen: Chosen,
    /// What seeded the submission's own random numbers.
    pub seed: u64,
    /// Cases of its questions that were left out because others were named.
    pub left_out: usize,
    /// Options of the command line without which a case may go otherwise, and their values.
    pub options: Vec<(&'static str, String)>,
    /// Whether every case has had its turn; what a killed run leaves has not.
    pub complete: bool,
    /// Points earned.
    pub points: f64,
    /// Points to earn.
    pub max_points: f64,
    /// One entry a question.
    pub questions: Vec<QuestionReport>,
    /// The layers of the sandbox that were really in force.
    pub sandbox: Vec<String>,
    /// Whether these are all that the sandbox has on this system, or layers are missing.
    pub sandbox_whole: bool,
    /// Wall time of the whole run.
    pub seconds: f64,
}

/// The verdicts of one question.
#[derive(Clone, Debug)]
pub struct QuestionReport {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// Points earned.
    pub points: f64,
    /// Points to earn.
    pub max_points: f64,
    /// One entry a case.
    pub cases: Vec<CaseReport>,
}

/// One case: what was asked, what came, what the judge says.
#[derive(Clone, Debug)]
pub struct CaseReport {
    /// The case, for its drawing and hints.
    pub case: Case,
    /// What a right submission does.
    pub reference: Option<Reference>,
    /// What this one did.
    pub transcript: Transcript,
    /// The judge's word.
    pub verdict: Verdict,
}

impl CaseReport {
    /// Puts the parts of one case together.
    #[must_use]
    pub fn new(
        case: &Case,
        reference: Option<Reference>,
        transcript: Transcript,
        verdict: Verdict,
    ) -> Self {
        CaseReport { case: case.clone(), reference, transcript, verdict }
    }

    /// Whether whole games were asked for that the submission decides, so that how they end says
    /// something about it.
    #[must_use]
    pub fn plays_freely(&self) -> bool {
        self.case.task.play.as_ref().is_some_and(|play| play.follow == Follow::Submission)
    }
}

impl Report {
    /// Adds up the questions.
    #[must_use]
    pub fn new(submission: &str, suite: &str, questions: Vec<QuestionReport>) -> Self {
        Report {
            submission: submission.to_owned(),
            linked_in: false,
            suite: suite.to_owned(),
            suite_argument: suite.to_owned(),
            suite_notes: Vec::new(),
            suite_chosen: Chosen::ByUser,
            seed: 0,
            left_out: 0,
            options: Vec::new(),
            complete: true,
            points: questions.iter().map(|question| question.points).sum(),
            max_points: questions.iter().map(|question| question.max_points).sum(),
            questions,
            sandbox: Vec::new(),
            sandbox_whole: false,
            seconds: 0.0,
        }
    }

    /// What the process's exit code must say of this report.
    #[must_use]
    pub fn exit_status(&self) -> ExitStatus {
        let words = || self.questions.iter().flat_map(|q| &q.cases).map(|case| case.verdict.word);
        if words().any(|word| word == Word::GraderError) {
            ExitStatus::GraderError
        } else if words().any(|word| word == Word::CaseError) {
            ExitStatus::Usage
        } else if words().all(|word| word == Word::Pass) && self.points >= self.max_points {
            ExitStatus::Passed
        } else {
            ExitStatus::PointsLost
        }
    }
}

//! Suites: folders of cases, by question.

mod around;
pub mod load;
mod manifest;
mod named;
pub mod wire;

pub(crate) use named::{Named, built_in, no_such};

use std::path::{Path, PathBuf};
use std::time::Duration;

use plygrade_engine::games::pacman::Direction;
use plygrade_engine::search::Cut;

use crate::case::Case;

/// A folder of cases.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The name in reports.
    pub name: String,
    /// A heading; may be empty.
    pub title: String,
    /// What it is for; may be empty.
    pub description: String,
    /// Where it was read from; `None` for a built-in suite.
    pub path: Option<PathBuf>,
    /// The questions, in order.
    pub questions: Vec<Question>,
    /// Whose rules it is graded by.
    pub rules: Rules,
    /// What was found out about it while it was read, for people.
    pub notes: Vec<SuiteNote>,
}

impl Suite {
    /// Where the expected values are: what the `submission` may not see.
    #[must_use]
    pub fn expectations(&self, submission: &Path) -> Vec<PathBuf> {
        let Some(path) = &self.path else { return Vec::new() };
        if path.is_file() {
            return around::expectations(path, submission);
        }
        let tests = path.join("test_cases");
        // A course's folder may be the submission's as well.
        let course = self.rules == Rules::Berkeley && tests.is_dir();
        vec![if course { tests } else { path.clone() }]
    }
}

/// Why a submission is graded on the suite that it is graded on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The user named it.
    ByUser,
    /// The submission names it in this file.
    ByManifest(&'static str),
    /// What the submission defines is for it.
    ByContent,
    /// Nobody named one.
    ByDefault,
}

/// Something about a whole suite that changes no verdict by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum SuiteNote {
    /// The recorded answers of a Berkeley folder were made with these terms, which differ from
    /// the course's usual ones and are used instead.
    RecordedTerms {
        /// The order in which legal actions are listed.
        action_order: [Direction; 5],
        /// When alpha-beta cuts.
        cut: Cut,
        /// Recorded trees and moves that agree with these terms.
        agree: usize,
        /// Recorded trees and moves that agree with the usual terms.
        agree_usual: usize,
        /// All recorded trees and moves.
        of: usize,
    },
    /// A recorded answer that the reference does not give under any terms tried.
    Disagrees {
        /// The case's question.
        question: String,
        /// The case.
        case: String,
        /// Its recorded trees or moves that agree.
        agree: usize,
        /// All of them.
        of: usize,
    },
}

/// Whose rules a suite is graded by.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Rules {
    /// Ours: every case in a process of its own, wrong turns are wrong.
    #[default]
    Plygrade,
    /// The course's: cases share a process, points and verdicts are the course's own, what we
    /// see beyond them is a note.
    Berkeley,
}

/// One question of a suite.
#[derive(Clone, Debug)]
pub struct Question {
    /// The name in reports and for `-q`.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The most points that it gives.
    pub max_points: f64,
    /// Points on top of the total, where every case passes.
    pub extra_points: f64,
    /// How cases make points.
    pub scoring: Scoring,
    /// Questions that must have all their points before this one is run.
    pub depends: Vec<String>,
    /// Wall time of all its cases together.
    pub time: Option<Duration>,
    /// Its cases, in order.
    pub cases: Vec<Case>,
}

impl Suite {
    /// Gives no case, and no game of one, more than `most`.
    pub fn limit_time(&mut self, most: Duration) {
        for case in self.questions.iter_mut().flat_map(|question| &mut question.cases) {
            let limits = &mut case.task.limits;
            limits.time = limits.time.min(most);
            if let Some(play) = &mut case.task.play {
                play.time = play.time.min(most);
            }
        }
    }
}

/// How the cases of a question make its points.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// The share of its cases' points that were earned.
    #[default]
    Share,
    /// All points when every case passes, else none.
    AllOrNothing,
    /// The sum of its cases' points; a case that fails outright makes it 0.
    Partial,
    /// One point a passed case.
    PerCase,
    /// The sum of its passed cases' points; where a case without points fails, full marks are
    /// forfeited: 0 if the sum would be the most that the question gives.
    Forfeit,
}

/// What one case contributes to its question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Earned {
    /// Points earned; may exceed `max_points`, which is extra credit.
    pub points: f64,
    /// Points to earn.
    pub max_points: f64,
    /// Whether it counts as passed.
    pub passed: bool,
    /// Whether it failed outright: no part of it counts.
    pub failed: bool,
}

impl Scoring {
    /// Points of a question that gives at most `max_points`.
    #[must_use]
    pub fn points(self, max_points: f64, cases: &[Earned]) -> f64 {
        let sum: f64 = cases.iter().map(|case| case.points).sum();
        let most: f64 = cases.iter().map(|case| case.max_points).sum();
        let passed = cases.iter().filter(|case| case.passed).count();
        match self {
            Scoring::Share if most > 0.0 => max_points * sum / most,
            Scoring::Share => 0.0,
            Scoring::AllOrNothing if passed == cases.len() => max_points,
            Scoring::AllOrNothing => 0.0,
            Scoring::Partial if cases.iter().any(|case| case.failed) => 0.0,
            Scoring::Partial => sum,
            Scoring::PerCase => passed as f64,
            Scoring::Forfeit => {
                let failed = cases.iter().any(|case| case.max_points == 0.0 && !case.passed);
                if failed && sum >= max_points { 0.0 } else { sum }
            }
        }
    }
}

/// Files of one folder, sorted by name; empty when it cannot be read.
pub(crate) fn sorted_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.sort();
    files
}

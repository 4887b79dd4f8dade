//! Suites: folders of cases, by question.

use std::path::{Path, PathBuf};

use crate::case::Case;

/// A folder of cases.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The name in reports.
    pub name: String,
    /// Where it was read from; `None` for a built-in suite.
    pub path: Option<PathBuf>,
    /// The questions, in order.
    pub questions: Vec<Question>,
    /// Whose rules it is graded by.
    pub rules: Rules,
}

/// Whose rules a suite is graded by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// How cases make points.
    pub scoring: Scoring,
    /// Its cases, in order.
    pub cases: Vec<Case>,
}

/// How the cases of a question make its points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
}

impl Scoring {
    /// Points of a question from its cases' `(earned, most, passed or partial)`.
    #[must_use]
    pub fn points(self, max_points: f64, cases: &[(f64, f64, bool)]) -> f64 {
        let earned: f64 = cases.iter().map(|case| case.0).sum();
        let most: f64 = cases.iter().map(|case| case.1).sum();
        let all = cases.iter().all(|case| case.2);
        match self {
            Scoring::Share if most > 0.0 => max_points * earned / most,
            Scoring::Share => 0.0,
            Scoring::AllOrNothing if all && earned >= most => max_points,
            Scoring::AllOrNothing => 0.0,
            Scoring::Partial if all => earned,
            Scoring::Partial => 0.0,
            Scoring::PerCase => cases.iter().filter(|case| case.0 >= case.1).count() as f64,
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

//! The file format of `suite.toml`, as serde types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Rules, Scoring};
use crate::case::Visibility;
use crate::case::wire::{Cut, Direction, Limits};

/// What stands in `suite.toml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "plygrade suite")]
pub struct SuiteFile {
    /// The name in reports; the folder's without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A heading.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What the suite is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Whose rules it is graded by; plygrade without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// What holds for all cases that do not say otherwise.
    #[serde(default, skip_serializing_if = "DefaultsFile::is_empty")]
    pub defaults: DefaultsFile,
    /// The questions in order; without it every folder is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<QuestionFile>,
}

/// One question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionFile {
    /// The name in reports and for `-q`.
    pub name: String,
    /// What it is about.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The most points that it gives; the sum of its cases' without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// Points on top of the total, where every case passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_points: Option<f64>,
    /// Questions above this one that must have all their points before it is run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends: Vec<String>,
    /// Seconds of wall time for all its cases together; without it no limit but theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// How cases make points; share without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// The folder of its cases beside `suite.toml`; its name without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

/// What holds for all cases that do not say otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefaultsFile {
    /// When alpha-beta cuts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// The order of Pacman's legal actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_order: Option<Vec<Direction>>,
    /// What a submission may spend on a case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// Who may see results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
}

impl DefaultsFile {
    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == DefaultsFile::default()
    }
}

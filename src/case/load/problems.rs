//! Collects what is wrong with one file.

use std::time::Duration;

use crate::document::{Document, Step, did_you_mean};
use crate::error::CaseError;
use crate::path;

/// Errors of one file that are listed one by one.
const MOST: usize = 20;
/// The longest time that can be given, in seconds: a year.
const MAX_SECONDS: f64 = 366.0 * 86_400.0;

/// What is wrong with a file so far.
pub(crate) struct Problems<'d> {
    document: &'d Document,
    errors: Vec<CaseError>,
}

impl<'d> Problems<'d> {
    pub(crate) fn new(document: &'d Document) -> Self {
        Problems { document, errors: Vec::new() }
    }

    pub(crate) fn document(&self) -> &'d Document {
        self.document
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// In the order of the file.
    pub(crate) fn into_errors(mut self) -> Vec<CaseError> {
        self.errors.sort_by_key(|error| (error.line, error.column));
        self.errors.dedup();
        if self.errors.len() > MOST {
            let more = self.errors.len() - MOST;
            self.errors.truncate(MOST);
            self.errors.push(CaseError::file(
                self.document.file(),
                format!("{more} more errors like these"),
            ));
        }
        self.errors
    }

    /// About the value at `path`.
    pub(crate) fn at(&mut self, path: &[Step<'_>], message: impl Into<String>) {
        self.errors.push(self.document.error(path, message));
    }

    /// About the key at the end of `path`.
    pub(crate) fn key(&mut self, path: &[Step<'_>], message: impl Into<String>) {
        self.errors.push(self.document.key_error(path, message));
    }

    /// About a place (line and column, from 1) in the text at `path`.
    pub(crate) fn inside(
        &mut self,
        path: &[Step<'_>],
        place: (usize, usize),
        message: impl Into<String>,
    ) {
        self.errors.push(self.document.error_inside(path, place, message));
    }

    /// About the whole of another file.
    pub(crate) fn elsewhere(&mut self, error: CaseError) {
        self.errors.push(error);
    }

    /// A time in seconds.
    pub(crate) fn seconds(&mut self, path: &[Step<'_>], seconds: Option<f64>) -> Option<Duration> {
        let seconds = seconds?;
        if seconds > 0.0 && seconds <= MAX_SECONDS {
            return Some(Duration::from_secs_f64(seconds));
        }
        self.at(path, format!("{seconds} is no time limit; write seconds, more than 0"));
        None
    }
}

/// A word that a case chose, under a key at its top.
#[derive(Clone, Copy)]
pub(crate) struct Word<'w> {
    pub(crate) key: &'static str,
    pub(crate) word: &'w str,
}

impl Word<'_> {
    /// What it means among `known`.
    pub(crate) fn among<T: Copy>(
        self,
        known: &[(&str, T)],
        of_what: &str,
        problems: &mut Problems<'_>,
    ) -> Option<T> {
        let Word { key, word } = self;
        let found = known.iter().find(|(name, _)| *name == word).map(|(_, it)| *it);
        if found.is_none() {
            let hint = did_you_mean(word, known.iter().map(|(name, _)| *name));
            problems.at(path![key], format!("unknown {key} `{word}` {of_what}{hint}"));
        }
        found
    }
}

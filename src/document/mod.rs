//! TOML and JSON documents whose every value knows its place.
//!
//! Both formats are read into one tree of `Node`s; serde types are read from it by `de`, and
//! later checks name what they complain about by a path (`["game", "edges", 3]`), for which
//! [`Document::error`] finds line and column.

mod de;
mod json;
mod place;
mod toml;
mod words;

pub(crate) use json::STRICT;
pub(crate) use words::{did_you_mean, list};

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::error::CaseError;

/// Largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 16 << 20;

/// A document in memory.
#[derive(Clone, Debug)]
pub struct Document {
    file: PathBuf,
    text: String,
    root: Node,
}

/// A value and where it stands, in bytes of the text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    span: Range<usize>,
    value: Value,
}

#[derive(Clone, Debug)]
enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Date,
    List(Vec<Node>),
    Table(Vec<Entry>),
}

#[derive(Clone, Debug)]
struct Entry {
    key: String,
    key_span: Range<usize>,
    node: Node,
}

/// What is wrong, and the bytes where, as far as they are known.
#[derive(Debug)]
struct Fault {
    span: Option<Range<usize>>,
    message: String,
}

/// One step into a document.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Into a table.
    Key(&'a str),
    /// Into a list, from 0.
    Index(usize),
}

impl<'a> From<&'a str> for Step<'a> {
    fn from(key: &'a str) -> Self {
        Step::Key(key)
    }
}

impl<'a> From<&'a String> for Step<'a> {
    fn from(key: &'a String) -> Self {
        Step::Key(key)
    }
}

impl From<usize> for Step<'_> {
    fn from(index: usize) -> Self {
        Step::Index(index)
    }
}

/// A path into a document: keys and indices.
#[macro_export]
macro_rules! path {
    ($($step:expr),* $(,)?) => { &[$($crate::document::Step::from($step)),*][..] };
}

impl Document {
    /// Reads `bytes` by the extension of `file`: JSON for `.json`, else TOML.
    ///
    /// # Errors
    /// [`CaseError`] with the place of the first fault.
    pub fn read(file: &Path, bytes: Vec<u8>) -> Result<Self, CaseError> {
        let mut text = String::from_utf8(bytes).map_err(|error| place::not_utf8(file, &error))?;
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let json = file.extension().is_some_and(|extension| extension == "json");
        let root = if json { json::parse(&text) } else { toml::parse(&text) };
        match root {
            Ok(root) => Ok(Document { file: file.to_owned(), text, root }),
            Err(fault) => Err(place::locate(file, &text, fault.span, fault.message)),
        }
    }

    /// The document as a `T`.
    ///
    /// # Errors
    /// [`CaseError`] with the place of the first key or value that does not fit.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, CaseError> {
        T::deserialize(de::Reader::new(&self.root))
            .map_err(|fault| place::locate(&self.file, &self.text, fault.span, fault.message))
    }

    /// An error about the value at `path`, or about the nearest thing above it that is there.
    #[must_use]
    pub fn error(&self, path: &[Step<'_>], message: impl Into<String>) -> CaseError {
        let (_, node) = self.find(path);
        place::locate(&self.file, &self.text, Some(node.span.clone()), message.into())
    }

    /// The same about the key that `path` ends in.
    #[must_use]
    pub fn key_error(&self, path: &[Step<'_>], message: impl Into<String>) -> CaseError {
        let (key, node) = self.find(path);
        let span = key.unwrap_or(&node.span);
        place::locate(&self.file, &self.text, Some(span.clone()), message.into())
    }

    /// An error inside the text at `path`: in its `line` and `column`, both from 1. Where the
    /// document writes that text with escapes, the error stands at its beginning.
    #[must_use]
    pub fn error_inside(
        &self,
        path: &[Step<'_>],
        (line, column): (usize, usize),
        message: impl Into<String>,
    ) -> CaseError {
        let (_, node) = self.find(path);
        let error = place::locate(&self.file, &self.text, Some(node.span.clone()), message.into());
        let raw = self.text.get(node.span.clone()).unwrap_or_default();
        match place::inside(raw, line, column) {
            Some((0, columns)) => {
                CaseError { column: error.column.map(|start| start + columns), ..error }
            }
            Some((lines, columns)) => CaseError {
                line: error.line.map(|start| start + lines),
                column: Some(columns + 1),
                ..error
            },
            None => error,
        }
    }

    /// The file that it was read from.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Whether there is a value at `path`.
    #[must_use]
    pub fn has(&self, path: &[Step<'_>]) -> bool {
        let mut node = Some(&self.root);
        for step in path {
            node = node.and_then(|node| node.child(*step)).map(|(_, node)| node);
        }
        node.is_some()
    }

    /// The deepest node on `path` that is there, with its key's place.
    fn find(&self, path: &[Step<'_>]) -> (Option<&Range<usize>>, &Node) {
        let mut found = (None, &self.root);
        for step in path {
            match found.1.child(*step) {
                Some(child) => found = child,
                None => break,
            }
        }
        found
    }
}

impl Node {
    fn child(&self, step: Step<'_>) -> Option<(Option<&Range<usize>>, &Node)> {
        match (&self.value, step) {
            (Value::Table(entries), Step::Key(key)) => entries
                .iter()
                .find(|entry| entry.key == key)
                .map(|entry| (Some(&entry.key_span), &entry.node)),
            (Value::List(nodes), Step::Index(index)) => nodes.get(index).map(|node| (None, node)),
            _ => None,
        }
    }
}

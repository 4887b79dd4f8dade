//! `plygrade.toml`: how a folder that is handed in is run.

use std::path::Path;
use std::{fmt, io};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Program, Run};
use crate::document::Document;
use crate::error::Error;
use crate::host::sources::read_plain;

/// The file's name.
pub const MANIFEST: &str = "plygrade.toml";

/// The file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The program that speaks the protocol, and its arguments.
    #[serde(deserialize_with = "words")]
    pub command: Vec<String>,
    /// What makes the program, run once before the first case.
    #[serde(default, deserialize_with = "some_words")]
    pub build: Option<Vec<String>>,
    /// The built-in suite that it is graded on where none is named.
    pub suite: Option<String>,
}

impl Manifest {
    /// Reads the file of `folder`.
    ///
    /// # Errors
    /// [`Error`] with the place when it cannot be read or does not say what to run.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(MANIFEST);
        let wrong = |why: &dyn std::fmt::Display| {
            Error::Usage(format!("failed to read {}: {why}", path.display()))
        };
        let text = own_text(&path).map_err(|error| wrong(&error))?;
        let manifest: Manifest = Document::read(&path, text.into_bytes())?.parse()?;
        for (key, argv) in
            [("command", Some(&manifest.command)), ("build", manifest.build.as_ref())]
        {
            if argv.is_some_and(Vec::is_empty) {
                return Err(wrong(&format!("{key} is empty; write {key} = [\"program\"]")));
            }
        }
        Ok(manifest)
    }

    /// What it says about the submission in `folder`.
    #[must_use]
    pub fn program(self, folder: &Path) -> Program {
        let Manifest { command, build, suite } = self;
        Program { suite, ..Program::new(Run::Command { command, build }, folder) }
    }
}

/// Reads words as those of a command line, each by itself.
fn words<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    struct Words;

    impl<'de> Visitor<'de> for Words {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of words, such as [\"node\", \"agent.js\"]")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
            let mut words = Vec::new();
            while let Some(word) = list.next_element()? {
                words.push(word);
            }
            Ok(words)
        }
    }

    from.deserialize_seq(Words)
}

fn some_words<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    words(from).map(Some)
}

/// The text of a file that was handed in, and is not somebody else's behind a link.
fn own_text(path: &Path) -> io::Result<String> {
    const MOST: u64 = 1 << 20;
    let wrong = |why: &str| io::Error::other(why.to_owned());
    if std::fs::symlink_metadata(path)?.is_symlink() {
        return Err(wrong("it is a link; hand in the file itself"));
    }
    let bytes =
        read_plain(path, MOST)?.ok_or_else(|| wrong("it is no file, or a very large one"))?;
    String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8"))
}

/// The suite that a crate's manifest names. What is wrong with a manifest cargo says better.
pub(super) fn crate_suite(folder: &Path) -> Option<String> {
    let text = own_text(&folder.join("Cargo.toml")).ok()?;
    let manifest: toml::Table = text.parse().ok()?;
    let own = manifest.get("package")?.get("metadata")?.get("plygrade")?;
    own.get("suite")?.as_str().map(str::to_owned)
}

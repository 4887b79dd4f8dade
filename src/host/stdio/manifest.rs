//! `plygrade.toml`: how a folder that is handed in is run.

use std::io;
use std::path::Path;

use serde::Deserialize;

use super::{Program, Run};
use crate::error::Error;
use crate::host::sources::read_plain;

/// The file's name.
pub const MANIFEST: &str = "plygrade.toml";

/// The file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The program that speaks the protocol, and its arguments.
    pub command: Vec<String>,
    /// What makes the program, run once before the first case.
    pub build: Option<Vec<String>>,
    /// The built-in suite that it is graded on where none is named.
    pub suite: Option<String>,
}

impl Manifest {
    /// Reads the file of `folder`.
    ///
    /// # Errors
    /// [`Error::Usage`] when it cannot be read or does not say what to run.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(MANIFEST);
        let wrong = |why: &dyn std::fmt::Display| {
            Error::Usage(format!("failed to read {}: {why}", path.display()))
        };
        let text = own_text(&path).map_err(|error| wrong(&error))?;
        let manifest: Manifest =
            toml::from_str(&text).map_err(|error| wrong(&error.to_string().trim_end()))?;
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

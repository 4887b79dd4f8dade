//! Recorded facts that lie beside the repository.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder with the recorded facts, where there is one. Says so where there is none, also for
/// a test that passes, whose captured output nobody would see.
pub(crate) fn folder(what: &str) -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("../shared/conformance"))
        .find(|folder| folder.is_dir());
    if found.is_none() {
        let line = format!("no ../shared/conformance here: {what} is not checked\n");
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
    found
}

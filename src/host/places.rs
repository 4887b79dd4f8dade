//! Folders that the grader makes, which have another name each time: how their paths are shown.

use std::path::{Path, PathBuf};

use crate::transcript::Fault;

/// Where a program runs, and where it may write.
#[derive(Clone)]
pub(super) struct Places {
    pub(super) folder: PathBuf,
    pub(super) scratch: PathBuf,
}

impl Places {
    /// `text` as its reader knows the places.
    pub(super) fn shown(&self, text: &str) -> String {
        replaced(&from(&self.folder, text), &self.scratch, "$TMPDIR")
    }

    /// A fault in such words.
    pub(super) fn shown_fault(&self, fault: Fault) -> Fault {
        let traceback = fault.traceback.iter().map(|line| self.shown(line)).collect();
        Fault { message: self.shown(&fault.message), traceback, ..fault }
    }
}

/// `text` with all paths below `folder` as they are seen from there.
pub(super) fn from(folder: &Path, text: &str) -> String {
    let below = format!("{}/", folder.display());
    let text = text.replace(&format!("file://{below}"), "").replace(&below, "");
    replaced(&text, folder, ".")
}

/// `text` with `place` instead of this path; one that only begins like it stays.
fn replaced(text: &str, path: &Path, place: &str) -> String {
    let path = path.display().to_string();
    let mut pieces = text.split(&path);
    let mut shown = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let longer = piece.starts_with(char::is_alphanumeric);
        shown.push_str(if longer { &path } else { place });
        shown.push_str(piece);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_shown_as_it_is_written_in_the_submission() {
        let places = Places { folder: "/tmp/made-1/0".into(), scratch: "/tmp/made-1/1".into() };
        for (text, shown) in [
            ("at search (/tmp/made-1/0/agents.js:7:5)", "at search (agents.js:7:5)"),
            ("file:///tmp/made-1/0/lib/a.mjs:3", "lib/a.mjs:3"),
            ("cd '/tmp/made-1/0'", "cd '.'"),
            ("open /tmp/made-1/1/notes", "open $TMPDIR/notes"),
            ("/tmp/made-1/10 and /tmp/made-1/01/x", "/tmp/made-1/10 and /tmp/made-1/01/x"),
            ("/tmp/other/0/a.js", "/tmp/other/0/a.js"),
        ] {
            assert_eq!(places.shown(text), shown);
        }
    }
}

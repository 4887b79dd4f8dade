//! Recognises what plygrade said of a submission before, and what a student keeps in its folder.
//!
//! Reports say what was expected, so that the next run must not read them.

use std::path::Path;

use memchr::memmem;

use super::is_python;

/// The second line of a terminal's report.
const SUITE: &[u8] = b"\nsuite       ";
/// How far a terminal's report is looked at: past a long name of a submission.
const HEAD: usize = 1 << 13;

/// Whether a file is a report, whole or cut off, or holds one. A source in Python is none, whatever
/// it speaks of.
pub(crate) fn is_report(path: &Path, bytes: &[u8]) -> bool {
    if is_python(path) {
        return false;
    }
    let of_json = memmem::find(bytes, b"\"plygrade/report/v1\"").is_some();
    let heads = memmem::find_iter(bytes, b"submission  ");
    let mut whole = heads.filter(|at| *at == 0 || matches!(bytes[at - 1], b'\n' | b'\r'));
    of_json
        || whole.any(|at| memmem::find(&bytes[at..][..HEAD.min(bytes.len() - at)], SUITE).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::style::Style;
    use crate::report::{Report, json, terminal};

    /// Written as they are today, so that a new form of theirs is recognised too.
    #[test]
    fn what_is_written_is_recognised() {
        let report = Report::new(&"a very long name ".repeat(20), "suite", Vec::new());
        let json = json::render(&report).expect("JSON");
        assert!(is_report(Path::new("a.json"), json.as_bytes()));
        assert!(is_report(Path::new("result"), json.as_bytes()));
        assert!(!is_report(Path::new("a.py"), json.as_bytes()));
        let plain = terminal::render(&report, Style::plain());
        assert!(is_report(Path::new("a.txt"), plain.as_bytes()), "{plain}");
        let session = format!("$ plygrade grade a.py\r\n{plain}");
        assert!(is_report(Path::new("session"), session.as_bytes()));
    }
}

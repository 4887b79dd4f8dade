//! Recognises what plygrade said of a submission before, and what a student keeps in its folder.
//!
//! Reports say what was expected, so that the next run must not read them.

use std::path::Path;

use memchr::memmem;

/// How far a terminal's report is looked at: past a long name of a submission.
const HEAD: usize = 1 << 13;

/// Whether a file is a report, whole or cut off.
pub(super) fn is_report(path: &Path, bytes: &[u8]) -> bool {
    let json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let of_json = json && memmem::find(bytes, b"\"plygrade/report/v1\"").is_some();
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    of_json
        || (head.starts_with(b"submission  ") && memmem::find(head, b"\nsuite       ").is_some())
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
        let plain = terminal::render(&report, Style::plain());
        assert!(is_report(Path::new("a.txt"), plain.as_bytes()), "{plain}");
    }
}

//! From bytes to lines and columns.

use std::ops::Range;
use std::path::Path;
use std::string::FromUtf8Error;

use crate::error::CaseError;

/// An error at the start of `span`.
pub(super) fn locate(
    file: &Path,
    text: &str,
    span: Option<Range<usize>>,
    message: String,
) -> CaseError {
    let place = span.map(|span| line_and_column(text.as_bytes(), span.start));
    CaseError {
        file: file.to_owned(),
        line: place.map(|place| place.0),
        column: place.map(|place| place.1),
        message,
    }
}

/// Line and column of byte `at`, both from 1, columns in characters.
fn line_and_column(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    (line, String::from_utf8_lossy(&before[start..]).chars().count() + 1)
}

/// The error for bytes that are no text.
pub(super) fn not_utf8(file: &Path, error: &FromUtf8Error) -> CaseError {
    let at = error.utf8_error().valid_up_to();
    let (line, column) = line_and_column(error.as_bytes(), at);
    let byte = error.as_bytes().get(at).copied().unwrap_or_default();
    CaseError {
        file: file.to_owned(),
        line: Some(line),
        column: Some(column),
        message: format!("not UTF-8: byte 0x{byte:02x}; save the file as UTF-8"),
    }
}

/// Where line and column (from 1) of a text stand from the start of `raw`, which is the text as
/// the document writes it: lines further down, columns further right. `None` where escapes move
/// things.
pub(super) fn inside(raw: &str, line: usize, column: usize) -> Option<(usize, usize)> {
    let quotes = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| raw.starts_with(quotes))?;
    if quotes.starts_with('"') && raw.contains('\\') {
        return None;
    }
    let body = &raw[quotes.len()..];
    let starts_below = quotes.len() == 3 && (body.starts_with('\n') || body.starts_with("\r\n"));
    let lines = line.checked_sub(1)? + usize::from(starts_below);
    let columns = column.checked_sub(1)?;
    Some((lines, if lines == 0 { columns + quotes.len() } else { columns }))
}

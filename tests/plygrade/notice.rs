//! What a test says although it passes.

use std::io::Write as _;

/// Says on standard error what a test could not check. The macros' output is captured, and shown
/// only where a test fails.
pub(crate) fn notice(text: &str) {
    let _ = std::io::stderr().write_all(format!("{text}\n").as_bytes());
}

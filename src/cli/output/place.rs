//! Where the name of a report leads.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use super::Output;
use crate::files::folder_of;
use crate::host::sources::reports::is_report;

/// Links on the way; more go in a circle.
const MOST_LINKS: usize = 40;

/// Where `path` leads, or why nothing is written there.
///
/// What lies in the folder of the `submission` is its author's: a link there that has the name of
/// the report is replaced by it, one on the way to it is refused, and so is a pipe, on which the
/// grader could wait for ever, and a file that is no report. Elsewhere links are the user's, and the
/// file behind them is meant.
pub(super) fn find(path: &Path, submission: &Path) -> Result<Output, String> {
    let theirs = if submission.is_dir() { submission } else { folder_of(submission) };
    let theirs = fs::canonicalize(theirs).ok();
    let inside = |path: &Path| theirs.as_ref().is_some_and(|theirs| path.starts_with(theirs));
    let place = follow(path, inside)?;
    let meta = if inside(&place) { fs::symlink_metadata(&place) } else { fs::metadata(&place) };
    match meta.map(|meta| meta.file_type()) {
        Ok(kind) if kind.is_dir() => Err("it is a folder; name a file in it".to_owned()),
        Ok(kind) if kind.is_file() && inside(&place) && !is_ours(&place) => {
            Err("it lies in the submission's folder and is no earlier report, so it is not \
                 overwritten; name another file"
                .to_owned())
        }
        Ok(kind) if kind.is_file() || kind.is_symlink() => Ok(Output::File(place)),
        Ok(_) if inside(&place) => {
            Err("it is a pipe or a device in the submission's folder; name a file".to_owned())
        }
        Ok(_) => Ok(Output::Stream(place)),
        Err(_) => Ok(Output::File(place)),
    }
}

/// Whether a file may be replaced: it is empty, or a report.
fn is_ours(path: &Path) -> bool {
    const HEAD: u64 = 1 << 16;
    let mut head = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && (head.is_empty() || is_report(Path::new(""), &head))
}

/// The path without links and `..`; its last part is a link where that is `inside`.
fn follow(path: &Path, inside: impl Fn(&Path) -> bool) -> Result<PathBuf, String> {
    let said = |error: std::io::Error| error.to_string();
    let parts = |path: &Path| -> Vec<OsString> {
        path.components().map(|part| part.as_os_str().to_owned()).collect()
    };
    let mut waiting = VecDeque::from(parts(&std::path::absolute(path).map_err(said)?));
    let mut at = PathBuf::new();
    let mut links = 0;
    while let Some(part) = waiting.pop_front() {
        if part == Component::ParentDir.as_os_str() {
            at.pop();
            continue;
        }
        let next = at.join(&part);
        if !fs::symlink_metadata(&next).is_ok_and(|meta| meta.is_symlink()) {
            at = next;
        } else if inside(&at) && waiting.is_empty() {
            return Ok(next);
        } else if inside(&at) {
            return Err(format!(
                "{} is a link in the submission's folder, and none there is followed; name the \
                 folder that is meant",
                next.display()
            ));
        } else if at.starts_with("/proc") {
            // What is open and has no name, such as the pipe behind /dev/stdout.
            at = fs::canonicalize(&next).unwrap_or(next);
        } else if links == MOST_LINKS {
            return Err("too many links".to_owned());
        } else {
            links += 1;
            let target = fs::read_link(&next).map_err(said)?;
            parts(&target).into_iter().rev().for_each(|part| waiting.push_front(part));
        }
    }
    Ok(at)
}

//! What no program sees though it may lie in what is shown.

use std::path::{Path, PathBuf};

use super::{Policy, own};

/// What `policy` hides, and the grader itself: real paths of what is there.
pub(super) fn all(policy: &Policy) -> Vec<PathBuf> {
    let mut hidden = own::programs(&policy.read);
    hidden.extend(policy.hidden.iter().filter_map(|path| std::fs::canonicalize(path).ok()));
    hidden
}

/// `path`, or where one of `hidden` lies in it, what else lies there. Links stand for nothing: what
/// they lead to is shown by its own name or not at all.
pub(super) fn without(hidden: &[PathBuf], path: &Path) -> Vec<PathBuf> {
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if hidden.contains(&real) {
        return Vec::new();
    }
    if !hidden.iter().any(|hidden| hidden.starts_with(&real)) {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(&real).into_iter().flatten().flatten();
    let plain = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
    plain.flat_map(|entry| without(hidden, &entry.path())).collect()
}

//! What no program sees though it may lie in what is shown.

use std::path::{Path, PathBuf};

/// What is shown when something in it is hidden.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// Files and folders, with all that is in them.
    pub(super) read: Vec<PathBuf>,
    /// Folders of which only parts are shown: they can be listed.
    pub(super) listed: Vec<PathBuf>,
    /// Links in these: each leads where it did, if that is shown.
    pub(super) links: Vec<PathBuf>,
}

/// What of `read` is shown where `hidden` is not: real paths, or such as will be there.
///
/// A folder with something hidden in it is shown part by part. So what is written there later, as
/// a report under its new name, is not shown either, and what is needed may lie inside of what is
/// hidden.
pub(super) fn shown(read: &[PathBuf], hidden: &[PathBuf]) -> Shown {
    let mut shown = Shown::default();
    for path in read {
        shown.add(path, hidden);
    }
    shown
}

impl Shown {
    fn add(&mut self, path: &Path, hidden: &[PathBuf]) {
        let Ok(real) = std::fs::canonicalize(path) else { return };
        if hidden.contains(&real) {
            return;
        }
        if !hidden.iter().any(|hidden| hidden.starts_with(&real)) {
            self.read.push(path.to_owned());
            return;
        }
        self.listed.push(path.to_owned());
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_symlink() => self.links.push(entry.path()),
                _ => self.add(&entry.path(), hidden),
            }
        }
    }
}

/// The real path of what is or will be at `path`.
pub(super) fn real(path: &Path) -> Option<PathBuf> {
    std::fs::canonicalize(path).ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    })
}

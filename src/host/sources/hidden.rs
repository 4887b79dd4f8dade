//! What no submission may read though it may lie in its folder: the suite and the report.

use std::collections::{HashSet, VecDeque};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::is_python;

/// Files and folders that are hidden.
const MOST: usize = 300_000;

/// Files and folders that must not be read, under whatever name.
pub(super) struct Hidden {
    ids: HashSet<(u64, u64)>,
    /// The submission is a part of its suite: of its files none but Python's can be told from cases.
    pub(super) shared: bool,
}

impl Hidden {
    /// `paths`, all below them, and all that links among these lead to. Where the submission in
    /// `root` is a part of them, the Python files are not hidden: they cannot be cases.
    ///
    /// # Errors
    /// There are more than can be told apart from the submission's. That is no fault of its own:
    /// [`ErrorKind::QuotaExceeded`](io::ErrorKind::QuotaExceeded).
    pub(super) fn new(paths: &[PathBuf], root: &Path) -> io::Result<Self> {
        Hidden::at_most(MOST, paths, root)
    }

    fn at_most(most: usize, paths: &[PathBuf], root: &Path) -> io::Result<Self> {
        let mut hidden = Hidden { ids: HashSet::new(), shared: false };
        // Of every file or folder the name that it was found under and its real path; near ones
        // first, since a link can lead to a folder that holds very much.
        let mut waiting: VecDeque<(PathBuf, PathBuf, bool)> = VecDeque::new();
        let found = |path: PathBuf, shared: bool| {
            let real = fs::canonicalize(&path).ok()?;
            // What holds the submission hides no more of it than what a suite in it does.
            let shared = root.starts_with(&real) || (shared && real.starts_with(root));
            Some((path, real, shared))
        };
        waiting.extend(paths.iter().filter_map(|path| found(path.clone(), false)));
        let mut entered = HashSet::new();
        let mut left = most;
        while let Some((path, real, shared)) = waiting.pop_front() {
            let Ok(meta) = fs::symlink_metadata(&real) else { continue };
            let id = (meta.dev(), meta.ino());
            let python = [&path, &real].into_iter().all(|path| is_python(path));
            if !shared || (meta.is_file() && !python) {
                hidden.ids.insert(id);
            }
            hidden.shared |= root.starts_with(&real);
            if !meta.is_dir() || !entered.insert((id, shared)) {
                continue;
            }
            for entry in fs::read_dir(&real).into_iter().flatten().flatten() {
                left = left.checked_sub(1).ok_or_else(|| {
                    let why = format!(
                        "the suite, with all that its links lead to, has more than {most} files"
                    );
                    io::Error::new(io::ErrorKind::QuotaExceeded, why)
                })?;
                let link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                let path = entry.path();
                if link {
                    waiting.extend(found(path, shared));
                } else {
                    waiting.push_back((path.clone(), path, shared));
                }
            }
        }
        Ok(hidden)
    }

    /// Whether this file or folder is one of them.
    pub(super) fn has(&self, meta: &Metadata) -> bool {
        self.ids.contains(&(meta.dev(), meta.ino()))
    }
}

/// `paths`, and folders and cases elsewhere that links below them lead to: real paths. Links of an
/// environment of Python's and hidden files stand for no cases.
pub(crate) fn with_links(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = paths.to_vec();
    let mut waiting: Vec<PathBuf> =
        paths.iter().filter_map(|it| fs::canonicalize(it).ok()).collect();
    let mut entered = HashSet::new();
    let mut left = MOST;
    while let Some(folder) = waiting.pop() {
        if !folder.is_dir() || folder.join("pyvenv.cfg").exists() || !entered.insert(folder.clone())
        {
            continue;
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten().take(left) {
            left -= 1;
            let Ok(kind) = entry.file_type() else { continue };
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if kind.is_dir() && !hidden {
                waiting.push(entry.path());
            } else if kind.is_symlink()
                && let Ok(real) = fs::canonicalize(entry.path())
                && (real.is_dir() || is_case(&real))
            {
                all.push(real.clone());
                waiting.push(real);
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

fn is_case(path: &Path) -> bool {
    let cases = ["toml", "json", "test", "solution"];
    path.extension().is_some_and(|extension| cases.iter().any(|case| extension == *case))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_cases_that_links_lead_to_are_named() {
        use std::os::unix::fs::symlink;
        let room = tempfile::tempdir().expect("a folder");
        let room = fs::canonicalize(room.path()).expect("a folder");
        for folder in ["suite/q1", "suite/venv", "bank/q2/deep", "other"] {
            fs::create_dir_all(room.join(folder)).expect("a folder");
        }
        for file in ["bank/1.toml", "other/python3", "other/2.toml", "suite/venv/pyvenv.cfg"] {
            fs::write(room.join(file), "").expect("a file");
        }
        for (from, to) in [
            ("suite/q1/1.toml", "bank/1.toml"),
            ("suite/q2", "bank/q2"),
            ("bank/q2/deep/2.toml", "other/2.toml"),
            ("bank/q2/deep/again", "suite"),
            ("suite/venv/python3", "other/python3"),
            ("suite/venv/lib", "other"),
            ("suite/python3", "other/python3"),
        ] {
            symlink(room.join(to), room.join(from)).expect("a link");
        }
        let all = with_links(&[room.join("suite")]);
        let names = ["bank/1.toml", "bank/q2", "other/2.toml", "suite"];
        assert_eq!(all, names.map(|name| room.join(name)));
    }

    #[test]
    fn a_suite_that_is_too_large_is_no_fault_of_the_submission() {
        let room = tempfile::tempdir().expect("a folder");
        let suite = room.path().join("suite");
        fs::create_dir(&suite).expect("a folder");
        for name in ["1.toml", "2.toml", "3.toml"] {
            fs::write(suite.join(name), "").expect("a file");
        }
        let of = |most| Hidden::at_most(most, std::slice::from_ref(&suite), room.path());
        assert!(of(3).is_ok());
        let error = of(2).err().expect("too many");
        assert!(crate::host::scratch::no_room(&error), "{error}");
    }
}

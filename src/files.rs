//! Files of suites and submissions: on the disk, or built into the program.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};

use crate::document::MAX_BYTES;
use crate::error::CaseError;

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/test_cases");

/// Where files are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// On the disk.
    Disk,
    /// In the program: the suites that ship, by their paths below `test_cases/`.
    BuiltIn,
}

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    pub(crate) is_folder: bool,
}

impl Entry {
    /// The last part of its path.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl Files {
    /// The content of a file, of at most [`MAX_BYTES`].
    ///
    /// # Errors
    /// [`CaseError`] when it is no file, too large, or cannot be read.
    pub fn read(self, file: &Path) -> Result<Vec<u8>, CaseError> {
        match self {
            Files::Disk => read_disk(file).map_err(|message| CaseError::file(file, message)),
            Files::BuiltIn => BUILT_IN
                .get_file(file)
                .map(|found| found.contents().to_vec())
                .ok_or_else(|| CaseError::file(file, "no such file is built in")),
        }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// [`CaseError`], also when it is not UTF-8.
    pub fn read_text(self, file: &Path) -> Result<String, CaseError> {
        let message = "not UTF-8; save the file as UTF-8";
        String::from_utf8(self.read(file)?).map_err(|_| CaseError::file(file, message))
    }

    /// Whether `path` is a folder.
    #[must_use]
    pub fn is_folder(self, path: &Path) -> bool {
        match self {
            Files::Disk => path.is_dir(),
            Files::BuiltIn => BUILT_IN.get_dir(path).is_some(),
        }
    }

    /// Whether `path` is a file.
    #[must_use]
    pub fn is_file(self, path: &Path) -> bool {
        match self {
            Files::Disk => path.is_file(),
            Files::BuiltIn => BUILT_IN.get_file(path).is_some(),
        }
    }

    /// What is in a folder, sorted by path; without hidden files and editors' backups.
    ///
    /// # Errors
    /// [`CaseError`] when it cannot be read.
    pub(crate) fn list(self, folder: &Path) -> Result<Vec<Entry>, CaseError> {
        let fault = |error: io::Error| {
            CaseError::file(folder, format!("failed to read the folder: {error}"))
        };
        let mut entries = Vec::new();
        match self {
            Files::Disk => {
                for entry in folder.read_dir().map_err(fault)? {
                    let path = entry.map_err(fault)?.path();
                    entries.push(Entry { is_folder: path.is_dir(), path });
                }
            }
            Files::BuiltIn => {
                let folder = BUILT_IN
                    .get_dir(folder)
                    .ok_or_else(|| CaseError::file(folder, "no such folder is built in"))?;
                entries.extend(folder.entries().iter().map(|entry| Entry {
                    path: entry.path().to_owned(),
                    is_folder: matches!(entry, DirEntry::Dir(_)),
                }));
            }
        }
        entries.retain(|entry| !is_left_out(&entry.name()));
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(entries)
    }

    /// The layout file called `name` that is nearest to `folder`: in it, or in a `layouts/` in
    /// it or above it.
    pub(crate) fn find_layout(self, folder: &Path, name: &str) -> Option<PathBuf> {
        let beside = folder.join(name);
        if self.is_file(&beside) {
            return Some(beside);
        }
        // A relative path ends where the user stands, and the folders above that count too.
        let absolute = match self {
            Files::Disk => std::path::absolute(folder).unwrap_or_default(),
            Files::BuiltIn => PathBuf::new(),
        };
        folder
            .ancestors()
            .chain(absolute.ancestors())
            .map(|above| above.join("layouts").join(name))
            .find(|place| self.is_file(place))
    }
}

/// Names of the folders of suites that are built in.
pub(crate) fn built_in_names() -> Vec<String> {
    let mut names: Vec<String> =
        BUILT_IN.dirs().map(|dir| dir.path().display().to_string()).collect();
    names.sort();
    names
}

/// The folder that a path lies in, `.` for a bare name.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Hidden files and editors' backups.
fn is_left_out(name: &str) -> bool {
    name.starts_with(['.', '#', '~']) || name.ends_with('~')
}

fn read_disk(file: &Path) -> Result<Vec<u8>, String> {
    let fault = |error: io::Error| format!("failed to read the file: {error}");
    let metadata = file.metadata().map_err(fault)?;
    if metadata.is_dir() {
        return Err("a folder, where a file is expected".to_owned());
    }
    if !metadata.is_file() {
        return Err("neither a file nor a folder".to_owned());
    }
    let mut bytes = Vec::new();
    let file = File::open(file).map_err(fault)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("more than {} MiB; a case is smaller", MAX_BYTES >> 20));
    }
    Ok(bytes)
}

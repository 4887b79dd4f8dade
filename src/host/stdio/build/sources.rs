//! The files of a submission that has to be built, read once.

use std::borrow::Cow;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Files and folders that are looked at.
const MOST_ENTRIES: usize = 10_000;
/// Bytes of all files.
const MOST_BYTES: u64 = 64 << 20;
/// Folders inside folders.
const DEEPEST: usize = 32;
/// What builds leave behind.
const LEFT_OUT: &[&str] = &["target", "node_modules", "__pycache__"];

/// The files, sorted by path.
pub(super) struct Sources {
    files: Vec<File>,
}

/// One file.
struct File {
    /// Below the submission's folder.
    path: PathBuf,
    bytes: Vec<u8>,
    executable: bool,
}

/// What is still allowed.
struct Left {
    entries: usize,
    bytes: u64,
}

impl Sources {
    /// Reads the plain files below `folder`. Hidden ones, links and what builds leave behind are
    /// left out.
    ///
    /// # Errors
    /// There are too many, they are too large, or one cannot be read.
    pub(super) fn read(folder: &Path) -> io::Result<Self> {
        let mut left = Left { entries: MOST_ENTRIES, bytes: MOST_BYTES };
        let mut files = Vec::new();
        collect(folder, Path::new(""), 0, &mut left, &mut files)?;
        Ok(Sources { files })
    }

    /// Names these files and `terms` together: equal for equal ones.
    pub(super) fn digest(&self, terms: &[&str]) -> String {
        let mut hash = Sha256::new();
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        for term in terms {
            add(term.as_bytes());
        }
        for file in &self.files {
            add(file.path.as_os_str().as_encoded_bytes());
            add(&[u8::from(file.executable)]);
            add(&file.bytes);
        }
        hex(&hash.finalize())
    }

    /// Writes the files below `folder`, each as `change` says.
    pub(super) fn write(
        &self,
        folder: &Path,
        change: impl Fn(&Path, &[u8]) -> Change,
    ) -> io::Result<()> {
        for file in &self.files {
            let bytes = match change(&file.path, &file.bytes) {
                Change::AsItIs => Cow::Borrowed(&file.bytes),
                Change::To(other) => Cow::Owned(other),
                Change::LeftOut => continue,
            };
            let path = folder.join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
            std::fs::write(&path, &*bytes)?;
            if file.executable {
                use std::os::unix::fs::PermissionsExt as _;
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
            }
        }
        Ok(())
    }
}

/// What becomes of a file that is copied.
pub(super) enum Change {
    AsItIs,
    To(Vec<u8>),
    LeftOut,
}

/// Lower-case hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn collect(
    root: &Path,
    below: &Path,
    depth: usize,
    left: &mut Left,
    files: &mut Vec<File>,
) -> io::Result<()> {
    if depth > DEEPEST {
        return Err(io::Error::other(format!("its folders are nested more than {DEEPEST} deep")));
    }
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(root.join(below))? {
        left.entries = left.entries.checked_sub(1).ok_or_else(|| {
            io::Error::other(format!("it has more than {MOST_ENTRIES} files and folders"))
        })?;
        entries.push(entry?);
    }
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let hidden = name.as_encoded_bytes().starts_with(b".");
        if hidden || LEFT_OUT.iter().any(|other| name == *other) {
            continue;
        }
        let path = below.join(&name);
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(root, &path, depth + 1, left, files)?;
        } else if kind.is_file() {
            files.push(read(&entry.path(), path, left)?);
        }
    }
    Ok(())
}

fn read(from: &Path, path: PathBuf, left: &mut Left) -> io::Result<File> {
    use std::os::unix::fs::PermissionsExt as _;
    let file = std::fs::File::open(from)?;
    let executable = file.metadata()?.permissions().mode() & 0o111 != 0;
    let mut bytes = Vec::new();
    file.take(left.bytes + 1).read_to_end(&mut bytes)?;
    left.bytes = left.bytes.checked_sub(bytes.len() as u64).ok_or_else(|| {
        io::Error::other(format!("its files have more than {} MiB", MOST_BYTES >> 20))
    })?;
    Ok(File { path, bytes, executable })
}

//! The grader's own program, which holds every built-in case and solves every other: whoever is
//! graded must not be able to ask it.

use std::collections::HashSet;
use std::os::unix::fs::{DirEntryExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Its name where it is installed.
const NAME: &str = "plygrade";

/// Where it lies: the running file, and each that is installed on the search path or in what
/// `read` shows, such as the interpreter's folder when it came with pip; in those folders under
/// whatever name.
pub(crate) fn programs(read: &[PathBuf]) -> Vec<PathBuf> {
    // Once a run: a folder of programs can be long, and every case asks.
    static ON_PATH: LazyLock<(Vec<PathBuf>, Vec<PathBuf>)> = LazyLock::new(|| {
        let path = search_path();
        let files = programs_in(&path);
        (path, files)
    });
    let (path, on_path) = &*ON_PATH;
    let shown =
        read.iter().flat_map(|root| ["", "bin", "local/bin"].map(|folder| root.join(folder)));
    let shown = shown.filter(|folder| folder.ends_with("bin") && !path.contains(folder));
    let mut files = programs_in(&shown.collect::<Vec<_>>());
    files.extend_from_slice(on_path);
    files.sort();
    files.dedup();
    files
}

fn search_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.sort();
    folders.dedup();
    folders
}

/// The running file, and what of the grader is in `folders`.
fn programs_in(folders: &[PathBuf]) -> Vec<PathBuf> {
    let named = folders.iter().map(|folder| folder.join(NAME)).filter(|file| file.is_file());
    let mut files: Vec<PathBuf> = std::env::current_exe()
        .into_iter()
        .chain(named)
        .filter_map(|file| std::fs::canonicalize(file).ok())
        .collect();
    let others: Vec<PathBuf> = folders.iter().flat_map(|folder| links(folder, &files)).collect();
    files.extend(others);
    files
}

/// Files of `folder` that are one of `files`, by whatever name.
fn links(folder: &Path, files: &[PathBuf]) -> Vec<PathBuf> {
    let linked = files.iter().filter_map(|file| file.metadata().ok()).filter(|it| it.nlink() > 1);
    let ids: HashSet<(u64, u64)> = linked.map(|it| (it.dev(), it.ino())).collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let numbers: HashSet<u64> = ids.iter().map(|(_, number)| *number).collect();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let alike = entries.filter(|entry| numbers.contains(&entry.ino()));
    let same = alike
        .filter(|entry| entry.metadata().is_ok_and(|meta| ids.contains(&(meta.dev(), meta.ino()))));
    same.filter_map(|entry| std::fs::canonicalize(entry.path()).ok()).collect()
}

//! What is said of a path that is no submission: what it seems to be, and what to hand in.

use std::path::Path;

use super::has_extension;
use crate::error::Error;
use crate::files::folder_of;
use crate::host::stdio::{MANIFEST, Manifest};
use crate::nearest::did_you_mean;
use crate::suite::sorted_files;

/// The manifest of a Rust crate.
pub(super) const CRATE: &str = "Cargo.toml";

const ACCEPTED: &str = "hand in a Python file such as multiAgents.py, a folder that holds one, a \
                        Rust crate, a folder with a plygrade.toml that says how its program is \
                        run, or a file of this plygrade's solutions/";

/// Endings of file names, and what to do with a file that has one.
const ENDINGS: [(&[&str], &str); 4] = [
    (
        &["zip", "tar", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar"],
        "it is an archive; unpack it first and hand in the folder",
    ),
    (&["ipynb"], "it is a notebook; export it as a .py file and hand in that"),
    (&["txt"], "a Python file is told by its name; rename it so that it ends in .py"),
    (
        &["doc", "docx", "odt", "rtf", "pdf"],
        "it is a document and no source text; save what it says as a .py file",
    ),
];

/// Endings of files that a program is made of.
const SOURCES: [&str; 15] = [
    "c", "cc", "cjs", "cpp", "cxx", "go", "h", "hpp", "java", "js", "kt", "mjs", "rs", "toml", "ts",
];

/// Nothing about the path is known but that it is no submission.
pub(super) fn unknown(path: &Path) -> Error {
    not_recognised(path, ACCEPTED)
}

pub(super) fn not_recognised(path: &Path, why: &str) -> Error {
    Error::Usage(format!("{} is no submission that can be graded: {why}", path.display()))
}

/// What a file that is neither Python nor Rust is, by its name and by what lies beside it.
pub(super) fn other_file(path: &Path) -> Error {
    let known = ENDINGS.iter().find(|(endings, _)| endings.iter().any(|e| has_extension(path, e)));
    match known {
        Some((_, advice)) => not_recognised(path, advice),
        None => part_of_program(path).unwrap_or_else(|| unknown(path)),
    }
}

/// The refusal of a file of a program, or of its manifest, where the folder is the submission.
pub(super) fn part_of_program(path: &Path) -> Option<Error> {
    if !SOURCES.iter().any(|ending| has_extension(path, ending)) {
        return None;
    }
    let folder = folder_of(path);
    // Of a crate, and of some programs, the sources lie one deeper.
    let above = folder.ends_with("src").then(|| folder_of(folder));
    [Some(folder), above].into_iter().flatten().find_map(|folder| {
        let manifest = [MANIFEST, CRATE].into_iter().find(|name| folder.join(name).is_file())?;
        Some(belongs(path, &folder.join(manifest)))
    })
}

/// The refusal of a Python file that the manifest beside it runs.
pub(super) fn run_by_manifest(path: &Path) -> Option<Error> {
    let folder = folder_of(path);
    let name = path.file_name()?.to_str()?;
    let Manifest { command, build, .. } = Manifest::read(folder).ok()?;
    let runs = |word: &String| word.trim_start_matches("./") == name;
    let named = command.iter().chain(build.iter().flatten()).any(runs);
    named.then(|| belongs(path, &folder.join(MANIFEST)))
}

fn belongs(path: &Path, manifest: &Path) -> Error {
    let (whose, folder) = (manifest.display(), folder_of(manifest).display().to_string());
    let why = format!(
        "it belongs to the submission that {whose} describes; did you mean the folder {folder:?}?"
    );
    not_recognised(path, &why)
}

/// The system's reason, and the nearest name in the folder.
pub(super) fn cannot_open(path: &Path, error: &std::io::Error) -> Error {
    let folder = folder_of(path);
    let names: Vec<String> = sorted_files(folder)
        .iter()
        .filter(|file| !is_hidden(file))
        .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let hint = match error.kind() {
        std::io::ErrorKind::NotFound => did_you_mean(&wanted, names.iter().map(String::as_str)),
        _ => String::new(),
    };
    Error::Usage(format!("failed to read {}: {error}{hint}", path.display()))
}

/// Whether a name is hidden: what has one is not proposed.
pub(super) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

//! What lies around a single case: the suite that it belongs to, or other cases.

use std::path::{Path, PathBuf};

use super::load;
use crate::files::{Files, folder_of};

/// What is hidden with a single case: the suite that it belongs to. Where the submission lies in that
/// suite, or there is none, the cases there and in the folders beside alone: other files may be its
/// own.
pub(super) fn expectations(case: &Path, submission: &Path) -> Vec<PathBuf> {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let holds = |folder: &Path| match (real(submission), real(folder)) {
        (Some(submission), Some(folder)) => submission.starts_with(folder),
        _ => false,
    };
    match load::folder_around(case) {
        Some(folder) if !holds(&folder) => vec![folder],
        Some(folder) => {
            let entries = Files::Disk.list(&folder).unwrap_or_default();
            let questions = entries.into_iter().filter(|entry| entry.is_folder);
            let questions = questions.flat_map(|question| cases_in(&question.path));
            cases_in(&folder).into_iter().chain(questions).collect()
        }
        None => {
            // Folders beside that of the case, where they would be shown, may be other questions.
            let above = real(folder_of(case)).and_then(|folder| Some(folder.parent()?.to_owned()));
            let shown = |above: &PathBuf| real(submission).is_some_and(|it| above.starts_with(it));
            let above = above.filter(shown).map(|above| Files::Disk.list(&above));
            let beside = above.and_then(Result::ok).unwrap_or_default();
            let beside = beside.into_iter().filter(|entry| entry.is_folder);
            let beside = beside.flat_map(|entry| cases_in(&entry.path));
            cases_in(folder_of(case)).into_iter().chain(beside).collect()
        }
    }
}

/// The files of a folder that are cases.
fn cases_in(folder: &Path) -> Vec<PathBuf> {
    let entries = Files::Disk.list(folder).unwrap_or_default();
    let files = entries.into_iter().filter(|entry| !entry.is_folder).map(|entry| entry.path);
    files.filter(|file| load::is_case(file) && !is_manifest(file)).collect()
}

/// What says how a program is built or run, in the formats that cases have.
fn is_manifest(file: &Path) -> bool {
    let names = [
        "plygrade.toml",
        "Cargo.toml",
        "rust-toolchain.toml",
        "package.json",
        "package-lock.json",
        "tsconfig.json",
        "pyproject.toml",
    ];
    file.file_name().is_some_and(|name| names.iter().any(|known| name == *known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_hides_its_suite_or_the_cases_of_the_suite_that_holds_the_submission() {
        let room = tempfile::tempdir().expect("a folder");
        let root = room.path().canonicalize().expect("a folder");
        for name in
            ["s/suite.toml", "s/q1/1.toml", "s/q1/notes.txt", "s/q2/2.json", "s/q2/Cargo.toml"]
                .into_iter()
                .chain([
                    "alone/1.toml",
                    "alone/2.toml",
                    "alone/a.py",
                    "alone/q/3.toml",
                    "alone/p/4.toml",
                    "s/q2/a.py",
                ])
        {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        let hidden = |case: &str, submission: &str| -> Vec<String> {
            let paths = expectations(&root.join(case), &root.join(submission));
            let below = paths.iter().filter_map(|path| path.strip_prefix(&root).ok());
            below.map(|path| path.display().to_string()).collect()
        };
        assert_eq!(hidden("s/q1/1.toml", "alone"), ["s"]);
        let cases = ["s/suite.toml", "s/q1/1.toml", "s/q2/2.json"];
        assert_eq!(hidden("s/q1/1.toml", "s"), cases);
        assert_eq!(hidden("s/q1/1.toml", "s/q2/a.py"), cases);
        assert_eq!(hidden("alone/1.toml", "alone/a.py"), ["alone/1.toml", "alone/2.toml"]);
        assert_eq!(
            hidden("alone/p/4.toml", "alone"),
            ["alone/p/4.toml", "alone/p/4.toml", "alone/q/3.toml"]
        );
    }
}

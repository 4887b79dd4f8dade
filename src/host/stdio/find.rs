//! Where a program really is, and what it needs to see of the machine.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::manifest::MANIFEST;
use super::process::StartError;
use crate::error::Error;
use crate::host::python::Interpreter;
use crate::host::sandbox::own_programs;
use crate::nearest::nearest;

/// Where the system keeps programs; a sandbox shows these anyway.
const SYSTEM: [&str; 4] = ["/usr", "/bin", "/sbin", "/lib"];

/// What compilers and virtual machines keep beside their `bin`; `conf`, `jre` and `release` are
/// Java's. What else lies there is none of a submission's business.
const PARTS: [&str; 10] =
    ["bin", "lib", "lib32", "lib64", "libexec", "include", "share", "conf", "jre", "release"];
const GO: [&str; 4] = ["pkg", "src", "VERSION", "go.env"];

/// How sources end of which a compiler makes programs.
const COMPILED: [&str; 8] = ["c", "cc", "cpp", "cxx", "go", "hs", "java", "rs"];

/// A program on this machine.
pub(super) struct Found {
    /// The file.
    pub(super) program: PathBuf,
    /// What must be seen besides: the folders that it was installed to, if it is not the system's.
    pub(super) prefix: Vec<PathBuf>,
    /// The search path for what it starts itself.
    pub(super) path: OsString,
}

/// Finds `name`: a path from `folder`, or a name on the search path. `python` is the interpreter
/// that was asked for, if one was; `reads` are the places besides where programs may be.
///
/// # Errors
/// [`StartError::Missing`] when this machine lacks it, [`StartError::Program`] when the submission
/// does.
pub(super) fn find(
    name: &str,
    folder: &Path,
    reads: &[PathBuf],
    python: Option<&Path>,
) -> Result<Found, StartError> {
    let own = name.contains('/');
    let mut prefix = Vec::new();
    let program;
    if is_python(name) {
        // Often a script that chooses one.
        let missing = |error: Error| StartError::Missing(error.to_string());
        let python = Interpreter::find(python).map_err(missing)?;
        program = python.path;
        prefix = python.reads;
    } else if own {
        // Neither a path nor a link leads to somebody else's program.
        let real = std::fs::canonicalize(folder.join(name)).ok();
        let inside = |real: &PathBuf| {
            let mut places = reads.iter().map(PathBuf::as_path).chain([folder]);
            SYSTEM.iter().any(|root| real.starts_with(root))
                || places
                    .any(|place| std::fs::canonicalize(place).is_ok_and(|p| real.starts_with(p)))
        };
        program = real.filter(inside).ok_or_else(|| {
            let why = format!("failed to start {name}: it is not in the submission");
            StartError::Program(format!("{why}{}", meant(name, folder)))
        })?;
        if std::fs::metadata(&program).is_ok_and(|meta| meta.is_file() && meta.mode() & 0o111 == 0)
        {
            return Err(StartError::Program(format!(
                "failed to start {name}: it is not executable; chmod +x it, or name its \
                 interpreter before it"
            )));
        }
    } else {
        let real = on_path(name).and_then(|file| std::fs::canonicalize(file).ok());
        program = real.ok_or_else(|| {
            StartError::Missing(format!(
                "the submission needs {name}, which is not on the search path: install it, or add \
                 its folder to PATH; `plygrade doctor` lists what is there"
            ))
        })?;
        let home = std::env::var_os("HOME").and_then(|home| std::fs::canonicalize(home).ok());
        prefix.extend(installed(&program, home.as_deref()));
    }
    if own_programs(&[]).contains(&program) {
        let why = format!("failed to start {name}: the grader is no program of a submission");
        return Err(StartError::Program(why));
    }
    let bins = program.parent().map(Path::to_owned).into_iter();
    let usual = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
    let path = std::env::join_paths(bins.chain(usual)).unwrap_or_default();
    Ok(Found { program, prefix, path })
}

/// What was meant by `name`, which is not in `folder`, where that can be guessed.
fn meant(name: &str, folder: &Path) -> String {
    let split = name.rsplit_once('/').filter(|(place, _)| !place.is_empty());
    let Some((place, file)) = split else { return String::new() };
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let inside = real(folder).zip(real(&folder.join(place)));
    // What lies elsewhere is none of a submission's business.
    let Some((_, searched)) = inside.filter(|(whole, part)| part.starts_with(whole)) else {
        return String::new();
    };
    let entries = std::fs::read_dir(searched).into_iter().flatten().flatten();
    let mut there: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    there.sort();
    let source = there.iter().find(|other| {
        let parts = other.rsplit_once('.');
        parts.is_some_and(|(stem, ending)| stem == file && COMPILED.contains(&ending))
    });
    if let Some(source) = source {
        return format!(
            "; {source} is, but nothing makes {file} of it: that is what \"build\" in {MANIFEST} \
             is for"
        );
    }
    let near = nearest(file, there.iter().map(String::as_str));
    near.map(|near| format!("; did you mean \"{place}/{near}\"?")).unwrap_or_default()
}

/// Whether `name` is that of the Python interpreter, whichever that is.
pub(super) fn is_python(name: &str) -> bool {
    matches!(name, "python" | "python3")
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The folders that a program was installed to with what it needs, as those of `/opt/node` for
/// `/opt/node/bin/node`; none for the system's, for one that stands alone, and in the user's `home`
/// itself.
fn installed(program: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let system = SYSTEM.iter().any(|root| program.starts_with(root));
    let prefix = program.parent().and_then(Path::parent).filter(|prefix| {
        // In a home, and in its `.local`, lies much that is no program's.
        let private = home.is_some_and(|home| home.starts_with(prefix))
            || prefix.file_name().is_none_or(|name| name == ".local");
        !system && !private && prefix.join("lib").is_dir()
    });
    let Some(prefix) = prefix else { return Vec::new() };
    // Go keeps its library as sources.
    let go: &[&str] = if prefix.join("pkg/tool").is_dir() { &GO } else { &[] };
    PARTS.iter().chain(go).map(|part| prefix.join(part)).filter(|part| part.exists()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program `bin/tool` below `prefix`, with libraries and private things beside it.
    fn tool(prefix: &Path) -> PathBuf {
        for folder in ["bin", "lib", "conf", "secrets", "share"] {
            std::fs::create_dir_all(prefix.join(folder)).expect("a folder");
        }
        std::fs::write(prefix.join("bin/tool"), "").expect("a file");
        prefix.join("bin/tool")
    }

    #[test]
    fn of_a_prefix_the_parts_of_programs_are_shown() {
        let room = tempfile::tempdir().expect("a folder");
        let prefix = std::fs::canonicalize(room.path()).expect("a folder").join("tool-1.0");
        let shown = ["bin", "lib", "share", "conf"].map(|part| prefix.join(part));
        assert_eq!(installed(&tool(&prefix), prefix.parent()), shown);
        std::fs::remove_dir(prefix.join("lib")).expect("it is empty");
        assert!(installed(&prefix.join("bin/tool"), None).is_empty());
    }

    #[test]
    fn of_a_home_nothing_is_shown() {
        let room = tempfile::tempdir().expect("a folder");
        let room = std::fs::canonicalize(room.path()).expect("a folder");
        let home = room.join("homes/ann");
        for prefix in [&home.join(".local"), &home, &room.join("homes")] {
            let shown = installed(&tool(prefix), Some(&home));
            assert!(shown.is_empty(), "{}: {shown:?}", prefix.display());
        }
    }
}

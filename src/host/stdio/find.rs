//! Where a program really is, and what it needs to see of the machine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::process::StartError;
use crate::error::Error;
use crate::host::python::Interpreter;

/// Where the system keeps programs; a sandbox shows these anyway.
const SYSTEM: [&str; 4] = ["/usr", "/bin", "/sbin", "/lib"];

/// A program on this machine.
pub(super) struct Found {
    /// The file.
    pub(super) program: PathBuf,
    /// What must be seen besides: the folder that it was installed to, if it is not the system's.
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
            StartError::Program(format!("failed to start {name}: it is not in the submission"))
        })?;
    } else {
        let real = on_path(name).and_then(|file| std::fs::canonicalize(file).ok());
        program = real.ok_or_else(|| {
            StartError::Missing(format!(
                "the submission needs {name}, which is not on the search path: install it, or add \
                 its folder to PATH; `plygrade doctor` lists what is there"
            ))
        })?;
        prefix.extend(installed(&program));
    }
    let bins = program.parent().map(Path::to_owned).into_iter();
    let usual = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
    let path = std::env::join_paths(bins.chain(usual)).unwrap_or_default();
    Ok(Found { program, prefix, path })
}

/// Whether `name` is that of the Python interpreter, whichever that is.
pub(super) fn is_python(name: &str) -> bool {
    matches!(name, "python" | "python3")
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The folder that a program was installed to with what it needs, as `/opt/node` for
/// `/opt/node/bin/node`; `None` for the system's, and for one that stands alone.
fn installed(program: &Path) -> Option<PathBuf> {
    let prefix = program.parent()?.parent()?;
    let system = SYSTEM.iter().any(|root| program.starts_with(root));
    (!system && prefix.join("lib").is_dir()).then(|| prefix.to_owned())
}

//! Where a command's output goes: standard output, or a file that is whole or absent.

mod place;

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::Error;
use crate::files::folder_of;

/// How the names of files begin that are not whole yet.
const TEMPORARY: &str = ".plygrade-";
/// A file of that name which nobody wrote to for so long belongs to no living run.
const LEFT: Duration = Duration::from_secs(600);

/// The target of `-o`.
#[derive(Clone, Debug)]
pub(super) enum Output {
    /// Standard output.
    Stdout,
    /// A file, replaced in one step.
    File(PathBuf),
    /// A device or a pipe, written to.
    Stream(PathBuf),
}

impl Output {
    /// The target that `-o` names; `-` and no `-o` mean standard output. Links are followed, but
    /// none that lies in the `submission`.
    ///
    /// # Errors
    /// [`Error::Usage`] when the file cannot be written, so that a long run does not end without
    /// its report.
    pub(super) fn new(path: Option<&Path>, submission: &Path) -> Result<Self, Error> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output::Stdout);
        };
        let output = place::find(path, submission)
            .map_err(|why| Error::Usage(format!("cannot write to {}: {why}", path.display())))?;
        if let Output::File(path) = &output {
            sweep(path);
            temporary_beside(path).map_err(|error| cannot_write(path, &error))?;
        }
        Ok(output)
    }

    /// Whether this is standard output.
    pub(super) fn is_stdout(&self) -> bool {
        matches!(self, Output::Stdout)
    }

    /// Whether this is a file that can be written again and again, each time as a whole.
    pub(super) fn is_replaceable(&self) -> bool {
        matches!(self, Output::File(_))
    }

    /// Writes all of `text`.
    ///
    /// # Errors
    /// [`Error::Usage`] when the file cannot be written, [`Error::Grader`] when standard output
    /// cannot.
    pub(super) fn write(&self, text: &str) -> Result<(), Error> {
        match self {
            Output::Stdout => print(text),
            Output::File(path) => replace(path, text).map_err(|error| cannot_write(path, &error)),
            Output::Stream(path) => {
                std::fs::write(path, text).map_err(|error| cannot_write(path, &error))
            }
        }
    }
}

/// Writes `text` to standard output. A reader that has gone away wants no more: no error.
///
/// # Errors
/// [`Error::Grader`] for any other failure, such as a full disk behind a redirection.
pub(super) fn print(text: &str) -> Result<(), Error> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::Grader(format!("failed to write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = temporary_beside(path)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// Removes what runs that were killed in the middle of a write left beside `path`.
fn sweep(path: &Path) {
    let old = |meta: &std::fs::Metadata| {
        meta.is_file() && meta.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > LEFT))
    };
    for entry in std::fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(TEMPORARY);
        if ours && entry.metadata().is_ok_and(|meta| old(&meta)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn temporary_beside(path: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    // The crate's files are private; a report has the permissions of any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

/// The reason by its kind: the crate's own text names the temporary file.
fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    let reason = match error.kind() {
        ErrorKind::NotFound => "its folder does not exist".to_owned(),
        ErrorKind::Other => error.to_string(),
        kind => kind.to_string(),
    };
    Error::Usage(format!("failed to write {}: {reason}", path.display()))
}

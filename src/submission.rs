//! What was handed in, recognised by its content.

mod refusal;

use std::path::{Path, PathBuf};

use self::refusal::{CRATE, cannot_open, not_recognised};
use crate::error::Error;
use crate::files::folder_of;
use crate::host::native::{Native, SOLUTIONS, Solution};
use crate::host::python::{self, PythonHosts};
use crate::host::sandbox::{self, Level};
use crate::host::sources::read_plain;
use crate::host::stdio::{self, Manifest, Program, Run};
use crate::host::{Host, HostOptions, Hosts};
use crate::suite::{Chosen, Rules, sorted_files};

/// The suite of a program that names none.
const DEFAULT: &str = "multiagent";
/// Files larger than this are no source text.
const LARGEST: u64 = 16 << 20;

/// A submission that can be graded.
#[derive(Clone, Debug)]
pub struct Submission {
    /// As the user named it.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
}

/// Kinds of submissions, each with its host.
#[derive(Clone, Debug)]
pub enum Kind {
    /// An agent of `solutions/`, linked in.
    Native(&'static Solution),
    /// A Python file, or a folder with Python files.
    Python,
    /// A program that speaks the protocol of `docs/PROTOCOL.md`.
    Program(Program),
}

impl Submission {
    /// Looks at `path`.
    ///
    /// # Errors
    /// [`Error::Usage`] when it is not there or nothing that can be graded; says what would be.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let meta = std::fs::metadata(path).map_err(|error| cannot_open(path, &error))?;
        if is_link_to_a_file(path) {
            let why = "it is a link to another file; hand in that file itself";
            return Err(not_recognised(path, why));
        }
        let kind = if meta.is_dir() { folder(path) } else { file(path) };
        Ok(Submission { name, path: path.to_owned(), kind: kind? })
    }

    /// Takes `path` for what the program `command`, a line as a shell reads it, needs: its folder,
    /// or a file in its folder.
    ///
    /// # Errors
    /// [`Error::Usage`] when `path` is not there or `command` names nothing.
    pub fn with_command(path: &Path, command: &str) -> Result<Self, Error> {
        let name = path.display().to_string();
        let meta = std::fs::metadata(path).map_err(|error| cannot_open(path, &error))?;
        let (folder, file) =
            if meta.is_dir() { (path, None) } else { (folder_of(path), Some(path)) };
        let kind = Kind::Program(Program::from_line(command, folder, file)?);
        Ok(Submission { name, path: path.to_owned(), kind })
    }

    /// Whether it is one of plygrade's own solutions, linked in.
    #[must_use]
    pub fn is_linked_in(&self) -> bool {
        matches!(self.kind, Kind::Native(_))
    }

    /// The built-in suite that it is graded on where the user names none, and why that one.
    #[must_use]
    pub fn suite(&self) -> (&str, Chosen) {
        match &self.kind {
            Kind::Native(solution) => (solution.suite, Chosen::ByContent),
            Kind::Program(program) => match (&program.suite, &program.run) {
                (None, _) => (DEFAULT, Chosen::ByDefault),
                (Some(suite), Run::Crate) => (suite, Chosen::ByManifest(CRATE)),
                (Some(suite), Run::Command { .. }) => (suite, Chosen::ByManifest(stdio::MANIFEST)),
            },
            Kind::Python => {
                let found = python::Submission::find(&self.path);
                (found.map_or(DEFAULT, |submission| submission.suite), Chosen::ByContent)
            }
        }
    }

    /// Asks this machine what hosts will need to know, all at the same time: which layers the
    /// sandbox has, and which Python there is; and has a sandbox made. Whoever asks again gets the
    /// same answers at once.
    pub fn prepare(&self, level: Level, python: Option<&Path>) {
        std::thread::scope(|scope| {
            if level != Level::Off && !matches!(self.kind, Kind::Native(_)) {
                scope.spawn(|| {
                    sandbox::ahead();
                    sandbox::probe();
                });
            }
            let is_python = match &self.kind {
                Kind::Python => true,
                Kind::Program(program) => program.is_python(),
                Kind::Native(_) => false,
            };
            if is_python {
                let _ = python::resolve(python);
            }
        });
    }

    /// What makes hosts for it.
    ///
    /// # Errors
    /// [`Error::Usage`] when this build or this machine cannot run it.
    pub fn hosts(&self, options: &HostOptions) -> Result<Box<dyn Hosts>, Error> {
        match &self.kind {
            Kind::Native(solution) => Ok(Box::new(NativeHosts(solution, options.seed))),
            Kind::Program(program) => stdio::hosts(program, options),
            Kind::Python => Ok(Box::new(PythonHosts::new(&self.path, options)?)),
        }
    }
}

struct NativeHosts(&'static Solution, u64);

impl Hosts for NativeHosts {
    fn host(&self, _rules: Rules) -> Result<Box<dyn Host>, Error> {
        Ok(Box::new(Native::new(self.0, self.1)))
    }
}

fn file(path: &Path) -> Result<Kind, Error> {
    let (is_python, is_rust) = (has_extension(path, "py"), has_extension(path, "rs"));
    if !is_python && !is_rust {
        return Err(refusal::other_file(path));
    }
    let bytes = read_plain(path, LARGEST).map_err(|error| cannot_open(path, &error))?;
    let Some(bytes) = bytes else {
        return Err(not_recognised(path, "a file of that size or kind is no source text"));
    };
    if is_python {
        return refusal::run_by_manifest(path).map_or(Ok(Kind::Python), Err);
    }
    let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    if let Some(solution) = Solution::with_source(&text) {
        return Ok(Kind::Native(solution));
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if SOLUTIONS.iter().any(|solution| solution.name == stem) {
        let why = "its text differs from the solution of that name in this plygrade; build it \
                   again with `cargo build`";
        return Err(not_recognised(path, why));
    }
    Err(refusal::other_file(path))
}

fn folder(path: &Path) -> Result<Kind, Error> {
    if path.join(stdio::MANIFEST).exists() {
        return Ok(Kind::Program(Manifest::read(path)?.program(path)));
    }
    if path.join(CRATE).exists() {
        return Ok(Kind::Program(Program::of_crate(path)));
    }
    let mut files = sorted_files(path);
    files.retain(|file| !refusal::is_hidden(file));
    if files.iter().any(|file| has_extension(file, "py")) {
        return Ok(Kind::Python);
    }
    let deeper = files.iter().filter(|file| file.is_dir()).find(|below| {
        let named = |name: &str| below.join(name).exists();
        let python = || sorted_files(below).iter().any(|file| has_extension(file, "py"));
        named(stdio::MANIFEST) || named(CRATE) || python()
    });
    match deeper {
        Some(below) => {
            Err(not_recognised(path, &format!("did you mean {} in it?", below.display())))
        }
        None => Err(refusal::unknown(path)),
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension))
}

/// Whether `path` is a link to a file: somebody else's work, perhaps, also in the same folder, where
/// those of a class may lie together. Who names a link to a folder means that folder.
fn is_link_to_a_file(path: &Path) -> bool {
    let link = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
    link && path.is_file()
}

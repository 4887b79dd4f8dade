//! Which Python runs submissions.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::error::Error;

/// The oldest version that can load the native module.
const OLDEST: (u32, u32) = (3, 9);

/// An interpreter, past any shim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpreter {
    /// The executable itself.
    pub path: PathBuf,
    /// Its version.
    pub version: (u32, u32, u32),
    /// Folders and files that it reads: its prefixes and its search path.
    pub reads: Vec<PathBuf>,
    /// Names the compiled modules that it can load: `cpython-312-cb0d0d0a`.
    pub bytecode: String,
    /// Why this one.
    pub why: Why,
}

/// Why an interpreter was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Named on the command line.
    Argument,
    /// Named by `PLYGRADE_PYTHON`.
    Variable,
    /// The active virtual environment's.
    VirtualEnvironment,
    /// Found on the search path.
    SearchPath,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Argument => "--python",
            Why::Variable => "PLYGRADE_PYTHON",
            Why::VirtualEnvironment => "the active virtual environment",
            Why::SearchPath => "the search path",
        })
    }
}

/// A candidate that cannot be used, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The candidate.
    pub path: PathBuf,
    /// Why it was tried.
    pub why: Why,
    /// Why it cannot be used.
    pub because: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (from {}): {}", self.path.display(), self.why, self.because)
    }
}

/// The interpreter to use, and the candidates before it that cannot be used.
#[derive(Clone, Debug, Default)]
pub struct Resolution {
    /// The first that can be used.
    pub chosen: Option<Interpreter>,
    /// Those before it.
    pub refused: Vec<Refused>,
}

impl Interpreter {
    /// Finds the interpreter to use; `named` is what the command line says.
    ///
    /// # Errors
    /// A usage error that says what was tried.
    pub fn find(named: Option<&Path>) -> Result<Self, Error> {
        let Resolution { chosen, refused } = resolve(named);
        let tried = |refused: &[Refused]| {
            let lines: Vec<String> = refused.iter().map(|one| format!("\n  {one}")).collect();
            lines.concat()
        };
        match chosen {
            // What was asked for by name is used or nothing is.
            Some(chosen)
                if !refused.iter().any(|one| matches!(one.why, Why::Argument | Why::Variable)) =>
            {
                Ok(chosen)
            }
            _ => Err(Error::Usage(format!(
                "no Python from {}.{} on to run the submission with; name one with --python or \
                 PLYGRADE_PYTHON{}",
                OLDEST.0,
                OLDEST.1,
                tried(&refused)
            ))),
        }
    }
}

/// What was found out in this process, by what was named.
static KNOWN: Mutex<BTreeMap<Option<PathBuf>, Resolution>> = Mutex::new(BTreeMap::new());

/// Tries every candidate in order until one can be used; once in a process, since each is started
/// to be asked.
#[must_use]
pub fn resolve(named: Option<&Path>) -> Resolution {
    // Held while they are asked: who comes meanwhile wants the same answer.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(named.map(Path::to_owned)).or_insert_with(|| try_all(named)).clone()
}

fn try_all(named: Option<&Path>) -> Resolution {
    let mut resolution = Resolution::default();
    for (path, why) in candidates(named) {
        match ask(&path, why) {
            Ok(interpreter) => {
                resolution.chosen = Some(interpreter);
                return resolution;
            }
            Err(because) => resolution.refused.push(Refused { path, why, because }),
        }
    }
    resolution
}

fn candidates(named: Option<&Path>) -> Vec<(PathBuf, Why)> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(path) = named {
        return vec![(path.to_owned(), Why::Argument)];
    }
    if let Some(path) = variable("PLYGRADE_PYTHON") {
        return vec![(PathBuf::from(path), Why::Variable)];
    }
    let mut found = Vec::new();
    for name in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        if let Some(folder) = variable(name) {
            found.push((Path::new(&folder).join("bin/python3"), Why::VirtualEnvironment));
        }
    }
    found.push((PathBuf::from("python3"), Why::SearchPath));
    found.push((PathBuf::from("python"), Why::SearchPath));
    found
}

/// Says where it is, what it is and what it reads, a line each. Imports nothing that is not there
/// anyway: that is most of the time that a start takes.
const QUESTION: &str = "import sys
print(sys.executable)
print(*sys.version_info[:3])
print(sys.implementation.name, int('t' in getattr(sys, 'abiflags', '')))
try:
    import _frozen_importlib_external as f
    print(sys.implementation.cache_tag, f.MAGIC_NUMBER.hex(), sep='-')
except Exception: print()
for p in {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}:
    for part in ('bin', 'lib', 'lib64', 'local/lib', 'pyvenv.cfg'): print(p + '/' + part)
for p in sys.path: print(p)
try:
    for m in open('/proc/self/maps'):
        if 'libpython' in m: print(m.split(maxsplit=5)[5])
except OSError: pass";

fn ask(path: &Path, why: Why) -> Result<Interpreter, String> {
    // Isolated: nothing in the working folder, which may be a submission's, is imported.
    let output = from_a_neutral_place(path)
        .args(["-I", "-X", "utf8", "-c", QUESTION])
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(too_old(path).unwrap_or_else(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.lines().next_back().unwrap_or_default();
            format!("it does not say its version ({}) {said}", output.status)
        }));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default();
    let executable = PathBuf::from(line());
    let version: Vec<u32> = line().split(' ').filter_map(|part| part.parse().ok()).collect();
    let kind = line().to_owned();
    let bytecode = line().to_owned();
    let Some(&[major, minor, patch]) = version.first_chunk::<3>() else {
        return Err("it does not say its version".to_owned());
    };
    if (major, minor) < OLDEST {
        return Err(needs_later(&format!("{major}.{minor}.{patch}")));
    }
    if kind != "cpython 0" {
        return Err(
            "it is no CPython with the interpreter lock, which the native module needs".to_owned()
        );
    }
    // It looks for itself on the search path.
    if executable.as_os_str().is_empty() {
        return Err("it does not know where it is, as without a search path: set PATH".to_owned());
    }
    let mut reads: Vec<PathBuf> =
        lines.filter(|line| line.starts_with('/')).map(PathBuf::from).collect();
    reads.retain(|path| path != Path::new("/"));
    reads.push(executable.clone());
    reads.sort();
    reads.dedup();
    Ok(Interpreter { path: executable, version: (major, minor, patch), reads, bytecode, why })
}

/// Starts what may be a shim, which chooses by a file in the working folder: not by a submission's.
fn from_a_neutral_place(path: &Path) -> Command {
    // What is a name alone is searched for, all else is meant from where the user stands.
    let named = path.components().count() > 1;
    let absolute = std::path::absolute(path).ok().filter(|_| named);
    let mut command = Command::new(absolute.as_deref().unwrap_or(path));
    command.current_dir("/").stdin(Stdio::null());
    command
}

/// What is wrong with an interpreter that does not even know the question's options.
fn too_old(path: &Path) -> Option<String> {
    let output = from_a_neutral_place(path).arg("-V").output().ok()?;
    let said = [output.stdout, output.stderr].concat();
    let version = String::from_utf8_lossy(&said).trim().strip_prefix("Python ")?.to_owned();
    Some(needs_later(&version))
}

fn needs_later(version: &str) -> String {
    let (major, minor) = OLDEST;
    format!("version {version} is too old: {major}.{minor} or later is needed")
}

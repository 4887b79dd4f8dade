//! Programs that have to be built first: once, from a copy, never in the submission's folder.
//!
//! What was built is kept in the user's cache by content, so that grading again costs nothing.

mod cache;
mod cargo;
mod sdk;

pub use sdk::write as write_sdk;

use std::path::Path;
use std::time::Duration;

use self::cache::{Cache, failed};
use super::process::{Launch, Process};
use super::{Program, Run};
use crate::error::Error;
use crate::host::sandbox::{End, Level};
use crate::host::sources::{Change, Purpose, Sources};
use crate::transcript::{Fault, FaultKind};

/// How long a build may take.
const TIME: Duration = Duration::from_secs(120);

/// Lines of what a build printed that are reported, the first ones: errors follow from errors.
const SAID: usize = 100;

/// Why there is nothing to run.
pub(super) enum Broken {
    /// The submission's fault, the same for every case.
    Submission(Fault),
    /// This machine cannot build it.
    Machine(Error),
}

impl From<Error> for Broken {
    fn from(error: Error) -> Self {
        Broken::Machine(error)
    }
}

/// A fault of a submission that cannot be built; `said` is what the build printed.
fn broken(why: &str, said: &str) -> Broken {
    let traceback = said.trim_matches('\n').lines().take(SAID).map(str::to_owned).collect();
    let message = format!("the submission cannot be built: {why}");
    Broken::Submission(Fault { traceback, ..Fault::new(FaultKind::Crashed, message) })
}

/// Builds what needs to be built; how the program is then run.
pub(super) fn launch(program: &Program, level: Level) -> Result<Launch, Broken> {
    let folder = std::fs::canonicalize(&program.folder).map_err(failed)?;
    let run = |argv: Vec<String>, folder| {
        Ok(Launch { argv, env: Vec::new(), folder, reads: Vec::new(), writes: None, level })
    };
    match &program.run {
        Run::Crate => {
            let file = cargo::build(&folder, level)?;
            let mut launch = run(vec![file.to_string_lossy().into_owned()], folder)?;
            launch.reads.push(file);
            Ok(launch)
        }
        Run::Command { command, build: None } => run(command.clone(), folder),
        Run::Command { command, build: Some(build) } => {
            let folder = built(build, &folder, level)?;
            run(command.clone(), folder)
        }
    }
}

/// The folder in which `build` has made its products.
fn built(build: &[String], folder: &Path, level: Level) -> Result<std::path::PathBuf, Broken> {
    let sources = Sources::of_folder(folder, Purpose::Build, &[])
        .map_err(|error| broken(&error.to_string(), ""))?;
    let cache = Cache::open()?;
    let mut terms = vec!["program"];
    terms.extend(build.iter().map(String::as_str));
    let digest = sources.digest(&terms);
    if let Some(folder) = cache.finished(&digest) {
        return Ok(folder);
    }
    let unfinished = cache.unfinished()?;
    let source = unfinished.path().join("source");
    std::fs::create_dir(&source).map_err(failed)?;
    sources.write(&source, |_, _| Change::AsItIs).map_err(failed)?;
    let launch = Launch {
        argv: build.to_vec(),
        env: Vec::new(),
        folder: source.clone(),
        reads: Vec::new(),
        writes: Some(source.clone()),
        level,
    };
    let ran = Process::run(&launch, TIME)
        .map_err(|error| Error::Usage(format!("failed to build the submission: {error}")))?;
    let said = format!("{}{}", ran.stdout, ran.ended.stderr);
    let said = said.replace(&format!("{}/", source.display()), "");
    match ran.ended.end {
        End::Exit(0) => Ok(cache.keep(&source, &digest)?),
        _ => Err(broken(&format!("{} {}", build[0], ran.ended.how()), &said)),
    }
}

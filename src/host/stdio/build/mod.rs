//! Programs that have to be built first: once, from a copy, never in the submission's folder.
//!
//! What was built is kept in the user's cache by content, so that grading again costs nothing.

mod cache;
mod cargo;
mod sdk;
mod sources;

pub(super) use cargo::says as cargo_says;
pub use sdk::write as write_sdk;

use std::time::Duration;

use self::cache::{Cache, Kept, failed};
use self::sources::{Change, Sources};
use super::process::{Launch, Process, StartError};
use super::{Program, Run};
use crate::error::Error;
use crate::host::HostOptions;
use crate::host::cache::InUse;
use crate::host::sandbox::End;
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
pub(super) fn launch(
    program: &Program,
    options: &HostOptions,
) -> Result<(Launch, Option<InUse>), Broken> {
    let folder = std::fs::canonicalize(&program.folder).map_err(failed)?;
    let level = options.sandbox;
    let run = |argv: Vec<String>, folder| Launch {
        python: options.python.clone(),
        ..Launch::new(argv, folder, level)
    };
    let command = |argv: &[String], folder| {
        let launch = run(argv.to_vec(), folder);
        launch.lacks().map_or(Ok(launch), |why| Err(Broken::Machine(Error::Usage(why))))
    };
    match &program.run {
        Run::Crate => {
            let Kept { folder: built, in_use } = cargo::build(&folder, level)?;
            let file = built.join(cargo::PROGRAM);
            let mut launch = run(vec![file.to_string_lossy().into_owned()], folder);
            launch.reads.push(file);
            Ok((launch, Some(in_use)))
        }
        Run::Command { command: argv, build: None } => Ok((command(argv, folder)?, None)),
        Run::Command { command: argv, build: Some(build) } => {
            // What is missing is said before anything is built.
            command(argv, folder.clone())?;
            let Kept { folder, in_use } = built(command(build, folder)?)?;
            Ok((command(argv, folder)?, Some(in_use)))
        }
    }
}

/// The folder in which `build`, which names the submission's, has made its products.
fn built(build: Launch) -> Result<Kept, Broken> {
    let sources = Sources::read(&build.folder).map_err(|error| broken(&error.to_string(), ""))?;
    let cache = Cache::open()?;
    let mut terms = vec!["program"];
    terms.extend(build.argv.iter().map(String::as_str));
    let digest = sources.digest(&terms);
    if let Some(kept) = cache.finished(&digest) {
        return Ok(kept);
    }
    let unfinished = cache.unfinished()?;
    let source = unfinished.path().join("source");
    std::fs::create_dir(&source).map_err(failed)?;
    sources.write(&source, |_, _| Change::AsItIs).map_err(failed)?;
    let launch = Launch { folder: source.clone(), writes: Some(source.clone()), ..build };
    let ran = Process::run(&launch, TIME).map_err(|error| match error {
        StartError::Program(why) => broken(&why, ""),
        other => Broken::Machine(Error::Usage(other.to_string())),
    })?;
    let said = format!("{}{}", ran.stdout, ran.ended.stderr);
    let said = said.replace(&format!("{}/", source.display()), "");
    match ran.ended.end {
        End::Exit(0) => Ok(cache.keep(&source, &digest)?),
        _ => Err(broken(&format!("{} {}", launch.argv[0], ran.ended.how()), &said)),
    }
}

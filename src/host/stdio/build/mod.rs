//! Programs that have to be built first: once, from a copy, never in the submission's folder.
//!
//! What was built is kept in the user's cache by content, so that grading again costs nothing.

mod cache;
mod cargo;
mod sdk;

pub(super) use cargo::says as cargo_says;
pub use sdk::write as write_sdk;

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use self::cache::{Cache, Kept, failed};
use super::process::{Launch, Process, StartError};
use super::{Program, Run};
use crate::error::Error;
use crate::host::cache::{InUse, Unfinished};
use crate::host::sandbox::End;
use crate::host::scratch::{Scratch, no_room};
use crate::host::sources::{Change, Purpose, Sources};
use crate::host::{HostOptions, bounded, places};
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
    let traceback = bounded::lines(said.trim_matches('\n').lines().take(SAID));
    let message = format!("the submission cannot be built: {why}");
    Broken::Submission(Fault { traceback, ..Fault::new(FaultKind::Crashed, message) })
}

/// A submission whose files cannot be taken.
fn unread(error: std::io::Error) -> Broken {
    if no_room(&error) {
        let why = format!("the submission cannot be copied: {error}");
        return Broken::Machine(Error::Grader(why));
    }
    broken(&error.to_string(), "")
}

/// A submission that cannot be copied to where it is built or run.
fn unwritten(error: std::io::Error) -> Broken {
    match error.kind() {
        // A path that is longer there than where it was.
        ErrorKind::InvalidFilename => broken(&error.to_string(), ""),
        _ => Broken::Machine(failed(error)),
    }
}

/// Whether a build failed by itself: where the disk is full, what it says is about whatever it was
/// writing. Who took more than half of the disk may have had the rest before it was ended.
fn not_for_room(unfinished: &Unfinished, end: &End) -> Result<(), Broken> {
    if *end == End::FileSize { Ok(()) } else { Ok(unfinished.is_not_full().map_err(failed)?) }
}

/// What a program is run from, there as long as this value lives.
pub(super) struct Ready {
    /// How it is run.
    pub(super) launch: Launch,
    _built: Option<InUse>,
    _copy: Option<Scratch>,
}

/// Builds what needs to be built, and copies the rest; how the program is then run.
pub(super) fn launch(program: &Program, options: &HostOptions) -> Result<Ready, Broken> {
    let folder = std::fs::canonicalize(&program.folder).map_err(failed)?;
    let level = options.sandbox;
    let read = |purpose| match program.names.as_slice() {
        [] => Sources::of_folder(&folder, purpose, &options.hidden),
        names => Sources::of_names(&folder, names, &options.hidden),
    };
    let read = |purpose| read(purpose).map_err(unread);
    let run = |argv: Vec<String>, folder: &Path| Launch {
        python: options.python.clone(),
        reads: program.trusted.clone(),
        hidden: options.hidden.clone(),
        ..Launch::new(argv, folder.to_owned(), level)
    };
    let command = |argv: &[String], folder: &Path| {
        let launch = run(argv.to_vec(), folder);
        launch.lacks().map_or(Ok(launch), |why| Err(Broken::Machine(Error::Usage(why))))
    };
    match &program.run {
        Run::Crate => {
            let sources = read(Purpose::Build)?;
            let Kept { folder: built, in_use } = cargo::build(&sources, options)?;
            let file = built.join(cargo::PROGRAM);
            let copy = sources.copy().map_err(unwritten)?;
            let mut launch = run(vec![file.to_string_lossy().into_owned()], copy.path());
            launch.reads.push(file);
            Ok(Ready { launch, _built: Some(in_use), _copy: Some(copy) })
        }
        Run::Command { command: argv, build: None } => {
            let copy = read(Purpose::Run)?.copy().map_err(unwritten)?;
            let launch = command(argv, copy.path())?;
            Ok(Ready { launch, _built: None, _copy: Some(copy) })
        }
        Run::Command { command: argv, build: Some(build) } => {
            // What is missing is said before anything is built.
            command(argv, &folder)?;
            let sources = read(Purpose::Build)?;
            let Kept { folder, in_use } = built(command(build, &folder)?, &sources)?;
            let launch = command(argv, &folder)?;
            Ok(Ready { launch, _built: Some(in_use), _copy: None })
        }
    }
}

/// The folder in which `build` has made its products from `sources`.
fn built(build: Launch, sources: &Sources) -> Result<Kept, Broken> {
    let cache = Cache::open()?;
    let mut terms = vec!["program"];
    terms.extend(build.argv.iter().map(String::as_str));
    let compiler = build.identity();
    terms.extend(compiler.iter().map(String::as_str));
    let digest = sources.digest(&terms);
    if let Some(kept) = cache.finished(&digest) {
        return Ok(kept);
    }
    let unfinished = cache.unfinished()?;
    unfinished.has_room().map_err(failed)?;
    let source = unfinished.path().join("source");
    std::fs::create_dir(&source).map_err(failed)?;
    sources.write(&source, |_, _| Change::AsItIs).map_err(unwritten)?;
    let launch = Launch { folder: source.clone(), writes: Some(source.clone()), ..build };
    let ran = Process::run(&launch, TIME).map_err(|error| match error {
        StartError::Program(why) => broken(&why, ""),
        other => Broken::Machine(Error::Usage(other.to_string())),
    })?;
    let said = format!("{}{}", ran.stdout, ran.ended.stderr);
    let said = places::from(&source, &said);
    if ran.ended.end != End::Exit(0) {
        not_for_room(&unfinished, &ran.ended.end)?;
        return Err(broken(&format!("{} {}", launch.argv[0], ran.ended.how()), &said));
    }
    // Kept is what it made, and no links, devices or rights with it.
    let made = Sources::of_folder(&source, Purpose::Run, &[]);
    let made = made.map_err(|error| broken(&format!("of what it builds, {error}"), &said))?;
    cache.keep(&digest, |product| made.write(product, |_, _| Change::AsItIs).map_err(unwritten))
}

//! Which compilers and interpreters submissions find here: each is run where submissions run.

use std::time::Duration;

use super::build::cargo_says;
use super::process::{Launch, Process};
use crate::host::sandbox::{End, Level};
use crate::host::scratch::Scratch;

/// More than a virtual machine takes to say its version on a busy machine.
const TIME: Duration = Duration::from_secs(20);

/// What `cargo` and `rustc` say of themselves.
///
/// # Errors
/// Why a Rust crate cannot be built here, in a sentence.
pub fn rust_says() -> Result<String, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let (launch, version) = cargo_says(scratch.path()).map_err(|error| error.to_string())?;
    Ok(format!("{}, {version}", says(&launch)?))
}

/// What `program` says of itself when it is run with `argument`.
///
/// # Errors
/// Why it cannot be used here, in a sentence.
pub fn tool_says(program: &str, argument: &str) -> Result<String, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let argv = vec![program.to_owned(), argument.to_owned()];
    let launch = Launch::new(argv, scratch.path().to_owned(), Level::Auto);
    launch.lacks().map_or(Ok(()), |_| Err(format!("{program} is not on the search path")))?;
    says(&launch)
}

/// The first line that it prints.
fn says(launch: &Launch) -> Result<String, String> {
    let ran = Process::run(launch, TIME).map_err(|error| error.to_string())?;
    let said = [ran.stdout.as_str(), ran.ended.stderr.as_str()].concat();
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match ran.ended.end {
        End::Exit(0) if !line.is_empty() => Ok(line.to_owned()),
        _ => Err(format!("{} {}: {line}", launch.argv[0], ran.ended.how())),
    }
}

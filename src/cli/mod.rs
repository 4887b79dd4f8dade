//! The command line: it only translates. One file a subcommand.

mod colour;
mod completions;
mod doctor;
mod grade;
mod man;
mod output;
mod progress;
mod suites;

use std::io::Write as _;

use clap::{Parser, Subcommand};

use crate::error::Error;
use crate::exit_status::ExitStatus;

/// Grades assignments on game-tree search and counts every expansion.
#[derive(Debug, Parser)]
#[command(
    name = "plygrade",
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 everything passed, 1 points were lost, 2 the command line, a suite \
                  or a case is wrong, 3 a fault of the grader's own."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Grade one submission and say why points were lost
    Grade(grade::Args),
    /// Say what this machine can grade, and what is missing
    Doctor(doctor::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Print a manual page
    Man(man::Args),
}

/// Runs the command line of this process.
pub fn main() -> ExitStatus {
    if crate::host::sandbox::run_if_warden().is_some() {
        return ExitStatus::Passed;
    }
    match run(Cli::parse().command) {
        Ok(status) => status,
        Err(error) => {
            print_error(&error);
            error.exit_status()
        }
    }
}

fn run(command: Command) -> Result<ExitStatus, Error> {
    match command {
        Command::Grade(args) => grade::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// One `error: ` line an error; nothing can be done when stderr is gone.
fn print_error(error: &Error) {
    let word = colour::stderr().bad("error:");
    let mut stderr = std::io::stderr().lock();
    for line in error.to_string().lines() {
        let _ = writeln!(stderr, "{word} {line}");
    }
}

//! The command line: it only translates. One file a subcommand.

mod colour;
mod completions;
mod doctor;
mod grade;
mod import;
mod man;
mod new;
mod output;
mod progress;
mod schema;
mod show;
mod solve;

use std::io::Write as _;

use clap::{Parser, Subcommand};

use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::report::layout::clean;

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
    /// Say what the reference search answers, and where a case disagrees with it
    Solve(solve::Args),
    /// Draw the position in which a case asks its agent, or list the cases of a built-in suite
    Show(show::Args),
    /// Turn a Berkeley-style folder into a suite in this program's own format
    Import(import::Args),
    /// Print the JSON Schema of cases, of suite.toml, of reports or of the protocol
    Schema(schema::Args),
    /// Say what this machine can grade, and what is missing
    Doctor(doctor::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Write a starting point for a submission in Rust, Python, C++, Java or JavaScript
    New(new::Args),
    /// Print a manual page
    Man(man::Args),
}

/// Runs the command line of this process.
pub fn main() -> ExitStatus {
    if crate::host::sandbox::run_if_warden().is_some() {
        return ExitStatus::Passed;
    }
    survive_large_files();
    match run(Cli::parse().command) {
        Ok(status) => status,
        Err(error) => {
            print_error(&error);
            error.exit_status()
        }
    }
}

/// Makes a limit on the size of files an error of whatever writes, which says so, where the signal
/// would end the grader without a word. With a handler, not ignored: a program that is started
/// gets the default back.
fn survive_large_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(
        signal_hook::consts::SIGXFSZ,
        std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false)),
    );
}

fn run(command: Command) -> Result<ExitStatus, Error> {
    match command {
        Command::Grade(args) => grade::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::New(args) => new::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// `error: ` before every error; nothing can be done when stderr is gone.
fn print_error(error: &Error) {
    let word = colour::stderr().bad("error:");
    let errors = match error {
        Error::Case(errors) => errors.iter().map(ToString::to_string).collect(),
        error => vec![error.to_string()],
    };
    let mut stderr = std::io::stderr().lock();
    for error in errors {
        let _ = writeln!(stderr, "{word} {}", clean(&error));
    }
}

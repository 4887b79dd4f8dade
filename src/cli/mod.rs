//! The command line: it only translates.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};

use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::host::native::{Native, Solution};
use crate::report::style::Style;
use crate::report::{json, terminal};
use crate::suite::{Question, Rules, Scoring, Suite, sorted_files};
use crate::{case, grade};

/// Grades assignments on game-tree search.
#[derive(Debug, Parser)]
#[command(name = "plygrade", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Grade one submission
    Grade {
        /// The file or folder that was handed in
        submission: PathBuf,
        /// The suite's folder
        #[arg(long)]
        suite: PathBuf,
        /// The report's format
        #[arg(long, value_enum, default_value_t = Format::Terminal)]
        format: Format,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people
    Terminal,
    /// For programs
    Json,
}

/// Runs the command line of this process.
pub fn main() -> ExitStatus {
    match run(Cli::parse().command) {
        Ok(status) => status,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            error.exit_status()
        }
    }
}

fn run(command: Command) -> Result<ExitStatus, Error> {
    match command {
        Command::Grade { submission, suite, format } => {
            let suite = load_suite(&suite)?;
            let text = read(&submission)?;
            let solution = Solution::with_source(&text).ok_or_else(|| {
                Error::Usage(format!(
                    "{}: not a submission that can be graded",
                    submission.display()
                ))
            })?;
            let name = submission.display().to_string();
            let report = grade::grade(&name, &suite, &mut Native::new(solution));
            let text = match format {
                Format::Terminal => terminal::render(&report, Style::plain()),
                Format::Json => format!("{:#}\n", json::render(&report)),
            };
            std::io::stdout()
                .write_all(text.as_bytes())
                .map_err(|error| Error::Grader(format!("failed to write the report: {error}")))?;
            Ok(report.exit_status())
        }
    }
}

fn load_suite(folder: &Path) -> Result<Suite, Error> {
    let mut questions = Vec::new();
    for question in sorted_files(folder).into_iter().filter(|path| path.is_dir()) {
        let mut cases = Vec::new();
        for file in sorted_files(&question) {
            cases.push(case::load::case(&file, &read(&file)?)?);
        }
        let name = question.file_name().unwrap_or_default().to_string_lossy().into_owned();
        questions.push(Question {
            title: String::new(),
            max_points: cases.len() as f64,
            scoring: Scoring::Share,
            name,
            cases,
        });
    }
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Suite { name, path: Some(folder.to_owned()), questions, rules: Rules::Plygrade })
}

fn read(file: &Path) -> Result<String, Error> {
    std::fs::read_to_string(file)
        .map_err(|error| Error::Usage(format!("failed to read {}: {error}", file.display())))
}

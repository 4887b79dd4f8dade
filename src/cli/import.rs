//! `plygrade import BERKELEY_DIR OUT`.

use std::path::{Path, PathBuf};

use super::output::print;
use crate::berkeley::{self, import::Imported};
use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::report::text;

/// What to import, and whereto.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The Berkeley-style folder: the project folder, or its test_cases with layouts beside it
    folder: PathBuf,
    /// The folder to write the suite to; it must not exist, or be empty
    out: PathBuf,
    /// Also import this question, which the folder reads on request only; may be repeated
    #[arg(short, long = "question", value_name = "QUESTION")]
    questions: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    let out = &args.out;
    let taken = match out.read_dir() {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => out.exists(),
    };
    if taken {
        let message = format!("{} is there already; name a folder that is not", out.display());
        return Err(Error::Usage(message));
    }
    let Imported { suite, files } = berkeley::import::import(&args.folder, &args.questions)?;
    for wanted in &args.questions {
        if !suite.questions.iter().any(|question| question.name == *wanted) {
            let folder = args.folder.display();
            return Err(Error::Usage(format!("{folder} has no question {wanted:?}")));
        }
    }
    for (file, bytes) in &files {
        write(&out.join(file), bytes)?;
    }
    let cases = suite.questions.iter().map(|question| question.cases.len()).sum();
    let mut said = text::imported(cases, suite.questions.len(), &out.display().to_string());
    for note in &suite.notes {
        said.push_str(&format!("note: {}\n", text::suite_note(note)));
    }
    print(&said)?;
    Ok(ExitStatus::Passed)
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Error> {
    let fault = |error: std::io::Error| {
        Error::Usage(format!("failed to write {}: {error}", file.display()))
    };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(file, bytes).map_err(fault)
}

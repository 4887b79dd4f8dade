//! `plygrade new LANGUAGE DIR`: a starting point for a submission.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::output::print;
use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::host::stdio::write_sdk;

/// What to write, and where.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The language of the agents
    #[arg(value_enum)]
    language: Language,
    /// A folder that is empty or not there yet
    dir: PathBuf,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Language {
    /// A crate on plygrade's SDK
    Rust,
    /// Classes as in the Pacman projects, for any game
    Python,
    /// One file and a header, for g++
    #[value(alias = "c++")]
    Cpp,
    /// One class, for javac
    Java,
    /// One file, for node
    #[value(alias = "javascript", alias = "node")]
    Js,
}

static RUST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/rust");
static PYTHON: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/python");
static CPP: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/cpp");
/// What the example has already.
static CPP_PROTOCOL: &str = include_str!("../../examples/cpp/protocol.hpp");
static JAVA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/java");
static JS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/js");

impl Language {
    fn template(self) -> &'static Dir<'static> {
        match self {
            Language::Rust => &RUST,
            Language::Python => &PYTHON,
            Language::Cpp => &CPP,
            Language::Java => &JAVA,
            Language::Js => &JS,
        }
    }

    /// The file to be edited first.
    fn first(self) -> &'static str {
        match self {
            Language::Rust => "src/main.rs",
            Language::Python => "agents.py",
            Language::Cpp => "agents.cpp",
            Language::Java => "Agents.java",
            Language::Js => "agents.js",
        }
    }
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    let dir = &args.dir;
    empty(dir)?;
    let written = std::fs::create_dir_all(dir)
        .and_then(|()| args.language.template().extract(dir))
        .and_then(|()| match args.language {
            Language::Rust => write_sdk(&dir.join("plygrade-sdk")),
            Language::Cpp => std::fs::write(dir.join("protocol.hpp"), CPP_PROTOCOL),
            _ => Ok(()),
        });
    written.map_err(|error| {
        Error::Usage(format!("failed to write the starting point to {}: {error}", dir.display()))
    })?;
    let first = dir.join(args.language.first());
    print(&format!(
        "wrote {}\nedit {}, then: plygrade grade {}\n",
        dir.display(),
        first.display(),
        dir.display()
    ))?;
    Ok(ExitStatus::Passed)
}

/// Whether `dir` can be filled.
fn empty(dir: &Path) -> Result<(), Error> {
    let refused = |why: &dyn std::fmt::Display| {
        Err(Error::Usage(format!("{} cannot be a starting point: {why}", dir.display())))
    };
    match std::fs::read_dir(dir).map(Iterator::count) {
        Ok(1..) => refused(&"the folder is not empty; name a new one"),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => refused(&error),
        _ => Ok(()),
    }
}

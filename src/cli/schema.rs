//! `plygrade schema`: the file formats and the protocol as JSON Schema.

use schemars::{Schema, schema_for};

use super::output::print;
use crate::case::wire::CaseFile;
use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::host::stdio::Line;
use crate::report::json;
use crate::suite::wire::SuiteFile;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to describe
    #[arg(value_enum, default_value_t = Of::Case)]
    of: Of,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Of {
    /// A case
    Case,
    /// suite.toml
    Suite,
    /// `plygrade grade --format json`
    Report,
    /// The messages between plygrade and a program
    Protocol,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    let schema: Schema = match args.of {
        Of::Case => schema_for!(CaseFile),
        Of::Suite => schema_for!(SuiteFile),
        Of::Report => json::schema(),
        Of::Protocol => schema_for!(Line),
    };
    print(&format!("{:#}\n", schema.as_value()))?;
    Ok(ExitStatus::Passed)
}

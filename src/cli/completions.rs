//! `plygrade completions SHELL`.

use clap::CommandFactory as _;

use super::output;
use crate::error::Error;
use crate::exit_status::ExitStatus;

/// Whose script.
#[derive(Debug, clap::Args)]
#[command(after_help = "For example: plygrade completions bash > \
                        ~/.local/share/bash-completion/completions/plygrade")]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "plygrade", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitStatus::Passed)
}

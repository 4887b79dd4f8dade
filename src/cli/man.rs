//! `plygrade man [COMMAND]`.

use clap::CommandFactory as _;

use super::output;
use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::nearest::did_you_mean;

/// Which page.
#[derive(Debug, clap::Args)]
#[command(after_help = "For example: plygrade man grade | man -l -")]
pub(super) struct Args {
    /// The subcommand; without it the page of plygrade itself
    command: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    output::print(&page(args.command.as_deref())?)?;
    Ok(ExitStatus::Passed)
}

/// The page of `name`, in roff.
fn page(name: Option<&str>) -> Result<String, Error> {
    let mut plygrade = super::Cli::command().disable_help_subcommand(true);
    plygrade.build();
    let command = match name {
        None => plygrade,
        Some(name) => {
            let known: Vec<&str> =
                plygrade.get_subcommands().map(clap::Command::get_name).collect();
            let error = || {
                let hint = did_you_mean(name, known.iter().copied());
                Error::Usage(format!("there is no command {name:?}{hint}"))
            };
            let command = plygrade.find_subcommand(name).ok_or_else(error)?;
            command.clone().display_name(format!("plygrade-{name}"))
        }
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(command)
        .source(concat!("plygrade ", env!("CARGO_PKG_VERSION")))
        .render(&mut roff)
        .map_err(|error| Error::Grader(format!("failed to write the manual page: {error}")))?;
    Ok(String::from_utf8_lossy(&roff).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let cli = super::super::Cli::command();
        cli.clone().debug_assert();
        assert!(page(None).expect("a page").contains("grade"));
        for command in cli.get_subcommands() {
            let page = page(Some(command.get_name())).expect("a page");
            let title = format!(".TH plygrade-{} 1", command.get_name());
            assert!(page.contains(&title), "{page}");
        }
    }
}

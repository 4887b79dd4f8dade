//! The `plygrade` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    plygrade::cli::main().into()
}

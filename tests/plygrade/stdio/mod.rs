//! Programs in any language, over stdin and stdout.

mod crates;
mod examples;
mod misbehaving;
mod missing;
mod protocol;
mod starts;

use std::path::Path;
use std::process::{Command, Output};

/// `plygrade` with `args`, from the repository's folder.
pub(crate) fn plygrade(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plygrade"))
        .current_dir(root())
        .args(args)
        .output()
        .expect("the command starts")
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The report of `plygrade grade` with `args`, and the exit code.
pub(crate) fn report(args: &[&str]) -> (serde_json::Value, i32) {
    let output = plygrade(&[&["grade", "--format", "json"], args].concat());
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("no report: {error}\n{}", String::from_utf8_lossy(&output.stderr))
    });
    (report, output.status.code().expect("no signal"))
}

//! `plygrade doctor`: what this machine can grade, as a list of checks.

use std::fmt::Write as _;

use super::{colour, output};
use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::host::native::SOLUTIONS;
use crate::host::{python, sandbox, scratch, stdio};
use crate::report::style::Style;
use crate::suite::Suite;

/// No options.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// What one check found.
#[derive(Debug)]
pub(super) struct Finding {
    /// What was looked at.
    pub name: &'static str,
    /// How it is.
    pub state: State,
    /// In a sentence; what to do where something is missing.
    pub text: String,
}

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// As it should be.
    Good,
    /// Grading works, with less.
    Lacking,
}

/// All checks, in the order of the output: a new one is a line here.
const CHECKS: &[fn() -> Finding] =
    &[version, platform, sandbox, python, rust, cpp, java, node, built_in_suites, solutions];

pub(super) fn run(_: &Args) -> Result<ExitStatus, Error> {
    let findings: Vec<Finding> = CHECKS.iter().map(|check| check()).collect();
    output::print(&render(&findings, colour::stdout()))?;
    Ok(ExitStatus::Passed)
}

fn render(findings: &[Finding], style: Style) -> String {
    let mut out = String::new();
    let width = findings.iter().map(|finding| finding.name.len()).max().unwrap_or(0);
    for Finding { name, state, text } in findings {
        let mark = match state {
            State::Good => style.good("ok  "),
            State::Lacking => style.note("warn"),
        };
        let _ = writeln!(out, "{mark}  {name:width$}  {text}");
    }
    out
}

fn version() -> Finding {
    let text = format!("plygrade {}", env!("CARGO_PKG_VERSION"));
    Finding { name: "version", state: State::Good, text }
}

fn platform() -> Finding {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let state = if os == "linux" { State::Good } else { State::Lacking };
    let text = match os {
        "linux" => format!("{os} on {arch}"),
        _ => format!("{os} on {arch}: everything but the sandbox works here"),
    };
    Finding { name: "platform", state, text }
}

/// The layers between submitted code and this machine.
fn sandbox() -> Finding {
    if let Err(error) = scratch::ready() {
        return Finding { name: "sandbox", state: State::Lacking, text: error.to_string() };
    }
    let (there, missing) = (sandbox::probe().names(), sandbox::probe().missing());
    let missing: Vec<String> = missing.iter().map(|layer| layer.name().to_owned()).collect();
    let state = if missing.is_empty() { State::Good } else { State::Lacking };
    let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
    let text = match missing.is_empty() {
        true => format!("in force: {there}"),
        false => format!("in force: {there}; missing: {}", missing.join(", ")),
    };
    Finding { name: "sandbox", state, text }
}

/// The Python that runs submissions, and why those before it do not.
fn python() -> Finding {
    let found = python::resolve(None);
    let refused = found.refused.iter().map(|one| format!("; not {one}")).collect::<String>();
    let (state, text) = match &found.chosen {
        Some(chosen) => {
            let (major, minor, patch) = chosen.version;
            let path = chosen.path.display();
            (
                State::Good,
                format!("{major}.{minor}.{patch} at {path}, from {}{refused}", chosen.why),
            )
        }
        None => (
            State::Lacking,
            format!(
                "none that can run Python submissions: install 3.9 or later, or name one with \
                 --python or PLYGRADE_PYTHON{refused}"
            ),
        ),
    };
    Finding { name: "python", state, text }
}

/// Cargo and rustc, which build Rust crates.
fn rust() -> Finding {
    tool("rust", stdio::rust_says(), "Rust crates")
}

fn cpp() -> Finding {
    tool("c++", stdio::tool_says("g++", "--version"), "programs in C++")
}

/// The compiler, then what runs its classes.
fn java() -> Finding {
    let java = || stdio::tool_says("java", "--version");
    let both = stdio::tool_says("javac", "--version")
        .and_then(|javac| java().map(|java| format!("{javac}, {java}")));
    tool("java", both, "programs in Java")
}

fn node() -> Finding {
    tool("node", stdio::tool_says("node", "--version"), "programs in JavaScript")
}

/// What a tool said, or why submissions that need it cannot be graded.
fn tool(name: &'static str, said: Result<String, String>, what: &str) -> Finding {
    match said {
        Ok(text) => Finding { name, state: State::Good, text },
        Err(why) => {
            let text = format!("{what} cannot be graded here: {why}");
            Finding { name, state: State::Lacking, text }
        }
    }
}

fn built_in_suites() -> Finding {
    let names = Suite::builtin_names().join(", ");
    Finding { name: "suites", state: State::Good, text: format!("built in: {names}") }
}

fn solutions() -> Finding {
    let text = format!("{} linked in", SOLUTIONS.len());
    Finding { name: "solutions", state: State::Good, text }
}

//! Isolation of every process that runs or builds submitted code.
//!
//! [`spawn`] starts a *warden*: this very program again, told to be one by its first argument. The
//! warden makes the namespaces, starts the program under every layer that the machine offers,
//! watches time, memory and the number of processes of the whole tree, and ends the tree when the
//! grader says so, lets go of the control socket, or dies. Inside, process 1 of a pid namespace
//! reaps; when it ends the kernel ends whatever the program left behind.
//!
//! ```text
//! grader ──control socket──► warden ──► process 1 (pid namespace) ──► program ──► ...
//! ```
//!
//! Most of what a start takes needs no program, so a warden can be started ahead of it and wait.
//!
//! A layer counts as in force only when the process that is about to become the program has tried
//! it, every time. Where namespaces are missing the warden is the program's parent and the reaper
//! of its orphans, and the calls that reach other processes are denied.

mod child;
mod control;
mod hidden;
mod launch;
mod layers;
mod limits;
mod own;
mod plain;
mod policy;
mod raw;
mod wire;

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod enter;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod init;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod usage;
#[cfg(target_os = "linux")]
mod view;
#[cfg(target_os = "linux")]
mod warden;

use std::path::PathBuf;
use std::sync::OnceLock;

pub use child::{Captured, Child, End, Ended, Killer, kill_all};
pub use layers::{Layer, Layers};
pub use limits::Limits;
pub(crate) use own::programs as own_programs;
pub use policy::{Level, Policy, Program, Stream};

/// The first argument that makes this program a warden.
pub const WARDEN: &str = "__sandbox-init";

static HELPER: OnceLock<PathBuf> = OnceLock::new();
static LAYERS: OnceLock<Layers> = OnceLock::new();

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The level is [`Level::Require`] and layers are missing.
    #[error("the sandbox lacks {}; use --sandbox auto to go on without", names(.0))]
    Missing(Vec<Layer>),
    /// The program itself could not be executed.
    #[error("failed to start {}: {message}", program.display())]
    Program {
        /// The file that was to be executed.
        program: PathBuf,
        /// What the system said.
        message: String,
    },
    /// The sandbox could not be made: a fault of the grader or of the machine.
    #[error("failed to make the sandbox: {0}")]
    Setup(String),
}

/// Starts `program` under `policy`.
///
/// # Errors
/// Missing layers under [`Level::Require`], a program that cannot be executed, or a machine that
/// runs out of processes or descriptors.
pub fn spawn(policy: &Policy, program: Program) -> Result<Child, SandboxError> {
    launch::spawn(policy, program)
}

/// Makes ready what the next [`spawn`] with all layers will need, which takes most of its time, in
/// the background.
pub fn ahead() {
    launch::ahead();
}

/// The layers that this machine offers, tried once in a throw-away process.
pub fn probe() -> &'static Layers {
    LAYERS.get_or_init(launch::probe)
}

/// Refuses a machine that lacks layers where `level` requires all.
///
/// # Errors
/// [`SandboxError::Missing`].
pub fn demand(level: Level) -> Result<(), SandboxError> {
    let missing = if level == Level::Require { probe().missing() } else { Vec::new() };
    if missing.is_empty() { Ok(()) } else { Err(SandboxError::Missing(missing)) }
}

/// The names of the layers in force at `level`, for the report.
#[must_use]
pub fn in_force(level: Level) -> Vec<String> {
    match level {
        Level::Off => Vec::new(),
        _ => probe().names().into_iter().map(str::to_owned).collect(),
    }
}

/// What the user must know before anything runs at `level`.
#[must_use]
pub fn warnings(level: Level) -> Vec<String> {
    let missing = if level == Level::Auto { probe().missing() } else { Vec::new() };
    let warn = |layer: Layer| format!("the sandbox lacks {} on this machine", layer.name());
    missing.into_iter().map(warn).collect()
}

/// Runs as a warden when this process was started as one; the caller then ends with the status.
///
/// To be called first thing in `main`, while the process has one thread.
pub fn run_if_warden() -> Option<i32> {
    if std::env::args_os().nth(1)? != WARDEN {
        return None;
    }
    Some(control::run(std::env::args().nth(2).as_deref()))
}

/// Names the executable that wardens run, for programs that are not plygrade (tests, benches).
///
/// Only the first call counts. By default a warden runs the executable of this process.
pub fn set_helper(path: impl Into<PathBuf>) {
    let _ = HELPER.set(path.into());
}

fn names(layers: &[Layer]) -> String {
    layers.iter().map(|layer| layer.name()).collect::<Vec<_>>().join(", ")
}

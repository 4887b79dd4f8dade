//! The native Python module: a cargo run of its own, into this package's output folder.
//!
//! One file serves every CPython from 3.9 on (the stable ABI), and no Python is needed here.

use std::path::Path;
use std::process::Command;
use std::{env, fs, io};

/// What the module is made of.
const SOURCES: [&str; 6] = [
    "Cargo.lock",
    "Cargo.toml",
    "crates/engine/Cargo.toml",
    "crates/engine/src",
    "crates/python",
    "crates/wire",
];

/// Compiles the module to `native-module` below `out`.
pub(crate) fn module(root: &Path, out: &Path) -> io::Result<()> {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    let target_folder = out.join("python");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--quiet", "--locked", "--package", "plygrade-python"])
        .args(["--profile", "python-module", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target_folder)
        // Clippy and the like wrap the compiler for the workspace that is being checked, not here.
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("CARGO_BUILD_TARGET_DIR")
        .env_remove("CARGO_BUILD_BUILD_DIR");
    let mut built = target_folder;
    let (host, target) = (variable("HOST"), variable("TARGET"));
    if host != target {
        cargo.args(["--target", &target]);
        built.push(&target);
    }
    let status = cargo.status()?;
    if !status.success() {
        return Err(io::Error::other(format!("failed to compile the Python module: {status}")));
    }
    let file = if variable("CARGO_CFG_TARGET_OS") == "macos" {
        "lib_plygrade.dylib"
    } else {
        "lib_plygrade.so"
    };
    fs::copy(built.join("python-module").join(file), out.join("native-module")).map(|_| ())
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

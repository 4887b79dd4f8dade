//! Rust crates: built without a network, with the grader's own SDK.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use toml_edit::{DocumentMut, InlineTable, Item, TableLike, Value};

use super::cache::{Cache, Kept, failed};
use super::sdk::{self, Sdk};
use super::{Broken, TIME, broken, not_for_room, unwritten};
use crate::error::Error;
use crate::host::sandbox::{End, Level};
use crate::host::sources::{Change, Sources, plain_below};
use crate::host::stdio::process::{Launch, Process};
use crate::host::{HostOptions, places};

/// A program is not larger.
const MOST_BYTES: u64 = 512 << 20;

/// Bytes of a manifest: read, it takes hundreds of times as many.
const MANIFEST: usize = 1 << 20;

/// The program's name in the folder that is kept.
pub(super) const PROGRAM: &str = "agent";

/// A crate is built once for each content, SDK and compiler.
pub(super) fn build(sources: &Sources, options: &HostOptions) -> Result<Kept, Broken> {
    let toolchain = Toolchain::find()?;
    let cache = Cache::open()?;
    let sdk = Sdk::ready(&cache, &toolchain)?;
    let sdk_path = sdk.package();
    let digest = sources.digest(&["crate", &toolchain.version, &sdk_path.to_string_lossy()]);
    if let Some(kept) = cache.finished(&digest) {
        return Ok(kept);
    }
    let unfinished = cache.unfinished()?;
    unfinished.has_room().map_err(failed)?;
    let (source, target) = (unfinished.path().join("source"), unfinished.path().join("target"));
    std::fs::create_dir(&source).map_err(failed)?;
    let large = Cell::new(false);
    let change = |path: &Path, bytes: &[u8]| {
        large.set(large.get() || (is_manifest(path) && bytes.len() > MANIFEST));
        if large.get() { Change::LeftOut } else { changed(path, bytes, &sdk_path) }
    };
    sources.write(&source, change).map_err(unwritten)?;
    if large.get() {
        return Err(broken("a Cargo.toml in it is larger than 1 MiB", ""));
    }
    sdk.copy_target(&target)?;
    let mut launch = toolchain.build(&source, &target);
    launch.writes = Some(unfinished.path().to_owned());
    launch.level = options.sandbox;
    launch.hidden.extend_from_slice(&options.hidden);
    launch.reads.push(sdk_path);
    let ran = Process::run(&launch, TIME).map_err(|error| Error::Usage(error.to_string()))?;
    // The folder has another name each time.
    let stderr = places::from(&source, &ran.ended.stderr);
    let stderr = places::from(unfinished.path(), &stderr);
    if ran.ended.end != End::Exit(0) {
        not_for_room(&unfinished, &ran.ended.end)?;
        return Err(match ran.ended.end {
            End::Exit(_) => broken(why(&stderr), &stderr),
            _ => broken(&format!("cargo {}", ran.ended.how()), &stderr),
        });
    }
    let program = program(&ran.stdout, &source.join("Cargo.toml"))?;
    // A build script may have put a link there, or a line into the report, and what it can write
    // is no place for what is kept.
    let name = program.strip_prefix(&target).ok();
    let made = name.and_then(|name| plain_below(&target, name).ok());
    let made = made.ok_or_else(|| broken("its program is not where cargo makes it", ""))?;
    cache.keep(&digest, |product| {
        let mut options = File::options();
        let kept = options.write(true).create_new(true).mode(0o700).open(product.join(PROGRAM));
        let copied = kept.and_then(|mut kept| io::copy(&mut made.take(MOST_BYTES), &mut kept));
        copied.map(drop).map_err(|error| failed(error).into())
    })
}

fn why(stderr: &str) -> &'static str {
    // Cargo's own sentences, of a crate that was never downloaded and of a repository.
    let without_network = [
        "you're using offline mode (--offline)",
        "but --offline was specified",
        "you are in the offline mode (--offline)",
    ];
    if without_network.iter().any(|sentence| stderr.contains(sentence)) {
        "it needs a crate that is not on this machine; submissions are built without a network"
    } else {
        "it does not compile"
    }
}

fn is_manifest(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "Cargo.toml")
}

/// What becomes of a file: every dependency on the SDK is led to the grader's copy.
fn changed(path: &Path, bytes: &[u8], sdk: &Path) -> Change {
    if path == Path::new("Cargo.lock") {
        // It may name versions that are not on this machine.
        return Change::LeftOut;
    }
    if !is_manifest(path) {
        return Change::AsItIs;
    }
    // What is no manifest is left to cargo, which says what is wrong with it.
    let Ok(text) = std::str::from_utf8(bytes) else { return Change::AsItIs };
    let Ok(mut manifest) = text.parse::<DocumentMut>() else { return Change::AsItIs };
    lead_to(&mut manifest, sdk);
    if path == Path::new("Cargo.toml") && !manifest.contains_key("workspace") {
        manifest["workspace"] = Item::Table(toml_edit::Table::new());
    }
    Change::To(manifest.to_string().into_bytes())
}

/// Makes every dependency on the SDK one on the package in `sdk`.
fn lead_to(manifest: &mut DocumentMut, sdk: &Path) {
    lead_tables(manifest.as_table_mut(), sdk);
    if let Some(workspace) = manifest.get_mut("workspace").and_then(Item::as_table_like_mut) {
        lead_tables(workspace, sdk);
    }
    if let Some(targets) = manifest.get_mut("target").and_then(Item::as_table_like_mut) {
        for (_, target) in targets.iter_mut() {
            if let Some(target) = target.as_table_like_mut() {
                lead_tables(target, sdk);
            }
        }
    }
}

fn lead_tables(tables: &mut dyn TableLike, sdk: &Path) {
    for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let Some(table) = tables.get_mut(kind).and_then(Item::as_table_like_mut) else { continue };
        for (name, item) in table.iter_mut() {
            let package = item.get("package").and_then(Item::as_str).unwrap_or(name.get());
            // One that is inherited is led where it is written.
            if package != sdk::NAME || item.get("workspace").is_some() {
                continue;
            }
            let mut led = InlineTable::new();
            led.insert("path", Value::from(sdk.to_string_lossy().into_owned()));
            led.insert("package", Value::from(sdk::NAME));
            if item.get("optional").and_then(Item::as_bool) == Some(true) {
                led.insert("optional", Value::from(true));
            }
            *item = Item::Value(Value::InlineTable(led));
        }
    }
}

/// One line of cargo's report.
#[derive(Deserialize)]
struct Line {
    reason: String,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// The one program that the crate of `manifest` makes.
fn program(report: &str, manifest: &Path) -> Result<PathBuf, Broken> {
    let made = report
        .lines()
        .filter_map(|line| serde_json::from_str::<Line>(line).ok())
        .filter(|line| line.reason == "compiler-artifact")
        .filter(|line| line.manifest_path.as_deref() == Some(manifest));
    let mut programs: Vec<(String, PathBuf)> =
        made.filter_map(|line| Some((line.target?.name, line.executable?))).collect();
    programs.sort();
    match programs.as_slice() {
        [] => {
            Err(broken("it makes no program: add src/main.rs with plygrade_sdk::main!(agent)", ""))
        }
        [(_, path)] => Ok(path.clone()),
        several => {
            let named = |name: &str| several.iter().find(|(own, _)| own == name);
            let Some((_, path)) = named("agent").or(named("main")) else {
                let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
                let why = format!(
                    "it makes several programs, {}: name the one to grade `agent`",
                    names.join(", ")
                );
                return Err(broken(&why, ""));
            };
            Ok(path.clone())
        }
    }
}

/// The machine's Rust toolchain.
pub(super) struct Toolchain {
    /// The folder that holds it.
    sysroot: PathBuf,
    /// Cargo's folder of downloaded crates.
    home: PathBuf,
    /// What `rustc -vV` says.
    pub(super) version: String,
}

impl Toolchain {
    /// The one on the search path.
    ///
    /// # Errors
    /// [`Error::Usage`] when there is none.
    fn find() -> Result<Self, Error> {
        let sysroot = PathBuf::from(ask("rustc", &["--print", "sysroot"])?);
        let home = std::env::var_os("CARGO_HOME")
            .map(PathBuf::from)
            .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")));
        let version = ask("rustc", &["-vV"])?;
        Ok(Toolchain { sysroot, home: home.unwrap_or_default(), version })
    }

    /// What compiles the crate in `folder` into `target`.
    pub(super) fn build(&self, folder: &Path, target: &Path) -> Launch {
        let bin = self.sysroot.join("bin");
        let cargo = bin.join("cargo");
        let cargo = if cargo.exists() { cargo } else { PathBuf::from("cargo") };
        let word = |path: &Path| path.to_string_lossy().into_owned();
        let manifest = folder.join("Cargo.toml");
        let args = ["build", "--release", "--bins", "--offline", "--color", "never", "--quiet"];
        let mut argv = vec![word(&cargo)];
        argv.extend(args.map(str::to_owned));
        argv.extend(["--message-format", "json-render-diagnostics"].map(str::to_owned));
        argv.extend(["--manifest-path".to_owned(), word(&manifest)]);
        argv.extend(["--target-dir".to_owned(), word(target)]);
        let path = std::env::var("PATH").unwrap_or_default();
        let mut env = vec![
            ("CARGO_HOME".to_owned(), word(&self.home)),
            ("PATH".to_owned(), format!("{}:{path}", word(&bin))),
        ];
        if let Some(rustup) = std::env::var_os("RUSTUP_HOME") {
            env.push(("RUSTUP_HOME".to_owned(), rustup.to_string_lossy().into_owned()));
        }
        let registry = self.home.join("registry");
        let hidden = own_sources(&registry);
        let reads = vec![self.sysroot.clone(), registry, self.home.join("config.toml")];
        Launch { env, reads, hidden, ..Launch::new(argv, folder.to_owned(), Level::Auto) }
    }
}

/// What runs cargo in `folder` to have it say its version, and what rustc says.
///
/// # Errors
/// [`Error::Usage`] when there is no toolchain.
pub(in crate::host::stdio) fn says(folder: &Path) -> Result<(Launch, String), Error> {
    let toolchain = Toolchain::find()?;
    let mut launch = toolchain.build(folder, folder);
    launch.argv.truncate(1);
    launch.argv.push("--version".to_owned());
    let version = toolchain.version.lines().next().unwrap_or_default().to_owned();
    Ok((launch, version))
}

fn ask(program: &str, args: &[&str]) -> Result<String, Error> {
    // Not in the user's folder: a submission's `rust-toolchain.toml` would choose what is run.
    let output = Command::new(program).args(args).stdin(Stdio::null()).current_dir("/").output();
    match output {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        _ => Err(Error::Usage(
            "a Rust crate cannot be graded without a Rust toolchain: rustc and cargo must be on the \
             search path; https://rustup.rs installs both"
                .to_owned(),
        )),
    }
}

/// What a grader that was installed from the registry left there: suites, and what solves them.
fn own_sources(registry: &Path) -> Vec<PathBuf> {
    let list = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let indexes = ["src", "cache"].into_iter().flat_map(|kind| list(registry.join(kind)));
    let crates = indexes.flat_map(|index| list(index.path()));
    let own = crates.filter(|it| it.file_name().as_encoded_bytes().starts_with(b"plygrade-"));
    own.map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_installed_grader_no_sources_are_shown() {
        let registry = tempfile::tempdir().expect("a folder");
        let names = [
            "src/index-1/plygrade-0.1.0",
            "cache/index-1/plygrade-engine-0.1.0",
            "src/index-1/rand-0.9",
        ];
        for name in names {
            std::fs::create_dir_all(registry.path().join(name)).expect("a folder");
        }
        let own = [names[0], names[1]].map(|name| registry.path().join(name));
        assert_eq!(own_sources(registry.path()), own);
        assert!(own_sources(Path::new("none")).is_empty());
    }

    #[test]
    fn a_crate_is_missing_only_where_cargo_says_so() {
        let missing = "error: no matching package named `rand` found\nlocation searched: crates.io \
                       index\nAs a reminder, you're using offline mode (--offline) which can \
                       sometimes cause surprising resolution failures";
        let not_there = "error: failed to download `rand v0.8.5`\n\nCaused by:\n  attempting to \
                         make an HTTP request, but --offline was specified";
        for said in [missing, not_there] {
            assert!(why(said).starts_with("it needs a crate"), "{said}");
        }
        let own =
            "error[E0425]: cannot find value `offline` in this scope\n --> src/offline.rs:1:1";
        assert_eq!(why(own), "it does not compile");
    }
}

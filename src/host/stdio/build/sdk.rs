//! The grader's own copy of the SDK, compiled once.
//!
//! A submission is built with this copy whatever it names, so that a changed SDK neither cheats
//! nor goes out of date. Its compiled form is copied into the folder of each build, which
//! submitted build scripts can write; nothing that they write comes back.

use std::fs::{File, FileTimes};
use std::path::{Path, PathBuf};
use std::time::Duration;

use include_dir::{Dir, include_dir};
use sha2::{Digest as _, Sha256};

use super::cache::{Cache, failed};
use super::cargo::Toolchain;
use crate::error::Error;
use crate::host::cache::{InUse, hold, own_folder};
use crate::host::sandbox::End;
use crate::host::sources::hex;
use crate::host::stdio::process::{Launch, Process};

static SOURCE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/crates/sdk/src");

/// The package's name.
pub(super) const NAME: &str = "plygrade-sdk";

/// How long the SDK itself may take to compile.
const TIME: Duration = Duration::from_secs(600);

const MANIFEST: &str = r#"[package]
name = "plygrade-sdk"
version = "VERSION"
edition = "2024"

[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["float_roundtrip"] }

[features]
schema = []
"#;

/// A crate that makes cargo compile the SDK just as a submission does.
const WARM: &str = r#"[package]
name = "warm"
version = "0.0.0"
edition = "2024"

[dependencies]
plygrade-sdk = { path = "../plygrade-sdk" }

[workspace]
"#;

/// The SDK in the cache.
pub(super) struct Sdk {
    folder: PathBuf,
    _in_use: InUse,
}

impl Sdk {
    /// The SDK for `toolchain`, compiled if it is not yet.
    ///
    /// # Errors
    /// [`Error::Usage`] when this machine cannot compile it.
    pub(super) fn ready(cache: &Cache, toolchain: &Toolchain) -> Result<Self, Error> {
        let digest = digest(toolchain);
        let folder = cache.path(&format!("sdk-{}", &digest[..16]));
        let in_use = loop {
            own_folder(&folder).map_err(failed)?;
            // Another grader may be removing it.
            if let Some(in_use) = hold(&folder) {
                break in_use;
            }
        };
        let sdk = Sdk { folder, _in_use: in_use };
        let lock = File::create(sdk.folder.join("lock")).map_err(failed)?;
        lock.lock().map_err(failed)?;
        let done = sdk.folder.join("done");
        if !done.exists() {
            sdk.compile(toolchain)?;
            std::fs::write(&done, "").map_err(failed)?;
        }
        Ok(sdk)
    }

    /// Where the SDK's package is.
    pub(super) fn package(&self) -> PathBuf {
        self.folder.join(NAME)
    }

    /// Copies the compiled SDK to the target folder `to`.
    pub(super) fn copy_target(&self, to: &Path) -> Result<(), Error> {
        copy(&self.folder.join("target"), to).map_err(failed)
    }

    fn compile(&self, toolchain: &Toolchain) -> Result<(), Error> {
        write(&self.package()).map_err(failed)?;
        let warm = self.folder.join("warm");
        std::fs::create_dir_all(warm.join("src")).map_err(failed)?;
        std::fs::write(warm.join("Cargo.toml"), WARM).map_err(failed)?;
        let main = "fn agent(_: &plygrade_sdk::Task) -> Option<Box<dyn plygrade_sdk::Agent>> {\n    \
                    None\n}\n\nplygrade_sdk::main!(agent);\n";
        std::fs::write(warm.join("src/main.rs"), main).map_err(failed)?;
        let launch = Launch {
            writes: Some(self.folder.clone()),
            ..toolchain.build(&warm, &self.folder.join("target"))
        };
        let ran = Process::run(&launch, TIME).map_err(|error| Error::Usage(error.to_string()))?;
        if ran.ended.end == End::Exit(0) {
            return Ok(());
        }
        Err(Error::Usage(format!(
            "failed to compile the SDK for submitted crates, which is done without a network: the \
             crates that it needs must have been downloaded, as `cargo build` of plygrade does\n{}",
            ran.ended.stderr.trim_end()
        )))
    }
}

/// Writes the SDK's package to the folder `package`.
///
/// # Errors
/// What the system said.
pub fn write(package: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(package.join("src"))?;
    SOURCE.extract(package.join("src"))?;
    let manifest = MANIFEST.replace("VERSION", env!("CARGO_PKG_VERSION"));
    std::fs::write(package.join("Cargo.toml"), manifest)
}

fn digest(toolchain: &Toolchain) -> String {
    let mut hash = Sha256::new();
    hash.update(toolchain.version.as_bytes());
    hash.update(MANIFEST.as_bytes());
    hash.update(WARM.as_bytes());
    add(&mut hash, &SOURCE);
    hex(&hash.finalize())
}

fn add(hash: &mut Sha256, dir: &Dir<'_>) {
    for file in dir.files() {
        hash.update(file.path().as_os_str().as_encoded_bytes());
        hash.update((file.contents().len() as u64).to_le_bytes());
        hash.update(file.contents());
    }
    for dir in dir.dirs() {
        add(hash, dir);
    }
}

/// Copies a folder with its times, by which cargo knows what is up to date.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
            continue;
        }
        std::fs::copy(entry.path(), &target)?;
        let modified = entry.metadata()?.modified()?;
        let file = File::options().write(true).open(&target)?;
        file.set_times(FileTimes::new().set_modified(modified))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_has_the_dependencies_of_the_original() {
        let original = include_str!("../../../../crates/sdk/Cargo.toml");
        let of = |text: &str| {
            let manifest: toml_edit::DocumentMut = text.parse().expect("a manifest");
            let table = manifest["dependencies"].as_table().cloned().unwrap_or_default();
            let needed = table.iter().filter(|(_, item)| item.get("optional").is_none());
            needed.map(|(name, item)| format!("{name} = {}", item.to_string().trim())).collect()
        };
        let (original, copy): (Vec<String>, Vec<String>) = (of(original), of(MANIFEST));
        assert_eq!(original, copy);
    }
}

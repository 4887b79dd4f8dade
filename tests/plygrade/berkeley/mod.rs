//! Berkeley-style folders: reading them, the references on them, grading on them.

mod grading;
mod hosts;
mod import;
mod malformed;
mod reading;

use std::path::{Path, PathBuf};

use plygrade::berkeley;
use plygrade::suite::Suite;

use crate::notice::notice;

/// The public folders, where they lie beside the repository.
fn public() -> Vec<PathBuf> {
    ["berkeley-2014", "berkeley-next"].iter().filter_map(|name| shared(name)).collect()
}

/// A recorded fact that lies beside the repository.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance").join(name);
    if !path.exists() {
        notice(&format!("{} is not there: only our own folders are tested", path.display()));
        return None;
    }
    Some(path)
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn read(folder: &Path, also: &[&str]) -> Suite {
    let also: Vec<String> = also.iter().map(|name| (*name).to_owned()).collect();
    berkeley::read(folder, &also).unwrap_or_else(|error| panic!("{error}"))
}

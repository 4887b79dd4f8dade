//! Where finished builds are kept: a private folder of the user's, by content.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::error::Error;

/// What a build that was cut short leaves behind is removed after this time.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);
/// How the folders of unfinished builds begin.
const UNFINISHED: &str = "build-";

/// The cache.
pub(super) struct Cache(PathBuf);

impl Cache {
    /// Opens `$XDG_CACHE_HOME/plygrade`, or `~/.cache/plygrade`.
    ///
    /// # Errors
    /// [`Error::Usage`] when it cannot be made.
    pub(super) fn open() -> Result<Self, Error> {
        let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let base = folder("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .or_else(|| folder("HOME").map(|home| Path::new(&home).join(".cache")))
            .ok_or_else(|| {
                Error::Usage("there is no folder for builds; set XDG_CACHE_HOME".to_owned())
            })?;
        let base = std::path::absolute(&base).unwrap_or(base);
        let path = base.join("plygrade");
        let made = std::fs::create_dir_all(&base).and_then(|()| private(&path));
        made.map_err(|error| {
            Error::Usage(format!(
                "failed to make the folder for builds {}: {error}; set XDG_CACHE_HOME",
                path.display()
            ))
        })?;
        let cache = Cache(path);
        cache.sweep();
        Ok(cache)
    }

    /// Where the build with this digest is, if it is finished.
    pub(super) fn finished(&self, digest: &str) -> Option<PathBuf> {
        let path = self.0.join(digest);
        path.is_dir().then_some(path)
    }

    /// A path in the cache.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A new folder for a build.
    ///
    /// # Errors
    /// [`Error::Grader`] when it cannot be made.
    pub(super) fn unfinished(&self) -> Result<TempDir, Error> {
        tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&self.0).map_err(failed)
    }

    /// Keeps `product` as the build with this digest. Another grader may have been faster.
    ///
    /// # Errors
    /// [`Error::Grader`] when it cannot be kept.
    pub(super) fn keep(&self, product: &Path, digest: &str) -> Result<PathBuf, Error> {
        let path = self.0.join(digest);
        match std::fs::rename(product, &path) {
            Err(error) if !path.is_dir() => Err(failed(error)),
            _ => Ok(path),
        }
    }

    /// Removes what builds that were cut short left behind.
    fn sweep(&self) {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        for entry in entries {
            let unfinished =
                entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes());
            let age = entry.metadata().and_then(|meta| meta.modified()).ok();
            let old = age.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > STALE);
            if unfinished && old {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// Makes a folder that its owner alone can use.
fn private(path: &Path) -> std::io::Result<()> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if !path.is_dir() => Err(error),
        _ => Ok(()),
    }
}

pub(super) fn failed(error: std::io::Error) -> Error {
    Error::Grader(format!("failed to build in the cache: {error}"))
}

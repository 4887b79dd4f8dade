//! Where finished builds are kept: a private folder of the user's, by content.

use std::path::{Path, PathBuf};

use super::Broken;
use crate::error::Error;
use crate::host::cache::{InUse, Unfinished, hold, own_folder, tidy};

/// The cache.
pub(super) struct Cache(PathBuf);

/// A finished build, kept while this value lives.
pub(super) struct Kept {
    /// Where it is.
    pub(super) folder: PathBuf,
    /// Goes to whoever runs it.
    pub(super) in_use: InUse,
}

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
        let made = std::fs::create_dir_all(&base).and_then(|()| own_folder(&path));
        made.map_err(|error| {
            Error::Usage(format!(
                "failed to make the folder for builds {}: {error}; set XDG_CACHE_HOME",
                path.display()
            ))
        })?;
        Ok(Cache(path))
    }

    /// The build with this digest, if it is finished.
    pub(super) fn finished(&self, digest: &str) -> Option<Kept> {
        let folder = self.0.join(digest);
        Some(Kept { in_use: hold(&folder)?, folder })
    }

    /// A path in the cache.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A new folder for a build.
    ///
    /// # Errors
    /// [`Error::Grader`] when it cannot be made.
    pub(super) fn unfinished(&self) -> Result<Unfinished, Error> {
        Unfinished::new(&self.0).map_err(failed)
    }

    /// Keeps what `fill` puts into an empty folder as the build with this digest: what a build
    /// itself can write is no place for what is kept. Another grader may have been faster.
    ///
    /// # Errors
    /// [`Error::Grader`] when it cannot be kept, and those of `fill`.
    pub(super) fn keep(
        &self,
        digest: &str,
        fill: impl FnOnce(&Path) -> Result<(), Broken>,
    ) -> Result<Kept, Broken> {
        let unfinished = self.unfinished()?;
        // That folder is locked, and would stay so under its new name.
        let product = unfinished.path().join("product");
        own_folder(&product).map_err(failed)?;
        fill(&product)?;
        let folder = self.0.join(digest);
        match std::fs::rename(&product, &folder) {
            Err(error) if !folder.is_dir() => return Err(failed(error).into()),
            _ => {}
        }
        let kept = self.finished(digest);
        tidy(&self.0);
        kept.ok_or_else(|| failed(std::io::ErrorKind::NotFound.into()).into())
    }
}

pub(super) fn failed(error: std::io::Error) -> Error {
    Error::Grader(format!("failed to build in the cache: {error}"))
}

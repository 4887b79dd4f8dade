//! The grader's own copy of a Python submission, which is all that its worker sees of it.

use std::path::{Path, PathBuf};

use super::helpers::helpers;
use super::looks::Looks;
use super::submission::Submission;
use super::taken::is_taken;
use crate::host::scratch::Scratch;
use crate::host::sources::{Purpose, Sources};

/// A copy; gone with this value.
#[derive(Debug)]
pub(super) struct Copy {
    scratch: Scratch,
    /// Where the submission was.
    from: PathBuf,
}

impl Copy {
    /// Copies all of a folder that was handed in, without what is `hidden`; of a file that was
    /// handed in alone, the file and the modules beside it that it imports.
    ///
    /// # Errors
    /// The submission is too large, or there is no room for a copy.
    pub(super) fn new(submission: &Submission, hidden: &[PathBuf]) -> std::io::Result<Self> {
        let Submission { file, folder, .. } = submission;
        let (from, sources) = match folder {
            Some(folder) => (folder.clone(), Sources::of_folder(folder, Purpose::Run, hidden)?),
            None => {
                let folder = file.parent().unwrap_or(Path::new("/")).to_owned();
                let names = helpers(&folder, file);
                let sources = Sources::of_names(&folder, &names, hidden)?;
                (folder, sources)
            }
        };
        Ok(Copy { scratch: sources.copy()?, from })
    }

    /// Where it is.
    pub(super) fn folder(&self) -> &Path {
        self.scratch.path()
    }

    /// What to say about an import that fails because a module beside a lone file is not shown.
    pub(super) fn hint(&self, message: &str) -> Option<String> {
        let name = |before: &str| message.split(before).nth(1)?.split(['\'', '.']).next();
        let name = name("No module named '")
            .or_else(|| name("' from '"))
            .or_else(|| name("module '"))
            .filter(|name| !name.is_empty())?;
        // A message is the submission's own, and must not look around the machine.
        if !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let forms = [format!("{name}.py"), format!("{name}/__init__.py")];
        let module = forms.iter().find(|module| self.from.join(module).is_file())?;
        let why = if is_taken(name) {
            "has the name of a module of Python's or of the course's, which is taken instead"
        } else if Looks::new().at(&self.from.join(module)).is_about_agents {
            "is about agents itself, so it may be somebody else's"
        } else {
            "was not seen among its imports"
        };
        (!self.folder().join(module).exists()).then(|| {
            format!(
                "{module} lies beside the file but {why}; if it belongs to this submission, hand \
                 in a folder in which the main file is called multiAgents.py"
            )
        })
    }

    /// The copy of one of the submission's files.
    pub(super) fn of(&self, file: &Path) -> PathBuf {
        self.folder().join(file.strip_prefix(&self.from).unwrap_or(file))
    }
}

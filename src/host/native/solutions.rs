//! The linked-in agents: one file each below `solutions/`, found by the build script.

use plygrade_sdk::{Agent, Task};

/// One file below `solutions/`.
pub struct Solution {
    /// The folder, which is the verdict that the file must get.
    pub folder: &'static str,
    /// The file's stem.
    pub name: &'static str,
    /// The file's text, by which a path given by the user is recognised.
    pub source: &'static str,
    /// The suite that it is written for.
    pub suite: &'static str,
    /// Its agents.
    pub agent: fn(&Task) -> Option<Box<dyn Agent>>,
}

impl std::fmt::Debug for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.folder, self.name)
    }
}

impl Solution {
    /// The solution whose file has this text.
    #[must_use]
    pub fn with_source(text: &str) -> Option<&'static Solution> {
        SOLUTIONS.iter().find(|solution| solution.source == text)
    }
}

include!(concat!(env!("OUT_DIR"), "/solutions.rs"));

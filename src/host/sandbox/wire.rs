//! What grader and warden tell each other: [`Wanted`] when the warden is started, [`Request`] and
//! [`Reply`] over the control socket.

use std::ffi::OsString;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{End, Layer, Layers, Limits};

/// What must be known before there is a program: an argument of the warden, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wanted {
    /// No layers at all, only limits.
    pub(super) off: bool,
    pub(super) without: Vec<Layer>,
    pub(super) plain: bool,
}

impl Wanted {
    pub(super) fn allows(&self, layer: Layer) -> bool {
        !self.off && !self.without.contains(&layer)
    }
}

/// The grader's one request: length in 4 bytes, then JSON; the descriptors come along.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    /// `None` only tries the layers.
    pub(super) program: Option<OsString>,
    pub(super) args: Vec<OsString>,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) folder: OsString,
    /// The numbers under which the descriptors that come along are passed on.
    pub(super) targets: Vec<i32>,
    pub(super) read: Vec<OsString>,
    /// Folders that can be listed; of what is in them only parts are shown.
    pub(super) listed: Vec<OsString>,
    /// Links in these.
    pub(super) links: Vec<OsString>,
    /// Files that are not shown though they may lie there, by their real paths.
    pub(super) covered: Vec<OsString>,
    pub(super) scratch: OsString,
    pub(super) keep_scratch: bool,
    pub(super) limits: Limits,
    pub(super) require: bool,
    /// Layers that this machine is known to offer, without which nothing is started.
    pub(super) expected: Vec<Layer>,
}

/// The warden's answers, one JSON line each.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reply {
    /// The program runs (or, without a program, the layers were tried).
    Started(Layers),
    /// Layers are missing and were required.
    Missing(Vec<Layer>),
    /// The program could not be executed.
    Program(String),
    /// The sandbox could not be made.
    Setup(String),
    /// The tree is gone.
    Ended {
        /// How.
        end: End,
        /// User and system time of the tree.
        cpu: Duration,
        /// From start to end.
        wall: Duration,
        /// The largest process, in bytes.
        peak_memory: u64,
    },
}

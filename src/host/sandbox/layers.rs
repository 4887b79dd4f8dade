//! The layers of the sandbox, by name.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// One layer. Each is tried by what it forbids, never by a version number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Executed files cannot add privileges, and none are held.
    NoNewPrivs,
    /// A session and a process group of its own.
    Session,
    /// Limits of the kernel on each process.
    Rlimits,
    /// Files outside the view cannot be opened.
    Landlock,
    /// Processes outside cannot be signalled, abstract sockets outside not reached.
    LandlockScope,
    /// No TCP.
    LandlockNet,
    /// Forbidden system calls fail or kill.
    Seccomp,
    /// A user namespace of its own.
    UserNamespace,
    /// A pid namespace: processes outside are not even visible, and none outlives the program.
    PidNamespace,
    /// A network namespace without any interface that is up.
    NetNamespace,
    /// A file tree of its own, which holds the view and nothing else, read-only but for scratch.
    MountNamespace,
    /// No shared memory, semaphores or message queues with the outside.
    IpcNamespace,
    /// A kernel limit on the processes of the tree, independent of the user's others.
    ProcessLimit,
    /// A kernel limit on the memory of the tree.
    MemoryLimit,
    /// The warden sees the time, the memory and the number of processes of the whole tree, and ends
    /// it when they are too much.
    Watch,
}

impl Layer {
    /// Every layer, in the order of reports.
    pub const ALL: [Layer; 15] = [
        Layer::NoNewPrivs,
        Layer::Session,
        Layer::Rlimits,
        Layer::Landlock,
        Layer::LandlockScope,
        Layer::LandlockNet,
        Layer::Seccomp,
        Layer::UserNamespace,
        Layer::PidNamespace,
        Layer::NetNamespace,
        Layer::MountNamespace,
        Layer::IpcNamespace,
        Layer::ProcessLimit,
        Layer::MemoryLimit,
        Layer::Watch,
    ];

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Layer::NoNewPrivs => "no-new-privs",
            Layer::Session => "session",
            Layer::Rlimits => "rlimits",
            Layer::Landlock => "landlock",
            Layer::LandlockScope => "landlock-scope",
            Layer::LandlockNet => "landlock-net",
            Layer::Seccomp => "seccomp",
            Layer::UserNamespace => "user-namespace",
            Layer::PidNamespace => "pid-namespace",
            Layer::NetNamespace => "net-namespace",
            Layer::MountNamespace => "mount-namespace",
            Layer::IpcNamespace => "ipc-namespace",
            Layer::ProcessLimit => "process-limit",
            Layer::MemoryLimit => "memory-limit",
            Layer::Watch => "watch",
        }
    }

    /// What does the same in full: with one of these in force the layer is not missed. `docs/TRUST.md`
    /// lists them.
    ///
    /// The filter of calls leaves no socket of any family and nothing of System V; without a pid of
    /// theirs processes outside cannot be signalled; the watch ends the same trees as the kernel's
    /// limits, a moment later.
    fn stand_ins(self) -> &'static [Layer] {
        match self {
            Layer::LandlockScope => &[Layer::PidNamespace],
            Layer::LandlockNet | Layer::NetNamespace => &[Layer::Seccomp],
            Layer::IpcNamespace => &[Layer::Seccomp],
            Layer::ProcessLimit | Layer::MemoryLimit => &[Layer::Watch],
            _ => &[],
        }
    }
}

/// The layers in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Layers(BTreeSet<Layer>);

impl Layers {
    /// Whether `layer` is in force.
    #[must_use]
    pub fn has(&self, layer: Layer) -> bool {
        self.0.contains(&layer)
    }

    /// The layers in force, in the order of reports.
    pub fn iter(&self) -> impl Iterator<Item = Layer> + '_ {
        self.0.iter().copied()
    }

    /// Their names, for the report.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.iter().map(Layer::name).collect()
    }

    /// The layers that are not in force and that nothing stands in for: what `auto` warns of and
    /// what `require` refuses to go without.
    #[must_use]
    pub fn missing(&self) -> Vec<Layer> {
        let missed = |layer: &Layer| {
            !self.has(*layer) && !layer.stand_ins().iter().any(|other| self.has(*other))
        };
        Layer::ALL.into_iter().filter(missed).collect()
    }

    /// Adds `layer` when `holds`.
    pub(super) fn note(&mut self, layer: Layer, holds: bool) {
        if holds {
            self.0.insert(layer);
        }
    }
}

impl FromIterator<Layer> for Layers {
    fn from_iter<I: IntoIterator<Item = Layer>>(layers: I) -> Self {
        Layers(layers.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stand_in_covers_for_a_layer_and_nothing_else_does() {
        let all: Layers = Layer::ALL.into_iter().collect();
        assert_eq!(all.missing(), []);
        let without = |gone: &[Layer]| {
            Layer::ALL.into_iter().filter(|layer| !gone.contains(layer)).collect::<Layers>()
        };
        assert_eq!(without(&[Layer::NetNamespace]).missing(), []);
        assert_eq!(without(&[Layer::Landlock]).missing(), [Layer::Landlock]);
        // Limits on each process are none on the tree.
        assert_eq!(without(&[Layer::MemoryLimit]).missing(), []);
        let blind = [Layer::ProcessLimit, Layer::MemoryLimit, Layer::Watch];
        assert_eq!(without(&blind).missing(), blind);
        assert_eq!(without(&[Layer::UserNamespace]).missing(), [Layer::UserNamespace]);
        assert_eq!(
            without(&[Layer::Seccomp, Layer::NetNamespace]).missing(),
            [Layer::Seccomp, Layer::NetNamespace]
        );
        assert_eq!(Layers::default().missing(), Layer::ALL);
    }

    #[test]
    fn names_on_the_wire_are_those_of_reports() {
        for layer in Layer::ALL {
            let wire = serde_json::to_string(&layer).unwrap_or_default();
            assert_eq!(wire, format!("\"{}\"", layer.name()));
        }
    }
}

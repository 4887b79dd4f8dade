//! What a program sees, and the program itself.

use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use super::Limits;

/// How much the sandbox is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// Every layer that this machine has; say which are missing
    #[default]
    Auto,
    /// Do not start without all of them
    Require,
    /// None but limits
    Off,
}

/// What a sandboxed program may see, write and use. It never has a network.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Files and folders that can be read and executed: the interpreter, its libraries, the
    /// submission. What does not exist is left out. A symlink that leads out of the view leads
    /// nowhere, so name both ends.
    pub read: Vec<PathBuf>,
    /// Files and folders that are not shown wherever in the view they lie: the suite, the report.
    pub hidden: Vec<PathBuf>,
    /// The only folder that can be written; also the working folder unless the program names
    /// another.
    pub scratch: PathBuf,
    /// Whether what is written there is wanted afterwards, as a build's products are. Otherwise
    /// the folder is, where mounts are possible, a file system in memory that goes with the
    /// sandbox: nothing reaches the disk.
    pub keep_scratch: bool,
    /// What it may use.
    pub limits: Limits,
    /// How much is asked for.
    pub level: Level,
    /// Layers that are left out on purpose: tests of the others.
    pub without: Vec<super::Layer>,
    /// As on a system that offers no sandbox at all: tests of that.
    pub plain: bool,
}

impl Policy {
    /// A policy with the system's libraries to read and the default limits.
    #[must_use]
    pub fn new(scratch: impl Into<PathBuf>) -> Self {
        Policy {
            read: LIBRARIES.iter().map(PathBuf::from).collect(),
            hidden: Vec::new(),
            scratch: scratch.into(),
            keep_scratch: false,
            limits: Limits::default(),
            level: Level::Auto,
            without: Vec::new(),
            plain: false,
        }
    }

    /// Adds a file or folder to the view.
    #[must_use]
    pub fn reads(mut self, path: impl Into<PathBuf>) -> Self {
        self.read.push(path.into());
        self
    }

    /// Hides files and folders.
    #[must_use]
    pub fn hides(mut self, paths: &[PathBuf]) -> Self {
        self.hidden.extend_from_slice(paths);
        self
    }

    /// Adds the system's programs to the view: shells, compilers, interpreters of packages.
    #[must_use]
    pub fn reads_tools(mut self) -> Self {
        self.read.extend(TOOLS.iter().map(PathBuf::from));
        // Debian keeps the settings of each Java outside its folder.
        let settings = std::fs::read_dir("/etc").into_iter().flatten().flatten();
        let java =
            settings.filter(|entry| entry.file_name().to_string_lossy().starts_with("java-"));
        self.read.extend(java.map(|entry| entry.path()));
        self
    }

    /// Keeps what is written to the scratch folder.
    #[must_use]
    pub fn keeps_scratch(mut self) -> Self {
        self.keep_scratch = true;
        self
    }

    /// Sets the level.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// Shared libraries and what the loader, the C library and its threads read.
const LIBRARIES: &[&str] = &[
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/usr/share/locale",
    "/sys/devices/system/cpu",
    "/nix/store",
];

/// Programs, and what they read.
const TOOLS: &[&str] = &[
    "/bin",
    "/usr/bin",
    "/usr/local/bin",
    "/usr/include",
    "/usr/local/include",
    "/usr/share",
    "/etc/alternatives",
];

/// Where a standard stream leads.
#[derive(Debug, Default)]
pub enum Stream {
    /// Nowhere.
    #[default]
    Null,
    /// To this descriptor: a pipe, a socket.
    Fd(OwnedFd),
    /// Into memory, up to the limit on output; for stdout and stderr.
    Capture,
}

/// What is to be executed. The environment starts empty.
#[derive(Debug)]
pub struct Program {
    pub(super) path: PathBuf,
    pub(super) args: Vec<OsString>,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) folder: Option<PathBuf>,
    pub(super) streams: [Stream; 3],
    pub(super) fds: Vec<(i32, OwnedFd)>,
}

impl Program {
    /// The program in the file `path`, which must be in the view.
    #[must_use]
    pub fn new(path: impl AsRef<Path>) -> Self {
        Program {
            path: path.as_ref().to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            folder: None,
            streams: Default::default(),
            fds: Vec::new(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Sets a variable of the environment.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// The working folder, inside the view. The scratch folder by default.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Where standard input comes from.
    #[must_use]
    pub fn stdin(mut self, stream: Stream) -> Self {
        self.streams[0] = stream;
        self
    }

    /// Where standard output goes.
    #[must_use]
    pub fn stdout(mut self, stream: Stream) -> Self {
        self.streams[1] = stream;
        self
    }

    /// Where standard error goes.
    #[must_use]
    pub fn stderr(mut self, stream: Stream) -> Self {
        self.streams[2] = stream;
        self
    }

    /// Passes a descriptor under the number `target` (3 to 63). All others are closed.
    #[must_use]
    pub fn fd(mut self, target: i32, fd: OwnedFd) -> Self {
        self.fds.push((target, fd));
        self
    }
}

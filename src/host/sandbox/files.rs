//! Landlock: which files can be opened, which processes signalled, no TCP.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath,
    PathFd, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, Scope, make_bitflags,
};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::view::{DEVICES, View, ZERO};
use super::wire::{Request, Wanted};
use super::{Layer, Layers, hidden, raw};

/// The newest set of rights that the crate knows; a kernel that knows fewer enforces those.
const NEWEST: ABI = ABI::V7;

/// Restricts this process as far as the kernel can.
pub(super) fn restrict(request: &Request, view: Option<&View>, wanted: &Wanted) {
    // What is in force is found out by trying, so a failure here needs no word.
    let _ = try_restrict(request, view, wanted);
}

fn try_restrict(
    request: &Request,
    view: Option<&View>,
    wanted: &Wanted,
) -> Result<(), RulesetError> {
    let mut rules = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    if wanted.allows(Layer::Landlock) {
        rules = rules.handle_access(AccessFs::from_all(NEWEST))?;
    }
    if wanted.allows(Layer::LandlockNet) {
        rules = rules.handle_access(AccessNet::from_all(NEWEST))?;
    }
    if wanted.allows(Layer::LandlockScope) {
        rules = rules.scope(Scope::from_all(NEWEST))?;
    }
    let mut rules = rules.create()?;
    if wanted.allows(Layer::Landlock) {
        let read = AccessFs::from_read(NEWEST);
        // In a view of its own they are covered.
        let uncovered = if view.is_some() { &[][..] } else { &request.covered };
        let uncovered: Vec<PathBuf> = uncovered.iter().map(PathBuf::from).collect();
        let paths: Vec<PathBuf> = request.read.iter().map(PathBuf::from).collect();
        let shown = hidden::shown(&paths, &uncovered);
        for path in &shown.read {
            rules = open(rules, path, read)?;
        }
        for folder in
            request.listed.iter().map(Path::new).chain(shown.listed.iter().map(|it| &**it))
        {
            rules = open(rules, folder, AccessFs::ReadDir.into())?;
        }
        for device in DEVICES {
            let mut use_it = make_bitflags!(AccessFs::{ReadFile | WriteFile});
            if device == ZERO {
                use_it.remove(AccessFs::WriteFile);
            }
            rules = open(rules, device.as_ref(), use_it)?;
        }
        rules = open(rules, request.scratch.as_ref(), scratch())?;
        if view.is_some_and(|view| view.proc) {
            rules = open(rules, "/proc".as_ref(), read)?;
        }
    }
    rules.restrict_self()?;
    Ok(())
}

/// All but devices, sockets and the control of devices.
fn scratch() -> BitFlags<AccessFs> {
    let not = make_bitflags!(AccessFs::{MakeChar | MakeBlock | MakeSock | IoctlDev});
    AccessFs::from_all(NEWEST) & !not
}

fn open(
    rules: landlock::RulesetCreated,
    path: &std::path::Path,
    access: BitFlags<AccessFs>,
) -> Result<landlock::RulesetCreated, RulesetError> {
    let Ok(fd) = PathFd::new(path) else { return Ok(rules) };
    let folder = path.is_dir();
    let access = if folder { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(fd, access))
}

/// Tries what should now be forbidden.
pub(super) fn note(layers: &mut Layers) {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let root = rustix::fs::open("/", flags, Mode::empty());
    layers.note(Layer::Landlock, root.err() == Some(Errno::ACCESS));
    // The parent is of the same user and outside: process 1, or the warden.
    let parent = rustix::process::getppid().map(rustix::process::test_kill_process);
    layers.note(Layer::LandlockScope, parent == Some(Err(Errno::PERM)));
    let tcp = raw::connect_loopback(libc::SOCK_STREAM);
    layers.note(Layer::LandlockNet, tcp == Some(libc::EACCES));
}

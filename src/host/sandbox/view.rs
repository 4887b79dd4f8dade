//! A file tree that holds the view and nothing else.
//!
//! Every part is first taken as a detached copy of its mount, then put into a small file system
//! in memory, which finally becomes the root. Until that last step all can be undone.

use std::ffi::CStr;
use std::io::{Error, Result};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::CWD;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
    mount_change, mount_remount, move_mount, open_tree, unmount,
};
use rustix::process::{Resource, getrlimit, setrlimit};
use rustix::thread::UnshareFlags;

use super::raw;
use super::wire::Request;

/// What the file tree offers beside the view.
pub(super) struct View {
    /// Whether `/proc` shows the processes of the sandbox.
    pub(super) proc: bool,
}

/// Devices without effect.
pub(super) const DEVICES: [&str; 5] =
    ["/dev/null", ZERO, "/dev/full", "/dev/random", "/dev/urandom"];

/// The one that can be mapped.
pub(super) const ZERO: &str = "/dev/zero";

/// Most files and folders of a scratch folder.
pub(super) const SCRATCH_FILES: u64 = 16_384;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    Device,
}

struct Part {
    target: PathBuf,
    /// What is shown there.
    source: PathBuf,
    access: Access,
    folder: bool,
    /// `None` for a scratch folder in memory.
    tree: Option<OwnedFd>,
}

/// Makes the file tree in a new mount namespace, and this process's root of it.
pub(super) fn make(request: &Request, new_pids: bool) -> Result<View> {
    raw::unshare(UnshareFlags::NEWNS)?;
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    // Each part is held open until it has its place.
    let mut files = getrlimit(Resource::Nofile);
    files.current = files.maximum;
    let _ = setrlimit(Resource::Nofile, files);
    let parts = parts(request)?;
    // Any folder will do to hang the new tree on: it leaves with the old root.
    let base = PathBuf::from(&request.scratch);
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", &base, "tmpfs", flags, c"size=1m,mode=0755")?;
    let view = fill(request, &base, &parts, new_pids).and_then(|view| {
        mount_remount(&base, MountFlags::BIND | MountFlags::RDONLY | flags, c"")?;
        rustix::process::chdir(&base)?;
        rustix::process::pivot_root(".", ".")?;
        Ok(view)
    });
    if view.is_err() {
        let _ = rustix::process::chdir("/");
        let _ = unmount(&base, UnmountFlags::DETACH);
        return view;
    }
    // The old root now lies on top of the new one.
    if unmount(".", UnmountFlags::DETACH).is_err() {
        raw::exit(1);
    }
    rustix::process::chdir("/")?;
    view
}

fn parts(request: &Request) -> Result<Vec<Part>> {
    let scratch = PathBuf::from(&request.scratch);
    let covered = || request.covered.iter().map(Path::new);
    let mut wanted = vec![(scratch.clone(), std::fs::canonicalize(&scratch)?, Access::Write)];
    for path in request.read.iter().map(PathBuf::from) {
        let Ok(real) = std::fs::canonicalize(&path) else { continue };
        if covered().any(|file| file == real) {
            continue;
        }
        if real != path {
            wanted.push((path, real.clone(), Access::Read));
        }
        wanted.push((real.clone(), real, Access::Read));
    }
    for device in DEVICES {
        // Mapped for writing it is memory that counts for nobody; the other reads alike.
        let source = if device == ZERO { "/dev/full" } else { device };
        wanted.push((PathBuf::from(device), PathBuf::from(source), Access::Device));
    }
    // Folders before what lies in them; what has the same place and access is there already.
    wanted.sort_by_key(|(target, ..)| (target.components().count(), target.clone()));
    let mut parts: Vec<Part> = Vec::new();
    for (target, source, access) in wanted {
        let around = parts.iter().rev().find(|part| target.starts_with(&part.target));
        if around.is_some_and(|part| part.access == access || target == part.target) {
            continue;
        }
        let folder = source.is_dir();
        let in_memory = access == Access::Write && !request.keep_scratch;
        let tree = if in_memory { None } else { Some(detached(&source, access)?) };
        parts.push(Part { target, source, access, folder, tree });
    }
    // An empty file over each name that one of these has in the view.
    let names = parts.iter().filter(|part| part.access == Access::Read).flat_map(|part| {
        covered().filter_map(|file| Some(part.target.join(file.strip_prefix(&part.source).ok()?)))
    });
    for target in names.collect::<Vec<_>>() {
        let (source, access) = (PathBuf::from("/dev/null"), Access::Device);
        let tree = Some(detached(&source, access)?);
        parts.push(Part { target, source, access, folder: false, tree });
    }
    Ok(parts)
}

fn detached(source: &Path, access: Access) -> Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE;
    let tree = open_tree(CWD, source, flags)?;
    raw::restrict_mounts(&tree, access == Access::Read, access == Access::Device)?;
    Ok(tree)
}

fn fill(request: &Request, base: &Path, parts: &[Part], new_pids: bool) -> Result<View> {
    let inside = |path: &Path| base.join(path.strip_prefix("/").unwrap_or(path));
    for part in parts {
        let place = inside(&part.target);
        if part.folder {
            std::fs::create_dir_all(&place)?;
        } else if !place.exists() {
            std::fs::create_dir_all(place.parent().unwrap_or(base))?;
            std::fs::File::create(&place)?;
        }
        match &part.tree {
            Some(tree) => {
                move_mount(tree, "", CWD, &place, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?;
            }
            None => memory(&place, request.limits.scratch_bytes)?,
        }
    }
    // They are there already unless nothing of them is shown.
    for folder in &request.listed {
        std::fs::create_dir_all(inside(folder.as_ref()))?;
    }
    for link in request.links.iter().map(Path::new) {
        // Another may lie there, as one that `read` names.
        if let Ok(target) = std::fs::read_link(link) {
            let _ = std::os::unix::fs::symlink(target, inside(link));
        }
    }
    std::os::unix::fs::symlink("/proc/self/fd", base.join("dev/fd"))?;
    // Semaphores and shared memory that have names, as pools of processes use: bounded as all
    // else that is written.
    let shared = base.join("dev/shm");
    // It is there where something of the view lies in it.
    if !shared.exists() {
        std::os::unix::fs::symlink(&request.scratch, shared)?;
    }
    let proc = base.join("proc");
    std::fs::create_dir_all(&proc)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RDONLY;
    let none: Option<&CStr> = None;
    // Containers that hide parts of /proc do not let it be mounted anew: then there is none.
    let proc = new_pids && mount("proc", &proc, "proc", flags, none).is_ok();
    Ok(View { proc })
}

fn memory(place: &Path, size: u64) -> Result<()> {
    let options = format!("size={size},nr_inodes={SCRATCH_FILES},mode=0700\0");
    let options = CStr::from_bytes_with_nul(options.as_bytes()).map_err(Error::other)?;
    Ok(mount("tmpfs", place, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options)?)
}

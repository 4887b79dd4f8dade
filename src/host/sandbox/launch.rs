//! Starting wardens.

use std::ffi::OsString;
use std::io::{BufReader, IoSlice, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};

use super::child::{capture, read_reply};
use super::wire::{Reply, Request, Wanted};
use super::{
    Child, HELPER, Killer, Layer, Layers, Level, Policy, Program, SandboxError, Stream, WARDEN,
};
use super::{hidden, own};
use crate::host::scratch::Scratch;

/// The grader's end of its control socket, and the process.
type Warden = (UnixStream, std::process::Child);

/// Most descriptors that can be passed to a program, the three standard ones included.
const MAX_FDS: usize = 64;

pub(super) fn spawn(policy: &Policy, program: Program) -> Result<Child, SandboxError> {
    let started = Instant::now();
    let path = program.path.clone();
    let wanted = wanted(policy);
    let (control, warden) = match ready(&wanted) {
        Some(ready) => ready,
        None => start_warden(&wanted).map_err(setup("start its warden"))?,
    };
    let killer = Killer::new(control.try_clone().map_err(setup("copy its control socket"))?);
    let mut child = Child {
        control: BufReader::new(control),
        warden,
        layers: Layers::default(),
        killer: killer.clone(),
        captures: [None, None],
        outputs: Default::default(),
        started,
        ended: None,
    };
    let mut targets = vec![0, 1, 2];
    let mut fds = Vec::new();
    for (at, stream) in program.streams.into_iter().enumerate() {
        let fd = match stream {
            Stream::Fd(fd) => fd,
            Stream::Capture if at > 0 => {
                let (from, to) = std::io::pipe().map_err(setup("make a pipe"))?;
                let reader = capture(from.into(), policy.limits.output_bytes, killer.clone());
                child.captures[at - 1] = Some(reader);
                to.into()
            }
            Stream::Null | Stream::Capture => null().map_err(setup("open /dev/null"))?,
        };
        fds.push(fd);
    }
    for (target, fd) in program.fds {
        let taken = targets.contains(&target);
        if taken || !(3..MAX_FDS as i32).contains(&target) {
            return Err(SandboxError::Setup(format!("descriptor {target} cannot be passed")));
        }
        targets.push(target);
        fds.push(fd);
    }
    let folder = program.folder.unwrap_or_else(|| policy.scratch.clone());
    let request = Request {
        program: Some(program.path.into_os_string()),
        args: program.args,
        env: program.env,
        folder: folder.into_os_string(),
        targets,
        expected: expected(policy),
        ..request(policy)
    };
    send(child.control.get_ref(), &request, &fds).map_err(setup("talk to its warden"))?;
    drop(fds);
    match read_reply(&mut child.control, None).flatten() {
        Some(Reply::Started(layers)) => {
            child.layers = layers;
            Ok(child)
        }
        Some(Reply::Missing(layers)) => Err(SandboxError::Missing(layers)),
        Some(Reply::Program(message)) => Err(SandboxError::Program { program: path, message }),
        Some(Reply::Setup(message)) => Err(SandboxError::Setup(message)),
        Some(Reply::Ended { .. }) | None => {
            Err(SandboxError::Setup("its warden ended without a word".to_owned()))
        }
    }
}

/// Wardens that wait for a request: with all layers, and started ahead of it.
static READY: Mutex<Vec<Warden>> = Mutex::new(Vec::new());

/// Starts a warden that the next [`spawn`] with all layers finds ready.
pub(super) fn ahead() {
    // Without one, that call starts its own.
    if let Ok(warden) = start_warden(&Wanted::default()) {
        READY.lock().unwrap_or_else(PoisonError::into_inner).push(warden);
    }
}

fn ready(wanted: &Wanted) -> Option<Warden> {
    if *wanted != Wanted::default() {
        return None;
    }
    let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
    std::iter::from_fn(|| ready.pop()).find_map(|(control, mut warden)| {
        // One that has ended, for want of memory perhaps, is no use.
        matches!(warden.try_wait(), Ok(None)).then_some((control, warden))
    })
}

pub(super) fn probe() -> Layers {
    let Ok(scratch) = Scratch::new() else { return Layers::default() };
    let tried = || -> std::io::Result<Layers> {
        let (control, mut warden) = start_warden(&Wanted::default())?;
        send(&control, &request(&Policy::new(scratch.path())), &[])?;
        let reply = read_reply(&mut BufReader::new(control), None).flatten();
        warden.wait()?;
        match reply {
            Some(Reply::Started(layers)) => Ok(layers),
            _ => Ok(Layers::default()),
        }
    };
    tried().unwrap_or_default()
}

/// What the report says is in force must be so each time.
fn expected(policy: &Policy) -> Vec<Layer> {
    if policy.level != Level::Auto || policy.plain || !policy.without.is_empty() {
        return Vec::new();
    }
    super::probe().iter().collect()
}

fn request(policy: &Policy) -> Request {
    let hidden: Vec<PathBuf> = policy.hidden.iter().filter_map(|it| hidden::real(it)).collect();
    let shown = hidden::shown(&policy.read, &hidden);
    let words = |paths: Vec<PathBuf>| paths.into_iter().map(PathBuf::into_os_string).collect();
    Request {
        program: None,
        args: Vec::new(),
        env: Vec::new(),
        folder: OsString::new(),
        targets: Vec::new(),
        covered: words(own::programs(&shown.read)),
        read: words(shown.read),
        listed: words(shown.listed),
        links: words(shown.links),
        scratch: policy.scratch.clone().into_os_string(),
        keep_scratch: policy.keep_scratch,
        limits: policy.limits.clone(),
        require: policy.level == Level::Require,
        expected: Vec::new(),
    }
}

fn wanted(policy: &Policy) -> Wanted {
    Wanted { off: policy.level == Level::Off, without: policy.without.clone(), plain: policy.plain }
}

fn start_warden(wanted: &Wanted) -> std::io::Result<Warden> {
    let (ours, theirs) = UnixStream::pair()?;
    // The running file itself, even when another was put in its place since.
    let helper = match HELPER.get() {
        Some(helper) => helper.clone(),
        None if cfg!(target_os = "linux") => PathBuf::from("/proc/self/exe"),
        None => std::env::current_exe()?,
    };
    let warden = Command::new(helper)
        .arg0("plygrade-sandbox")
        .arg(WARDEN)
        .arg(serde_json::to_string(wanted)?)
        .env_clear()
        .current_dir("/")
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // So that Ctrl-C reaches the grader alone; the warden ends when the grader does.
        .process_group(0)
        .spawn()?;
    Ok((ours, warden))
}

fn send(control: &UnixStream, request: &Request, fds: &[OwnedFd]) -> std::io::Result<()> {
    let body = serde_json::to_vec(request)?;
    let length = u32::try_from(body.len()).map_err(std::io::Error::other)?.to_ne_bytes();
    let fds: Vec<BorrowedFd<'_>> = fds.iter().map(|fd| fd.as_fd()).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_FDS))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !fds.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(&fds)) {
        return Err(std::io::Error::other("too many descriptors"));
    }
    let sent = sendmsg(control, &[IoSlice::new(&length)], &mut ancillary, SendFlags::NOSIGNAL)?;
    let mut control = control;
    control.write_all(&length[sent..])?;
    control.write_all(&body)
}

fn null() -> std::io::Result<OwnedFd> {
    Ok(std::fs::File::options().read(true).write(true).open("/dev/null")?.into())
}

fn setup(what: &'static str) -> impl Fn(std::io::Error) -> SandboxError {
    move |error| SandboxError::Setup(format!("cannot {what}: {error}"))
}

//! The warden's end of the control socket.

use std::io::{IoSliceMut, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

use super::raw;
use super::wire::{Reply, Request};

/// Runs this process as a warden; its status says nothing.
pub(super) fn run() -> i32 {
    let Ok(control) = raw::control() else { return 1 };
    let mut control = UnixStream::from(control);
    let Ok((request, fds)) = receive(&mut control) else { return 1 };
    #[cfg(target_os = "linux")]
    if !request.plain {
        super::warden::run(control, request, fds);
        return 0;
    }
    super::plain::run(control, request, fds);
    0
}

/// Writes one reply.
pub(super) fn tell(control: &mut UnixStream, reply: &Reply) {
    if let Ok(mut line) = serde_json::to_vec(reply) {
        line.push(b'\n');
        // The grader may be gone; then nobody needs to know.
        let _ = control.write_all(&line);
    }
}

/// Reads the one request and its descriptors.
fn receive(control: &mut UnixStream) -> std::io::Result<(Request, Vec<OwnedFd>)> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(64))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::empty();
    let got = recvmsg(&*control, &mut [IoSliceMut::new(&mut length)], &mut ancillary, flags)?;
    let mut fds = Vec::new();
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            // Above the numbers under which they are passed on.
            for fd in rights {
                fds.push(raw::dup_above(fd.as_fd(), raw::OWN)?);
            }
        }
    }
    control.read_exact(&mut length[got.bytes..])?;
    let mut body = vec![0; u32::from_ne_bytes(length) as usize];
    control.read_exact(&mut body)?;
    Ok((serde_json::from_slice(&body)?, fds))
}

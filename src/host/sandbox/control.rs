//! The warden's end of the control socket.

use std::io::{IoSliceMut, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

use super::raw;
use super::wire::{Reply, Request, Wanted};

/// Runs this process as a warden; its status says nothing.
pub(super) fn run(wanted: Option<&str>) -> i32 {
    let wanted = wanted.and_then(|text| serde_json::from_str::<Wanted>(text).ok());
    let (Some(wanted), Ok(control)) = (wanted, raw::control()) else { return 1 };
    let control = UnixStream::from(control);
    #[cfg(target_os = "linux")]
    if !wanted.plain {
        super::warden::run(control, &wanted);
        return 0;
    }
    let Ok((body, fds)) = receive(&control) else { return 1 };
    let Ok(request) = serde_json::from_slice::<Request>(&body) else { return 1 };
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

/// Reads the one [`Request`], as it was sent, and its descriptors.
pub(super) fn receive(mut control: &UnixStream) -> std::io::Result<(Vec<u8>, Vec<OwnedFd>)> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(64))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::empty();
    let got = recvmsg(control, &mut [IoSliceMut::new(&mut length)], &mut ancillary, flags)?;
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
    Ok((body, fds))
}

//! What a submission prints, read as far as it is worth.

use std::io::{ErrorKind, Read};

/// What is kept of one case, in bytes.
const KEPT: usize = 1 << 16;
/// A submission that prints more than this in one case is ended.
const MOST: u64 = 1 << 28;
/// No pipe holds more, unless the administrator allows it.
const PIPE: u64 = 1 << 20;

/// A pipe that a submission prints to, which does not block.
pub(super) struct Prints<P> {
    /// None when nobody can write to it any more.
    pipe: Option<P>,
    kept: Vec<u8>,
    in_all: u64,
}

impl<P: Read> Prints<P> {
    pub(super) fn new(pipe: P) -> Self {
        Prints { pipe: Some(pipe), kept: Vec::new(), in_all: 0 }
    }

    /// What to wait for.
    pub(super) fn pipe(&self) -> Option<&P> {
        self.pipe.as_ref()
    }

    /// Whether it was more than a case may print.
    pub(super) fn is_flood(&self) -> bool {
        self.in_all > MOST
    }

    /// What was printed since the last time, bounded. Whoever goes on printing meanwhile is not
    /// waited for.
    pub(super) fn take(&mut self) -> String {
        let enough = self.in_all.saturating_add(PIPE);
        while self.in_all < enough && self.read() {}
        let cut = self.in_all > self.kept.len() as u64;
        let mut text = String::from_utf8_lossy(&self.kept).into_owned();
        if cut {
            text.push_str(&format!("\n... {} bytes in all ...\n", self.in_all));
        }
        self.kept.clear();
        self.in_all = 0;
        text
    }

    /// Reads once; whether there was something.
    pub(super) fn read(&mut self) -> bool {
        let Some(pipe) = &mut self.pipe else { return false };
        let mut bytes = [0; 1 << 14];
        match pipe.read(&mut bytes) {
            Ok(n @ 1..) => {
                let room = KEPT - self.kept.len();
                self.kept.extend(&bytes[..n.min(room)]);
                self.in_all += n as u64;
                true
            }
            Err(error) if is_transient(error.kind()) => false,
            Ok(0) | Err(_) => {
                self.pipe = None;
                false
            }
        }
    }
}

/// Whether the same may succeed later.
pub(super) fn is_transient(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_prints_without_end_is_not_waited_for() {
        let mut prints = Prints::new(std::io::repeat(b'x'));
        let text = prints.take();
        assert!(text.starts_with("xxx") && text.ends_with("\n... 1048576 bytes in all ...\n"));
        assert!(!prints.is_flood());
        while !prints.is_flood() {
            assert!(prints.read());
        }
    }

    #[test]
    fn an_end_is_found_once_and_nothing_is_lost() {
        let mut prints = Prints::new(&b"a line\n"[..]);
        assert!(prints.read());
        assert!(prints.pipe().is_some());
        assert_eq!(prints.take(), "a line\n");
        assert!(prints.pipe().is_none());
        assert_eq!(prints.take(), "");
    }
}

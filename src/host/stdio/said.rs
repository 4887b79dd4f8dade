//! What a program had said when nothing more came of it.

use plygrade_sdk::wire::Request;

use crate::host::bounded;

/// Bytes of a line that are shown.
const SHOWN: usize = 100;

/// What came of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// Its calls that are replied to, since it was asked last.
    calls: u64,
    /// Whether the last one was a `release`, the one call without a reply.
    released: bool,
    /// A line of which the end has not come.
    rest: Vec<u8>,
}

impl Said {
    /// The program is asked anew.
    pub(super) fn asked(&mut self) {
        *self = Said::default();
    }

    /// It wrote `request`.
    pub(super) fn note(&mut self, request: &Request) {
        self.released = matches!(request, Request::Release { .. });
        self.calls += u64::from(is_question(request));
    }

    /// All this, and `rest` without an end of the line.
    pub(super) fn before(&self, rest: &[u8]) -> Self {
        Said { rest: rest.to_owned(), ..*self }
    }

    /// Whether its last call was a `release`.
    pub(super) fn released(&self) -> bool {
        self.released
    }

    /// How often it called, if it did.
    pub(super) fn calls(&self) -> Option<String> {
        match self.calls {
            0 => None,
            1 => Some("; it had made one call".to_owned()),
            more => Some(format!("; it had made {more} calls")),
        }
    }

    /// The line that it did not end, if there is one.
    pub(super) fn unfinished(&self) -> Option<String> {
        let rest = String::from_utf8_lossy(&self.rest);
        let shown = bounded::text(rest.trim(), SHOWN);
        (!shown.is_empty()).then(|| format!("; it wrote {shown} without the end of the line"))
    }
}

/// Whether `request` is a call that is replied to.
fn is_question(request: &Request) -> bool {
    match request {
        Request::LegalActions { .. }
        | Request::NextState { .. }
        | Request::Evaluate { .. }
        | Request::Bounds { .. }
        | Request::View { .. } => true,
        Request::Hello { .. }
        | Request::Ready {}
        | Request::NoAgent {}
        | Request::Release { .. }
        | Request::Answer { .. }
        | Request::Error { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_from_one_answer_to_the_next() {
        let mut said = Said::default();
        let mut told = |request| {
            said.note(&request);
            (said.calls().unwrap_or_default(), said.released())
        };
        assert_eq!(told(Request::Ready {}), (String::new(), false));
        let one = "; it had made one call".to_owned();
        assert_eq!(told(Request::View { state: 1 }), (one.clone(), false));
        assert_eq!(told(Request::Release { states: vec![1] }), (one, true));
        let two = "; it had made 2 calls".to_owned();
        assert_eq!(told(Request::Evaluate { state: 2 }), (two, false));
        said.asked();
        assert_eq!(said, Said::default());
    }
}

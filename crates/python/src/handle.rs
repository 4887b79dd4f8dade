//! The name that a state has in the records.

use plygrade_wire::{Place, Record};
use pyo3::prelude::*;

use crate::session;

/// A state's slot, given back when the state is gone.
#[derive(Debug)]
pub(crate) struct Handle {
    slot: u32,
    /// The case that it belongs to; 0: to none, and nothing about it is reported.
    epoch: u32,
    /// Whose turn it is.
    pub(crate) turn: u32,
}

impl Handle {
    /// The handle of the position in which the submission is asked.
    pub(crate) fn root(py: Python<'_>) -> PyResult<Self> {
        let (epoch, turn) = session::with(|session| (session.epoch, session.turn)).unzip();
        Self::new(py, &Record::Root, turn.unwrap_or_default(), epoch)
    }

    /// The handle of a state that the submission made of its own in the game of the case.
    pub(crate) fn placed(py: Python<'_>, place: Place, turn: u32) -> PyResult<Self> {
        let epoch = session::with(|session| session.epoch);
        Self::new(py, &Record::Placed { turn, place }, turn, epoch)
    }

    /// The handle of a state that the grader knows nothing of.
    pub(crate) fn nobody() -> Self {
        Handle { slot: 0, epoch: 0, turn: 0 }
    }

    /// `agent` played `action` here: the handle of the successor.
    #[inline]
    pub(crate) fn successor(&self, py: Python<'_>, agent: u32, action: u64) -> PyResult<Self> {
        let record = Record::Successor { slot: self.slot, agent, action };
        Self::new(py, &record, self.turn + 1, Some(self.epoch))
    }

    /// The handle of a copy.
    pub(crate) fn copied(&self, py: Python<'_>) -> PyResult<Self> {
        Self::new(py, &Record::Copy { slot: self.slot }, self.turn, Some(self.epoch))
    }

    #[inline]
    fn new(py: Python<'_>, record: &Record, turn: u32, epoch: Option<u32>) -> PyResult<Self> {
        let noted = session::with(|session| {
            if !session.asked || epoch != Some(session.epoch) || session.epoch == 0 {
                return (Handle::nobody(), false);
            }
            let full = session.note(record);
            let slot = session.slots.take();
            session.last = Some(slot);
            let turn = if turn < session.agents { turn } else { 0 };
            (Handle { slot, epoch: session.epoch, turn }, full)
        });
        let (handle, full) = noted.unwrap_or_else(|| (Handle::nobody(), false));
        if full {
            session::flush(py)?;
        }
        Ok(handle)
    }

    /// The legal actions of `agent` were asked for.
    #[inline]
    pub(crate) fn legal(&self, py: Python<'_>, agent: u32) -> PyResult<()> {
        self.note(py, &Record::Legal { slot: self.slot, agent })
    }

    /// The state's value was asked for.
    #[inline]
    pub(crate) fn evaluation(&self, py: Python<'_>) -> PyResult<()> {
        self.note(py, &Record::Evaluation { slot: self.slot })
    }

    #[inline]
    fn note(&self, py: Python<'_>, record: &Record) -> PyResult<()> {
        let full = session::with(|session| {
            let known = self.epoch != 0 && self.epoch == session.epoch && session.asked;
            if known {
                session.last = Some(self.slot);
            }
            known && session.note(record)
        });
        if full == Some(true) { session::flush(py) } else { Ok(()) }
    }
}

impl Drop for Handle {
    #[inline]
    fn drop(&mut self) {
        if self.epoch == 0 {
            return;
        }
        // Sent with the next successor: no interpreter is at hand here.
        session::with(|session| {
            if self.epoch == session.epoch {
                session.note(&Record::Drop { slot: self.slot });
                session.slots.give_back(self.slot);
            }
        });
    }
}

//! The name that a state has in the records.

use plygrade_wire::Record;
use pyo3::prelude::*;

use crate::session;

/// A state's slot, given back when the state is gone.
#[derive(Debug)]
pub(crate) struct Handle {
    slot: u32,
    /// The case that it belongs to; 0: to none, and nothing about it is reported.
    epoch: u32,
}

impl Handle {
    /// The handle of the position in which the submission is asked.
    pub(crate) fn root(py: Python<'_>) -> PyResult<Self> {
        session::report(py, &Record::Root)?;
        Ok(session::with(|session| {
            let slot = session.slots.take();
            session.last = Some(slot);
            Handle { slot, epoch: session.epoch }
        })
        .unwrap_or_else(Handle::nobody))
    }

    /// The handle of a state that the grader knows nothing of.
    pub(crate) fn nobody() -> Self {
        Handle { slot: 0, epoch: 0 }
    }

    /// `agent` played `action` here: the handle of the successor.
    #[inline]
    pub(crate) fn successor(&self, py: Python<'_>, agent: u32, action: u64) -> PyResult<Self> {
        self.next(py, &Record::Successor { slot: self.slot, agent, action })
    }

    /// The handle of a copy.
    pub(crate) fn copied(&self, py: Python<'_>) -> PyResult<Self> {
        self.next(py, &Record::Copy { slot: self.slot })
    }

    #[inline]
    fn next(&self, py: Python<'_>, record: &Record) -> PyResult<Self> {
        let noted = session::with(|session| {
            if self.epoch == 0 || self.epoch != session.epoch {
                return (Handle::nobody(), false);
            }
            let full = session.note(record);
            let slot = session.slots.take();
            session.last = Some(slot);
            (Handle { slot, epoch: self.epoch }, full)
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
            let known = self.epoch != 0 && self.epoch == session.epoch;
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

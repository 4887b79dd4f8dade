//! The records of this process, and where they go.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plygrade_wire::{Record, Slots, Writer};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

pyo3::create_exception!(
    _plygrade,
    IllegalMove,
    PyException,
    "A successor that the rules do not allow was asked for."
);

/// Records are sent once this many bytes of them have gathered.
const CHUNK: usize = 1 << 15;

/// What this process has reported, or is about to.
#[derive(Default)]
pub(crate) struct Session {
    out: Writer,
    pub(crate) slots: Slots,
    /// Counts the cases of this process; states of an earlier case are not reported.
    pub(crate) epoch: u32,
    /// The state that was last asked for something.
    pub(crate) last: Option<u32>,
    send: Option<Py<PyAny>>,
    /// Whose turn it is whenever the submission is asked.
    pub(crate) turn: u32,
    /// How many agents take turns.
    pub(crate) agents: u32,
    /// The submission is being asked; what its threads do at other times is not reported.
    pub(crate) asked: bool,
    /// A thread is sending, and goes on until nothing is left.
    sending: bool,
}

/// One a process, guarded by the interpreter's lock; its own lock is there for the compiler.
static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// The session, unless [`start`] was never called.
pub(crate) fn with<T>(body: impl FnOnce(&mut Session) -> T) -> Option<T> {
    let mut guard: MutexGuard<'_, Option<Session>> =
        SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    guard.as_mut().map(body)
}

impl Session {
    /// Notes a record; true when it is time to send.
    #[inline]
    pub(crate) fn note(&mut self, record: &Record) -> bool {
        record.write(&mut self.out);
        self.out.bytes.len() >= CHUNK
    }

    /// A new case begins: slots start anew.
    pub(crate) fn next_case(&mut self, turn: u32, agents: u32) {
        self.epoch += 1;
        // What has gathered since the last answer concerns the case that is over.
        self.out.bytes.clear();
        self.slots = Slots::default();
        self.last = None;
        self.asked = true;
        (self.turn, self.agents) = (turn, agents);
    }
}

/// Notes a record and sends when there is enough.
pub(crate) fn report(py: Python<'_>, record: &Record) -> PyResult<()> {
    match with(|session| session.note(record)) {
        Some(true) => flush(py),
        _ => Ok(()),
    }
}

/// Sends records to `send`, a function of bytes, from now on.
#[pyfunction]
pub(crate) fn start(send: Py<PyAny>) {
    let mut guard = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    let (epoch, turn, agents) = match &*guard {
        Some(before) => (before.epoch, before.turn, before.agents),
        None => (0, 0, 1),
    };
    *guard = Some(Session { send: Some(send), epoch, turn, agents, ..Session::default() });
}

/// Sends what has gathered. Where another thread is sending already, it sends this as well:
/// records leave in their order.
#[pyfunction]
pub(crate) fn flush(py: Python<'_>) -> PyResult<()> {
    let began = with(|session| !std::mem::replace(&mut session.sending, true));
    if began != Some(true) {
        return Ok(());
    }
    loop {
        let ready = with(|session| {
            let send = session.send.as_ref().map(|send| send.clone_ref(py));
            let bytes = std::mem::take(&mut session.out.bytes);
            session.sending = send.is_some() && !bytes.is_empty();
            send.filter(|_| session.sending).map(|send| (send, bytes))
        });
        let Some((send, bytes)) = ready.flatten() else { return Ok(()) };
        if let Err(error) = send.call1(py, (PyBytes::new(py, &bytes),)) {
            with(|session| session.sending = false);
            return Err(error);
        }
    }
}

/// Reports nothing from now on, not even what has gathered.
#[pyfunction]
pub(crate) fn mute() {
    with(|session| {
        let (slots, epoch) = (std::mem::take(&mut session.slots), session.epoch);
        *session = Session { slots, epoch, ..Session::default() };
    });
}

/// Calls are reported from now on, or no more.
pub(crate) fn ask(asked: bool) {
    with(|session| session.asked = asked);
}

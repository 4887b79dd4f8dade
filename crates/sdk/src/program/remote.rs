//! States that live in the grader, and the line to it.

use std::cell::RefCell;
use std::io::{self, BufRead as _, BufReader, Stdin, Write as _};
use std::rc::Rc;

use crate::wire::{Id, Message, Number, Request, StateMessage};
use crate::{Action, Handle, State, View};

/// Dropped states are told in lots, so that most calls are one line.
const RELEASE_LOT: usize = 64;

/// The line to the grader.
pub(super) struct Session(RefCell<Line>);

struct Line {
    input: BufReader<Stdin>,
    text: Vec<u8>,
    out: Vec<u8>,
    dropped: Vec<Id>,
}

impl Session {
    pub(super) fn new() -> Self {
        Session(RefCell::new(Line {
            input: BufReader::new(io::stdin()),
            text: Vec::new(),
            out: Vec::new(),
            dropped: Vec::new(),
        }))
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn read(&self) -> io::Result<Option<Message>> {
        let line = &mut *self.0.borrow_mut();
        line.text.clear();
        if line.input.read_until(b'\n', &mut line.text)? == 0 {
            return Ok(None);
        }
        Ok(Some(serde_json::from_slice(&line.text)?))
    }

    /// Writes one line.
    pub(super) fn send(&self, request: &Request) -> io::Result<()> {
        let line = &mut *self.0.borrow_mut();
        line.out.clear();
        if line.dropped.len() >= RELEASE_LOT {
            let states = std::mem::take(&mut line.dropped);
            append(&mut line.out, &Request::Release { states })?;
        }
        append(&mut line.out, request)?;
        let mut stdout = io::stdout().lock();
        stdout.write_all(&line.out)?;
        stdout.flush()
    }

    /// Nothing that was dropped so far needs to be told.
    pub(super) fn forget(&self) {
        self.0.borrow_mut().dropped.clear();
    }

    /// Asks and waits for the answer. When the grader has ended the case, so does this program.
    fn ask(&self, request: &Request) -> Message {
        match self.send(request).and_then(|()| self.read()) {
            Ok(Some(Message::Fault { .. }) | None) => end(0),
            Ok(Some(message)) => message,
            Err(_) => end(1),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a call that ends the case does not return")]
fn end(status: i32) -> ! {
    std::process::exit(status)
}

fn append(out: &mut Vec<u8>, request: &Request) -> io::Result<()> {
    serde_json::to_writer(&mut *out, request)?;
    out.push(b'\n');
    Ok(())
}

/// One state, by its name.
pub(super) struct Remote {
    session: Rc<Session>,
    known: StateMessage,
    agents: usize,
    identity: u128,
}

impl Remote {
    pub(super) fn new(session: &Rc<Session>, known: StateMessage, agents: usize) -> Self {
        let Ok(identity) = u128::from_str_radix(&known.key, 16) else { end(1) };
        Remote { session: Rc::clone(session), known, agents, identity }
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        // A session that is in use drops nothing, so this never fails.
        if let Ok(mut line) = self.session.0.try_borrow_mut() {
            line.dropped.push(self.known.state);
        }
    }
}

impl Handle for Remote {
    fn num_agents(&self) -> usize {
        self.agents
    }

    fn turn(&self) -> usize {
        self.known.turn
    }

    fn legal_actions(&self, agent: usize) -> Vec<Action> {
        match self.session.ask(&Request::LegalActions { state: self.known.state, agent }) {
            Message::Actions { actions } => actions,
            _ => end(1),
        }
    }

    fn next_state(&self, agent: usize, action: &Action) -> State {
        let action = action.clone();
        let request = Request::NextState { state: self.known.state, agent, action };
        match self.session.ask(&request) {
            Message::State(known) => State::new(Remote::new(&self.session, known, self.agents)),
            _ => end(1),
        }
    }

    fn is_over(&self) -> bool {
        self.known.over
    }

    fn is_win(&self) -> bool {
        self.known.win
    }

    fn is_lose(&self) -> bool {
        self.known.lose
    }

    fn evaluate(&self) -> f64 {
        match self.session.ask(&Request::Evaluate { state: self.known.state }) {
            Message::Value { value: Number(value) } => value,
            _ => end(1),
        }
    }

    fn bounds(&self, plies_left: Option<u32>) -> (f64, f64) {
        match self.session.ask(&Request::Bounds { state: self.known.state, plies_left }) {
            Message::Bounds { low: Number(low), high: Number(high) } => (low, high),
            _ => end(1),
        }
    }

    fn view(&self) -> View {
        match self.session.ask(&Request::View { state: self.known.state }) {
            Message::View { view } => view,
            _ => end(1),
        }
    }

    fn identity(&self) -> u128 {
        self.identity
    }
}

//! Makes a program of an agent function: speaks `plygrade/stdio/v1` over stdin and stdout.

mod remote;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use self::remote::{Remote, Session};
use crate::wire::{Message, PROTOCOL, Request};
use crate::{Agent, State, Task};

/// Stack for the agent: a search may follow a line of thousands of plies.
const STACK: usize = 256 << 20;

/// Makes `main` of an agent function, `fn(&Task) -> Option<Box<dyn Agent>>`.
///
/// Standard output belongs to the protocol: print with `eprintln!`.
#[macro_export]
macro_rules! main {
    ($agent:path) => {
        fn main() -> ::std::process::ExitCode {
            $crate::run($agent)
        }
    };
}

/// Serves the grader until it has heard enough; what [`main!`] calls.
pub fn run(agent: fn(&Task) -> Option<Box<dyn Agent>>) -> ExitCode {
    keep_panics();
    let served = std::thread::Builder::new()
        .name("agent".to_owned())
        .stack_size(STACK)
        .spawn(move || serve(agent))
        .map(|thread| thread.join());
    match served {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(error))) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
        _ => ExitCode::FAILURE,
    }
}

fn serve(agent: fn(&Task) -> Option<Box<dyn Agent>>) -> io::Result<()> {
    let session = Rc::new(Session::new());
    match session.read()? {
        Some(Message::Hello { protocol }) if protocol == PROTOCOL => {}
        other => return Err(unexpected(PROTOCOL, other)),
    }
    session.send(&Request::Hello { protocol: PROTOCOL.to_owned() })?;
    let given = match session.read()? {
        Some(Message::Task(given)) => given,
        None => return Ok(()),
        other => return Err(unexpected("a task", other)),
    };
    let task = given.task();
    let made = match catch_unwind(AssertUnwindSafe(|| agent(&task))) {
        Ok(made) => made,
        Err(_) => return session.send(&panicked()),
    };
    let Some(mut agent) = made else {
        return session.send(&Request::NoAgent {});
    };
    session.send(&Request::Ready {})?;
    loop {
        let start = match session.read()? {
            Some(Message::Act(start)) => start,
            Some(Message::Fault { .. }) | None => return Ok(()),
            other => return Err(unexpected("a turn", other)),
        };
        let root = State::new(Remote::new(&session, start, given.agents));
        let answer = match catch_unwind(AssertUnwindSafe(|| agent.act(&root))) {
            Ok(answer) => answer,
            Err(_) => return session.send(&panicked()),
        };
        // The grader forgets the states of a turn by itself.
        session.forget();
        let value = answer.value.map(Into::into);
        session.send(&Request::Answer { action: answer.action, value })?;
    }
}

fn unexpected(expected: &str, got: Option<Message>) -> io::Error {
    let got = got.map_or("the end of the input".to_owned(), |message| format!("{message:?}"));
    io::Error::other(format!("expected {expected} from the grader, got {got}"))
}

/// The last panic: its message and its place.
static LAST: Mutex<Option<(String, String)>> = Mutex::new(None);

/// Keeps the message and the place of a panic for the grader; the usual report on stderr stays.
fn keep_panics() {
    let usual = take_hook();
    set_hook(Box::new(move |info| {
        let message = info.payload_as_str().unwrap_or("panicked").to_owned();
        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((message, place.unwrap_or_default()));
        usual(info);
    }));
}

fn panicked() -> Request {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (message, place) = last.unwrap_or_else(|| ("panicked".to_owned(), String::new()));
    Request::Error { message, traceback: vec![place] }
}

#[expect(clippy::print_stderr, reason = "standard error is where a program of its own explains")]
fn complain(message: &str) {
    eprintln!("{message}");
}

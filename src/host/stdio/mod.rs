//! The host of any program: JSON lines over stdin and stdout, `docs/PROTOCOL.md`.
//!
//! A process a case: no case can leave anything behind for the next one, and a program that
//! crashes loses one case. States live here and programs know them by ids, so that every count is
//! the grader's own.

mod lines;
mod manifest;
mod process;
mod session;
mod table;
mod turn;

pub use manifest::{MANIFEST, Manifest};

use std::path::{Path, PathBuf};
use std::time::Instant;

use plygrade_sdk::wire::TaskMessage;

use self::process::Argv;
use self::session::{Session, Trouble};
use crate::case::Task;
use crate::error::Error;
use crate::host::native::sdk_task;
use crate::host::{Host, Hosts};
use crate::transcript::{Transcript, Turn};
use crate::with_position;

/// A program that was handed in, and how it is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program that speaks the protocol, and its arguments.
    pub command: Vec<String>,
    /// What makes it.
    pub build: Option<Vec<String>>,
    /// The submission's folder.
    pub folder: PathBuf,
    /// The built-in suite that it is graded on where none is named.
    pub suite: Option<String>,
}

impl Program {
    /// The program of `line`, as a shell reads it, in `folder`.
    ///
    /// # Errors
    /// [`Error::Usage`] when there is no program in it.
    pub fn from_line(line: &str, folder: &Path) -> Result<Self, Error> {
        let command = shlex::split(line).filter(|argv| !argv.is_empty()).ok_or_else(|| {
            Error::Usage(format!(
                "{line:?} is no command; write it as for a shell, such as \"python3 agent.py\""
            ))
        })?;
        Ok(Program { command, build: None, folder: folder.to_owned(), suite: None })
    }
}

/// Makes hosts of `program`.
///
/// # Errors
/// [`Error`] when this machine cannot run it.
pub fn hosts(program: &Program) -> Result<Box<dyn Hosts>, Error> {
    let argv = Argv { argv: program.command.clone(), folder: program.folder.clone() };
    Ok(Box::new(StdioHosts { argv }))
}

/// Makes hosts of one program.
struct StdioHosts {
    argv: Argv,
}

impl Hosts for StdioHosts {
    fn host(&self) -> Result<Box<dyn Host>, Error> {
        Ok(Box::new(Stdio { argv: self.argv.clone() }))
    }
}

/// Runs one program.
struct Stdio {
    argv: Argv,
}

impl Host for Stdio {
    fn run(&mut self, task: &Task) -> Transcript {
        let started = Instant::now();
        let mut session = match Session::start(&self.argv, task.limits.time) {
            Ok(session) => session,
            Err(fault) => return Transcript { fault: Some(fault), ..Transcript::default() },
        };
        let (mut transcript, trouble) = converse(task, &mut session);
        (transcript.fault, transcript.output) = session.end(trouble);
        Transcript { seconds: started.elapsed().as_secs_f64(), ..transcript }
    }
}

/// Everything but the end of the process.
fn converse(task: &Task, session: &mut Session) -> (Transcript, Option<Trouble>) {
    let position = &task.position;
    let message = TaskMessage::new(&sdk_task(task), position.kind(), position.agents());
    match session.agree(&message) {
        Ok(true) => {}
        Ok(false) => return (Transcript { missing_agent: true, ..Transcript::default() }, None),
        Err(trouble) => return (Transcript::default(), Some(trouble)),
    }
    let (turn, trouble): (Turn, _) = with_position!(position, at => turn::ask(at, task, session));
    (Transcript { turns: vec![turn], ..Transcript::default() }, trouble)
}

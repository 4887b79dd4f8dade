//! The Python host: unmodified course files, in a worker process.
//!
//! The worker runs the submission on a native module that reports every call; this side replays
//! the calls on its own engine (`replay`), so a count is never the worker's word. One worker
//! serves a submission; it forks a child a case, or one for all cases of a Berkeley folder.

mod agents;
mod answer;
mod coded;
mod confine;
mod copy;
mod games;
mod helpers;
mod install;
mod interpreter;
mod looks;
mod missing;
mod prints;
mod replay;
mod session;
mod submission;
mod taken;
mod worker;

pub use interpreter::{Interpreter, Refused, Resolution, Why, resolve};
pub use submission::{Kind, Submission};

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plygrade_engine::games::pacman::Pacman;
use plygrade_engine::search::Terms;
use plygrade_wire::{self as wire, Command};

use self::answer::{answered, as_word};
use self::coded::Coded;
use self::copy::Copy;
use self::games::Player;
use self::install::Installed;
use self::replay::Replay;
use self::session::{Heard, Session, Setup};
use crate::case::{Play, Task};
use crate::error::Error;
use crate::host::{Host, HostOptions, Hosts, play, sandbox, scratch};
use crate::position::{At, Position};
use crate::suite::Rules;
use crate::transcript::{Fault, FaultKind, Transcript};
use crate::with_position;

/// Makes the hosts of one Python submission: what they share is found once.
#[derive(Debug)]
pub struct PythonHosts {
    setup: Setup,
    /// Our Python files are there as long as workers are started.
    _files: Installed,
}

impl PythonHosts {
    /// Hosts for the submission at `path`; nothing of it runs yet.
    ///
    /// # Errors
    /// When there is no Python, no main file, or no folder for the native module.
    pub fn new(path: &Path, options: &HostOptions) -> Result<Self, Error> {
        let level = options.sandbox;
        scratch::ready()?;
        sandbox::demand(level).map_err(|error| Error::Usage(error.to_string()))?;
        let submission = Submission::find(path)?;
        let interpreter = Interpreter::find(options.python.as_deref())?;
        let files = install::install(&interpreter).map_err(|error| {
            Error::Grader(format!("failed to write the Python module: {error}"))
        })?;
        let folder = files.folder.clone();
        let seed = options.seed;
        let copy = Copy::new(&submission, &options.hidden).map(Arc::new).map_err(|error| {
            let why = format!("the submission cannot be copied: {error}");
            let kind =
                if scratch::no_room(&error) { FaultKind::Grader } else { FaultKind::Crashed };
            Fault::new(kind, why)
        });
        let hidden = options.hidden.clone();
        let setup = Setup { interpreter, folder, submission, copy, hidden, seed, level };
        Ok(PythonHosts { setup, _files: files })
    }
}

impl Hosts for PythonHosts {
    fn host(&self, rules: Rules) -> Result<Box<dyn Host>, Error> {
        Ok(Box::new(Python {
            session: Session::new(self.setup.clone()),
            knows: Vec::new(),
            shared: rules == Rules::Berkeley,
        }))
    }

    fn sandbox(&self) -> Vec<String> {
        sandbox::in_force(self.setup.level)
    }

    fn warnings(&self) -> Vec<String> {
        sandbox::warnings(self.setup.level)
    }
}

/// Runs one Python submission.
struct Python {
    session: Session,
    /// What the interface of the agent that answered last can be told, and tells.
    knows: Vec<String>,
    /// Whether all cases run in one process, as the course's do.
    shared: bool,
}

impl Python {
    /// Asks for one answer.
    fn ask<G: Coded + Clone>(&mut self, at: &At<G>, task: &Task, agent: wire::Agent) -> Transcript {
        let limit = task.limits.time;
        let cpu_seconds = if self.shared { 0 } else { limit.as_secs().clamp(1, 1 << 30) as u32 };
        if let Err(fault) = self.session.open(cpu_seconds, limit) {
            return Transcript { fault: Some(fault), ..Transcript::default() };
        }
        let case = wire::Case { board: G::board(at), turn: at.agent as u32, agent };
        self.session.send(&Command::Case(Box::new(case)));
        if matches!(task.position, Position::Pacman(_)) {
            self.session.send(&Command::Begin);
        }
        self.session.send(&Command::Ask { moves: Vec::new(), ahead: Vec::new() });
        let mut replay = Replay::new(at, task);
        let heard = self.session.hear(&mut replay, self.wall(limit));
        let mut transcript = Transcript::default();
        let mut turn = replay.turn();
        match heard {
            Heard::Answer(answer) => {
                match answered(&answer) {
                    Ok(answer) => {
                        // The course's grader compares answers and asks nothing else of them.
                        if !self.shared {
                            transcript.fault = crate::host::answer::fault(at, &answer);
                        }
                        turn.answer = answer;
                    }
                    // It compares whatever it gets with the moves that are right.
                    Err(wrong) if self.shared => {
                        turn.answer.action = Some(as_word(&answer));
                        turn.odd = wrong.odd();
                    }
                    Err(wrong) => {
                        let example = crate::host::answer::example(at);
                        transcript.fault = Some(wrong.fault(&example));
                    }
                }
                self.knows = answer.knows;
                transcript.method = self.session.method(&self.knows);
            }
            Heard::Missing => transcript.missing_agent = true,
            Heard::Fault(fault) => transcript.fault = Some(fault),
        }
        transcript.turns.push(turn);
        transcript
    }

    /// Plays the games of a case.
    fn play(
        &mut self,
        start: &At<Pacman>,
        task: &Task,
        play: &Play,
        agent: wire::Agent,
    ) -> Transcript {
        if let Err(fault) = self.session.open(0, task.limits.time) {
            return Transcript { fault: Some(fault), ..Transcript::default() };
        }
        let mut player = Player::new(&mut self.session, task, play, start, agent, self.shared);
        player.place(start);
        let transcript = play::play(start, play, &mut player);
        if player.missing {
            return Transcript { missing_agent: true, ..Transcript::default() };
        }
        Transcript { method: player.method, ..transcript }
    }

    /// The wall time after which a case is ended. Its CPU time is limited where it has a process
    /// of its own, and others share the machine.
    fn wall(&self, limit: Duration) -> Duration {
        let slack = if self.shared { Duration::ZERO } else { limit + Duration::from_secs(2) };
        limit.saturating_add(slack)
    }
}

impl Host for Python {
    fn run(&mut self, task: &Task) -> Transcript {
        let started = Instant::now();
        self.knows.clear();
        let Some(agent) = agents::agent(task, self.session.kind(), self.shared) else {
            return Transcript { missing_agent: true, ..Transcript::default() };
        };
        let wanted = agent.clone();
        let mut transcript = match (&task.play, &task.position) {
            (Some(play), Position::Pacman(start)) => self.play(start, task, play, agent),
            _ => with_position!(&task.position, at => self.ask(at, task, agent)),
        };
        if transcript.missing_agent {
            transcript.missing = missing::missing(self.session.defines(), &wanted, task);
        }
        if !self.shared {
            self.session.close();
        }
        transcript.output = self.session.take_printed();
        transcript.seconds = started.elapsed().as_secs_f64();
        if let [turn] = transcript.turns.as_mut_slice() {
            turn.seconds = transcript.seconds;
        }
        transcript
    }

    fn answers_value(&self, _task: &Task) -> bool {
        self.knows.iter().any(|word| word == "value")
    }

    fn own_terms(&self, task: &Task) -> Vec<Terms> {
        agents::own_terms(task, &self.knows)
    }
}

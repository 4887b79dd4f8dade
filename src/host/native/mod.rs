//! The native host: agents that are linked in from `solutions/`.

mod handle;
mod panics;
mod solutions;
mod stack;

pub use solutions::{SOLUTIONS, Solution};

use std::rc::Rc;
use std::time::Instant;

use plygrade_engine::search::Cut;
use plygrade_sdk::{self as sdk, Agent};

use self::handle::{NativeState, Run};
use crate::case::{Limits, Task};
use crate::host::{Host, answer, play};
use crate::position::{At, Position, Seen};
use crate::transcript::{Fault, FaultKind, Transcript, Turn};
use crate::with_position;

/// Runs one linked-in solution.
#[derive(Debug)]
pub struct Native {
    solution: &'static Solution,
    seed: u64,
}

impl Native {
    /// A host for `solution`; `seed` is for the chance that it uses.
    #[must_use]
    pub fn new(solution: &'static Solution, seed: u64) -> Self {
        Native { solution, seed }
    }
}

impl Host for Native {
    fn run(&mut self, task: &Task) -> Transcript {
        let started = Instant::now();
        // Agents and their states live and die on one thread, so they need not be `Send`.
        let ran = stack::with_large_stack(|| run_case(self.solution, self.seed, task));
        let transcript = ran.unwrap_or_else(|message| Transcript {
            fault: Some(Fault::new(FaultKind::Grader, message)),
            ..Transcript::default()
        });
        Transcript { seconds: started.elapsed().as_secs_f64(), ..transcript }
    }
}

fn run_case(solution: &Solution, seed: u64, task: &Task) -> Transcript {
    let sdk_task = sdk_task(task, seed);
    let mut agent = match panics::catch(|| (solution.agent)(&sdk_task)) {
        Ok(Some(agent)) => agent,
        Ok(None) => return Transcript { missing_agent: true, ..Transcript::default() },
        Err(panic) => return Transcript { fault: Some(panic.into()), ..Transcript::default() },
    };
    let transcript = if let (Some(play), Position::Pacman(start)) = (&task.play, &task.position) {
        play::play(start, play, &mut Player { task, agent: agent.as_mut() })
    } else {
        let (turn, fault) = with_position!(&task.position, at => ask(at, task, agent.as_mut()));
        Transcript { turns: vec![turn], fault, ..Transcript::default() }
    };
    // An agent may own states, and dropping them is its own code too.
    let dropped = panics::catch(|| drop(agent)).err().map(Fault::from);
    Transcript { fault: transcript.fault.or(dropped), ..transcript }
}

/// Plays games; the agent lives through all of them.
struct Player<'a> {
    task: &'a Task,
    agent: &'a mut dyn Agent,
}

impl play::Asker for Player<'_> {
    fn ask(&mut self, moment: play::Moment<'_>) -> (Turn, Option<Fault>) {
        let limits = Limits { time: moment.time, ..self.task.limits };
        ask(moment.at, &Task { limits, ..self.task.clone() }, self.agent)
    }
}

/// Asks `agent` once in the position of `at`.
fn ask<G>(at: &At<G>, task: &Task, agent: &mut dyn Agent) -> (Turn, Option<Fault>)
where
    G: Seen + Clone + 'static,
    G::State: 'static,
{
    let run = Rc::new(Run::new(at, task));
    let root = sdk::State::new(NativeState::root(&run));
    let answer = panics::catch(|| agent.act(&root));
    drop(root);
    let (mut turn, ended_by) = run.finish();
    let fault = match answer {
        // What ended the turn stands, even when the agent caught the unwinding and went on.
        Ok(answer) => {
            let fault = ended_by.or_else(|| answer::fault(at, &answer));
            turn.answer = answer;
            fault
        }
        Err(panic) => ended_by.or_else(|| Some(panic.into())),
    };
    (turn, fault)
}

impl From<panics::Panic> for Fault {
    fn from(panic: panics::Panic) -> Self {
        let traceback = panic.place.into_iter().collect();
        Fault { traceback, ..Fault::new(FaultKind::Crashed, panic.message) }
    }
}

/// The part of a task that a submission sees.
pub(crate) fn sdk_task(task: &Task, seed: u64) -> sdk::Task {
    sdk::Task {
        agent: task.agent.clone(),
        depth: task.depth,
        // A depth in rounds has been turned into plies; the student gets what the case says.
        plies: if task.depth.is_some() { None } else { task.terms.plies },
        cut: match task.terms.cut {
            Cut::Strict => sdk::Cut::Strict,
            Cut::Weak => sdk::Cut::Weak,
        },
        window: task.terms.window,
        evaluation: task.evaluation.clone(),
        call_budget: task.terms.call_budget,
        merge_symmetric: task.terms.merge_symmetric,
        seed,
    }
}

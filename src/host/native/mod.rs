//! The native host: agents that are linked in from `solutions/`.

mod handle;
mod solutions;

pub use solutions::{SOLUTIONS, Solution};

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Instant;

use plygrade_engine::search::Cut;
use plygrade_sdk::{self as sdk, Agent};

use self::handle::{NativeState, Run};
use crate::case::{Limits, Task};
use crate::host::{Host, play};
use crate::position::{At, Position, Seen};
use crate::transcript::{Fault, FaultKind, Transcript, Turn};
use crate::with_position;

/// Runs one linked-in solution.
#[derive(Debug)]
pub struct Native {
    solution: &'static Solution,
}

impl Native {
    /// A host for `solution`.
    #[must_use]
    pub fn new(solution: &'static Solution) -> Self {
        Native { solution }
    }
}

impl Host for Native {
    fn run(&mut self, task: &Task) -> Transcript {
        let started = Instant::now();
        let Some(mut agent) = (self.solution.agent)(&sdk_task(task)) else {
            return Transcript { missing_agent: true, ..Transcript::default() };
        };
        if let (Some(play), Position::Pacman(start)) = (&task.play, &task.position) {
            let mut asker = Player { task, agent: agent.as_mut() };
            return play::play(start, play, &mut asker);
        }
        let (turn, fault) = with_position!(&task.position, at => ask(at, task, agent.as_mut()));
        Transcript {
            turns: vec![turn],
            fault,
            seconds: started.elapsed().as_secs_f64(),
            ..Transcript::default()
        }
    }
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
    let answer = catch_unwind(AssertUnwindSafe(|| agent.act(&root)));
    drop(root);
    let (mut turn, fault) = run.finish();
    let fault = match answer {
        Ok(answer) => {
            turn.answer = answer;
            fault
        }
        Err(payload) => fault.or_else(|| Some(Fault::new(FaultKind::Crashed, text(&*payload)))),
    };
    (turn, fault)
}

fn text(payload: &(dyn std::any::Any + Send)) -> String {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "panicked".to_owned(),
    }
}

/// The part of a task that a submission sees.
fn sdk_task(task: &Task) -> sdk::Task {
    sdk::Task {
        agent: task.agent.clone(),
        depth: task.depth,
        plies: task.terms.plies,
        cut: match task.terms.cut {
            Cut::Strict => sdk::Cut::Strict,
            Cut::Weak => sdk::Cut::Weak,
        },
        window: task.terms.window,
        evaluation: task.evaluation.clone(),
        call_budget: task.terms.call_budget,
        merge_symmetric: task.terms.merge_symmetric,
    }
}

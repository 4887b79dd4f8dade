//! One turn of a program: its calls are answered by the grader's own engine until it answers.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use plygrade_sdk::Answer;
use plygrade_sdk::wire::{Id, Message, Request, StateMessage};

use super::session::{Patience, Session, Trouble};
use super::silence::Awaited;
use super::table::{Table, Unknown};
use crate::case::{Limits, Task};
use crate::host::recorder::{Node, Recorder};
use crate::host::{answer, bounded};
use crate::position::{At, Seen, to_action, to_name};
use crate::transcript::{Fault, FaultKind, Turn};

/// Asks the program in the position of `at`; each line must come within the time of `task`, the
/// answer within `whole`.
pub(super) fn ask<G>(
    at: &At<G>,
    task: &Task,
    whole: Duration,
    session: &mut Session,
) -> (Turn, Option<Trouble>)
where
    G: Seen + Clone,
{
    let limits = task.limits;
    let mut open = Open {
        recorder: Recorder::new(
            at,
            &Task { limits: Limits { time: whole, ..limits }, ..task.clone() },
        ),
        table: Table::new(session.next_id()),
        patience: Patience::new(whole, limits.time),
    };
    let answered = open.run(session);
    session.set_next_id(open.table.next());
    let mut turn = open.recorder.turn_so_far();
    let trouble = match answered {
        Ok(answer) => {
            // A word that is right is one of the grader's own.
            let right = answer::fault(at, &answer).is_none();
            let answer = if right { answer } else { bounded::answer(answer) };
            let fault = answer::fault(at, &answer);
            turn.answer = answer;
            fault.map(Trouble::from)
        }
        Err(trouble) => Some(trouble),
    };
    (turn, trouble)
}

/// A turn that is going on.
struct Open<G: Seen> {
    recorder: Recorder<G>,
    table: Table<G::State>,
    patience: Patience,
}

impl<G: Seen + Clone> Open<G> {
    fn run(&mut self, session: &mut Session) -> Result<Answer, Trouble> {
        let root = self.give(self.recorder.root().clone())?;
        session.ask(root);
        loop {
            let message = match session.read(&self.patience, Awaited::Answer)? {
                Request::LegalActions { state, agent } => self.legal_actions(state, agent)?,
                Request::NextState { state, agent, action } => {
                    let node = self.node(state)?;
                    let game = self.recorder.game();
                    let Some(known) = game.action_named(&to_name(&action)) else {
                        let message = format!("no action of this game is called {action}");
                        return Err(Fault {
                            state: Some(game.text(&node.state)),
                            ..Fault::new(FaultKind::IllegalAction, message)
                        }
                        .into());
                    };
                    let next = self.recorder.next_state(&node, agent, &known)?;
                    Message::State(self.give(next)?)
                }
                Request::Evaluate { state } => {
                    let node = self.node(state)?;
                    Message::Value { value: self.recorder.evaluate(&node)?.into() }
                }
                Request::Bounds { state, plies_left } => {
                    let node = self.node(state)?;
                    let (low, high) = self.recorder.bounds(&node, plies_left);
                    Message::Bounds { low: low.into(), high: high.into() }
                }
                Request::View { state } => {
                    let node = self.node(state)?;
                    Message::View { view: self.recorder.game().view(&node.state) }
                }
                Request::Release { states } => {
                    for id in states {
                        self.table.release(id).map_err(|unknown| wrong_id(unknown, id))?;
                    }
                    continue;
                }
                Request::Answer { action, value } => {
                    return Ok(Answer { action, value: value.map(Into::into) });
                }
                Request::Error { message, traceback } => {
                    return Err(
                        Fault { traceback, ..Fault::new(FaultKind::Crashed, message) }.into()
                    );
                }
                other => return Err(Trouble::out_of_order(&other, "a call or an answer")),
            };
            session.write(&message);
        }
    }

    fn legal_actions(&mut self, state: Id, agent: usize) -> Result<Message, Trouble> {
        let node = self.node(state)?;
        let actions = self.recorder.legal_actions(&node, agent);
        let game = self.recorder.game();
        let actions = actions.iter().map(|action| to_action(game.action_name(action))).collect();
        Ok(Message::Actions { actions })
    }

    fn node(&self, id: Id) -> Result<Node<G::State>, Trouble> {
        self.table.get(id).cloned().map_err(|unknown| wrong_id(unknown, id))
    }

    /// Hands `node` to the program.
    fn give(&mut self, node: Node<G::State>) -> Result<StateMessage, Trouble> {
        let game = self.recorder.game();
        let root = self.recorder.root().turn;
        let mut known = StateMessage {
            state: 0,
            turn: node.turn,
            over: game.is_terminal(&node.state),
            win: game.is_win(&node.state, root),
            lose: game.is_lose(&node.state, root),
            key: key(game.fingerprint(&node.state)),
        };
        known.state = self.table.add(node).ok_or_else(|| {
            let most = Table::<G::State>::CAPACITY;
            let message = format!(
                "the program holds more than {most} states at once; release those that it does \
                 not need any more"
            );
            Trouble::from(Fault::new(FaultKind::Killed, message))
        })?;
        Ok(known)
    }
}

/// The same for equal positions, in every run; says nothing about the position.
fn key(fingerprint: u128) -> String {
    let mut hasher = DefaultHasher::new();
    fingerprint.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn wrong_id(unknown: Unknown, id: Id) -> Trouble {
    let message = match unknown {
        Unknown::Gone => format!("state {id} was released, or belongs to an earlier turn"),
        Unknown::Forged => format!("there is no state {id}: it was never given to the program"),
    };
    Fault::new(FaultKind::InvalidAnswer, message).into()
}

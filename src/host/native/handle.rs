//! The state wrapper of linked-in agents: every call goes through the recorder.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::rc::Rc;

use plygrade_engine::Domain;
use plygrade_sdk::{Action, Handle, State, View};

use super::stack::Depth;
use crate::case::Task;
use crate::host::recorder::{Node, Recorder};
use crate::position::{At, Seen, to_action, to_name};
use crate::transcript::{Fault, FaultKind, Turn};

/// One turn of one agent. It owns a copy of the game, so that an agent that keeps a state longer
/// than its turn holds nothing of the case.
pub(super) struct Run<G: Domain> {
    recorder: RefCell<Recorder<G>>,
    fault: RefCell<Option<Fault>>,
    stack: Depth,
    calls: Cell<u32>,
}

/// An agent that asks nothing but legal actions has its time looked at once in so many calls.
const TIME_EVERY: u32 = 1 << 8;

impl<G: Domain + Clone> Run<G> {
    pub(super) fn new(at: &At<G>, task: &Task) -> Self {
        Run {
            recorder: RefCell::new(Recorder::new(at, task)),
            fault: RefCell::new(None),
            stack: Depth::now(),
            calls: Cell::new(0),
        }
    }

    /// Ends the turn when the agent has used up its stack or its time; every call comes by here.
    fn check(&self, node: &Node<G::State>) {
        if self.stack.is_nearly_used_up() {
            let message = "the recursion is too deep for the stack".to_owned();
            self.end(Fault::new(FaultKind::Crashed, message));
        }
        self.calls.set(self.calls.get().wrapping_add(1));
        if self.calls.get().is_multiple_of(TIME_EVERY) {
            let time = self.recorder.borrow().check_time(node);
            if let Err(fault) = time {
                self.end(fault);
            }
        }
    }

    /// What was recorded so far.
    pub(super) fn finish(&self) -> (Turn, Option<Fault>) {
        (self.recorder.borrow().turn_so_far(), self.fault.borrow_mut().take())
    }

    /// Ends the turn: unwinds through the agent to the host, past the panic hook.
    fn end(&self, fault: Fault) -> ! {
        self.fault.borrow_mut().get_or_insert(fault);
        resume_unwind(Box::new("ended by the grader"))
    }
}

/// A state in the hands of a linked-in agent.
pub(super) struct NativeState<G: Domain> {
    run: Rc<Run<G>>,
    node: Node<G::State>,
}

impl<G: Domain + Clone> NativeState<G> {
    pub(super) fn root(run: &Rc<Run<G>>) -> Self {
        let node = run.recorder.borrow().root().clone();
        NativeState { run: Rc::clone(run), node }
    }
}

impl<G> Handle for NativeState<G>
where
    G: Seen + Clone + 'static,
    G::State: 'static,
{
    fn num_agents(&self) -> usize {
        self.run.check(&self.node);
        self.run.recorder.borrow().game().agents()
    }

    fn turn(&self) -> usize {
        self.run.check(&self.node);
        self.node.turn
    }

    fn legal_actions(&self, agent: usize) -> Vec<Action> {
        self.run.check(&self.node);
        let mut recorder = self.run.recorder.borrow_mut();
        let actions = recorder.legal_actions(&self.node, agent);
        let game = recorder.game();
        actions.iter().map(|action| to_action(game.action_name(action))).collect()
    }

    fn next_state(&self, agent: usize, action: &Action) -> State {
        self.run.check(&self.node);
        let named = self.run.recorder.borrow().game().action_named(&to_name(action));
        let Some(known) = named else {
            let message = format!("no action of this game is called {action}");
            self.run.end(Fault::new(FaultKind::IllegalAction, message));
        };
        let next = self.run.recorder.borrow_mut().next_state(&self.node, agent, &known);
        match next {
            Ok(node) => State::new(NativeState { run: Rc::clone(&self.run), node }),
            Err(fault) => self.run.end(fault),
        }
    }

    fn is_over(&self) -> bool {
        self.run.check(&self.node);
        self.run.recorder.borrow().game().is_terminal(&self.node.state)
    }

    fn is_win(&self) -> bool {
        self.run.check(&self.node);
        let recorder = self.run.recorder.borrow();
        recorder.game().is_win(&self.node.state, recorder.root().turn)
    }

    fn is_lose(&self) -> bool {
        self.run.check(&self.node);
        let recorder = self.run.recorder.borrow();
        recorder.game().is_lose(&self.node.state, recorder.root().turn)
    }

    fn evaluate(&self) -> f64 {
        self.run.check(&self.node);
        let value = self.run.recorder.borrow_mut().evaluate(&self.node);
        value.unwrap_or_else(|fault| self.run.end(fault))
    }

    fn bounds(&self, plies_left: Option<u32>) -> (f64, f64) {
        self.run.check(&self.node);
        self.run.recorder.borrow().bounds(&self.node, plies_left)
    }

    fn view(&self) -> View {
        self.run.check(&self.node);
        self.run.recorder.borrow().game().view(&self.node.state)
    }

    fn identity(&self) -> u128 {
        self.run.check(&self.node);
        self.run.recorder.borrow().game().fingerprint(&self.node.state)
    }
}

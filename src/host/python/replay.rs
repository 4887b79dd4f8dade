//! Replays a worker's records on the grader's own engine.

use plygrade_engine::Domain;
use plygrade_wire::{Record, Slots};

use super::answer::impossible;
use super::coded::Coded;
use crate::case::Task;
use crate::host::recorder::{Node, Recorder};
use crate::position::At;
use crate::transcript::{Fault, FaultKind, Turn};

/// Most live states: a worker that really holds so many is out of its memory, and one that only
/// says so must not use up the grader's.
const MOST: usize = 1 << 21;

/// The states in a worker's hands, and the turn that is being recorded.
pub(super) struct Replay<G: Domain> {
    recorder: Recorder<G>,
    slots: Slots,
    nodes: Vec<Option<Node<G::State>>>,
    /// The slot that was asked for something last, and its state if that is gone since: an
    /// exception outlives what caused it in some versions of Python and not in others.
    last: u32,
    gone: Option<G::State>,
}

impl<G: Coded + Clone> Replay<G> {
    /// Records a first turn in the position of `at`.
    pub(super) fn new(at: &At<G>, task: &Task) -> Self {
        Replay {
            recorder: Recorder::new(at, task),
            slots: Slots::default(),
            nodes: Vec::new(),
            last: u32::MAX,
            gone: None,
        }
    }

    /// Records another turn of the same game.
    pub(super) fn next_turn(&mut self, at: &At<G>, task: &Task) {
        self.recorder = Recorder::new(at, task);
    }

    /// What was recorded in this turn.
    pub(super) fn turn(&self) -> Turn {
        self.recorder.turn_so_far()
    }

    /// The text of a live state, or of the one that was asked last.
    pub(super) fn text(&self, slot: u32) -> Option<String> {
        let live = self.nodes.get(slot as usize).and_then(Option::as_ref).map(|node| &node.state);
        let gone = || self.gone.as_ref().filter(|_| slot == self.last);
        live.or_else(gone).map(|state| self.recorder.game().text(state))
    }

    /// Makes one call again; records that are no calls are left alone.
    ///
    /// # Errors
    /// The fault that ends the case: a limit, or a call that cannot have happened.
    #[inline]
    pub(super) fn call(&mut self, record: &Record) -> Result<(), Fault> {
        match *record {
            Record::Successor { slot, agent, action } => {
                let node = live(&self.nodes, slot)?;
                let action = self.recorder.game().coded(action).ok_or_else(impossible)?;
                let child = self.recorder.next_state(node, signed(agent), &action);
                let child = child.map_err(|fault| match fault.kind {
                    // The worker's own rules refuse such a call before it is reported.
                    FaultKind::IllegalAction => impossible(),
                    _ => fault,
                })?;
                self.put(child)?;
            }
            Record::Legal { slot, .. } => {
                let node = live(&self.nodes, slot)?;
                self.recorder.note_legal_actions(node);
                self.last = slot;
            }
            Record::Evaluation { slot } => {
                let node = live(&self.nodes, slot)?;
                // A state without a value is the submission's exception, which follows.
                let _ = self.recorder.evaluate(node);
                self.last = slot;
            }
            Record::Drop { slot } => {
                live(&self.nodes, slot)?;
                let node = self.nodes[slot as usize].take();
                if slot == self.last {
                    self.gone = node.map(|node| node.state);
                }
                self.slots.give_back(slot);
            }
            Record::Copy { slot } => {
                let node = live(&self.nodes, slot)?.clone();
                self.put(node)?;
            }
            Record::Placed { turn, ref place } => {
                let state = self.recorder.game().placed(place).ok_or_else(impossible)?;
                self.put(Node { state, turn: turn as usize, ply: 0 })?;
            }
            Record::Root => {
                let node = self.recorder.root().clone();
                self.put(node)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn put(&mut self, node: Node<G::State>) -> Result<(), Fault> {
        let slot = self.slots.take() as usize;
        if slot >= MOST {
            let message = format!("more than {MOST} states held at the same time");
            return Err(Fault::new(FaultKind::Killed, message));
        }
        if slot >= self.nodes.len() {
            self.nodes.resize_with(slot + 1, || None);
        }
        self.nodes[slot] = Some(node);
        self.last = slot as u32;
        Ok(())
    }
}

fn live<S>(nodes: &[Option<Node<S>>], slot: u32) -> Result<&Node<S>, Fault> {
    nodes.get(slot as usize).and_then(Option::as_ref).ok_or_else(impossible)
}

/// Agent numbers come as 32 bits; negative ones of the submission as very large ones.
fn signed(agent: u32) -> usize {
    agent as usize
}

//! The states that a program may name.

use std::collections::HashMap;
use std::mem::size_of;

use plygrade_sdk::wire::Id;

use crate::host::recorder::Node;

/// Bytes that the states in a program's hands may take in the grader.
const MEMORY: usize = 256 << 20;
/// What the table needs for a state besides the state.
const OVERHEAD: usize = 32;

/// States by id. Ids are never used twice in one case, so an id that was released, that belongs to
/// an earlier turn, or that was never given is known for what it is.
pub(super) struct Table<S> {
    states: HashMap<Id, Node<S>>,
    /// The next id.
    next: Id,
}

/// An id that names no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// It was given once, and released since or gone with its turn.
    Gone,
    /// It was never given.
    Forged,
}

impl<S> Table<S> {
    /// An empty table whose ids begin with `first`.
    pub(super) fn new(first: Id) -> Self {
        Table { states: HashMap::new(), next: first }
    }

    /// States that it holds at most.
    pub(super) const CAPACITY: usize = MEMORY / (size_of::<Node<S>>() + OVERHEAD);

    /// The first id that was not given yet.
    pub(super) fn next(&self) -> Id {
        self.next
    }

    /// Gives `node` an id; `None` when the table is full.
    pub(super) fn add(&mut self, node: Node<S>) -> Option<Id> {
        if self.states.len() >= Self::CAPACITY {
            return None;
        }
        let id = self.next;
        self.next += 1;
        self.states.insert(id, node);
        Some(id)
    }

    /// The state that `id` names.
    pub(super) fn get(&self, id: Id) -> Result<&Node<S>, Unknown> {
        self.states.get(&id).ok_or_else(|| self.unknown(id))
    }

    /// Forgets a state. One that is gone already is no fault: the end of a turn may have come
    /// between.
    pub(super) fn release(&mut self, id: Id) -> Result<(), Unknown> {
        match self.states.remove(&id) {
            None if self.unknown(id) == Unknown::Forged => Err(Unknown::Forged),
            _ => Ok(()),
        }
    }

    fn unknown(&self, id: Id) -> Unknown {
        if (1..self.next).contains(&id) { Unknown::Gone } else { Unknown::Forged }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_given_once_and_known_for_what_it_is() {
        let mut table = Table::new(1);
        let node = |state| Node { state, turn: 0, ply: 0 };
        let first = table.add(node('a'));
        assert_eq!((first, table.add(node('b'))), (Some(1), Some(2)));
        assert_eq!(table.get(2).map(|node| node.state), Ok('b'));
        assert_eq!(table.release(1), Ok(()));
        assert_eq!(table.release(1), Ok(()));
        assert_eq!(table.get(1).err(), Some(Unknown::Gone));
        assert_eq!(table.add(node('c')), Some(3));
        assert_eq!([0, 4, u64::MAX].map(|id| table.get(id).err()), [Some(Unknown::Forged); 3]);
        assert_eq!(table.release(4), Err(Unknown::Forged));
    }
}

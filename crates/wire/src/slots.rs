//! Names for live states, handed out alike at both ends.

/// Hands out the smallest names it can: the last one given back, else a new one.
///
/// Both ends take and give back in the order of the records, so a record need not say which slot
/// its new state gets, and a depth-first search never needs more slots than it is deep.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    free: Vec<u32>,
    used: u32,
}

impl Slots {
    /// The slot of the next new state.
    pub fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.used += 1;
            self.used - 1
        })
    }

    /// The state in `slot` is gone.
    pub fn give_back(&mut self, slot: u32) {
        self.free.push(slot);
    }
}

//! The food on a board: a set of cells that successors share until Pacman eats.

use std::sync::Arc;

/// A set of cell numbers with its size and its hash.
#[derive(Clone, Debug)]
pub(super) struct Food {
    bits: Arc<[u64]>,
    hash: u128,
    count: u16,
}

impl Food {
    pub(super) fn empty(cells: usize) -> Self {
        Food { bits: vec![0; cells.div_ceil(64)].into(), hash: 0, count: 0 }
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.bits[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds a cell that is not in the set.
    pub(super) fn put(&mut self, cell: usize) {
        self.flip(cell);
        self.count += 1;
    }

    /// Removes a cell that is in the set.
    pub(super) fn take(&mut self, cell: usize) {
        self.flip(cell);
        self.count -= 1;
    }

    fn flip(&mut self, cell: usize) {
        Arc::make_mut(&mut self.bits)[cell / 64] ^= 1 << (cell % 64);
        self.hash ^= key(cell);
    }

    pub(super) fn count(&self) -> usize {
        self.count.into()
    }

    /// The XOR of the members' keys (Zobrist 1970).
    pub(super) fn hash(&self) -> u128 {
        self.hash
    }

    /// The members, smallest first.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter().enumerate().flat_map(|(word, bits)| {
            std::iter::successors(Some(*bits), |bits| Some(bits & bits.wrapping_sub(1)))
                .take_while(|bits| *bits != 0)
                .map(move |bits| word * 64 + bits.trailing_zeros() as usize)
        })
    }
}

impl PartialEq for Food {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.bits == other.bits
    }
}

impl Eq for Food {}

/// The random-looking number of a cell.
fn key(cell: usize) -> u128 {
    let half = |n: usize| u128::from(super::state::spread(n as u64 + 1));
    half(2 * cell) << 64 | half(2 * cell + 1)
}

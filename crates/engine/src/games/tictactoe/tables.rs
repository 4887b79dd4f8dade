//! Tables over the 512 sets of cells, made at compile time. A set has bit `3 * row + column` for
//! each of its cells.

/// All cells.
pub(super) const FULL: u16 = 0o777;

/// The three rows, the three columns, the two diagonals.
pub(super) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// One bit for each set of cells: whether it holds a line.
const HAS_LINE: [u64; 8] = {
    let mut table = [0; 8];
    let mut set = 0;
    while set <= FULL {
        let mut line = 0;
        while line < LINES.len() {
            if set & LINES[line] == LINES[line] {
                table[(set / 64) as usize] |= 1 << (set % 64);
            }
            line += 1;
        }
        set += 1;
    }
    table
};

/// Every set of cells under each of the square's eight symmetries.
const TURNED: [[u16; 512]; 8] = {
    let mut table = [[0; 512]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut set = 0;
        while set <= FULL {
            let mut cell = 0;
            while cell < 9 {
                if set >> cell & 1 == 1 {
                    table[symmetry][set as usize] |= 1 << image(cell, symmetry);
                }
                cell += 1;
            }
            set += 1;
        }
        symmetry += 1;
    }
    table
};

/// Where a symmetry takes a cell: bit 0 swaps the columns, bit 1 the rows, bit 2 both axes.
const fn image(cell: u16, symmetry: usize) -> u16 {
    let (mut column, mut row) = (cell % 3, cell / 3);
    if symmetry & 1 == 1 {
        column = 2 - column;
    }
    if symmetry & 2 == 2 {
        row = 2 - row;
    }
    if symmetry & 4 == 4 {
        (column, row) = (row, column);
    }
    3 * row + column
}

/// Whether a set of cells holds a line.
pub(super) fn has_line(set: u16) -> bool {
    HAS_LINE[usize::from(set / 64) & 7] >> (set % 64) & 1 == 1
}

/// Two sets of cells under all eight symmetries, the identity first.
pub(super) fn turned(sets: [u16; 2]) -> impl Iterator<Item = [u16; 2]> {
    let [first, second] = sets.map(|set| usize::from(set & FULL));
    TURNED.iter().map(move |table| [table[first], table[second]])
}

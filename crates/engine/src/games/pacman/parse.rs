//! Reading a layout's text, and what can be wrong with it.

use std::fmt;

use super::layout::{Cell, MAX_CAPSULES, MAX_CELLS, MAX_GHOSTS, MAX_SIDE};

/// Why a layout cannot be used, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character in that line, from 1, blanks included.
    pub column: usize,
    /// What is wrong.
    pub kind: LayoutErrorKind,
}

/// What is wrong with a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutErrorKind {
    /// No line has anything but blanks.
    Empty,
    /// There is no `P`.
    NoPacman,
    /// A second `P`.
    SecondPacman,
    /// A line is shorter than the first.
    ShortLine {
        /// The first line's length, in characters.
        expected: usize,
        /// This line's.
        found: usize,
    },
    /// More than [`MAX_GHOSTS`] ghosts.
    TooManyGhosts,
    /// More than [`MAX_CAPSULES`] capsules.
    TooManyCapsules,
    /// A side above [`MAX_SIDE`], or more than [`MAX_CELLS`] cells.
    TooLarge {
        /// How many columns.
        width: usize,
        /// How many rows.
        height: usize,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "layout line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for LayoutErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no cells at all; draw one line a row, the top row first"),
            Self::NoPacman => f.write_str("no `P`; put Pacman on one cell"),
            Self::SecondPacman => f.write_str("a second `P`; a layout has exactly one Pacman"),
            Self::ShortLine { expected, found } => write!(
                f,
                "{found} cells where the first line has {expected}; \
                 fill the line up with `%` (blanks at its ends are dropped)"
            ),
            Self::TooManyGhosts => write!(f, "more than {MAX_GHOSTS} ghosts; remove some"),
            Self::TooManyCapsules => write!(f, "more than {MAX_CAPSULES} capsules; remove some"),
            Self::TooLarge { width, height } => write!(
                f,
                "{width} x {height} cells; at most {MAX_SIDE} a side and {MAX_CELLS} in all fit"
            ),
        }
    }
}

impl std::error::Error for LayoutError {}

/// What a text holds.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) walls: Vec<Cell>,
    pub(super) food: Vec<Cell>,
    /// In list order: y outer from below, x inner.
    pub(super) capsules: Vec<Cell>,
    /// Pacman, then the ghosts in order.
    pub(super) agents: Vec<Cell>,
}

/// A line without the blanks around it, and where it stands.
struct Row<'t> {
    line: usize,
    /// How many characters were dropped before it.
    indent: usize,
    text: &'t str,
}

impl Row<'_> {
    fn error(&self, x: usize, kind: LayoutErrorKind) -> LayoutError {
        LayoutError { line: self.line, column: self.indent + x + 1, kind }
    }
}

impl Reader {
    pub(super) fn read(text: &str) -> Result<Self, LayoutError> {
        let rows = rows(text);
        let Some(first) = rows.first() else {
            return Err(LayoutError { line: 1, column: 1, kind: LayoutErrorKind::Empty });
        };
        let (width, height) = (first.text.chars().count(), rows.len());
        if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_CELLS {
            return Err(first.error(0, LayoutErrorKind::TooLarge { width, height }));
        }
        let mut found = Reader { width: width as u8, height: height as u8, ..Reader::default() };
        let mut ghosts = Vec::new();
        for (y, row) in (0..height).rev().zip(&rows) {
            let length = row.text.chars().count();
            if length < width {
                let kind = LayoutErrorKind::ShortLine { expected: width, found: length };
                return Err(row.error(length, kind));
            }
            for (x, symbol) in row.text.chars().take(width).enumerate() {
                let cell = Cell { x: x as u8, y: y as u8 };
                match symbol {
                    '%' => found.walls.push(cell),
                    '.' => found.food.push(cell),
                    'o' if found.capsules.len() == MAX_CAPSULES => {
                        return Err(row.error(x, LayoutErrorKind::TooManyCapsules));
                    }
                    'o' => found.capsules.push(cell),
                    'P' if !found.agents.is_empty() => {
                        return Err(row.error(x, LayoutErrorKind::SecondPacman));
                    }
                    'P' => found.agents.push(cell),
                    'G' | '1'..='4' if ghosts.len() == MAX_GHOSTS => {
                        return Err(row.error(x, LayoutErrorKind::TooManyGhosts));
                    }
                    'G' => ghosts.push((1, cell)),
                    '1'..='4' => ghosts.push((symbol as u32 - '0' as u32, cell)),
                    _ => {}
                }
            }
        }
        if found.agents.is_empty() {
            return Err(first.error(0, LayoutErrorKind::NoPacman));
        }
        found.capsules.sort_unstable_by_key(|cell| (cell.y, cell.x));
        ghosts.sort_unstable();
        found.agents.extend(ghosts.into_iter().map(|(_, cell)| cell));
        Ok(found)
    }
}

/// The lines from the first to the last that is not blank.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = text
        .lines()
        .enumerate()
        .map(|(number, line)| {
            let kept = line.trim_start();
            let indent = line.chars().count() - kept.chars().count();
            Row { line: number + 1, indent, text: kept.trim_end() }
        })
        .skip_while(|row| row.text.is_empty())
        .collect();
    let used = rows.iter().rposition(|row| !row.text.is_empty()).map_or(0, |last| last + 1);
    rows.truncate(used);
    rows
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::*;

    fn fault(text: &str) -> (usize, usize, LayoutErrorKind) {
        let error = Layout::parse(text).expect_err("a broken layout");
        (error.line, error.column, error.kind)
    }

    fn starts(text: &str) -> Vec<(u8, u8)> {
        let layout = Layout::parse(text).expect("a good layout");
        layout.starts().iter().map(|cell| (cell.x, cell.y)).collect()
    }

    #[test]
    fn faults_have_their_place() {
        use LayoutErrorKind::*;
        assert_eq!(fault(""), (1, 1, Empty));
        assert_eq!(fault("  \n\t\r\n"), (1, 1, Empty));
        assert_eq!(fault("\n  %%%\n  %.%"), (2, 3, NoPacman));
        assert_eq!(fault("%%%%\n%P %\n %%P%\n"), (3, 4, SecondPacman));
        assert_eq!(fault("%%%%\r\n%P%\r\n%%%%"), (2, 4, ShortLine { expected: 4, found: 3 }));
        assert_eq!(fault("%%%\n\n%P%"), (2, 1, ShortLine { expected: 3, found: 0 }));
        assert_eq!(fault(&format!("P{}", "G".repeat(17))), (1, 18, TooManyGhosts));
        assert_eq!(fault(&format!("P{}", "o".repeat(65))), (1, 66, TooManyCapsules));
        let wide = "%".repeat(128);
        assert_eq!(fault(&wide), (1, 1, TooLarge { width: 128, height: 1 }));
        let tall = "%\n".repeat(128);
        assert_eq!(fault(&tall), (1, 1, TooLarge { width: 1, height: 128 }));
        let many = format!("{}\n", "%".repeat(65)).repeat(64);
        assert_eq!(fault(&many), (1, 1, TooLarge { width: 65, height: 64 }));
        let error = Layout::parse("%%%\n%.%").expect_err("no Pacman");
        assert_eq!(error.to_string(), "layout line 1, column 1: no `P`; put Pacman on one cell");
    }

    #[test]
    fn the_largest_fit() {
        let wide = format!("P{}", " ".repeat(125) + "%");
        assert_eq!(Layout::parse(&wide).expect("127 columns").width(), 127);
        let square = format!("P{}\n{}", "%".repeat(63), format!("{}\n", "%".repeat(64)).repeat(63));
        let layout = Layout::parse(&square).expect("4096 cells");
        assert_eq!((layout.width(), layout.height()), (64, 64));
        assert_eq!(starts(&format!("P{}", "G".repeat(16))).len(), 17);
    }

    #[test]
    fn ghosts_are_ordered_by_key_then_x_then_y() {
        let text = "%%%%%%\n%G3G2%\n%PG1 %\n%%%%%%";
        assert_eq!(starts(text), [(1, 1), (1, 2), (2, 1), (3, 1), (3, 2), (4, 2), (2, 2)]);
        let limited = Layout::parse(text).expect("a good layout").with_ghost_limit(2);
        assert_eq!(limited.num_agents(), 3);
        assert_eq!(limited.starts()[2], Cell { x: 2, y: 1 });
        assert_eq!(limited.with_ghost_limit(usize::MAX).num_agents(), 3);
    }

    #[test]
    fn capsules_are_listed_row_by_row_from_below() {
        let layout = Layout::parse("%%%%%\n%o o%\n%PoG%\n%%%%%").expect("a good layout");
        let cells: Vec<_> = layout.capsules().iter().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(cells, [(2, 1), (1, 2), (3, 2)]);
    }

    #[test]
    fn surplus_and_blanks_are_dropped() {
        let plain = Layout::parse("%%%%\n%P.%\n%%%%").expect("a good layout");
        let loose =
            Layout::parse("\r\n  %%%%  \r\n%P.%GGPo\r\n\t%%%%\r\n\r\n").expect("a good one");
        assert_eq!(plain, loose);
        assert_eq!((plain.width(), plain.height(), plain.start().food_count()), (4, 3, 1));
    }

    #[test]
    fn beyond_the_edge_is_wall() {
        let layout = Layout::parse("P.").expect("a good layout");
        assert!(layout.is_wall(2, 0) && layout.is_wall(0, 1));
        assert!(!layout.is_wall(0, 0) && !layout.is_wall(1, 0));
    }
}

//! What the worker says.

use crate::{Board, Malformed, Parts, Reader, Writer};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A successor was asked for; it has the next slot.
    Successor {
        /// The state that was asked.
        slot: u32,
        /// The agent that the caller named.
        agent: u32,
        /// The action.
        action: u64,
    },
    /// The legal actions of an agent were asked for.
    Legal {
        /// The state that was asked.
        slot: u32,
        /// The agent that the caller named.
        agent: u32,
    },
    /// The static value of a state was asked for.
    Evaluation {
        /// The state.
        slot: u32,
    },
    /// A state is gone, and its slot free.
    Drop {
        /// The state.
        slot: u32,
    },
    /// A state was copied; the copy has the next slot.
    Copy {
        /// The state.
        slot: u32,
    },
    /// The submission was handed the current position; it has the next slot.
    Root,
    /// The submission made a state of its own, by its constructor, by writing to one's parts or by
    /// unpickling; it has the next slot.
    Placed {
        /// Whose turn it is there.
        turn: u32,
        /// The state.
        place: Place,
    },
    /// The submission has answered.
    Answer(Answer),
    /// The submission has no such agent.
    Missing,
    /// The submission failed.
    Fault(Fault),
    /// A number drawn from the submission's generator.
    Drawn(f64),
    /// The submission is loaded.
    Loaded {
        /// The interpreter's version, as `3.12.1`.
        python: String,
        /// What the submission defines.
        defines: Defines,
    },
    /// The child has ended: its exit code, or minus the signal that killed it.
    Ended {
        /// 0 when it was told to end.
        status: i64,
    },
}

/// Names of what a submission defines itself, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defines {
    /// Classes.
    pub classes: Vec<String>,
    /// Functions that are plain searches.
    pub searches: Vec<String>,
    /// Other functions.
    pub functions: Vec<String>,
}

/// A state by what it is made of, in the game of the case.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// An index into a tree's nodes.
    Node(u32),
    /// A Pacman position.
    Pacman(Parts),
    /// A position of one of the lab's games.
    Board(Board),
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The action, as the submission gave it.
    pub action: Given,
    /// The value, where its interface gives one.
    pub value: Given,
    /// Draws for the agents that move next, made ahead.
    pub draws: Vec<f64>,
    /// Of the terms that were offered the ones that the agent takes, and `value` if its interface
    /// gives one.
    pub knows: Vec<String>,
}

/// What a submission gave, as plain data.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// `None`, or nothing where nothing was asked.
    Nothing,
    /// A `str`.
    Word(String),
    /// Two integers.
    Pair(i64, i64),
    /// A number.
    Number(f64),
    /// Something else: its type, and its text, cut short.
    Other(String),
}

/// What went wrong, in the submission's own words.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Which kind.
    pub kind: FaultKind,
    /// `ValueError: ...`.
    pub message: String,
    /// The submission's own lines, outermost first.
    pub traceback: Vec<String>,
    /// What may help.
    pub hints: Vec<String>,
    /// The state that was last asked for something.
    pub slot: Option<u32>,
}

/// Kinds of faults that a worker can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An exception.
    Exception,
    /// A successor that the rules do not allow.
    Illegal,
    /// The submission cannot be loaded.
    Load,
    /// Memory ran out.
    Memory,
    /// The CPU time of the case is over.
    Time,
}

const SUCCESSOR: u8 = 0;
const LEGAL: u8 = 1;
const EVALUATION: u8 = 2;
const DROP: u8 = 3;
const COPY: u8 = 4;
const ROOT: u8 = 5;
const ANSWER: u8 = 6;
const MISSING: u8 = 7;
const FAULT: u8 = 8;
const DRAWN: u8 = 9;
const LOADED: u8 = 10;
const ENDED: u8 = 11;
const PLACED_NODE: u8 = 12;
const PLACED_PACMAN: u8 = 13;
const PLACED_BOARD: u8 = 14;

impl Record {
    /// Appends this record.
    pub fn write(&self, to: &mut Writer) {
        match self {
            Record::Successor { slot, agent, action } => {
                to.byte(SUCCESSOR);
                to.number(u64::from(*slot));
                to.number(u64::from(*agent));
                to.number(*action);
            }
            Record::Legal { slot, agent } => {
                to.byte(LEGAL);
                to.number(u64::from(*slot));
                to.number(u64::from(*agent));
            }
            Record::Evaluation { slot } => {
                to.byte(EVALUATION);
                to.number(u64::from(*slot));
            }
            Record::Drop { slot } => {
                to.byte(DROP);
                to.number(u64::from(*slot));
            }
            Record::Copy { slot } => {
                to.byte(COPY);
                to.number(u64::from(*slot));
            }
            Record::Root => to.byte(ROOT),
            Record::Placed { turn, place: Place::Node(node) } => {
                to.byte(PLACED_NODE);
                to.number(u64::from(*turn));
                to.number(u64::from(*node));
            }
            Record::Placed { turn, place: Place::Pacman(parts) } => {
                to.byte(PLACED_PACMAN);
                to.number(u64::from(*turn));
                parts.write(to);
            }
            Record::Placed { turn, place: Place::Board(board) } => {
                to.byte(PLACED_BOARD);
                to.number(u64::from(*turn));
                board.write(to);
            }
            Record::Answer(answer) => {
                to.byte(ANSWER);
                answer.action.write(to);
                answer.value.write(to);
                to.list(&answer.draws, |to, draw| to.float(*draw));
                to.list(&answer.knows, |to, word| to.text(word));
            }
            Record::Missing => to.byte(MISSING),
            Record::Fault(fault) => {
                to.byte(FAULT);
                to.byte(fault.kind as u8);
                to.text(&fault.message);
                to.list(&fault.traceback, |to, line| to.text(line));
                to.list(&fault.hints, |to, line| to.text(line));
                to.option(&fault.slot, |to, slot| to.number(u64::from(*slot)));
            }
            Record::Drawn(x) => {
                to.byte(DRAWN);
                to.float(*x);
            }
            Record::Loaded { python, defines: Defines { classes, searches, functions } } => {
                to.byte(LOADED);
                to.text(python);
                for names in [classes, searches, functions] {
                    to.list(names, |to, name| to.text(name));
                }
            }
            Record::Ended { status } => {
                to.byte(ENDED);
                to.signed(*status);
            }
        }
    }

    /// Takes one record off the front.
    ///
    /// # Errors
    /// [`Malformed::Incomplete`] when more bytes are needed, [`Malformed::Unknown`] when no bytes
    /// could help.
    #[inline]
    pub fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(match from.byte()? {
            SUCCESSOR => Record::Successor {
                slot: from.small()?,
                agent: from.small()?,
                action: from.number()?,
            },
            LEGAL => Record::Legal { slot: from.small()?, agent: from.small()? },
            EVALUATION => Record::Evaluation { slot: from.small()? },
            DROP => Record::Drop { slot: from.small()? },
            COPY => Record::Copy { slot: from.small()? },
            ROOT => Record::Root,
            PLACED_NODE => {
                Record::Placed { turn: from.small()?, place: Place::Node(from.small()?) }
            }
            PLACED_PACMAN => {
                Record::Placed { turn: from.small()?, place: Place::Pacman(Parts::read(from)?) }
            }
            PLACED_BOARD => {
                Record::Placed { turn: from.small()?, place: Place::Board(Board::read(from)?) }
            }
            ANSWER => Record::Answer(Answer {
                action: Given::read(from)?,
                value: Given::read(from)?,
                draws: from.list(Reader::float)?,
                knows: from.list(Reader::text)?,
            }),
            MISSING => Record::Missing,
            FAULT => Record::Fault(Fault {
                kind: match from.byte()? {
                    0 => FaultKind::Exception,
                    1 => FaultKind::Illegal,
                    2 => FaultKind::Load,
                    3 => FaultKind::Memory,
                    4 => FaultKind::Time,
                    _ => return Err(Malformed::Unknown),
                },
                message: from.text()?,
                traceback: from.list(Reader::text)?,
                hints: from.list(Reader::text)?,
                slot: from.option(Reader::small)?,
            }),
            DRAWN => Record::Drawn(from.float()?),
            LOADED => Record::Loaded {
                python: from.text()?,
                defines: Defines {
                    classes: from.list(Reader::text)?,
                    searches: from.list(Reader::text)?,
                    functions: from.list(Reader::text)?,
                },
            },
            ENDED => Record::Ended { status: from.signed()? },
            _ => return Err(Malformed::Unknown),
        })
    }
}

impl Given {
    fn write(&self, to: &mut Writer) {
        match self {
            Given::Nothing => to.byte(0),
            Given::Word(word) => {
                to.byte(1);
                to.text(word);
            }
            Given::Pair(a, b) => {
                to.byte(2);
                to.signed(*a);
                to.signed(*b);
            }
            Given::Number(x) => {
                to.byte(3);
                to.float(*x);
            }
            Given::Other(text) => {
                to.byte(4);
                to.text(text);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(match from.byte()? {
            0 => Given::Nothing,
            1 => Given::Word(from.text()?),
            2 => Given::Pair(from.signed()?, from.signed()?),
            3 => Given::Number(from.float()?),
            4 => Given::Other(from.text()?),
            _ => return Err(Malformed::Unknown),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_and_say_when_they_are_cut() {
        let records = [
            Record::Successor { slot: 300, agent: 2, action: 1 << 40 },
            Record::Legal { slot: 0, agent: 1 },
            Record::Root,
            Record::Placed { turn: 1, place: Place::Node(200) },
            Record::Placed {
                turn: 0,
                place: Place::Pacman(Parts { food: vec![(1, 2)], score: -3, ..Parts::default() }),
            },
            Record::Placed {
                turn: 1,
                place: Place::Board(Board::Nim { piles: vec![3, 400], misere: true, turn: 1 }),
            },
            Record::Answer(Answer {
                action: Given::Pair(-1, 2),
                value: Given::Number(0.5),
                draws: vec![0.25],
                knows: vec!["value".to_owned()],
            }),
            Record::Fault(Fault {
                kind: FaultKind::Memory,
                message: "MemoryError".to_owned(),
                traceback: vec!["line".to_owned()],
                hints: Vec::new(),
                slot: Some(7),
            }),
            Record::Loaded {
                python: "3.12.1".to_owned(),
                defines: Defines {
                    classes: vec!["A".to_owned()],
                    searches: vec!["b".to_owned(), "c".to_owned()],
                    functions: Vec::new(),
                },
            },
            Record::Ended { status: -11 },
        ];
        for record in records {
            let mut to = Writer::default();
            record.write(&mut to);
            assert_eq!(Record::read(&mut Reader::new(&to.bytes)).as_ref(), Ok(&record));
            for length in 0..to.bytes.len() {
                let cut = Record::read(&mut Reader::new(&to.bytes[..length]));
                assert_eq!(cut, Err(Malformed::Incomplete), "{record:?} cut at {length}");
            }
        }
    }
}

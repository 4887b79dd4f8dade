//! What the grader says.

use crate::{Malformed, Parts, Reader, Writer};

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Fork a child that does the commands that follow, with this much CPU time.
    Fork {
        /// CPU seconds that the child may use; 0: any.
        cpu_seconds: u32,
    },
    /// The child is done.
    End,
    /// A game and an agent for it.
    Case(Box<Case>),
    /// Seed the submission's random numbers.
    Seed(Seed),
    /// A new game begins from the case's position.
    Begin,
    /// Choose, after these moves of all agents were made since the last time; answered with an
    /// answer or a fault.
    Ask {
        /// `(agent, action)`.
        moves: Vec<(u32, u64)>,
        /// How the ghosts draw, when their draws are to be made ahead from the submission's
        /// generator, as they will be if the answer is played; else empty.
        ahead: Vec<Chances>,
    },
    /// The game is over, after these moves; answered like [`Command::Ask`], with nothing.
    Finish {
        /// `(agent, action)`.
        moves: Vec<(u32, u64)>,
    },
    /// Draw one number from the submission's generator.
    Draw,
}

/// A game and an agent for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The game and the position in which it starts.
    pub board: Board,
    /// Whose turn it is there.
    pub turn: u32,
    /// The agent.
    pub agent: Agent,
}

/// Which agent of the submission, and how it is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Agent {
    /// Names of classes; the first that the submission defines is taken.
    pub classes: Vec<String>,
    /// Names of functions of a state, where the case asks for its value alone.
    pub functions: Vec<String>,
    /// Names of plain search functions.
    pub searches: Vec<String>,
    /// What the class is called with.
    pub keywords: Vec<(String, Keyword)>,
    /// What it is called with as far as its constructor names it.
    pub offers: Vec<(String, Keyword)>,
}

/// The value of a keyword argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Keyword {
    /// An `int`.
    Int(i64),
    /// A `str`.
    Text(String),
    /// A tuple of two `float`s.
    Pair(f64, f64),
}

/// A game and a position of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Board {
    /// An abstract tree.
    Tree {
        /// How many agents move in turn.
        agents: u32,
        /// The labels of actions; an action is an index into them.
        labels: Vec<String>,
        /// The states; the start is one of them.
        nodes: Vec<Node>,
        /// The start.
        start: u32,
    },
    /// Pacman.
    Pacman {
        /// The layout as text, with the ghosts that exist.
        layout: String,
        /// The order of legal actions: indices into North, South, East, West, Stop.
        order: Vec<u8>,
        /// The position.
        parts: Parts,
    },
    /// Tic-tac-toe: an action is a cell, `3 * row + column`.
    TicTacToe {
        /// The cells played so far, X first.
        moves: Vec<u8>,
    },
    /// Nim: an action is `pile << 32 | how many`.
    Nim {
        /// What is on each pile.
        piles: Vec<u32>,
        /// Whether who takes the last one loses.
        misere: bool,
        /// Whose turn it is: 0 or 1.
        turn: u8,
    },
    /// The chase: an action is an index into left, right, up, down.
    Chase {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// The pursuer's cell.
        pursuer: (u32, u32),
        /// The evader's cell.
        evader: (u32, u32),
        /// Whose turn it is: 0 for the pursuer.
        turn: u8,
    },
}

/// One state of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Its edges in action order.
    pub edges: Vec<Edge>,
    /// Its value.
    pub value: Option<f64>,
    /// 0: undecided, 1: won by agent 0, 2: lost.
    pub decided: u8,
}

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// An index into the labels.
    pub label: u32,
    /// An index into the nodes.
    pub to: u32,
}

/// How a ghost draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chances {
    /// Every legal action alike.
    Random,
    /// Mostly towards Pacman.
    Directional,
}

/// What seeds a generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seed {
    /// An `int`.
    Int(i64),
    /// A `str`.
    Text(String),
}

impl Command {
    /// The frame of this command: its length in four bytes, lowest first, and its bytes.
    #[must_use]
    pub fn frame(&self) -> Vec<u8> {
        let mut to = Writer { bytes: vec![0; 4] };
        self.write(&mut to);
        let length = (to.bytes.len() - 4) as u32;
        to.bytes[..4].copy_from_slice(&length.to_le_bytes());
        to.bytes
    }

    fn write(&self, to: &mut Writer) {
        match self {
            Command::Fork { cpu_seconds } => {
                to.byte(0);
                to.number(u64::from(*cpu_seconds));
            }
            Command::End => to.byte(1),
            Command::Case(case) => {
                to.byte(2);
                case.write(to);
            }
            Command::Seed(Seed::Int(n)) => {
                to.byte(3);
                to.signed(*n);
            }
            Command::Seed(Seed::Text(text)) => {
                to.byte(4);
                to.text(text);
            }
            Command::Begin => to.byte(5),
            Command::Ask { moves, ahead } => {
                to.byte(6);
                write_moves(to, moves);
                to.list(ahead, |to, chances| to.byte(u8::from(*chances == Chances::Directional)));
            }
            Command::Finish { moves } => {
                to.byte(7);
                write_moves(to, moves);
            }
            Command::Draw => to.byte(8),
        }
    }

    /// Reads the bytes of a frame, without its length.
    ///
    /// # Errors
    /// [`Malformed`].
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut from = Reader::new(bytes);
        let command = match from.byte()? {
            0 => Command::Fork { cpu_seconds: from.small()? },
            1 => Command::End,
            2 => Command::Case(Box::new(Case::read(&mut from)?)),
            3 => Command::Seed(Seed::Int(from.signed()?)),
            4 => Command::Seed(Seed::Text(from.text()?)),
            5 => Command::Begin,
            6 => Command::Ask {
                moves: read_moves(&mut from)?,
                ahead: from.list(|from| match from.byte()? {
                    0 => Ok(Chances::Random),
                    1 => Ok(Chances::Directional),
                    _ => Err(Malformed::Unknown),
                })?,
            },
            7 => Command::Finish { moves: read_moves(&mut from)? },
            8 => Command::Draw,
            _ => return Err(Malformed::Unknown),
        };
        if from.rest().is_empty() { Ok(command) } else { Err(Malformed::Unknown) }
    }
}

fn write_moves(to: &mut Writer, moves: &[(u32, u64)]) {
    to.list(moves, |to, (agent, action)| {
        to.number(u64::from(*agent));
        to.number(*action);
    });
}

fn read_moves(from: &mut Reader<'_>) -> Result<Vec<(u32, u64)>, Malformed> {
    from.list(|from| Ok((from.small()?, from.number()?)))
}

impl Case {
    fn write(&self, to: &mut Writer) {
        self.board.write(to);
        to.number(u64::from(self.turn));
        to.list(&self.agent.classes, |to, name| to.text(name));
        to.list(&self.agent.functions, |to, name| to.text(name));
        to.list(&self.agent.searches, |to, name| to.text(name));
        to.list(&self.agent.keywords, write_keyword);
        to.list(&self.agent.offers, write_keyword);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let board = Board::read(from)?;
        let turn = from.small()?;
        let classes = from.list(Reader::text)?;
        let functions = from.list(Reader::text)?;
        let searches = from.list(Reader::text)?;
        let keywords = from.list(read_keyword)?;
        let offers = from.list(read_keyword)?;
        let agent = Agent { classes, functions, searches, keywords, offers };
        Ok(Case { board, turn, agent })
    }
}

fn write_keyword(to: &mut Writer, (name, value): &(String, Keyword)) {
    to.text(name);
    match value {
        Keyword::Int(n) => {
            to.byte(0);
            to.signed(*n);
        }
        Keyword::Text(text) => {
            to.byte(1);
            to.text(text);
        }
        Keyword::Pair(a, b) => {
            to.byte(2);
            to.float(*a);
            to.float(*b);
        }
    }
}

fn read_keyword(from: &mut Reader<'_>) -> Result<(String, Keyword), Malformed> {
    let name = from.text()?;
    let value = match from.byte()? {
        0 => Keyword::Int(from.signed()?),
        1 => Keyword::Text(from.text()?),
        2 => Keyword::Pair(from.float()?, from.float()?),
        _ => return Err(Malformed::Unknown),
    };
    Ok((name, value))
}

impl Board {
    /// Appends this board.
    pub fn write(&self, to: &mut Writer) {
        let pair = |to: &mut Writer, (x, y): &(u32, u32)| {
            to.number(u64::from(*x));
            to.number(u64::from(*y));
        };
        match self {
            Board::Tree { agents, labels, nodes, start } => {
                to.byte(0);
                to.number(u64::from(*agents));
                to.list(labels, |to, label| to.text(label));
                to.list(nodes, |to, node| node.write(to));
                to.number(u64::from(*start));
            }
            Board::Pacman { layout, order, parts } => {
                to.byte(1);
                to.text(layout);
                to.list(order, |to, index| to.byte(*index));
                parts.write(to);
            }
            Board::TicTacToe { moves } => {
                to.byte(2);
                to.list(moves, |to, cell| to.byte(*cell));
            }
            Board::Nim { piles, misere, turn } => {
                to.byte(3);
                to.list(piles, |to, pile| to.number(u64::from(*pile)));
                to.byte(u8::from(*misere));
                to.byte(*turn);
            }
            Board::Chase { width, height, pursuer, evader, turn } => {
                to.byte(4);
                for cell in [&(*width, *height), pursuer, evader] {
                    pair(to, cell);
                }
                to.byte(*turn);
            }
        }
    }

    /// Takes a board off the front.
    ///
    /// # Errors
    /// [`Malformed`].
    pub fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        fn pair(from: &mut Reader<'_>) -> Result<(u32, u32), Malformed> {
            Ok((from.small()?, from.small()?))
        }
        Ok(match from.byte()? {
            0 => Board::Tree {
                agents: from.small()?,
                labels: from.list(Reader::text)?,
                nodes: from.list(Node::read)?,
                start: from.small()?,
            },
            1 => Board::Pacman {
                layout: from.text()?,
                order: from.list(Reader::byte)?,
                parts: Parts::read(from)?,
            },
            2 => Board::TicTacToe { moves: from.list(Reader::byte)? },
            3 => Board::Nim {
                piles: from.list(Reader::small)?,
                misere: from.byte()? != 0,
                turn: from.byte()?,
            },
            4 => {
                let ((width, height), pursuer) = (pair(from)?, pair(from)?);
                Board::Chase { width, height, pursuer, evader: pair(from)?, turn: from.byte()? }
            }
            _ => return Err(Malformed::Unknown),
        })
    }
}

impl Node {
    fn write(&self, to: &mut Writer) {
        to.text(&self.name);
        to.list(&self.edges, |to, edge| {
            to.number(u64::from(edge.label));
            to.number(u64::from(edge.to));
        });
        to.option(&self.value, |to, value| to.float(*value));
        to.byte(self.decided);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(Node {
            name: from.text()?,
            edges: from.list(|from| Ok(Edge { label: from.small()?, to: from.small()? }))?,
            value: from.option(Reader::float)?,
            decided: from.byte()?,
        })
    }
}

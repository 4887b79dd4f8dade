//! Nim: an action takes any number from one pile. Agent 0 moves first. Normal play is won by who
//! takes the last one, misère play is lost by them.
//!
//! Actions are listed by pile, then by how many, from 1 up.

use std::fmt;

use crate::domain::{ActionName, Domain};
use crate::game::{Game, IllegalMove, MoveError, NoValue};

/// The most piles.
pub const MAX_PILES: usize = 16;

/// The most on one pile.
pub const MAX_PILE: u32 = u16::MAX as u32;

/// One position: what is left, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piles {
    left: [u16; MAX_PILES],
    count: u8,
    turn: u8,
}

impl Piles {
    /// What is left on each pile.
    #[must_use]
    pub fn left(&self) -> &[u16] {
        &self.left[..usize::from(self.count)]
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> usize {
        usize::from(self.turn)
    }

    fn is_empty(&self) -> bool {
        self.left().iter().all(|left| *left == 0)
    }
}

/// How many are taken from which pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Take {
    /// The pile, from 0.
    pub pile: u32,
    /// How many, from 1.
    pub many: u32,
}

/// The rules and the piles of the start.
#[derive(Clone, Debug)]
pub struct Nim {
    start: Piles,
    misere: bool,
    /// One more than the largest pile, where positions written in this base fit into 127 bits.
    base: Option<u128>,
}

/// Piles that cannot be played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NimError {
    /// There is no pile at all.
    NoPiles,
    /// More than [`MAX_PILES`].
    TooManyPiles(usize),
    /// More than [`MAX_PILE`] on one pile.
    PileTooLarge {
        /// Which, from 0.
        pile: usize,
        /// How many lie on it.
        many: u32,
    },
}

impl fmt::Display for NimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NimError::NoPiles => write!(f, "nim needs at least one pile, such as [3, 4, 5]"),
            NimError::TooManyPiles(count) => {
                write!(f, "{count} piles are too many: at most {MAX_PILES} can be played with")
            }
            NimError::PileTooLarge { pile, many } => {
                write!(f, "{many} on pile {pile} are too many: a pile holds at most {MAX_PILE}")
            }
        }
    }
}

impl std::error::Error for NimError {}

impl Nim {
    /// The game that starts from `piles`, some of which may be empty.
    ///
    /// # Errors
    /// [`NimError`] when there are no piles, too many, or too large ones.
    pub fn new(piles: &[u32], misere: bool) -> Result<Self, NimError> {
        if piles.is_empty() {
            return Err(NimError::NoPiles);
        }
        if piles.len() > MAX_PILES {
            return Err(NimError::TooManyPiles(piles.len()));
        }
        let mut left = [0; MAX_PILES];
        for (pile, &many) in piles.iter().enumerate() {
            left[pile] = u16::try_from(many).map_err(|_| NimError::PileTooLarge { pile, many })?;
        }
        let largest = left.iter().max().copied().unwrap_or_default();
        let base = u128::from(largest) + 1;
        let fits = base.checked_pow(piles.len() as u32).is_some_and(|codes| codes <= 1 << 127);
        let start = Piles { left, count: piles.len() as u8, turn: 0 };
        Ok(Nim { start, misere, base: fits.then_some(base) })
    }

    /// The same game with `agent` to move first; `None` unless that is 0 or 1.
    #[must_use]
    pub fn with_first(mut self, agent: usize) -> Option<Self> {
        self.start.turn = u8::try_from(agent).ok().filter(|turn| *turn < 2)?;
        Some(self)
    }

    /// The position that the game starts from; agent 0 is to move unless told otherwise.
    #[must_use]
    pub fn start(&self) -> Piles {
        self.start
    }

    /// The position of this game with these piles and `agent` to move; `None` when it has no such
    /// position: other piles, or more on one than on the largest of the start.
    #[must_use]
    pub fn position(&self, piles: &[u32], agent: usize) -> Option<Piles> {
        let largest = self.start.left().iter().max().copied().unwrap_or_default();
        let fits = piles.len() == self.start.left().len()
            && piles.iter().all(|many| *many <= u32::from(largest));
        let game = Nim::new(piles, self.misere).ok().filter(|_| fits)?;
        game.with_first(agent).map(|game| game.start)
    }

    /// Whether who takes the last one loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// Who has won.
    fn winner(&self, state: &Piles) -> Option<usize> {
        let last_taker = 1 - state.to_move();
        let winner = if self.misere { state.to_move() } else { last_taker };
        state.is_empty().then_some(winner)
    }

    fn code(&self, state: &Piles) -> u128 {
        let turn = u128::from(state.turn);
        match self.base {
            Some(base) => {
                let digits = state.left().iter().map(|left| u128::from(*left));
                digits.fold(0, |code, digit| code * base + digit) << 1 | turn
            }
            None => {
                let mut hash = Hash(turn);
                state.left().iter().for_each(|left| hash.add(u128::from(*left)));
                hash.0
            }
        }
    }
}

/// A 128-bit hash for positions that do not fit into 128 bits.
struct Hash(u128);

impl Hash {
    fn add(&mut self, word: u128) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        self.0 = (self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(PRIME);
        self.0 ^= self.0 >> 61;
    }
}

impl Game for Nim {
    type State = Piles;
    type Action = Take;

    fn agents(&self) -> usize {
        2
    }

    fn to_move(&self, state: &Piles) -> Option<usize> {
        Some(state.to_move())
    }

    fn is_terminal(&self, state: &Piles) -> bool {
        state.is_empty()
    }

    fn legal_actions(&self, state: &Piles, agent: usize, out: &mut Vec<Take>) {
        if agent == state.to_move() {
            for (pile, left) in (0..).zip(state.left()) {
                out.extend((1..=u32::from(*left)).map(|many| Take { pile, many }));
            }
        }
    }

    fn successor(&self, state: &Piles, agent: usize, action: &Take) -> Result<Piles, IllegalMove> {
        let refuse = |why| Err(IllegalMove { agent, why });
        if agent >= 2 {
            return refuse(MoveError::NoSuchAgent);
        }
        if agent != state.to_move() {
            return refuse(MoveError::NotItsTurn);
        }
        if state.is_empty() {
            return refuse(MoveError::GameOver);
        }
        let mut next = Piles { turn: 1 - state.turn, ..*state };
        let pile = next.left[..usize::from(next.count)].get_mut(action.pile as usize);
        match (pile, u16::try_from(action.many)) {
            (Some(left), Ok(many)) if (1..=*left).contains(&many) => {
                *left -= many;
                Ok(next)
            }
            _ => refuse(MoveError::NotLegal),
        }
    }

    /// 1 when won, -1 when lost, 0 while nothing is decided.
    fn evaluate(&self, state: &Piles, perspective: usize) -> Result<f64, NoValue> {
        Ok(match self.winner(state) {
            None => 0.0,
            Some(winner) if winner == perspective => 1.0,
            Some(_) => -1.0,
        })
    }

    fn fingerprint(&self, state: &Piles) -> u128 {
        self.code(state)
    }

    /// The order of the piles does not matter.
    fn symmetry_class(&self, state: &Piles) -> u128 {
        let mut sorted = *state;
        sorted.left[..usize::from(state.count)].sort_unstable();
        self.code(&sorted)
    }

    fn bounds(&self, state: &Piles, perspective: usize, _: Option<u32>) -> (f64, f64) {
        match self.winner(state) {
            None => (-1.0, 1.0),
            Some(winner) if winner == perspective => (1.0, 1.0),
            Some(_) => (-1.0, -1.0),
        }
    }
}

impl Domain for Nim {
    const KIND: &'static str = "nim";

    fn action_name(&self, action: &Take) -> ActionName {
        ActionName::Pair(action.pile, action.many)
    }

    fn action_named(&self, name: &ActionName) -> Option<Take> {
        match name {
            ActionName::Pair(pile, many) => Some(Take { pile: *pile, many: *many }),
            ActionName::Word(_) => None,
        }
    }

    /// The piles and who is to move, as in `3,4,5:0`.
    fn state_name(&self, state: &Piles) -> String {
        let piles: Vec<String> = state.left().iter().map(u16::to_string).collect();
        format!("{}:{}", piles.join(","), state.turn)
    }

    /// A line a pile, one stroke for each that is left; long piles end in dots.
    fn text(&self, state: &Piles) -> String {
        const LONGEST: u16 = 40;
        let mut text = String::new();
        for (pile, &left) in state.left().iter().enumerate() {
            let strokes = "|".repeat(usize::from(left.min(LONGEST)));
            let dots = if left > LONGEST { "..." } else { "" };
            text.push_str(&format!("pile {pile:>2}: {left:>5}  {strokes}{dots}\n"));
        }
        text
    }

    fn is_win(&self, state: &Piles, agent: usize) -> bool {
        self.winner(state) == Some(agent)
    }

    fn is_lose(&self, state: &Piles, agent: usize) -> bool {
        self.winner(state).is_some_and(|winner| winner != agent)
    }
}

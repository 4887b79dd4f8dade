//! What a Pacman position is made of.

use crate::{Malformed, Reader, Writer};

/// A Pacman position on a board that both ends know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Pacman, then the ghosts.
    pub agents: Vec<AgentParts>,
    /// Cells with food.
    pub food: Vec<(u32, u32)>,
    /// Capsules that are left.
    pub capsules: Vec<(u32, u32)>,
    /// The score.
    pub score: i64,
    /// Whether the game is won.
    pub win: bool,
    /// Whether it is lost.
    pub lose: bool,
}

/// One agent of a Pacman position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentParts {
    /// From the left, in half cells.
    pub x2: u32,
    /// From below, in half cells.
    pub y2: u32,
    /// An index into North, South, East, West, Stop.
    pub direction: u8,
    /// Moves for which it stays scared.
    pub scared: u32,
}

impl Parts {
    /// Appends these parts.
    pub fn write(&self, to: &mut Writer) {
        to.list(&self.agents, |to, agent| {
            write_pair(to, &(agent.x2, agent.y2));
            to.byte(agent.direction);
            to.number(u64::from(agent.scared));
        });
        to.list(&self.food, write_pair);
        to.list(&self.capsules, write_pair);
        to.signed(self.score);
        to.byte(u8::from(self.win));
        to.byte(u8::from(self.lose));
    }

    /// Takes parts off the front.
    ///
    /// # Errors
    /// [`Malformed`].
    pub fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(Parts {
            agents: from.list(|from| {
                let (x2, y2) = read_pair(from)?;
                Ok(AgentParts { x2, y2, direction: from.byte()?, scared: from.small()? })
            })?,
            food: from.list(read_pair)?,
            capsules: from.list(read_pair)?,
            score: from.signed()?,
            win: from.byte()? != 0,
            lose: from.byte()? != 0,
        })
    }
}

fn write_pair(to: &mut Writer, (x, y): &(u32, u32)) {
    to.number(u64::from(*x));
    to.number(u64::from(*y));
}

fn read_pair(from: &mut Reader<'_>) -> Result<(u32, u32), Malformed> {
    Ok((from.small()?, from.small()?))
}

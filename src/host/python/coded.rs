//! The grader's positions and actions in the words that the worker understands.

use plygrade_engine::games::chase::{Chase, EVADER, PURSUER, Places, Step};
use plygrade_engine::games::nim::{Nim, Piles, Take};
use plygrade_engine::games::pacman::{self, Direction, Layout, Pacman, PacmanState};
use plygrade_engine::games::tictactoe::{self, Cell, TicTacToe};
use plygrade_engine::games::tree::{Decided, Label, NodeId, Tree};
use plygrade_engine::{Domain, Game};
use plygrade_wire::{self as wire, AgentParts, Board, Edge, Node, Place};

use crate::position::At;

/// A game whose positions and actions can be sent.
pub(super) trait Coded: Domain {
    /// The position.
    fn board(at: &At<Self>) -> Board
    where
        Self: Sized;

    /// An action as a number.
    fn code(&self, action: &Self::Action) -> u64;

    /// The action with this number; `None` when there is none.
    fn coded(&self, code: u64) -> Option<Self::Action>;

    /// The state that a submission made of its own; `None` when it cannot be.
    fn placed(&self, _place: &Place) -> Option<Self::State> {
        None
    }
}

impl Coded for Tree {
    fn board(at: &At<Self>) -> Board {
        let tree = &at.game;
        let node = |id| Node {
            name: tree.name(id).to_owned(),
            edges: tree
                .edges(id)
                .iter()
                .map(|(label, to)| Edge { label: label.0, to: to.0 })
                .collect(),
            value: tree.value(id),
            decided: match tree.decided(id) {
                None => 0,
                Some(Decided::Win) => 1,
                Some(Decided::Lose) => 2,
            },
        };
        Board::Tree {
            agents: tree.agents() as u32,
            labels: tree.labels().to_vec(),
            nodes: tree.states().map(node).collect(),
            start: at.state.0,
        }
    }

    fn code(&self, action: &Label) -> u64 {
        u64::from(action.0)
    }

    fn coded(&self, code: u64) -> Option<Label> {
        let code = u32::try_from(code).ok()?;
        ((code as usize) < self.labels().len()).then_some(Label(code))
    }

    fn placed(&self, place: &Place) -> Option<NodeId> {
        let Place::Node(node) = place else { return None };
        self.states().nth(*node as usize)
    }
}

impl Coded for Pacman {
    fn board(at: &At<Self>) -> Board {
        let layout = &*at.game.layout;
        let parts = at.state.parts(layout);
        let cell = |cell: &plygrade_engine::games::pacman::Cell| (cell.x.into(), cell.y.into());
        let agents = parts.agents.iter().map(|agent| AgentParts {
            x2: (agent.x * 2.0) as u32,
            y2: (agent.y * 2.0) as u32,
            direction: number(agent.direction),
            scared: agent.scared_timer,
        });
        Board::Pacman {
            layout: drawn(layout),
            order: at.game.action_order.iter().map(|direction| number(*direction)).collect(),
            parts: wire::Parts {
                agents: agents.collect(),
                food: parts.food.iter().map(cell).collect(),
                capsules: parts.capsules.iter().map(cell).collect(),
                score: parts.score,
                win: parts.win,
                lose: parts.lose,
            },
        }
    }

    fn code(&self, action: &Direction) -> u64 {
        number(*action).into()
    }

    fn coded(&self, code: u64) -> Option<Direction> {
        Direction::ALL.get(usize::try_from(code).ok()?).copied()
    }

    fn placed(&self, place: &Place) -> Option<PacmanState> {
        let Place::Pacman(parts) = place else { return None };
        let layout = &*self.layout;
        let cells = |cells: &[(u32, u32)]| {
            cells.iter().map(|(x, y)| layout.cell(*x, *y)).collect::<Option<Vec<_>>>()
        };
        let agents = parts.agents.iter().map(|agent| {
            Some(pacman::AgentParts {
                x: f64::from(agent.x2) / 2.0,
                y: f64::from(agent.y2) / 2.0,
                direction: *Direction::ALL.get(usize::from(agent.direction))?,
                scared_timer: agent.scared,
            })
        });
        let parts = pacman::Parts {
            agents: agents.collect::<Option<Vec<_>>>()?,
            food: cells(&parts.food)?,
            capsules: cells(&parts.capsules)?,
            score: parts.score,
            win: parts.win,
            lose: parts.lose,
        };
        PacmanState::from_parts(layout, &parts).ok()
    }
}

/// The place of a direction in [`Direction::ALL`].
fn number(direction: Direction) -> u8 {
    Direction::ALL.iter().position(|known| *known == direction).unwrap_or_default() as u8
}

/// The layout as text: everything where it is at the start, the ghosts with digits in their
/// order.
fn drawn(layout: &Layout) -> String {
    let (width, height) = (layout.width() as usize, layout.height() as usize);
    let mut rows = vec![vec![' '; width]; height];
    let mut draw = |x: u32, y: u32, symbol| rows[y as usize][x as usize] = symbol;
    for x in 0..layout.width() {
        for y in 0..layout.height() {
            if layout.is_wall(x, y) {
                draw(x, y, '%');
            }
        }
    }
    for cell in layout.start().food(layout) {
        draw(cell.x.into(), cell.y.into(), '.');
    }
    for cell in layout.capsules() {
        draw(cell.x.into(), cell.y.into(), 'o');
    }
    let mut before = None;
    let mut digit = '1';
    for (number, cell) in layout.starts().iter().enumerate() {
        let symbol = if number == 0 {
            'P'
        } else {
            // Ghosts of one digit are ordered by cell; where the order falls a digit ends.
            if before.is_some_and(|before| cell < before) {
                digit = (digit as u8 + 1).into();
            }
            before = Some(cell);
            digit
        };
        draw(cell.x.into(), cell.y.into(), symbol);
    }
    // Blanks at the ends of a line would be dropped; a stroke is as empty as a blank.
    let line = |row: Vec<char>| row.into_iter().map(|c| if c == ' ' { '_' } else { c });
    rows.into_iter().rev().flat_map(|row| line(row).chain(['\n'])).collect()
}

impl Coded for TicTacToe {
    fn board(at: &At<Self>) -> Board {
        let cells = |owner| {
            (0..9_u8).filter(move |index| {
                let cell = Cell::at(u32::from(index % 3), u32::from(index / 3));
                cell.is_some_and(|cell| at.state.owner(cell) == Some(owner))
            })
        };
        let mut os = cells(1);
        let mut moves = Vec::new();
        for x in cells(0) {
            moves.push(x);
            moves.extend(os.next());
        }
        Board::TicTacToe { moves }
    }

    fn code(&self, action: &Cell) -> u64 {
        u64::from(3 * action.row() + action.column())
    }

    fn coded(&self, code: u64) -> Option<Cell> {
        let code = u32::try_from(code).ok()?;
        Cell::at(code % 3, code / 3)
    }

    fn placed(&self, place: &Place) -> Option<tictactoe::Board> {
        let Place::Board(Board::TicTacToe { moves }) = place else { return None };
        let cells = moves.iter().map(|cell| self.coded((*cell).into()));
        tictactoe::Board::play_all(&cells.collect::<Option<Vec<_>>>()?).ok()
    }
}

impl Coded for Nim {
    fn board(at: &At<Self>) -> Board {
        Board::Nim {
            piles: at.state.left().iter().map(|many| u32::from(*many)).collect(),
            misere: at.game.is_misere(),
            turn: at.state.to_move() as u8,
        }
    }

    fn code(&self, action: &Take) -> u64 {
        u64::from(action.pile) << 32 | u64::from(action.many)
    }

    fn coded(&self, code: u64) -> Option<Take> {
        Some(Take { pile: (code >> 32) as u32, many: code as u32 })
    }

    fn placed(&self, place: &Place) -> Option<Piles> {
        let Place::Board(Board::Nim { piles, misere, turn }) = place else { return None };
        self.position(piles, usize::from(*turn)).filter(|_| *misere == self.is_misere())
    }
}

impl Coded for Chase {
    fn board(at: &At<Self>) -> Board {
        let cell = |agent| {
            let (x, y) = at.state.cell(agent).unwrap_or_default();
            (u32::from(x), u32::from(y))
        };
        Board::Chase {
            width: at.game.width().into(),
            height: at.game.height().into(),
            pursuer: cell(PURSUER),
            evader: cell(EVADER),
            turn: at.state.to_move() as u8,
        }
    }

    fn code(&self, action: &Step) -> u64 {
        Step::ALL.iter().position(|step| step == action).unwrap_or_default() as u64
    }

    fn coded(&self, code: u64) -> Option<Step> {
        Step::ALL.get(usize::try_from(code).ok()?).copied()
    }

    fn placed(&self, place: &Place) -> Option<Places> {
        let Place::Board(Board::Chase { width, height, pursuer, evader, turn }) = place else {
            return None;
        };
        let same = (*width, *height) == (self.width().into(), self.height().into());
        self.place(*pursuer, *evader, usize::from(*turn)).ok().filter(|_| same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_layout_is_the_layout() {
        let text = "%%%%%%%\n%2 G1.%\n%o P 3%\n%  G o%\n%%%%%%%";
        for limit in 0..6 {
            let layout = Layout::parse(text).expect("a layout").with_ghost_limit(limit);
            assert_eq!(Layout::parse(&drawn(&layout)).as_ref(), Ok(&layout), "{limit} ghosts");
        }
    }
}

//! A position of any game, and how to run generic code on it.

use plygrade_engine::games::chase::{Chase, EVADER, PURSUER};
use plygrade_engine::games::nim::Nim;
use plygrade_engine::games::pacman::{Direction, Pacman};
use plygrade_engine::games::tictactoe::{Cell, TicTacToe};
use plygrade_engine::games::tree::Tree;
use plygrade_engine::{ActionName, Domain};
use plygrade_sdk::{Action, Ghost, View};

/// A game with the case's terms, a state of it, and whose turn it is.
#[derive(Clone, Debug)]
pub enum Position {
    /// An abstract tree.
    Tree(At<Tree>),
    /// Pacman.
    Pacman(At<Pacman>),
    /// Tic-tac-toe.
    TicTacToe(At<TicTacToe>),
    /// Nim.
    Nim(At<Nim>),
    /// The chase on a grid.
    Chase(At<Chase>),
}

/// One game, one state, one agent to move.
#[derive(Clone, Debug)]
pub struct At<G: Domain> {
    /// The rules with the case's terms.
    pub game: G,
    /// The state.
    pub state: G::State,
    /// Whose turn it is.
    pub agent: usize,
}

/// Runs `$body` with `$at` bound to the `At<G>` inside a [`Position`].
#[macro_export]
macro_rules! with_position {
    ($position:expr, $at:ident => $body:expr) => {
        match $position {
            $crate::position::Position::Tree($at) => $body,
            $crate::position::Position::Pacman($at) => $body,
            $crate::position::Position::TicTacToe($at) => $body,
            $crate::position::Position::Nim($at) => $body,
            $crate::position::Position::Chase($at) => $body,
        }
    };
}

impl Position {
    /// The word for the game.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        fn kind<G: Domain>(_: &At<G>) -> &'static str {
            G::KIND
        }
        with_position!(self, at => kind(at))
    }

    /// The board as text.
    #[must_use]
    pub fn text(&self) -> String {
        with_position!(self, at => at.game.text(&at.state))
    }

    /// How many agents move in turn.
    #[must_use]
    pub fn agents(&self) -> usize {
        use plygrade_engine::Game as _;
        with_position!(self, at => at.game.agents())
    }
}

/// The engine's name of an action as the action that cases, reports and submissions use.
#[must_use]
pub fn to_action(name: ActionName) -> Action {
    match name {
        ActionName::Word(word) => Action::Word(word),
        ActionName::Pair(a, b) => Action::Pair(a, b),
    }
}

/// The other way.
#[must_use]
pub fn to_name(action: &Action) -> ActionName {
    match action {
        Action::Word(word) => ActionName::Word(word.clone()),
        Action::Pair(a, b) => ActionName::Pair(*a, *b),
    }
}

/// A game whose positions a submission can see as plain data.
pub trait Seen: Domain {
    /// The position as plain data.
    fn view(&self, state: &Self::State) -> View;
}

impl Seen for Tree {
    fn view(&self, state: &Self::State) -> View {
        View::Tree { name: self.name(*state).to_owned() }
    }
}

impl Seen for Pacman {
    fn view(&self, state: &Self::State) -> View {
        let layout = &*self.layout;
        let walls = (0..layout.width())
            .flat_map(|x| (0..layout.height()).map(move |y| (x, y)))
            .filter(|(x, y)| layout.is_wall(*x, *y));
        let direction =
            |agent| state.direction(agent).map(Direction::name).unwrap_or_default().to_owned();
        View::Pacman {
            width: layout.width(),
            height: layout.height(),
            pacman: state.position(0).unwrap_or_default(),
            direction: direction(0),
            ghosts: (1..state.num_agents())
                .map(|agent| Ghost {
                    position: state.position(agent).unwrap_or_default(),
                    direction: direction(agent),
                    scared_timer: state.scared_timer(agent).unwrap_or_default(),
                })
                .collect(),
            food: state.food(layout).map(|cell| (cell.x.into(), cell.y.into())).collect(),
            capsules: state.capsules(layout).map(|cell| (cell.x.into(), cell.y.into())).collect(),
            walls: walls.collect(),
            score: state.score() as f64,
        }
    }
}

impl Seen for TicTacToe {
    fn view(&self, state: &Self::State) -> View {
        let cells = std::array::from_fn(|index| {
            let index = index as u32;
            let cell = Cell::at(index % 3, index / 3)?;
            state.owner(cell).map(|owner| owner as u8)
        });
        View::Tictactoe { cells }
    }
}

impl Seen for Nim {
    fn view(&self, state: &Self::State) -> View {
        let piles = state.left().iter().map(|&left| left.into()).collect();
        View::Nim { piles, misere: self.is_misere() }
    }
}

impl Seen for Chase {
    fn view(&self, state: &Self::State) -> View {
        let cell = |agent| state.cell(agent).map(|(x, y)| (x.into(), y.into())).unwrap_or_default();
        View::Chase {
            width: self.width().into(),
            height: self.height().into(),
            pursuer: cell(PURSUER),
            evader: cell(EVADER),
        }
    }
}

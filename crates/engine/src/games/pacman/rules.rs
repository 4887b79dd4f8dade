//! The rules: what is legal, and what a move does.

use std::sync::Arc;

use super::direction::{Direction, Directions};
use super::evaluation;
use super::layout::Layout;
use super::state::{Agent, PacmanState, SCARED_MOVES};
use crate::game::{Game, IllegalMove, MoveError, NoValue, Role};

const FOOD: i64 = 10;
const LAST_FOOD: i64 = 500;
const GHOST: i64 = 200;
const CAUGHT: i64 = -500;
const TIME: i64 = -1;

/// A board together with the terms of a case.
#[derive(Clone, Debug)]
pub struct Pacman {
    /// The board; its ghosts are the game's.
    pub layout: Arc<Layout>,
    /// The order in which legal actions are listed.
    pub action_order: [Direction; 5],
    /// How states are evaluated.
    pub evaluation: Evaluation,
    /// Whether Pacman may stay where it is. The reference variant of Berkeley's solution files
    /// that is marked "without Stop" never considers it.
    pub stop_allowed: bool,
}

/// The static value of a state, the same for every perspective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The score.
    #[default]
    Score,
    /// A judgement of food, ghosts and capsules for depth-limited search.
    Better,
}

impl Pacman {
    /// The game on `layout` in the reference order, valued by score, `Stop` allowed.
    #[must_use]
    pub fn new(layout: impl Into<Arc<Layout>>) -> Self {
        Pacman {
            layout: layout.into(),
            action_order: Direction::REFERENCE_ORDER,
            evaluation: Evaluation::Score,
            stop_allowed: true,
        }
    }

    /// The state before the first move.
    #[must_use]
    pub fn start(&self) -> PacmanState {
        self.layout.start()
    }

    /// What agent number `number`, who is `agent`, may do in a game that is not over.
    fn allowed(&self, number: usize, agent: Agent) -> Directions {
        if !agent.on_grid() {
            return agent.facing.bit();
        }
        let exits = self.layout.square(agent.cell()).exits;
        if number == 0 {
            return if self.stop_allowed { exits | Direction::Stop.bit() } else { exits };
        }
        match exits & !agent.facing.reverse().bit() {
            0 => exits,
            onward => onward,
        }
    }

    fn move_pacman(&self, state: &mut PacmanState, action: Direction) {
        state.agents[0].step(action, 2);
        let pacman = state.agents[0];
        let cell = pacman.cell();
        let mut change = TIME;
        let index = self.layout.index(cell);
        if state.food.has(index) {
            state.food.take(index);
            change += FOOD;
            if state.food.count() == 0 {
                change += LAST_FOOD;
                state.win = true;
            }
        }
        let capsule = state.capsules & self.layout.square(cell).capsule;
        if capsule != 0 {
            state.capsules ^= capsule;
            for ghost in 1..state.num_agents() {
                state.agents[ghost].scared = SCARED_MOVES;
            }
        }
        for ghost in 1..state.num_agents() {
            change += self.collide(state, ghost);
        }
        state.score = state.score.saturating_add(change);
    }

    fn move_ghost(&self, state: &mut PacmanState, number: usize, action: Direction) {
        let ghost = &mut state.agents[number];
        ghost.step(action, if ghost.scared > 0 { 1 } else { 2 });
        if ghost.scared == 1 {
            let facing = ghost.facing;
            *ghost = Agent { facing, ..Agent::at(ghost.cell()) };
        }
        ghost.scared = ghost.scared.saturating_sub(1);
        let change = self.collide(state, number);
        state.score = state.score.saturating_add(change);
    }

    /// What happens between Pacman and one ghost if they touch; the change of the score.
    fn collide(&self, state: &mut PacmanState, number: usize) -> i64 {
        let ghost = state.agents[number];
        // The rule is 0.7 cells; distances are multiples of half a cell.
        if ghost.distance2(state.agents[0]) > 1 {
            0
        } else if ghost.scared > 0 {
            state.agents[number] = Agent::at(self.layout.starts()[number]);
            GHOST
        } else if state.win {
            0
        } else {
            state.lose = true;
            CAUGHT
        }
    }
}

impl Game for Pacman {
    type State = PacmanState;
    type Action = Direction;

    fn agents(&self) -> usize {
        self.layout.num_agents()
    }

    fn to_move(&self, _state: &PacmanState) -> Option<usize> {
        None
    }

    fn is_terminal(&self, state: &PacmanState) -> bool {
        state.is_over()
    }

    fn legal_actions(&self, state: &PacmanState, agent: usize, out: &mut Vec<Direction>) {
        let Some(it) = state.agent(agent) else { return };
        if !state.is_over() {
            let allowed = self.allowed(agent, it);
            out.extend(self.action_order.iter().filter(|action| allowed & action.bit() != 0));
        }
    }

    fn successor(
        &self,
        state: &PacmanState,
        agent: usize,
        action: &Direction,
    ) -> Result<PacmanState, IllegalMove> {
        let refuse = |why| Err(IllegalMove { agent, why });
        let Some(it) = state.agent(agent) else { return refuse(MoveError::NoSuchAgent) };
        if state.is_over() {
            return refuse(MoveError::GameOver);
        }
        if self.allowed(agent, it) & action.bit() == 0 {
            return refuse(MoveError::NotLegal);
        }
        let mut next = state.clone();
        if agent == 0 {
            self.move_pacman(&mut next, *action);
        } else {
            self.move_ghost(&mut next, agent, *action);
        }
        Ok(next)
    }

    fn evaluate(&self, state: &PacmanState, _perspective: usize) -> Result<f64, NoValue> {
        Ok(match self.evaluation {
            Evaluation::Score => state.score as f64,
            Evaluation::Better => evaluation::better(&self.layout, state),
        })
    }

    /// Pacman is MAX in every search; the ghosts only ever hinder it.
    fn role(&self, agent: usize, _root: usize) -> Role {
        if agent == 0 { Role::Max } else { Role::Min }
    }

    fn fingerprint(&self, state: &PacmanState) -> u128 {
        state.fingerprint()
    }
}

//! The board as text, and the names of actions and states.

use super::direction::Direction;
use super::rules::Pacman;
use super::state::PacmanState;
use crate::domain::{ActionName, Domain};

impl Domain for Pacman {
    const KIND: &'static str = "pacman";

    fn action_name(&self, action: &Direction) -> ActionName {
        ActionName::Word(action.name().to_owned())
    }

    fn action_named(&self, name: &ActionName) -> Option<Direction> {
        match name {
            ActionName::Word(word) => Direction::named(word),
            ActionName::Pair(..) => None,
        }
    }

    /// The agents as `(x, y) direction`, a scared one with its timer, then food, capsules, score.
    fn state_name(&self, state: &PacmanState) -> String {
        let mut name = String::new();
        for agent in 0..state.num_agents() {
            let (x, y) = state.position(agent).unwrap_or_default();
            let direction = state.direction(agent).unwrap_or_default().name();
            name += &format!("({x}, {y}) {direction}");
            match state.scared_timer(agent) {
                Some(timer @ 1..) => name += &format!(" scared {timer}; "),
                _ => name += "; ",
            }
        }
        let (food, capsules) = (state.food_count(), state.capsule_count());
        name + &format!("food {food}, capsules {capsules}, score {}", state.score())
    }

    /// The top row first: walls `%`, food `.`; over them the agents in order, ghosts `G`, Pacman's
    /// mouth open the way it faces; over all the capsules `o`. The last line is the score.
    fn text(&self, state: &PacmanState) -> String {
        let layout = &*self.layout;
        let (width, height) = (layout.width() as usize, layout.height() as usize);
        let mut rows = vec![vec![' '; width]; height];
        for (y, row) in rows.iter_mut().enumerate() {
            for (x, symbol) in row.iter_mut().enumerate() {
                let (x, y) = (x as u32, y as u32);
                if layout.is_wall(x, y) {
                    *symbol = '%';
                } else if state.has_food(layout, x, y) {
                    *symbol = '.';
                }
            }
        }
        for (number, agent) in state.agents[..state.num_agents()].iter().enumerate() {
            let cell = agent.cell();
            rows[usize::from(cell.y)][usize::from(cell.x)] = match (number, agent.facing) {
                (1.., _) => 'G',
                (_, Direction::North) => 'v',
                (_, Direction::South) => '^',
                (_, Direction::West) => '>',
                _ => '<',
            };
        }
        for cell in state.capsules(layout) {
            rows[usize::from(cell.y)][usize::from(cell.x)] = 'o';
        }
        let mut text = String::with_capacity((width + 1) * (height + 1));
        for row in rows.into_iter().rev() {
            text.extend(row);
            text.push('\n');
        }
        text + &format!("Score: {}\n", state.score())
    }

    fn is_win(&self, state: &PacmanState, agent: usize) -> bool {
        if agent == 0 { state.is_win() } else { state.is_lose() }
    }

    fn is_lose(&self, state: &PacmanState, agent: usize) -> bool {
        if agent == 0 { state.is_lose() } else { state.is_win() }
    }
}

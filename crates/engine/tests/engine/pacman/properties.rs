//! Random games on random mazes: the engine, its own promises, and the plain rules.

use plygrade_engine::games::pacman::{Direction, Layout, Pacman, PacmanState};
use plygrade_engine::perft::perft;
use plygrade_engine::{Game, MoveError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::plain::PlainState;

/// A walled maze of a few cells: Pacman, up to three ghosts, food, capsules.
fn mazes() -> impl Strategy<Value = String> {
    let cells = |(width, height): (usize, usize)| {
        let symbols = prop_oneof![3 => Just('%'), 4 => Just(' '), 3 => Just('.'), 2 => Just('o')];
        let all = vec(symbols, width * height);
        (Just(width), all, vec(any::<Index>(), 1..=4))
    };
    (2_usize..8, 1_usize..6).prop_flat_map(cells).prop_map(|(width, mut inside, agents)| {
        for (number, at) in agents.iter().enumerate().rev() {
            let at = at.index(inside.len());
            inside[at] = if number == 0 { 'P' } else { 'G' };
        }
        let border = "%".repeat(width + 2);
        let rows: Vec<String> = inside
            .chunks(width)
            .map(|row| format!("%{}%", row.iter().collect::<String>()))
            .collect();
        format!("{border}\n{}\n{border}", rows.join("\n"))
    })
}

fn assert_same(state: &PacmanState, layout: &Layout, plain: &PlainState) {
    let agents: Vec<_> = (0..state.num_agents())
        .map(|agent| {
            let (x, y) = state.position(agent).expect("an agent");
            let direction = state.direction(agent).expect("an agent").name();
            (x, y, direction, state.scared_timer(agent).expect("an agent") as i32)
        })
        .collect();
    let plain_agents: Vec<_> =
        plain.agents.iter().map(|it| (it.x, it.y, it.direction, it.timer)).collect();
    assert_eq!(agents, plain_agents);
    let cells = |cell: plygrade_engine::games::pacman::Cell| (i32::from(cell.x), i32::from(cell.y));
    let food: Vec<_> = state.food(layout).map(cells).collect();
    assert_eq!(food, plain.food.iter().copied().collect::<Vec<_>>());
    assert_eq!(state.food_count(), plain.food.len());
    assert_eq!(state.capsules(layout).map(cells).collect::<Vec<_>>(), plain.capsules);
    assert_eq!(
        (state.score(), state.is_win(), state.is_lose()),
        (plain.score, plain.win, plain.lose)
    );
}

/// Asks for all five actions: the legal ones work, the others are refused.
fn assert_legality(game: &Pacman, state: &PacmanState, agent: usize, legal: &[Direction]) {
    for action in Direction::ALL {
        let answer = game.successor(state, agent, &action);
        if legal.contains(&action) {
            assert!(answer.is_ok(), "{action:?} is legal");
        } else {
            let why =
                if game.is_terminal(state) { MoveError::GameOver } else { MoveError::NotLegal };
            assert_eq!(answer.expect_err("not legal").why, why);
        }
    }
}

proptest! {
    /// Every state of a random game is what the plain rules make it, and its fingerprint and its
    /// parts identify it.
    #[test]
    fn games_follow_the_plain_rules(maze in mazes(), choices in vec(any::<Index>(), 0..400)) {
        let game = Pacman::new(Layout::parse(&maze).expect("a maze"));
        let mut states = vec![game.start()];
        let mut plain = PlainState::new(&maze);
        assert_same(&states[0], &game.layout, &plain);
        for (number, choice) in choices.iter().enumerate() {
            let agent = number % game.agents();
            let state = states.last().expect("the start");
            let mut legal = Vec::new();
            game.legal_actions(state, agent, &mut legal);
            let names: Vec<_> = legal.iter().map(|action| action.name()).collect();
            prop_assert_eq!(&names, &plain.legal(agent));
            assert_legality(&game, state, agent, &legal);
            if legal.is_empty() {
                break;
            }
            let at = choice.index(legal.len());
            let next = game.successor(state, agent, &legal[at]).expect("a legal action");
            plain = plain.play(agent, names[at]);
            assert_same(&next, &game.layout, &plain);
            let again = PacmanState::from_parts(&game.layout, &next.parts(&game.layout));
            let again = again.expect("a reachable state");
            prop_assert_eq!(&again, &next);
            prop_assert_eq!(again.fingerprint(), next.fingerprint());
            prop_assert_eq!((again.is_win(), again.is_lose()), (next.is_win(), next.is_lose()));
            states.push(next);
        }
        for (number, a) in states.iter().enumerate() {
            for b in &states[number..] {
                prop_assert_eq!(a == b, a.parts_of_identity(&game) == b.parts_of_identity(&game));
                prop_assert_eq!(a == b, a.fingerprint() == b.fingerprint());
            }
        }
    }

    /// As many lines of play as the plain rules have.
    #[test]
    fn perft_agrees(maze in mazes(), plies in 0_u32..5) {
        let game = Pacman::new(Layout::parse(&maze).expect("a maze"));
        let paths = perft(&game, &game.start(), 0, plies).expect("legal moves are legal");
        prop_assert_eq!(paths, PlainState::new(&maze).paths(0, plies));
    }

    /// Any text is read or refused, with a place inside it or just behind a line.
    #[test]
    fn parsing_never_panics(text in "[%.oPG1-5 \t\r\né]{0,200}") {
        match Layout::parse(&text) {
            Ok(layout) => {
                let start = layout.start();
                prop_assert_eq!(start.num_agents(), layout.num_agents());
            }
            Err(error) => {
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                prop_assert!(error.column <= line.chars().count() + 1);
            }
        }
    }
}

trait Identity {
    fn parts_of_identity(&self, game: &Pacman) -> String;
}

impl Identity for PacmanState {
    /// Everything that makes two states the same, written out.
    fn parts_of_identity(&self, game: &Pacman) -> String {
        let parts = self.parts(&game.layout);
        format!("{:?} {:?} {:?} {}", parts.agents, parts.food, parts.capsules, parts.score)
    }
}

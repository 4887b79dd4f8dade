//! States that a host builds from parts: which there are, and which are the same.

use plygrade_engine::Game;
use plygrade_engine::games::pacman::{
    AgentParts, Cell, Direction, Layout, Pacman, PacmanState, Parts, PartsError,
};

use Direction::{East, North, Stop, West};

fn parts() -> (Layout, Parts) {
    let layout = Layout::parse("%%%%%%%\n%Po oG%\n%%%%% %\n%%%%%%%").expect("a good layout");
    let parts = layout.start().parts(&layout);
    (layout, parts)
}

fn refused(change: impl FnOnce(&mut Parts)) -> PartsError {
    let (layout, mut parts) = parts();
    change(&mut parts);
    PacmanState::from_parts(&layout, &parts).expect_err("no such state")
}

#[test]
fn parts_that_make_no_state() {
    use PartsError::*;
    let ghost = |x, y, direction, scared_timer| {
        move |parts: &mut Parts| parts.agents[1] = AgentParts { x, y, direction, scared_timer }
    };
    let misplaced = |x, y| Position { agent: 1, x, y };
    assert_eq!(refused(|it| it.agents.truncate(1)), AgentCount { expected: 2, found: 1 });
    assert_eq!(refused(|it| it.agents[0].scared_timer = 1), ScaredTimer { agent: 0, timer: 1 });
    assert_eq!(refused(ghost(5.0, 1.0, Stop, 256)), ScaredTimer { agent: 1, timer: 256 });
    assert_eq!(refused(ghost(0.0, 1.0, Stop, 0)), misplaced(0.0, 1.0));
    assert_eq!(refused(ghost(5.25, 2.0, West, 9)), misplaced(5.25, 2.0));
    assert_eq!(refused(ghost(-1.0, 2.0, West, 9)), misplaced(-1.0, 2.0));
    assert_eq!(refused(ghost(1e300, 2.0, West, 9)), misplaced(1e300, 2.0));
    // Between two cells only while scared, along the way, and not towards a wall.
    assert_eq!(refused(ghost(4.5, 2.0, West, 0)), misplaced(4.5, 2.0));
    assert_eq!(refused(ghost(4.5, 2.0, North, 9)), misplaced(4.5, 2.0));
    assert_eq!(refused(ghost(4.5, 2.0, Stop, 9)), misplaced(4.5, 2.0));
    assert_eq!(refused(ghost(5.5, 2.0, East, 9)), misplaced(5.5, 2.0));
    assert_eq!(refused(ghost(4.5, 1.5, East, 9)), misplaced(4.5, 1.5));
    let cell = |x, y| Cell { x, y };
    assert_eq!(refused(|it| it.food = vec![cell(0, 0)]), Food(cell(0, 0)));
    assert_eq!(refused(|it| it.food = vec![cell(3, 2); 2]), Food(cell(3, 2)));
    assert_eq!(refused(|it| it.food = vec![cell(200, 2)]), Food(cell(200, 2)));
    assert_eq!(refused(|it| it.capsules.reverse()), Capsule(cell(2, 2)));
    assert_eq!(refused(|it| it.capsules = vec![cell(3, 2)]), Capsule(cell(3, 2)));
    assert_eq!(refused(|it| (it.win, it.lose) = (true, true)), WinAndLose);
    let nan = refused(ghost(f64::NAN, 2.0, West, 9));
    assert!(matches!(nan, Position { agent: 1, .. }), "{nan}");
}

/// The state of [`parts`] with the ghost on `x`, scared for one more move, after it moved.
fn last_scared_move(x: f64, direction: Direction) -> PacmanState {
    let (layout, mut parts) = parts();
    parts.agents[1] = AgentParts { x, y: 2.0, direction, scared_timer: 1 };
    let state = PacmanState::from_parts(&layout, &parts).expect("a state");
    Pacman::new(layout).successor(&state, 1, &direction).expect("a legal move")
}

/// floor(4.5 + 0.5) is 5 wherever the ghost came from.
#[test]
fn a_ghost_that_recovers_between_cells_snaps() {
    for (x, direction, after) in [(5.0, West, 5.0), (4.0, East, 5.0), (4.5, West, 4.0)] {
        let state = last_scared_move(x, direction);
        assert_eq!(state.position(1), Some((after, 2.0)), "from {x} to the {direction:?}");
        assert_eq!((state.scared_timer(1), state.direction(1)), (Some(0), Some(direction)));
    }
}

/// Each part of a state's identity by itself makes another state; the outcome does not.
#[test]
fn what_makes_states_the_same() {
    let (layout, parts) = parts();
    let state = PacmanState::from_parts(&layout, &parts).expect("a state");
    let changed = |change: &dyn Fn(&mut Parts)| {
        let mut parts = parts.clone();
        change(&mut parts);
        PacmanState::from_parts(&layout, &parts).expect("a state")
    };
    let changes: [&dyn Fn(&mut Parts); 8] = [
        &|it| it.agents[0].x = 2.0,
        &|it| it.agents[1].y = 1.0,
        &|it| it.agents[1].direction = West,
        &|it| it.agents[1].scared_timer = 1,
        &|it| it.food = vec![Cell { x: 3, y: 2 }],
        &|it| it.capsules.truncate(1),
        &|it| it.capsules.truncate(0),
        &|it| it.score = -1,
    ];
    let mut states = vec![state.clone()];
    states.extend(changes.map(changed));
    for (number, a) in states.iter().enumerate() {
        for b in &states[number + 1..] {
            assert_ne!(a, b);
            assert_ne!(a.fingerprint(), b.fingerprint());
        }
    }
    let won = changed(&|it| it.win = true);
    assert_eq!((&won, won.fingerprint()), (&state, state.fingerprint()));
}

#[test]
fn every_set_of_food_has_its_own_fingerprint() {
    let layout = Layout::parse("%%%%%%\n%....%\n%P...%\n%....%\n%%%%%%").expect("a good layout");
    let parts = layout.start().parts(&layout);
    let mut seen: Vec<u128> = (0..1 << parts.food.len())
        .map(|set: u32| {
            let mut some = parts.clone();
            let mut number = 0;
            some.food.retain(|_| {
                number += 1;
                set >> (number - 1) & 1 == 1
            });
            PacmanState::from_parts(&layout, &some).expect("a state").fingerprint()
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 2048);
}

#[test]
fn a_scared_ghost_between_cells_walks_on() {
    let (layout, mut parts) = parts();
    parts.agents[1] = AgentParts { x: 4.5, y: 2.0, direction: West, scared_timer: 1 };
    parts.score = -7;
    let state = PacmanState::from_parts(&layout, &parts).expect("a state");
    let game = Pacman::new(layout);
    let mut legal = Vec::new();
    game.legal_actions(&state, 1, &mut legal);
    assert_eq!(legal, [West]);
    let next = game.successor(&state, 1, &West).expect("its only move");
    assert_eq!((next.position(1), next.scared_timer(1)), (Some((4.0, 2.0)), Some(0)));
    assert_eq!(next.score(), -7);
}

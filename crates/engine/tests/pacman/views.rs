//! What a host reads from states, what it may build, and what a game looks like.

use plygrade_engine::games::pacman::{
    AgentParts, Cell, Direction, Ending, GhostKind, Layout, MAX_GHOSTS, Pacman, PacmanState, Parts,
    PartsError, distribution, play,
};
use plygrade_engine::random::MersenneTwister;
use plygrade_engine::{ActionName, Domain, Game, IllegalMove, MoveError, Role};

use crate::perft::perft;

/// Three free cells in a row and a capsule, a ghost at the other end.
const ALLEY: &str = "%%%%%%%\n%P.o G%\n%%%%%%%";

fn alley() -> Pacman {
    Pacman::new(Layout::parse(ALLEY).expect("a good layout"))
}

/// All agents in turn, from the start.
fn after(game: &Pacman, moves: &[Direction]) -> PacmanState {
    moves.iter().enumerate().fold(game.start(), |state, (number, action)| {
        game.successor(&state, number % game.agents(), action).expect("a legal move")
    })
}

use Direction::{East, North, South, Stop, West};

#[test]
fn a_line_of_play() {
    let game = alley();
    // Pacman wins with the only food: -1 + 10 + 500.
    let won = after(&game, &[East]);
    assert_eq!((won.score(), won.is_win(), won.is_lose()), (509, true, false));
    assert_eq!(game.text(&won), "%%%%%%%\n% <o G%\n%%%%%%%\nScore: 509\n");
    let mut legal = Vec::new();
    game.legal_actions(&won, 1, &mut legal);
    assert_eq!(legal, []);
    let refused = game.successor(&won, 1, &West);
    assert_eq!(refused, Err(IllegalMove { agent: 1, why: MoveError::GameOver }));
    assert!(game.is_terminal(&won) && game.is_win(&won, 0) && game.is_lose(&won, 1));
    // Waiting, Pacman is caught after the ghost's fourth move: 4 * -1 - 500.
    let lost = after(&game, &[Stop, West, Stop, West, Stop, West, Stop, West]);
    assert_eq!((lost.score(), lost.is_win(), lost.is_lose()), (-504, false, true));
    assert_eq!(game.text(&lost), "%%%%%%%\n%G.o  %\n%%%%%%%\nScore: -504\n");
    assert!(game.is_lose(&lost, 0) && game.is_win(&lost, 1));
}

#[test]
fn the_four_mouths() {
    let layout = "%%%%%\n%   %\n% P %\n%   %\n%%%%%";
    let game = Pacman::new(Layout::parse(layout).expect("a good layout"));
    let middle = |action| game.text(&after(&game, &[action])).replace(['%', ' ', '\n'], "");
    assert_eq!(
        [North, South, East, West, Stop].map(middle),
        ["vScore:-1", "^Score:-1", "<Score:-1", ">Score:-1", "<Score:-1"].map(str::to_owned)
    );
}

#[test]
fn stop_keeps_the_direction() {
    let game = Pacman::new(Layout::parse("%%%%%\n% P %\n%%%%%").expect("a good layout"));
    let state = after(&game, &[West, Stop]);
    assert_eq!(state.direction(0), Some(West));
    assert_eq!(game.text(&state), "%%%%%\n%>  %\n%%%%%\nScore: -2\n");
}

#[test]
fn without_stop_pacman_never_stays() {
    let mut game = alley();
    game.stop_allowed = false;
    let mut legal = Vec::new();
    game.legal_actions(&game.start(), 0, &mut legal);
    assert_eq!(legal, [East]);
    let refused = game.successor(&game.start(), 0, &Stop).expect_err("not considered");
    assert_eq!(refused.why, MoveError::NotLegal);
}

#[test]
fn the_order_of_actions_is_a_term() {
    let layout = "%%%%%\n%   %\n% P %\n%   %\n%%%%%";
    let mut game = Pacman::new(Layout::parse(layout).expect("a good layout"));
    for order in [Direction::REFERENCE_ORDER, Direction::PORT_ORDER, Direction::ALL] {
        game.action_order = order;
        let mut legal = Vec::new();
        game.legal_actions(&game.start(), 0, &mut legal);
        assert_eq!(legal, order);
    }
}

#[test]
fn nobody_else_moves() {
    let game = alley();
    let mut legal = Vec::new();
    game.legal_actions(&game.start(), 2, &mut legal);
    assert_eq!(legal, []);
    let refused = game.successor(&game.start(), 2, &Stop).expect_err("no agent 2");
    assert_eq!(refused.why, MoveError::NoSuchAgent);
    assert_eq!((game.start().position(2), game.to_move(&game.start())), (None, None));
    assert_eq!((game.role(0, 1), game.role(1, 1)), (Role::Max, Role::Min));
}

#[test]
fn names_of_actions_and_states() {
    let game = alley();
    for action in Direction::ALL {
        assert_eq!(game.action_named(&game.action_name(&action)), Some(action));
    }
    assert_eq!(game.action_named(&ActionName::Word("north".to_owned())), None);
    assert_eq!(game.action_named(&ActionName::Pair(0, 1)), None);
    assert_eq!(
        game.state_name(&game.start()),
        "(1, 1) Stop; (5, 1) Stop; food 1, capsules 1, score 0"
    );
}

/// Pacman may take the food, which ends the line, or wait; the ghost has one way.
#[test]
fn perft_by_hand() {
    let game = alley();
    let paths = |plies| perft(&game, &game.start(), 0, plies).expect("legal moves are legal");
    assert_eq!([0, 1, 2, 3, 4].map(paths), [1, 2, 1, 2, 1]);
    let free = Pacman::new(Layout::parse("%%%%%\n%P  %\n%%%%%").expect("a good layout"));
    let paths = |plies| perft(&free, &free.start(), 0, plies).expect("legal moves are legal");
    // Walks on a path of three cells with staying: 2, 5, 12, 29 (Pell numbers).
    assert_eq!([0, 1, 2, 3, 4].map(paths), [1, 2, 5, 12, 29]);
}

#[test]
fn food_is_listed_column_by_column() {
    let layout = Layout::parse("%%%%\n%..%\n%P.%\n%%%%").expect("a good layout");
    let state = layout.start();
    let cells: Vec<_> = state.food(&layout).map(|Cell { x, y }| (x, y)).collect();
    assert_eq!(cells, [(1, 2), (2, 1), (2, 2)]);
    assert!(state.has_food(&layout, 2, 1) && !state.has_food(&layout, 1, 1));
    assert!(!state.has_food(&layout, 9, 9));
}

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

/// Weights of the directional ghost, worked out by hand: 0.8 to the nearest, 0.2 shared by all.
#[test]
fn ghost_distributions() {
    let layout = Layout::parse("%%%%%%\n%P G %\n%%%  %\n%%%%%%").expect("a good layout");
    let game = Pacman::new(layout);
    let directional = distribution(&game, &game.start(), 1, GhostKind::Directional);
    let names: Vec<_> = directional.iter().map(|(action, _)| *action).collect();
    assert_eq!(names, [East, South, West]);
    for ((_, chance), expected) in directional.iter().zip([0.2 / 3.0, 0.2 / 3.0, 0.8 + 0.2 / 3.0]) {
        assert!((chance - expected).abs() < 1e-12, "{chance}");
    }
    let random = distribution(&game, &game.start(), 1, GhostKind::Random);
    assert_eq!(random, [(East, 1.0 / 3.0), (South, 1.0 / 3.0), (West, 1.0 / 3.0)]);
    assert_eq!(distribution(&game, &game.start(), 2, GhostKind::Random), []);
}

#[test]
fn a_scared_ghost_flees() {
    let layout = Layout::parse("%%%%%%\n%Po G%\n%%%% %\n%%%%%%").expect("a good layout");
    let game = Pacman::new(layout);
    let state = after(&game, &[East]);
    assert_eq!(state.scared_timer(1), Some(40));
    let chances = distribution(&game, &state, 1, GhostKind::Directional);
    let chance = |wanted| chances.iter().find(|(action, _)| *action == wanted).map(|it| it.1);
    assert!(chance(South).is_some_and(|chance| (chance - 0.9).abs() < 1e-12));
    assert!(chance(West).is_some_and(|chance| (chance - 0.1).abs() < 1e-12));
}

#[test]
fn games_end_in_four_ways() {
    let ending = |text: &str, limit: usize, action: Direction| {
        let game = Pacman::new(Layout::parse(text).expect("a good layout"));
        let mut random = MersenneTwister::seed_int(0);
        play(&game, game.start(), &[GhostKind::Random], &mut random, limit, |_| action)
    };
    let won = ending(ALLEY, 100, East);
    assert_eq!((won.ending, won.moves), (Ending::Won, vec![East]));
    let lost = ending(ALLEY, 100, Stop);
    assert_eq!((lost.ending, lost.state.score()), (Ending::Lost, -504));
    let limited = ending(ALLEY, 3, Stop);
    assert_eq!((limited.ending, limited.moves.len()), (Ending::MoveLimit, 3));
    let illegal = ending(ALLEY, 100, North);
    let refused = IllegalMove { agent: 0, why: MoveError::NotLegal };
    assert_eq!((illegal.ending, illegal.moves), (Ending::Illegal(refused), vec![]));
    // The ghost is walled in, so that its `Stop` is not legal.
    let walled = ending("%%%%%%\n%P.%G%\n%%%%%%", 100, Stop);
    let refused = IllegalMove { agent: 1, why: MoveError::NotLegal };
    assert_eq!(walled.ending, Ending::Illegal(refused));
}

#[test]
fn the_most_agents_that_fit() {
    let text = format!("P{}", "G".repeat(MAX_GHOSTS));
    let game = Pacman::new(Layout::parse(&text).expect("a good layout"));
    let next = game.successor(&game.start(), 0, &Stop).expect("a legal move");
    assert_eq!(next.num_agents(), 17);
}

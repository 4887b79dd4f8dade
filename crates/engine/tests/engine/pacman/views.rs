//! What a host reads from states, what it may build, and what a game looks like.

use plygrade_engine::games::pacman::{
    Cell, Direction, Ending, GhostKind, Layout, MAX_GHOSTS, Pacman, PacmanState, choose,
    distribution, play,
};
use plygrade_engine::perft::perft;
use plygrade_engine::random::MersenneTwister;
use plygrade_engine::{ActionName, Domain, Game, IllegalMove, MoveError, Role};

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
fn the_top_row_is_drawn_first() {
    let text = "%%%%%\n%. o%\n%P G%\n% %.%\n%%%%%\n";
    let game = Pacman::new(Layout::parse(text).expect("a good layout"));
    assert_eq!(game.text(&game.start()), text.replace('P', "<") + "Score: 0\n");
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

/// The draws after `random.seed(0)` are 0.84, 0.76, 0.42, 0.26, 0.51, 0.40, 0.78, 0.30.
#[test]
fn ghosts_draw_from_the_cumulative_distribution() {
    let layout = Layout::parse("%%%%%%\n%P G %\n%%%  %\n%%%%%%").expect("a good layout");
    let game = Pacman::new(layout);
    let mut random = MersenneTwister::seed_int(0);
    let drawn = [(); 5].map(|()| choose(&game, &game.start(), 1, GhostKind::Random, &mut random));
    assert_eq!(drawn, [West, West, South, East, South]);
    // East to 0.067, South to 0.133, West the rest.
    let drawn =
        [(); 3].map(|()| choose(&game, &game.start(), 1, GhostKind::Directional, &mut random));
    assert_eq!(drawn, [West, West, West]);
    // Nobody to choose for: no draw.
    let before = random.clone();
    assert_eq!(choose(&game, &game.start(), 2, GhostKind::Random, &mut random), Stop);
    assert_eq!(random, before);
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

//! Whole games with scripted agents.

use plygrade_engine::games::pacman::{GhostKind, Layout};
use plygrade_engine::{Counts, search};
use plygrade_sdk::Answer;

use super::*;

/// An agent that does as it is told, and notes what it hears.
#[derive(Default)]
struct Told {
    /// Answers, the last one again and again.
    answers: Vec<&'static str>,
    /// At which move, from 0, which fault comes.
    fault: Option<(usize, FaultKind)>,
    /// Seconds that every move takes.
    seconds: f64,
    heard: Vec<String>,
    asked: usize,
    dice: Option<Shared>,
}

/// A shared generator that notes what it is asked for.
#[derive(Default)]
struct Shared {
    asked: Vec<String>,
    broken: bool,
}

impl Dice for Shared {
    fn seed(&mut self, seed: &Seed, k: u32) -> Result<(), Fault> {
        self.asked.push(format!("{seed:?}+{k}"));
        Ok(())
    }

    fn draw(&mut self) -> Result<f64, Fault> {
        self.asked.push("draw".to_owned());
        let fault = Fault::new(FaultKind::Killed, "the process is gone");
        if self.broken { Err(fault) } else { Ok(0.25) }
    }
}

impl Asker for Told {
    fn begin(&mut self, moment: Moment<'_>) -> Result<(), Fault> {
        self.heard.push(format!("begin {}", moment.at.state.score()));
        Ok(())
    }

    fn ask(&mut self, moment: Moment<'_>) -> (Turn, Option<Fault>) {
        let since: Vec<String> =
            moment.since.iter().map(|(agent, move_)| format!("{agent}{}", move_.name())).collect();
        self.heard.push(format!("ask {} {:?}", since.join(" "), moment.time));
        let answer = self.answers.get(self.asked).or(self.answers.last()).copied();
        let fault = self.fault.filter(|(when, _)| *when == self.asked);
        self.asked += 1;
        let turn = Turn {
            answer: answer.map_or(Answer::none(), |word| Answer::action(word.into())),
            counts: Counts { next_state_calls: 1, ..Counts::default() },
            seconds: self.seconds,
            ..Turn::default()
        };
        (turn, fault.map(|(_, kind)| Fault::new(kind, "told to")))
    }

    fn end(&mut self, moment: Moment<'_>) -> Result<(), Fault> {
        self.heard.push(format!("end {}", moment.at.state.score()));
        Ok(())
    }

    fn dice(&mut self) -> Option<&mut dyn Dice> {
        self.dice.as_mut().map(|dice| dice as &mut dyn Dice)
    }
}

fn told(answers: &[&'static str]) -> Told {
    Told { answers: answers.to_vec(), ..Told::default() }
}

/// Two steps east to the win; the ghost goes to and fro in its own lane.
fn lane() -> At<Pacman> {
    let game = Pacman::new(Layout::parse("%%%%%%%%%\n%P..%G %%\n%%%%%%%%%\n").expect("a maze"));
    At { state: game.start(), game, agent: 0 }
}

fn games(games: u32) -> Play {
    Play {
        games,
        seed: Seed::Int(7),
        ghosts: vec![GhostKind::Random],
        follow: Follow::Submission,
        moves: Vec::new(),
        max_moves: 100,
        time: Duration::from_secs(10),
        all_time: Duration::MAX,
    }
}

#[test]
fn all_games_together_have_a_time() {
    let play_all = Play { all_time: Duration::ZERO, ..games(3) };
    let transcript = play(&lane(), &play_all, &mut told(&["East"]));
    assert_eq!(transcript.fault.map(|fault| fault.kind), Some(FaultKind::TimedOut));
    assert_eq!(transcript.games, Vec::new());
}

/// Any draw takes longer than a nanosecond, which is all that the game has.
#[test]
fn draws_for_the_ghosts_count_as_time_of_the_game() {
    let shared = Some(Shared::default());
    let mut agent = Told { dice: shared, ..told(&["East"]) };
    let play_all = Play { time: Duration::from_nanos(1), ..games(1) };
    let transcript = play(&lane(), &play_all, &mut agent);
    assert_eq!(transcript.games.len(), 1);
    assert!(transcript.games[0].timed_out, "{:?}", transcript.games);
    assert_eq!(transcript.games[0].moves, 1);
}

fn line(moves: &[&str]) -> Play {
    let moves = moves.iter().map(|word| Action::from(*word)).collect();
    Play { follow: Follow::Reference, moves, ..games(1) }
}

#[test]
fn agents_hear_everything_and_games_follow_each_other() {
    let mut agent = told(&["East"]);
    let transcript = play(&lane(), &games(2), &mut agent);
    let one = ["begin 0", "ask  10s", "ask 0East 1East 10s", "end 518"];
    assert_eq!(agent.heard, [one, one].concat());
    let game = Game { score: 518.0, win: true, moves: 2, ..Game::default() };
    assert_eq!((transcript.games, transcript.fault), (vec![game.clone(), game], None));
    assert_eq!(transcript.turns.len(), 4);
}

#[test]
fn a_fault_ends_its_game_only() {
    let mut agent = Told { fault: Some((1, FaultKind::Crashed)), ..told(&["East"]) };
    let transcript = play(&lane(), &games(2), &mut agent);
    let state = transcript.games[0].fault.as_ref().and_then(|fault| fault.state.clone());
    assert!(state.as_ref().is_some_and(|board| board.ends_with("Score: 9\n")), "{state:?}");
    let fault = Some(Fault { state, ..Fault::new(FaultKind::Crashed, "told to") });
    let first = Game { score: 9.0, crashed: true, moves: 1, fault, ..Game::default() };
    assert_eq!(transcript.games[0], first);
    assert!(transcript.games[1].win);
    assert!(!agent.heard.contains(&"end 9".to_owned()), "a crashed agent is not told the end");
    assert_eq!(transcript.fault, None);
}

#[test]
fn a_fault_of_the_grader_ends_the_case() {
    let mut agent = Told { fault: Some((0, FaultKind::Grader)), ..told(&["East"]) };
    let transcript = play(&lane(), &games(2), &mut agent);
    assert_eq!(transcript.games, []);
    assert_eq!(transcript.fault.map(|fault| fault.kind), Some(FaultKind::Grader));
}

#[test]
fn what_cannot_be_played_crashes_the_game() {
    let cases = [
        (&["West"][..], "West is not legal there"),
        (&["Jump"], "Jump is not legal there"),
        (&[], "the agent answered nothing"),
    ];
    for (answers, what) in cases {
        let transcript = play(&lane(), &games(1), &mut told(answers));
        let game = &transcript.games[0];
        assert!(game.crashed && !game.timed_out, "{answers:?}");
        let fault = game.fault.as_ref().expect("a reason");
        assert_eq!(fault.kind, FaultKind::IllegalAction, "{answers:?}");
        assert_eq!(fault.message, format!("{what}; legal: Stop, East"));
        assert!(fault.state.is_some());
    }
}

#[test]
fn time_is_added_up_over_a_game() {
    let mut agent = Told { seconds: 4.0, ..told(&["Stop"]) };
    let transcript = play(&lane(), &games(1), &mut agent);
    let left: Vec<&str> = agent.heard[1..].iter().filter_map(|h| h.rsplit(' ').next()).collect();
    assert_eq!(left, ["10s", "6s", "2s"]);
    let game = &transcript.games[0];
    assert!(game.timed_out && game.crashed);
    assert_eq!((game.score, game.moves), (-2.0, 2), "the move that was too late is not made");
}

#[test]
fn the_time_that_is_told_is_the_games_and_not_what_was_left_of_it() {
    let fault = Some((2, FaultKind::TimedOut));
    for fault in [None, fault] {
        let mut agent = Told { seconds: 4.0, fault, ..told(&["Stop"]) };
        let transcript = play(&lane(), &games(1), &mut agent);
        let message = transcript.games[0].fault.as_ref().map(|fault| fault.message.as_str());
        assert_eq!(message, Some("stopped after its 10 s"));
    }
    // A limit of another kind came first.
    let mut agent = Told { fault: Some((2, FaultKind::TimedOut)), ..told(&["Stop"]) };
    let transcript = play(&lane(), &games(1), &mut agent);
    assert_eq!(transcript.games[0].fault.as_ref().map(|it| it.message.as_str()), Some("told to"));
}

#[test]
fn a_game_without_an_end_ends() {
    let transcript = play(&lane(), &games(1), &mut told(&["Stop"]));
    let game = Game { score: -100.0, moves: 100, ..Game::default() };
    assert_eq!((transcript.games, transcript.turns.len()), (vec![game], 100));
}

#[test]
fn turns_beyond_the_limit_are_added_up() {
    let moves = TURN_LIMIT as u32 + 50;
    let play_on = Play { max_moves: moves, ..games(1) };
    let transcript = play(&lane(), &play_on, &mut told(&["Stop"]));
    assert_eq!(transcript.turns.len(), TURN_LIMIT);
    let calls: u64 = transcript.turns.iter().map(|turn| turn.counts.next_state_calls).sum();
    assert_eq!(calls, u64::from(moves));
}

#[test]
fn the_references_moves_are_made_whatever_the_answer() {
    for answers in [&["Stop"][..], &["Jump"], &[]] {
        let transcript = play(&lane(), &line(&["East", "East"]), &mut told(answers));
        assert!(transcript.games[0].win, "{answers:?}");
        assert_eq!(transcript.turns.len(), 2, "{answers:?}");
    }
}

#[test]
fn a_line_ends_with_its_moves() {
    let transcript = play(&lane(), &line(&["East"]), &mut told(&["East"]));
    let game = Game { score: 9.0, moves: 1, ..Game::default() };
    assert_eq!(transcript.games, [game]);
    let wrong = play(&lane(), &line(&["West"]), &mut told(&["East"]));
    assert_eq!(wrong.fault.map(|fault| fault.kind), Some(FaultKind::Grader));
}

#[test]
fn the_generator_is_seeded_anew_after_every_move_of_a_line() {
    let mut agent = Told { dice: Some(Shared::default()), ..told(&["East"]) };
    play(&lane(), &line(&["Stop", "East"]), &mut agent);
    let asked = agent.dice.map(|dice| dice.asked).unwrap_or_default();
    assert_eq!(asked, ["Int(7)+0", "Int(7)+1", "draw", "Int(7)+2", "draw"]);
    let mut agent = Told { dice: Some(Shared::default()), ..told(&["East"]) };
    play(&lane(), &games(2), &mut agent);
    let asked = agent.dice.map(|dice| dice.asked).unwrap_or_default();
    // Once before all games; a game that is won needs no ghost any more.
    assert_eq!(asked, ["Int(7)+0", "draw", "draw"]);
}

#[test]
fn a_host_that_cannot_draw_ends_the_case() {
    let shared = Shared { broken: true, ..Shared::default() };
    let mut agent = Told { dice: Some(shared), ..told(&["East"]) };
    let transcript = play(&lane(), &games(2), &mut agent);
    assert_eq!(transcript.games, []);
    assert_eq!(transcript.fault.map(|fault| fault.kind), Some(FaultKind::Killed));
}

/// The engine has a loop of its own, which knows no hosts: both play the same games.
#[test]
fn games_are_the_engines() {
    use plygrade_engine::games::pacman::{builtin, play as engine_play};
    for (name, text) in builtin::LAYOUTS {
        let game = Pacman::new(Layout::parse(text).expect("a maze"));
        let start = At { state: game.start(), game, agent: 0 };
        let ghosts = vec![GhostKind::Directional; start.game.agents() - 1];
        let chosen = |state: &plygrade_engine::games::pacman::PacmanState| {
            let terms = search::Terms::default();
            search::optimal_actions(&start.game, state, 0, search::Algorithm::Reflex, &terms)
                .expect("it ends")
                .last()
                .copied()
                .expect("there is a move")
        };
        struct Reflex<F>(F);
        impl<F> Asker for Reflex<F>
        where
            F: Fn(&plygrade_engine::games::pacman::PacmanState) -> Direction,
        {
            fn ask(&mut self, moment: Moment<'_>) -> (Turn, Option<Fault>) {
                let action = Action::from((self.0)(&moment.at.state).name());
                (Turn { answer: Answer::action(action), ..Turn::default() }, None)
            }
        }
        let rules = Play { ghosts: ghosts.clone(), ..games(1) };
        let ours = play(&start, &rules, &mut Reflex(chosen));
        let mut random = MersenneTwister::seed_int(7);
        let limit = 100 * start.game.agents();
        let theirs =
            engine_play(&start.game, start.state.clone(), &ghosts, &mut random, limit, chosen);
        assert_eq!(ours.games[0].score, theirs.state.score() as f64, "{name}");
        assert_eq!(ours.games[0].win, theirs.state.is_win(), "{name}");
    }
}

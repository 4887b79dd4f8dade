//! Plays whole Pacman games for any host: asks its agent, moves the ghosts, keeps the time.
//!
//! A fault of the agent ends its game, not the case. What cannot go on ends the case: a fault of
//! the grader's own, or a host that cannot draw for the ghosts any more.

use std::time::{Duration, Instant};

use plygrade_engine::games::pacman::{Direction, Pacman};
use plygrade_engine::random::MersenneTwister;
use plygrade_engine::{Domain as _, Game as _};
use plygrade_sdk::Action;

use crate::case::Play;
use crate::case::play::{Follow, Seed};
use crate::ghosts::{self, GhostError};
use crate::position::At;
use crate::transcript::{Fault, FaultKind, Game, Transcript, Turn};

/// One turn each for so many moves; later moves are added to the last one.
const TURN_LIMIT: usize = 1 << 14;

/// Where a game stands when its agent hears of it.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The position.
    pub at: &'a At<Pacman>,
    /// The moves of all agents, with their numbers, since the agent last heard.
    pub since: &'a [(usize, Direction)],
    /// Wall time that the game has left.
    pub time: Duration,
}

/// Asks agent 0 of a submission.
pub trait Asker {
    /// A game begins: `registerInitialState`, for agents that have it.
    ///
    /// # Errors
    /// The fault that ends the game.
    fn begin(&mut self, _moment: Moment<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// Chooses a move. Faults belong to the submission, except those of the grader's own.
    fn ask(&mut self, moment: Moment<'_>) -> (Turn, Option<Fault>);

    /// The game is over: `final`, for agents that have it.
    ///
    /// # Errors
    /// The fault that makes the game a crashed one.
    fn end(&mut self, _moment: Moment<'_>) -> Result<(), Fault> {
        Ok(())
    }

    /// What an answer of nothing is called.
    fn nothing(&self) -> String {
        "the agent answered nothing".to_owned()
    }

    /// The generator that the submission shares with the ghosts; `None`: the grader's own.
    fn dice(&mut self) -> Option<&mut dyn Dice> {
        None
    }
}

/// Where the ghosts' chance comes from.
pub trait Dice {
    /// Seeds the generator with `seed`, `k` added to an integer.
    ///
    /// # Errors
    /// The fault that ends the case.
    fn seed(&mut self, seed: &Seed, k: u32) -> Result<(), Fault>;

    /// The next number in [0, 1).
    ///
    /// # Errors
    /// The fault that ends the case.
    fn draw(&mut self) -> Result<f64, Fault>;
}

/// The grader's own generator.
struct Own(MersenneTwister);

impl Dice for Own {
    fn seed(&mut self, seed: &Seed, k: u32) -> Result<(), Fault> {
        self.0 = seed.generator(k);
        Ok(())
    }

    fn draw(&mut self) -> Result<f64, Fault> {
        Ok(self.0.random())
    }
}

/// Plays all games of `play`, each from `start`.
pub fn play(start: &At<Pacman>, play: &Play, asker: &mut dyn Asker) -> Transcript {
    let mut table = Table {
        start,
        play,
        own: Own(play.seed.generator(0)),
        started: Instant::now(),
        turns: Vec::new(),
        games: Vec::new(),
        asker,
    };
    let fault = table.all().err();
    let Table { turns, games, .. } = table;
    let seconds = turns.iter().map(|turn| turn.seconds).sum();
    Transcript { turns, games, fault, seconds, ..Transcript::default() }
}

/// What the games of one case have in common.
struct Table<'a> {
    start: &'a At<Pacman>,
    play: &'a Play,
    asker: &'a mut dyn Asker,
    own: Own,
    started: Instant,
    turns: Vec<Turn>,
    games: Vec<Game>,
}

/// A game that is going on.
struct Going {
    at: At<Pacman>,
    /// Moves that the agent has not heard of.
    since: Vec<(usize, Direction)>,
    /// Moves of agent 0.
    moves: u32,
    spent: Duration,
    /// What all games together had left when it began.
    all_left: Duration,
}

impl Going {
    fn moment(&self, play: &Play) -> Moment<'_> {
        let time = play.time.min(self.all_left).saturating_sub(self.spent);
        Moment { at: &self.at, since: &self.since, time }
    }

    fn text(&self) -> String {
        self.at.game.text(&self.at.state)
    }
}

/// What ends a game early.
enum End {
    /// The agent's fault: the next game follows.
    Game(Fault),
    /// The case is over.
    Case(Fault),
}

impl From<Fault> for End {
    fn from(fault: Fault) -> Self {
        if fault.kind == FaultKind::Grader { End::Case(fault) } else { End::Game(fault) }
    }
}

impl Table<'_> {
    fn all(&mut self) -> Result<(), Fault> {
        let play = self.play;
        self.dice().seed(&play.seed, 0)?;
        for _ in 0..play.games {
            self.one()?;
        }
        Ok(())
    }

    fn dice(&mut self) -> &mut dyn Dice {
        match self.asker.dice() {
            Some(shared) => shared,
            None => &mut self.own,
        }
    }

    /// One game from the start to its end.
    fn one(&mut self) -> Result<(), Fault> {
        let mut going = Going {
            at: self.start.clone(),
            since: Vec::new(),
            moves: 0,
            spent: Duration::ZERO,
            all_left: self.play.all_time.saturating_sub(self.started.elapsed()),
        };
        let ended = self.through(&mut going);
        if self.started.elapsed() > self.play.all_time {
            let all = self.play.all_time.as_secs_f64();
            let message =
                format!("more than {all:.0} s, which is what was left of the question's time");
            return Err(Fault::new(FaultKind::TimedOut, message));
        }
        let mut fault = match ended {
            Ok(()) => self.asker.end(going.moment(self.play)).err(),
            Err(End::Game(fault)) => Some(fault),
            Err(End::Case(fault)) => return Err(fault),
        };
        if let Some(fault) = &mut fault {
            fault.state.get_or_insert_with(|| going.text());
        }
        let timed_out = fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::TimedOut);
        self.games.push(Game {
            score: going.at.state.score() as f64,
            win: going.at.state.is_win(),
            timed_out,
            crashed: fault.is_some(),
            moves: going.moves,
            fault,
        });
        Ok(())
    }

    fn through(&mut self, going: &mut Going) -> Result<(), End> {
        let play = self.play;
        let follows_reference = play.follow == Follow::Reference;
        let most = if follows_reference { play.moves.len() } else { usize::MAX };
        self.asker.begin(going.moment(play))?;
        while !going.at.game.is_terminal(&going.at.state)
            && going.moves < play.max_moves
            && (going.moves as usize) < most
        {
            let answer = self.ask(going)?;
            let action = if follows_reference {
                recorded(play, going.moves)?
            } else {
                self.legal(&going.at, answer.as_ref()).map_err(End::Game)?
            };
            let At { game, state, .. } = &mut going.at;
            *state = game
                .successor(state, 0, &action)
                .map_err(|illegal| End::Case(Fault::new(FaultKind::Grader, illegal.to_string())))?;
            going.moves += 1;
            going.since.push((0, action));
            if follows_reference {
                self.dice().seed(&play.seed, going.moves).map_err(End::Case)?;
            }
            self.ghosts(going)?;
            self.in_time(going)?;
        }
        Ok(())
    }

    /// The agent's answer, whatever it is worth.
    fn ask(&mut self, going: &mut Going) -> Result<Option<Action>, End> {
        let (mut turn, fault) = self.asker.ask(going.moment(self.play));
        if self.play.follow == Follow::Reference {
            // The ghosts' moves are known here alone.
            turn.state = Some(going.text());
        }
        going.since.clear();
        going.spent += Duration::try_from_secs_f64(turn.seconds).unwrap_or_default();
        let answer = turn.answer.action.clone();
        self.keep(turn);
        match fault {
            None => self.in_time(going).map(|()| answer),
            // What the host has waited for is what was left of the game's time.
            Some(fault) if fault.kind == FaultKind::TimedOut && going.spent >= self.play.time => {
                Err(End::Game(Fault { message: self.stopped(), ..fault }))
            }
            Some(fault) => Err(fault.into()),
        }
    }

    /// The action of an answer, if it can be played.
    fn legal(&self, at: &At<Pacman>, answer: Option<&Action>) -> Result<Direction, Fault> {
        let mut allowed = Vec::new();
        at.game.legal_actions(&at.state, 0, &mut allowed);
        let known = answer.and_then(named).filter(|direction| allowed.contains(direction));
        let names = || allowed.iter().map(|direction| direction.name()).collect::<Vec<_>>();
        known.ok_or_else(|| {
            let (what, mistake) = match answer {
                Some(action) => {
                    (format!("{action} is not legal there"), "a move that is not legal")
                }
                None => (self.asker.nothing(), "no move"),
            };
            let message = format!("{what}; legal: {}", names().join(", "));
            let mistake = Some(mistake.to_owned());
            Fault { mistake, ..Fault::new(FaultKind::IllegalAction, message) }
        })
    }

    fn in_time(&self, going: &Going) -> Result<(), End> {
        if going.spent <= self.play.time {
            return Ok(());
        }
        Err(End::Game(Fault::new(FaultKind::TimedOut, self.stopped())))
    }

    fn stopped(&self) -> String {
        format!("stopped after its {} s", self.play.time.as_secs_f64())
    }

    fn keep(&mut self, turn: Turn) {
        let full = self.turns.len() >= TURN_LIMIT;
        match self.turns.last_mut() {
            Some(last) if full => add(last, &turn),
            _ => self.turns.push(turn),
        }
    }

    fn ghosts(&mut self, going: &mut Going) -> Result<(), End> {
        let kinds = &self.play.ghosts;
        let At { game, state, .. } = &mut going.at;
        let started = Instant::now();
        let draw = || self.dice().draw();
        let moved = ghosts::respond(game, state, kinds, &mut going.since, draw);
        if self.asker.dice().is_some() {
            // The submission draws, and may have made it slow.
            going.spent += started.elapsed();
        }
        moved.map_err(|error| match error {
            GhostError::Draw(fault) => End::Case(fault),
            // The course's game takes a move that a walled-in ghost cannot make for a crash.
            GhostError::Stuck(illegal) => {
                End::Game(Fault::new(FaultKind::Crashed, illegal.to_string()))
            }
        })
    }
}

/// The reference's move number `number`, from 0.
fn recorded(play: &Play, number: u32) -> Result<Direction, End> {
    play.moves.get(number as usize).and_then(named).ok_or_else(|| {
        let message = format!("move {} of the reference is no move", number + 1);
        End::Case(Fault::new(FaultKind::Grader, message))
    })
}

fn named(action: &Action) -> Option<Direction> {
    match action {
        Action::Word(word) => Direction::named(word),
        Action::Pair(..) => None,
    }
}

/// Adds the counts and the time of `turn` to `last`.
fn add(last: &mut Turn, turn: &Turn) {
    let both = |a: Option<u64>, b: Option<u64>| Some(a?.saturating_add(b?));
    let counts = &mut last.counts;
    counts.next_state_calls += turn.counts.next_state_calls;
    counts.legal_actions_calls += turn.counts.legal_actions_calls;
    counts.distinct_generated = both(counts.distinct_generated, turn.counts.distinct_generated);
    counts.distinct_explored = both(counts.distinct_explored, turn.counts.distinct_explored);
    counts.evaluations = both(counts.evaluations, turn.counts.evaluations);
    last.seconds += turn.seconds;
}

#[cfg(test)]
mod tests;

//! Whole Pacman games with a Python agent.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use plygrade_engine::games::pacman::{GhostKind, Pacman};
use plygrade_wire::{self as wire, Chances, Command};

use super::answer::answered;
use super::coded::Coded;
use super::replay::Replay;
use super::session::{Heard, Session};
use crate::case::play::{Follow, Seed};
use crate::case::{Limits, Play, Task};
use crate::host::answer::example;
use crate::host::play::{Asker, Dice, Moment};
use crate::position::At;
use crate::transcript::{Fault, FaultKind, Turn, returned_nothing};

/// Time to draw all numbers of a game that were not drawn ahead.
const DRAWING: Duration = Duration::from_secs(10);

/// An agent in a worker's child that plays the games of one case.
pub(super) struct Player<'a> {
    session: &'a mut Session,
    task: &'a Task,
    play: &'a Play,
    agent: wire::Agent,
    /// Whether the ghosts draw from the submission's generator.
    shared: bool,
    replay: Replay<Pacman>,
    /// Draws that came with the last answer.
    ahead: VecDeque<f64>,
    /// Time that is left to draw others.
    drawing: Duration,
    /// The submission has no such agent.
    pub(super) missing: bool,
    /// The method that was asked, once it has answered.
    pub(super) method: Option<String>,
}

impl<'a> Player<'a> {
    /// An agent for the games of `task`, which start at `start`.
    pub(super) fn new(
        session: &'a mut Session,
        task: &'a Task,
        play: &'a Play,
        start: &At<Pacman>,
        agent: wire::Agent,
        shared: bool,
    ) -> Self {
        let replay = Replay::new(start, task);
        Player {
            session,
            task,
            play,
            agent,
            shared,
            replay,
            ahead: VecDeque::new(),
            drawing: DRAWING,
            missing: false,
            method: None,
        }
    }

    /// Sits the agent down at `start` unless it sits there.
    pub(super) fn sit(&mut self, start: &At<Pacman>) -> Result<(), Fault> {
        if self.session.is_open() {
            return Ok(());
        }
        self.session.open(0, self.task.limits.time)?;
        self.place(start);
        if self.shared {
            // What was drawn before the child was lost is lost with it.
            self.session.send(&Command::Seed(wire_seed(&self.play.seed, 0)));
        }
        Ok(())
    }

    /// Puts the case on the child's table.
    pub(super) fn place(&mut self, start: &At<Pacman>) {
        let agent = self.agent.clone();
        let board = Pacman::board(start);
        let case = wire::Case { board, turn: start.agent as u32, agent };
        self.session.send(&Command::Case(Box::new(case)));
        self.replay = Replay::new(start, self.task);
    }

    fn limits(&self, time: Duration) -> Task {
        Task { limits: Limits { time, ..self.task.limits }, ..self.task.clone() }
    }

    /// How the worker is to draw ahead for the ghosts.
    fn chances(&self) -> Vec<Chances> {
        if !self.shared || self.play.follow == Follow::Reference {
            return Vec::new();
        }
        let chances = |kind: &GhostKind| match kind {
            GhostKind::Random => Chances::Random,
            GhostKind::Directional => Chances::Directional,
        };
        self.play.ghosts.iter().map(chances).collect()
    }

    fn moves(&self, moment: &Moment<'_>) -> Vec<(u32, u64)> {
        let code = |action| moment.at.game.code(action);
        moment.since.iter().map(|(agent, action)| (*agent as u32, code(action))).collect()
    }
}

impl Asker for Player<'_> {
    fn begin(&mut self, moment: Moment<'_>) -> Result<(), Fault> {
        self.sit(moment.at)?;
        self.ahead.clear();
        self.drawing = DRAWING;
        self.replay.next_turn(moment.at, &self.limits(moment.time));
        self.session.send(&Command::Begin);
        Ok(())
    }

    fn ask(&mut self, moment: Moment<'_>) -> (Turn, Option<Fault>) {
        let started = Instant::now();
        self.replay.next_turn(moment.at, &self.limits(moment.time));
        let (moves, ahead) = (self.moves(&moment), self.chances());
        self.session.send(&Command::Ask { moves, ahead });
        let heard = self.session.hear(&mut self.replay, moment.time);
        let mut turn = self.replay.turn();
        turn.seconds = started.elapsed().as_secs_f64();
        let fault = match heard {
            Heard::Answer(answer) => {
                self.method = self.session.method(&answer.knows);
                // No generator gives others; the ghosts' choice must not be one of the submission's.
                self.ahead.extend(answer.draws.iter().filter(|draw| (0.0..1.0).contains(*draw)));
                match answered(&answer) {
                    Ok(answer) => {
                        turn.answer = answer;
                        None
                    }
                    Err(wrong) => Some(wrong.fault(&example(moment.at))),
                }
            }
            Heard::Missing => {
                self.missing = true;
                Some(Fault::new(FaultKind::Crashed, "there is no such agent"))
            }
            Heard::Fault(fault) => Some(fault),
        };
        (turn, fault)
    }

    fn end(&mut self, moment: Moment<'_>) -> Result<(), Fault> {
        self.session.send(&Command::Finish { moves: self.moves(&moment) });
        match self.session.hear(&mut self.replay, moment.time.max(DRAWING)) {
            Heard::Fault(fault) => Err(fault),
            _ => Ok(()),
        }
    }

    fn nothing(&self) -> String {
        self.method.as_deref().map_or("the agent answered nothing".to_owned(), returned_nothing)
    }

    fn dice(&mut self) -> Option<&mut dyn Dice> {
        if self.shared { Some(self) } else { None }
    }
}

impl Dice for Player<'_> {
    fn seed(&mut self, seed: &Seed, k: u32) -> Result<(), Fault> {
        self.ahead.clear();
        self.session.send(&Command::Seed(wire_seed(seed, k)));
        Ok(())
    }

    fn draw(&mut self) -> Result<f64, Fault> {
        if let Some(number) = self.ahead.pop_front() {
            return Ok(number);
        }
        self.session.send(&Command::Draw);
        let started = Instant::now();
        let drawn = self.session.drawn(&mut self.replay, self.drawing);
        self.drawing = self.drawing.saturating_sub(started.elapsed());
        drawn
    }
}

fn wire_seed(seed: &Seed, k: u32) -> wire::Seed {
    match seed {
        Seed::Int(n) => wire::Seed::Int(n.saturating_add(k.into())),
        Seed::Text(text) => wire::Seed::Text(text.clone()),
    }
}

//! Hosts whose agent is a reference search, right or with one mistake.

use plygrade::case::Task;
use plygrade::error::Error;
use plygrade::host::play::{Asker, Moment, play};
use plygrade::host::{Host, Hosts};
use plygrade::position::Position;
use plygrade::reference;
use plygrade::suite::Rules;
use plygrade::transcript::{Calls, Fault, FaultKind, Transcript, Turn};
use plygrade_engine::search::Cut;
use plygrade_sdk::Answer;

/// What is wrong with the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    Nothing,
    /// Cuts on equality.
    WeakCut,
    /// Searches one round deeper.
    DeeperRound,
    /// Stops before the last agent's last move.
    PartialPly,
    /// Asks for every successor twice.
    AsksTwice,
    /// Asks for the wrong agent's successor, which a tree ignores.
    WrongAgent,
    /// Raises an exception in every case on a tree and in every move of a game.
    Raises,
    /// Has no alpha-beta.
    NoAlphaBeta,
    /// Never answers.
    Silent,
}

/// A submission with one mistake. Games of its own it plays by going east.
pub(super) struct Searches(pub(super) Mistake);

impl Hosts for Searches {
    fn host(&self, _rules: Rules) -> Result<Box<dyn Host>, Error> {
        Ok(Box::new(Searches(self.0)))
    }
}

impl Host for Searches {
    fn run(&mut self, task: &Task) -> Transcript {
        if self.0 == Mistake::NoAlphaBeta && task.agent == "alphabeta" {
            return Transcript { missing_agent: true, ..Transcript::default() };
        }
        match (&task.play, &task.position) {
            (Some(games), Position::Pacman(start)) => {
                play(start, games, &mut Player { mistake: self.0, task })
            }
            _ => {
                let (turn, fault) = answer(task, self.0);
                Transcript { turns: vec![turn], fault, ..Transcript::default() }
            }
        }
    }
}

struct Player<'t> {
    mistake: Mistake,
    task: &'t Task,
}

impl Asker for Player<'_> {
    fn ask(&mut self, moment: Moment<'_>) -> (Turn, Option<Fault>) {
        let mut task = self.task.clone();
        task.position = Position::Pacman(moment.at.clone());
        if task.algorithm.is_some() && task.depth.is_some() {
            return answer(&task, self.mistake);
        }
        let turn = Turn { answer: Answer::action("East".into()), ..Turn::default() };
        (turn, None)
    }
}

fn answer(task: &Task, mistake: Mistake) -> (Turn, Option<Fault>) {
    let mut task = Task { play: None, ..task.clone() };
    let agents = task.position.agents() as u32;
    match mistake {
        Mistake::Raises => {
            let fault = Fault::new(FaultKind::Crashed, "ZeroDivisionError: division by zero");
            return (Turn::default(), Some(fault));
        }
        Mistake::WeakCut => task.terms.cut = Cut::Weak,
        Mistake::DeeperRound => task.terms.plies = task.terms.plies.map(|plies| plies + agents),
        Mistake::PartialPly => task.terms.plies = task.terms.plies.map(|plies| plies - 1),
        _ => {}
    }
    let found = match reference::solve(&task) {
        Ok(found) => found,
        Err(error) => {
            return (Turn::default(), Some(Fault::new(FaultKind::Crashed, error.to_string())));
        }
    };
    let mut counts = found.counts;
    if mistake == Mistake::AsksTwice {
        counts.next_state_calls *= 2;
    }
    let mut turn = Turn {
        answer: Answer { action: found.action, value: None },
        counts,
        calls: Some(Calls { list: found.calls, truncated: false }),
        generated: found.generated,
        ..Turn::default()
    };
    if mistake == Mistake::WrongAgent {
        turn.wrong_turns =
            vec![plygrade::transcript::WrongTurn { state: "l".to_owned(), turn: 1, agent: 0 }];
    }
    if mistake == Mistake::Silent {
        turn.answer = Answer::none();
    }
    (turn, None)
}

//! Folds a submission's calls into counts by replaying them on the grader's own engine.

use std::time::{Duration, Instant};

use plygrade_engine::counting::{CallOrder, Distinct, Generated, Meter};
use plygrade_engine::{Domain, IllegalMove, NoValue};

use crate::case::Task;
use crate::position::{At, to_action};
use crate::transcript::{Call, Calls, Fault, FaultKind, ORDER_LIMIT, Turn, WrongTurn};

/// Wrong turns remembered one by one.
const WRONG_TURN_LIMIT: usize = 8;
/// Plies below the root beyond which a line is taken as endless.
pub(super) const PLY_LIMIT: u32 = 10_000;

/// A state in the hands of a submission.
#[derive(Clone, Debug)]
pub struct Node<S> {
    /// The state.
    pub state: S,
    /// Whose turn it is.
    pub turn: usize,
    /// Plies below the root.
    pub ply: u32,
}

/// What the task asks to remember beyond numbers.
type Remembered<G> = (Option<CallOrder<G>>, Option<Generated<G>>);

/// Records the calls of one turn.
pub struct Recorder<G: Domain> {
    game: G,
    root: Node<G::State>,
    /// How deep the task searches, where it says so.
    plies: Option<u32>,
    meter: (Distinct, Remembered<G>),
    asked_when_over: u64,
    wrong_turns: Vec<WrongTurn>,
    started: Instant,
    time: Duration,
}

impl<G: Domain + Clone> Recorder<G> {
    /// Starts a turn in the position of `task`.
    pub fn new(at: &At<G>, task: &Task) -> Self {
        let distinct = Distinct::new(
            at.game.fingerprint(&at.state),
            Some(task.limits.calls),
            task.watch.exact_distinct,
        );
        let order = task.watch.order.then(|| CallOrder::new(ORDER_LIMIT));
        let generated = task.watch.generated.then(Generated::default);
        Recorder {
            game: at.game.clone(),
            root: Node { state: at.state.clone(), turn: at.agent, ply: 0 },
            plies: task.terms.plies,
            meter: (distinct, (order, generated)),
            asked_when_over: 0,
            wrong_turns: Vec::new(),
            started: Instant::now(),
            time: task.limits.time,
        }
    }

    /// The state that the agent is asked in.
    pub fn root(&self) -> &Node<G::State> {
        &self.root
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Counts that legal actions were asked for, where the host has them already.
    pub fn note_legal_actions(&mut self, node: &Node<G::State>) {
        self.asked_when_over += u64::from(self.game.is_terminal(&node.state));
        self.meter.legal_actions(&self.game, &node.state);
    }

    /// The legal actions of `agent`.
    pub fn legal_actions(&mut self, node: &Node<G::State>, agent: usize) -> Vec<G::Action> {
        self.note_legal_actions(node);
        let mut actions = Vec::new();
        self.game.legal_actions(&node.state, agent, &mut actions);
        actions
    }

    /// The state after `agent` plays `action`.
    ///
    /// # Errors
    /// The fault that ends the case: an illegal move, or a limit of the case.
    pub fn next_state(
        &mut self,
        node: &Node<G::State>,
        agent: usize,
        action: &G::Action,
    ) -> Result<Node<G::State>, Fault> {
        if node.ply >= PLY_LIMIT {
            let message = format!("a line of play went {PLY_LIMIT} plies deep");
            return Err(self.fault(FaultKind::OverBudget, message, node));
        }
        self.check_time(node)?;
        if Meter::<G>::before_successor(&mut self.meter).is_err() {
            let message = "more successor calls than the case allows".to_owned();
            return Err(self.fault(FaultKind::OverBudget, message, node));
        }
        let state = match self.game.successor(&node.state, agent, action) {
            Ok(state) => state,
            Err(illegal) => return Err(self.illegal(&illegal, action, node)),
        };
        self.meter.successor(&self.game, &node.state, agent, action, &state);
        if agent != node.turn && self.wrong_turns.len() < WRONG_TURN_LIMIT {
            self.wrong_turns.push(WrongTurn {
                state: self.game.state_name(&node.state),
                turn: node.turn,
                agent,
            });
        }
        let turn = (node.turn + 1) % self.game.agents();
        Ok(Node { turn: self.game.to_move(&state).unwrap_or(turn), state, ply: node.ply + 1 })
    }

    /// Whether there is time left.
    ///
    /// # Errors
    /// The fault that ends the case: its time is over.
    pub fn check_time(&self, node: &Node<G::State>) -> Result<(), Fault> {
        if self.started.elapsed() <= self.time {
            return Ok(());
        }
        let message = format!("more than {} s", self.time.as_secs_f64());
        Err(self.fault(FaultKind::TimedOut, message, node))
    }

    /// Sound bounds on the backed-up value of a state; not counted.
    pub fn bounds(&self, node: &Node<G::State>, plies_left: Option<u32>) -> (f64, f64) {
        self.game.bounds(&node.state, self.root.turn, plies_left)
    }

    /// The static value for the side to move at the root.
    ///
    /// # Errors
    /// The fault that ends the case: the state has no value.
    pub fn evaluate(&mut self, node: &Node<G::State>) -> Result<f64, Fault> {
        Meter::<G>::evaluation(&mut self.meter);
        self.game.evaluate(&node.state, self.root.turn).map_err(|NoValue { state }| {
            let limit = self.plies.map(|most| format!("; the depth limit is {}", plies(most)));
            let message = format!(
                "state {state} has no value: it is no leaf, and was evaluated after {}{}",
                plies(node.ply),
                limit.unwrap_or_default()
            );
            self.fault(FaultKind::Crashed, message, node)
        })
    }

    /// What was recorded, with an answer that is still empty.
    pub fn turn_so_far(&self) -> Turn {
        let (distinct, (order, generated)) = &self.meter;
        let names = order.as_ref().map(|order| Calls {
            truncated: order.truncated,
            list: order.calls.iter().map(|call| Call::named(&self.game, call)).collect(),
        });
        let generated = generated.as_ref().map(|generated| {
            let states = generated.states.iter().chain([&self.root.state]);
            states.map(|state| self.game.state_name(state)).collect()
        });
        Turn {
            counts: distinct.counts(),
            calls: names,
            generated,
            asked_when_over: self.asked_when_over,
            wrong_turns: self.wrong_turns.clone(),
            seconds: self.started.elapsed().as_secs_f64(),
            ..Turn::default()
        }
    }

    fn illegal(&self, why: &IllegalMove, action: &G::Action, node: &Node<G::State>) -> Fault {
        let name = to_action(self.game.action_name(action));
        self.fault(FaultKind::IllegalAction, format!("{why}: {name}"), node)
    }

    fn fault(&self, kind: FaultKind, message: String, node: &Node<G::State>) -> Fault {
        Fault { state: Some(self.game.text(&node.state)), ..Fault::new(kind, message) }
    }
}

/// `1 ply`, `2 plies`.
fn plies(n: u32) -> String {
    if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") }
}

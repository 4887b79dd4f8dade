//! Why points were lost, as data.

use std::collections::BTreeSet;

use plygrade_engine::search::Terms;
use plygrade_sdk::Action;

use crate::case::expect::{KnownMistake, Quantity};
use crate::case::{Range, Unit};
use crate::transcript::{Fault, Instead, Odd, WrongTurn};

/// One reason for losing points.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The submission has no agent of that name.
    NoSuchAgent {
        /// The name.
        agent: String,
        /// What the submission would have to define; empty where its host looks by the name.
        wanted: Vec<String>,
        /// What it has in its place.
        instead: Option<Instead>,
    },
    /// A fault ended the case.
    Fault(Fault),
    /// The case writes nothing down, and the reference search has no answer.
    NoReference {
        /// Why not.
        why: String,
    },
    /// An action that is not among the allowed ones.
    WrongAction {
        /// The answer; `None` when there was none.
        got: Option<Action>,
        /// Whether it had a value.
        valued: bool,
        /// The method that was asked, where its name is known.
        method: Option<String>,
        /// The allowed actions.
        allowed: Vec<Action>,
    },
    /// Something that is no action, where the suite compares whatever it gets.
    OddAction {
        /// What it was.
        odd: Odd,
        /// The allowed actions.
        allowed: Vec<Action>,
    },
    /// A wrong value.
    WrongValue {
        /// The answer; `None` when there was none.
        got: Option<f64>,
        /// The right value.
        expected: f64,
        /// How far off it may be.
        tolerance: f64,
    },
    /// A count outside its range.
    WrongCount {
        /// What was counted.
        unit: Unit,
        /// How many; `None` when it could not be counted.
        got: Option<u64>,
        /// What is right.
        expected: Range,
    },
    /// Other states were generated than the case allows.
    WrongGenerated {
        /// Generated, and should not be.
        unexpected: BTreeSet<String>,
        /// Not generated, and should be.
        missing: BTreeSet<String>,
    },
    /// The calls came in another order; the first difference.
    WrongOrder {
        /// From 0.
        index: usize,
        /// The call there; `None` when there was none.
        got: Option<String>,
        /// The expected call; `None` when there should be none.
        expected: Option<String>,
    },
    /// Successors were asked for another agent than the one to move.
    WrongTurn(Vec<WrongTurn>),
    /// Games that ended early by the same fault of the agent.
    Game {
        /// Which games, from 0, in order.
        numbers: Vec<usize>,
        /// Moves of agent 0 that the first of them had.
        moves: u32,
        /// What happened in the first of them, where it is known.
        fault: Option<Fault>,
    },
    /// A game along the reference's line took another number of moves.
    WrongLength {
        /// Moves that were asked for.
        got: usize,
        /// Moves of the reference.
        expected: usize,
    },
    /// A move along the reference's line for which a wrong number of states was explored.
    WrongExplored {
        /// Which move, from 0.
        number: usize,
        /// Different states that took part; `None` when it could not be counted.
        got: Option<u64>,
        /// The number of each accepted variant.
        expected: Vec<u64>,
        /// The variants are two, with `Stop` and without it.
        without_stop: bool,
    },
    /// An answer along the reference's line that no accepted variant gives.
    Suboptimal {
        /// Which move, from 0.
        number: usize,
        /// The answer; `None` when there was none.
        got: Option<Action>,
        /// The method that was asked, where its name is known.
        method: Option<String>,
        /// The state in which it was given, as text, where it is known.
        state: Option<String>,
        /// What the variant allows with which the answers before agree.
        allowed: Vec<Action>,
    },
    /// A quantity of the games is below its minimum, which forfeits all points.
    BelowMinimum {
        /// Of what.
        quantity: Quantity,
        /// What was reached.
        got: f64,
        /// What is needed.
        minimum: f64,
    },
    /// Thresholds that a quantity of the games did not reach.
    MissedThresholds {
        /// Of what.
        quantity: Quantity,
        /// What was reached.
        got: f64,
        /// What was not.
        missed: Vec<f64>,
    },
    /// An earlier case ended the question.
    QuestionEnded {
        /// That case.
        case: String,
    },
    /// The question is run only when another one has all its points.
    DependsOn {
        /// The other question.
        question: String,
    },
}

/// Something seen that changes no point.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// Something that the case checks could not be checked through this interface.
    NotChecked {
        /// What.
        what: String,
        /// Why.
        why: String,
    },
    /// The answer and the counts are right under these terms, which are not the case's: nothing in
    /// the submission's interface tells it the case's.
    OwnTerms(Terms),
    /// Action and value are right, with fewer calls than a search that remembers nothing.
    Remembers,
    /// Legal actions were asked for too often, also in states where the game is over.
    AsksWhenOver {
        /// Calls in such states.
        calls: u64,
    },
    /// More calls than different successors need.
    AsksAgain {
        /// Calls.
        calls: u64,
        /// Calls of the reference for the same states.
        needed: u64,
    },
    /// Successors were asked for another agent than the one to move.
    WrongTurn(Vec<WrongTurn>),
    /// The answers along the reference's line are those of a known mistake, whatever else was
    /// wrong.
    LooksLike(KnownMistake),
    /// Points beyond those of the case.
    ExtraCredit {
        /// How many.
        points: f64,
    },
}

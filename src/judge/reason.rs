//! Why points were lost, as data.

use std::collections::BTreeSet;

use plygrade_sdk::Action;

use crate::case::{Range, Unit};
use crate::transcript::{Fault, WrongTurn};

/// One reason for losing points.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// The submission has no agent of that name.
    NoSuchAgent {
        /// The name.
        agent: String,
    },
    /// A fault ended the case.
    Fault(Fault),
    /// An action that is not among the allowed ones.
    WrongAction {
        /// The answer; `None` when there was none.
        got: Option<Action>,
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
    /// More calls than different successors need.
    AsksAgain {
        /// Calls.
        calls: u64,
        /// Calls of the reference for the same states.
        needed: u64,
    },
    /// Successors were asked for another agent than the one to move.
    WrongTurn(Vec<WrongTurn>),
}

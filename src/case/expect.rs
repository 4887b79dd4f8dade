//! What a case expects.

use std::collections::BTreeSet;

use plygrade_engine::Counts;
use plygrade_sdk::Action;

/// What a case checks; what is absent is not checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expect {
    /// The allowed actions.
    pub action: Option<Vec<Action>>,
    /// The value of the root for the side to move.
    pub value: Option<f64>,
    /// How far a value may be off.
    pub value_tolerance: f64,
    /// Counts, each within a range.
    pub counts: Vec<(Unit, Range)>,
    /// Names of the generated states, the start included; trees only.
    pub generated: Option<BTreeSet<String>>,
    /// The calls in order, as `parent>child`.
    pub order: Option<Vec<String>>,
    /// What whole games must reach.
    pub games: Option<Games>,
    /// A game along the reference's line.
    pub line: Option<Line>,
}

impl Expect {
    /// Whether nothing is written down, so that the reference search decides.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.action.is_none()
            && self.value.is_none()
            && self.counts.is_empty()
            && self.generated.is_none()
            && self.order.is_none()
            && self.games.is_none()
            && self.line.is_none()
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Calls of the successor function.
    NextStateCalls,
    /// Calls that asked for legal actions.
    LegalActionsCalls,
    /// Different successors.
    DistinctGenerated,
    /// Different states as parent or successor.
    DistinctExplored,
    /// Static evaluations.
    Evaluations,
}

impl Unit {
    /// All units, in the order of reports.
    pub const ALL: [Unit; 5] = [
        Unit::NextStateCalls,
        Unit::LegalActionsCalls,
        Unit::DistinctGenerated,
        Unit::DistinctExplored,
        Unit::Evaluations,
    ];

    /// The key in cases and reports.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Unit::NextStateCalls => "next_state_calls",
            Unit::LegalActionsCalls => "legal_actions_calls",
            Unit::DistinctGenerated => "distinct_generated",
            Unit::DistinctExplored => "distinct_explored",
            Unit::Evaluations => "evaluations",
        }
    }

    /// This unit's figure.
    #[must_use]
    pub fn of(self, counts: &Counts) -> Option<u64> {
        match self {
            Unit::NextStateCalls => Some(counts.next_state_calls),
            Unit::LegalActionsCalls => Some(counts.legal_actions_calls),
            Unit::DistinctGenerated => counts.distinct_generated,
            Unit::DistinctExplored => counts.distinct_explored,
            Unit::Evaluations => counts.evaluations,
        }
    }
}

/// A range of counts, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub min: u64,
    /// The most.
    pub max: u64,
}

impl Range {
    /// Exactly `n`.
    #[must_use]
    pub fn exactly(n: u64) -> Self {
        Range { min: n, max: n }
    }

    /// Whether `n` lies within.
    #[must_use]
    pub fn contains(self, n: u64) -> bool {
        (self.min..=self.max).contains(&n)
    }
}

/// What whole games must reach; each threshold reached is one point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Games {
    /// Average score.
    pub score: Option<Thresholds>,
    /// Games won.
    pub wins: Option<Thresholds>,
    /// Games that did not run out of time.
    pub in_time: Option<Thresholds>,
}

/// A quantity of whole games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The average score.
    Score,
    /// Games won.
    Wins,
    /// Games that did not run out of time.
    InTime,
}

impl Quantity {
    /// All of them, in the order of reports.
    pub const ALL: [Quantity; 3] = [Quantity::Score, Quantity::Wins, Quantity::InTime];

    /// What `games` asks of it.
    #[must_use]
    pub fn of(self, games: &Games) -> Option<&Thresholds> {
        match self {
            Quantity::Score => games.score.as_ref(),
            Quantity::Wins => games.wins.as_ref(),
            Quantity::InTime => games.in_time.as_ref(),
        }
    }
}

impl Games {
    /// Points that can be earned: one a threshold.
    #[must_use]
    pub fn points(&self) -> f64 {
        let all = [&self.score, &self.wins, &self.in_time];
        all.into_iter().flatten().map(|thresholds| thresholds.at.len()).sum::<usize>() as f64
    }
}

/// A minimum, below which the case earns nothing, and thresholds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thresholds {
    /// Below it the whole case is worth 0.
    pub minimum: Option<f64>,
    /// Each one reached is a point.
    pub at: Vec<f64>,
}

/// A game that follows the reference's line: each answer is compared, then the reference's move
/// is made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The accepted reference variants; a submission must stay with one over the whole game.
    pub variants: Vec<Variant>,
    /// Lines of known mistakes, each with its own variants: allowed actions a move.
    pub mistakes: Vec<(KnownMistake, Vec<Vec<Vec<Action>>>)>,
}

impl Line {
    /// The moves that the game makes: the first allowed action of the first variant.
    #[must_use]
    pub fn moves(&self) -> Vec<Action> {
        let moves = self.variants.first().map_or(&[][..], |variant| &variant.moves);
        moves.iter().filter_map(|one| one.actions.first().cloned()).collect()
    }
}

/// One reference variant: what it allows and counts, a move an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// One entry a move.
    pub moves: Vec<ExpectedMove>,
}

/// One move of a reference variant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExpectedMove {
    /// The allowed actions.
    pub actions: Vec<Action>,
    /// Different states that took part.
    pub distinct_explored: u64,
}

/// Mistakes that a recorded line knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownMistake {
    /// The last round ends early.
    PartialPly,
    /// The search depth is off by one.
    DepthOffByOne,
}

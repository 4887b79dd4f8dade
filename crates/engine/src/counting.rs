//! The wrapper that counts what a search asks of a game.
//!
//! [`Counted`] forwards to a [`Game`] and reports every call to a [`Meter`]; games know nothing
//! of it. How much is remembered is the meter's choice, so an uncounted search pays nothing.

mod memory;

pub use memory::{CallOrder, Generated, OrderedCall};

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::game::{Game, IllegalMove, NoValue};

/// Distinct states are counted for as long as there are fewer than this many of them, unless a
/// case checks them.
pub const DISTINCT_LIMIT: usize = 1 << 20;

/// What was counted. `None`: not counted, or given up at [`DISTINCT_LIMIT`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls that asked for a successor.
    pub next_state_calls: u64,
    /// Calls that asked for legal actions.
    pub legal_actions_calls: u64,
    /// Different successors that the calls gave.
    pub distinct_generated: Option<u64>,
    /// Different states that took part as parent or as successor.
    pub distinct_explored: Option<u64>,
    /// Static evaluations.
    pub evaluations: Option<u64>,
}

/// Why a search ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The budget of successor calls is used up.
    Budget,
    /// The search went deeper than [`MAX_PLIES`](crate::search::MAX_PLIES), or had to keep more
    /// than [`MAX_NODES`](crate::search::MAX_NODES) nodes.
    TooLarge,
    /// A move that the rules do not allow.
    Illegal(IllegalMove),
    /// A state without a value was evaluated.
    NoValue(NoValue),
}

impl From<IllegalMove> for Stop {
    fn from(illegal: IllegalMove) -> Self {
        Stop::Illegal(illegal)
    }
}

impl From<NoValue> for Stop {
    fn from(no_value: NoValue) -> Self {
        Stop::NoValue(no_value)
    }
}

/// Is told every call that goes through a [`Counted`] game.
pub trait Meter<G: Game> {
    /// The legal actions of `state` were asked for.
    fn legal_actions(&mut self, _game: &G, _state: &G::State) {}

    /// A successor is about to be made.
    ///
    /// # Errors
    /// [`Stop::Budget`] ends the search before the call is made or counted.
    fn before_successor(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    /// `agent` played `action` in `parent`, which gave `child`.
    fn successor(
        &mut self,
        _game: &G,
        _parent: &G::State,
        _agent: usize,
        _action: &G::Action,
        _child: &G::State,
    ) {
    }

    /// A state was evaluated.
    fn evaluation(&mut self) {}
}

/// Counts nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uncounted;

impl<G: Game> Meter<G> for Uncounted {}

/// Counts calls, within an optional budget of successor calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calls {
    next_state: u64,
    legal_actions: u64,
    evaluations: u64,
    budget: Option<u64>,
}

impl Calls {
    /// A meter that stops a search at `budget` successor calls.
    #[must_use]
    pub fn with_budget(budget: Option<u64>) -> Self {
        Calls { budget, ..Calls::default() }
    }

    /// What was counted so far; distinct sets are not.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts {
            next_state_calls: self.next_state,
            legal_actions_calls: self.legal_actions,
            distinct_generated: None,
            distinct_explored: None,
            evaluations: Some(self.evaluations),
        }
    }

    fn tick(&mut self) -> Result<(), Stop> {
        if self.budget.is_some_and(|budget| self.next_state >= budget) {
            return Err(Stop::Budget);
        }
        self.next_state += 1;
        Ok(())
    }
}

impl<G: Game> Meter<G> for Calls {
    fn legal_actions(&mut self, _game: &G, _state: &G::State) {
        self.legal_actions += 1;
    }

    fn before_successor(&mut self) -> Result<(), Stop> {
        self.tick()
    }

    fn evaluation(&mut self) {
        self.evaluations += 1;
    }
}

/// Counts calls and distinct states.
#[derive(Clone, Debug)]
pub struct Distinct {
    calls: Calls,
    root: u128,
    limit: usize,
    generated: Option<FingerprintSet>,
}

type FingerprintSet = HashSet<u128, BuildHasherDefault<FoldHasher>>;

impl Distinct {
    /// A meter for a search that starts from the state with the fingerprint `root` and is
    /// stopped at `budget` calls; `exact` keeps counting distinct states past
    /// [`DISTINCT_LIMIT`].
    #[must_use]
    pub fn new(root: u128, budget: Option<u64>, exact: bool) -> Self {
        Distinct {
            calls: Calls::with_budget(budget),
            root,
            limit: if exact { usize::MAX } else { DISTINCT_LIMIT },
            generated: Some(FingerprintSet::default()),
        }
    }

    /// Notes a call that gave the state with the fingerprint `child`.
    pub fn note_successor(&mut self, child: u128) {
        if let Some(set) = &mut self.generated {
            set.insert(child);
            if set.len() >= self.limit {
                self.generated = None;
            }
        }
    }

    /// What was counted so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let generated = self.generated.as_ref().map(|set| set.len() as u64);
        // Every parent but the root was somebody's successor first, and the first call of all
        // has the root as its parent.
        let explored = self.generated.as_ref().map(|set| match set.len() as u64 {
            0 => 0,
            n => n + u64::from(!set.contains(&self.root)),
        });
        Counts { distinct_generated: generated, distinct_explored: explored, ..self.calls.counts() }
    }
}

impl<G: Game> Meter<G> for Distinct {
    fn legal_actions(&mut self, game: &G, state: &G::State) {
        self.calls.legal_actions(game, state);
    }

    fn before_successor(&mut self) -> Result<(), Stop> {
        self.calls.tick()
    }

    fn successor(
        &mut self,
        game: &G,
        _parent: &G::State,
        _agent: usize,
        _action: &G::Action,
        child: &G::State,
    ) {
        self.note_successor(game.fingerprint(child));
    }

    fn evaluation(&mut self) {
        self.calls.evaluations += 1;
    }
}

/// A meter that may be absent.
impl<G: Game, M: Meter<G>> Meter<G> for Option<M> {
    fn legal_actions(&mut self, game: &G, state: &G::State) {
        if let Some(meter) = self {
            meter.legal_actions(game, state);
        }
    }

    fn before_successor(&mut self) -> Result<(), Stop> {
        self.as_mut().map_or(Ok(()), Meter::before_successor)
    }

    fn successor(
        &mut self,
        game: &G,
        parent: &G::State,
        agent: usize,
        action: &G::Action,
        child: &G::State,
    ) {
        if let Some(meter) = self {
            meter.successor(game, parent, agent, action, child);
        }
    }

    fn evaluation(&mut self) {
        if let Some(meter) = self {
            meter.evaluation();
        }
    }
}

/// A meter that is lent.
impl<G: Game, M: Meter<G>> Meter<G> for &mut M {
    fn legal_actions(&mut self, game: &G, state: &G::State) {
        (**self).legal_actions(game, state);
    }

    fn before_successor(&mut self) -> Result<(), Stop> {
        (**self).before_successor()
    }

    fn successor(
        &mut self,
        game: &G,
        parent: &G::State,
        agent: usize,
        action: &G::Action,
        child: &G::State,
    ) {
        (**self).successor(game, parent, agent, action, child);
    }

    fn evaluation(&mut self) {
        (**self).evaluation();
    }
}

/// Two meters that see the same calls; the first one's budget rules.
impl<G: Game, A: Meter<G>, B: Meter<G>> Meter<G> for (A, B) {
    fn legal_actions(&mut self, game: &G, state: &G::State) {
        self.0.legal_actions(game, state);
        self.1.legal_actions(game, state);
    }

    fn before_successor(&mut self) -> Result<(), Stop> {
        self.0.before_successor()?;
        self.1.before_successor()
    }

    fn successor(
        &mut self,
        game: &G,
        parent: &G::State,
        agent: usize,
        action: &G::Action,
        child: &G::State,
    ) {
        self.0.successor(game, parent, agent, action, child);
        self.1.successor(game, parent, agent, action, child);
    }

    fn evaluation(&mut self) {
        self.0.evaluation();
        self.1.evaluation();
    }
}

/// A game seen through a meter; what every search works on.
#[derive(Debug)]
pub struct Counted<'g, G: Game, M> {
    game: &'g G,
    /// What was counted.
    pub meter: M,
    /// The actions of all nodes on the current path, so that no node allocates.
    actions: Vec<G::Action>,
}

impl<'g, G: Game, M: Meter<G>> Counted<'g, G, M> {
    /// Watches `game` with `meter`.
    pub fn new(game: &'g G, meter: M) -> Self {
        Counted { game, meter, actions: Vec::new() }
    }

    /// The game behind the wrapper, for what is never counted.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Pushes the legal actions of `agent` on the stack and gives their range. The caller hands
    /// the range back to [`Counted::release`] when done.
    pub fn legal_actions(&mut self, state: &G::State, agent: usize) -> std::ops::Range<usize> {
        self.meter.legal_actions(self.game, state);
        let start = self.actions.len();
        self.game.legal_actions(state, agent, &mut self.actions);
        start..self.actions.len()
    }

    /// The action at `index` of a range that [`Counted::legal_actions`] gave.
    #[must_use]
    pub fn action(&self, index: usize) -> G::Action {
        self.actions[index].clone()
    }

    /// Gives back the range of the node that was entered last.
    pub fn release(&mut self, range: std::ops::Range<usize>) {
        self.actions.truncate(range.start);
    }

    /// The counted successor function.
    ///
    /// # Errors
    /// [`Stop`] when the budget is used up or the move is illegal.
    pub fn successor(
        &mut self,
        state: &G::State,
        agent: usize,
        action: &G::Action,
    ) -> Result<G::State, Stop> {
        self.meter.before_successor()?;
        let child = self.game.successor(state, agent, action)?;
        self.meter.successor(self.game, state, agent, action, &child);
        Ok(child)
    }

    /// The counted static evaluation.
    ///
    /// # Errors
    /// [`Stop::NoValue`] when the case gives the state none.
    pub fn evaluate(&mut self, state: &G::State, perspective: usize) -> Result<f64, Stop> {
        self.meter.evaluation();
        Ok(self.game.evaluate(state, perspective)?)
    }
}

/// Folds a fingerprint to 64 bits with one multiplication; fingerprints of small games are plain
/// codes, so their bits must be spread.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoldHasher(u64);

impl Hasher for FoldHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte));
        }
    }

    fn write_u128(&mut self, n: u128) {
        const K: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let product = (n ^ u128::from(self.0)).wrapping_mul(K);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

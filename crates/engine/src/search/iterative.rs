//! Iterative deepening: alpha-beta to one round, two rounds, ... within a budget of calls.
//!
//! A round is one move of every agent. The last iteration goes to `terms.plies`, or is the first
//! that met no ply limit. Every iteration's successor calls count, those of an interrupted one
//! too; the search stops when the next call would be one more than `terms.call_budget`, and
//! answers with the last completed iteration. Where none was completed, the answer is the root's
//! first legal action with the root's static value, which takes one more call for actions and
//! one evaluation.
//!
//! A state that has no actions without being terminal meets the limit when it lies on it, since
//! its actions are not asked for there.

use super::alphabeta::AlphaBeta;
use super::scope::Scope;
use super::{Outcome, Terms};
use crate::counting::{Counted, Meter, Stop};
use crate::game::Game;

pub(super) fn search<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Outcome<G::Action>, Stop> {
    match deepest(game, root, agent, terms)? {
        Some(completed) => Ok(completed.outcome),
        None => undecided(game, root, agent),
    }
}

/// A completed iteration.
pub(super) struct Completed<A> {
    pub(super) outcome: Outcome<A>,
    /// How deep it went.
    pub(super) plies: u32,
}

/// The last completed iteration; `None` where the budget did not suffice for one.
pub(super) fn deepest<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
    terms: &Terms,
) -> Result<Option<Completed<G::Action>>, Stop> {
    let rules = game.game();
    let round = u32::try_from(rules.agents()).unwrap_or(u32::MAX).max(1);
    let last = terms.plies.unwrap_or(u32::MAX);
    let mut completed = None;
    let mut allowance = Allowance { meter: &mut game.meter, left: terms.call_budget, over: false };
    let mut plies = round.min(last);
    while allowance.left != Some(0) {
        let (scope, turn) = Scope::new(rules, agent, Some(plies));
        let mut counted = Counted::new(rules, allowance);
        let mut search = AlphaBeta::new(&mut counted, scope, terms);
        let answer = search.run(root, turn, terms.window);
        let met_limit = search.met_limit;
        allowance = counted.meter;
        match answer {
            Ok(outcome) => completed = Some(Completed { outcome, plies }),
            Err(Stop::Budget) if allowance.over => break,
            Err(stop) => return Err(stop),
        }
        if !met_limit || plies == last {
            break;
        }
        plies = plies.saturating_add(round).min(last);
    }
    Ok(completed)
}

fn undecided<G: Game, M: Meter<G>>(
    game: &mut Counted<'_, G, M>,
    root: &G::State,
    agent: usize,
) -> Result<Outcome<G::Action>, Stop> {
    let value = game.evaluate(root, agent)?;
    let mut action = None;
    if !game.game().is_terminal(root) {
        let actions = game.legal_actions(root, agent);
        action = actions.clone().next().map(|index| game.action(index));
        game.release(actions);
    }
    Ok(Outcome { value, action, root_values: Vec::new() })
}

/// Lets a number of successor calls through to another meter, whose own budget still rules.
struct Allowance<M> {
    meter: M,
    left: Option<u64>,
    /// Whether a call was refused here.
    over: bool,
}

impl<G: Game, M: Meter<G>> Meter<G> for Allowance<M> {
    fn legal_actions(&mut self, game: &G, state: &G::State) {
        self.meter.legal_actions(game, state);
    }

    fn before_successor(&mut self) -> Result<(), Stop> {
        if self.left == Some(0) {
            self.over = true;
            return Err(Stop::Budget);
        }
        self.meter.before_successor()?;
        self.left = self.left.map(|left| left - 1);
        Ok(())
    }

    fn successor(
        &mut self,
        game: &G,
        parent: &G::State,
        agent: usize,
        action: &G::Action,
        child: &G::State,
    ) {
        self.meter.successor(game, parent, agent, action, child);
    }

    fn evaluation(&mut self) {
        self.meter.evaluation();
    }
}

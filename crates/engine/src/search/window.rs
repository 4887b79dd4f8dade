//! The window of alpha-beta: when it cuts, how it narrows, what a node returns.
//!
//! All decisions about the window are made here from plain data ([`Pruning`]), so that another
//! way to prune is another value and not another search.

use super::{Cut, Fail, Terms};
use crate::game::Role;

/// (alpha, beta): what MAX and MIN are already sure of on the way to a node.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    /// Nobody is sure of anything.
    pub(super) const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

/// How a search prunes.
#[derive(Clone, Copy)]
pub(super) struct Pruning {
    /// When a MAX node cuts on beta; `None`: never.
    pub(super) max_cut: Option<Cut>,
    /// When a MIN node cuts on alpha; `None`: never.
    pub(super) min_cut: Option<Cut>,
    /// What is returned from outside the window.
    pub(super) fail: Fail,
}

impl Pruning {
    /// As a case's terms say.
    pub(super) fn new(terms: &Terms) -> Self {
        Pruning { max_cut: Some(terms.cut), min_cut: Some(terms.cut), fail: terms.fail }
    }

    /// Whether a value that is at least `low` decides the matter for MIN above.
    pub(super) fn above(&self, low: f64, window: Window) -> bool {
        match self.max_cut {
            None => false,
            Some(Cut::Strict) => low > window.beta,
            Some(Cut::Weak) => low >= window.beta,
        }
    }

    /// Whether a value that is at most `high` decides the matter for MAX above.
    pub(super) fn below(&self, high: f64, window: Window) -> bool {
        match self.min_cut {
            None => false,
            Some(Cut::Strict) => high < window.alpha,
            Some(Cut::Weak) => high <= window.alpha,
        }
    }
}

/// The value of an interior node while its children come in.
pub(super) struct Backup {
    role: Role,
    given: Window,
    now: Window,
    /// The best value so far; on a chance level the sum.
    best: f64,
    children: u32,
}

impl Backup {
    pub(super) fn new(role: Role, given: Window) -> Self {
        let best = match role {
            Role::Max => f64::NEG_INFINITY,
            Role::Min => f64::INFINITY,
            Role::Chance => 0.0,
        };
        Backup { role, given, now: given, best, children: 0 }
    }

    /// The window of the next child. A mean needs exact values, so chance levels open it.
    pub(super) fn child_window(&self) -> Window {
        if self.role == Role::Chance { Window::OPEN } else { self.now }
    }

    /// Takes the value of one more child; true when the rest need not be searched.
    pub(super) fn take(&mut self, value: f64, pruning: &Pruning) -> bool {
        self.children += 1;
        match self.role {
            Role::Max => {
                self.best = self.best.max(value);
                let cut = pruning.above(self.best, self.now);
                self.now.alpha = self.now.alpha.max(self.best);
                cut
            }
            Role::Min => {
                self.best = self.best.min(value);
                let cut = pruning.below(self.best, self.now);
                self.now.beta = self.now.beta.min(self.best);
                cut
            }
            Role::Chance => {
                self.best += value;
                false
            }
        }
    }

    /// What the node returns.
    pub(super) fn value(&self, pruning: &Pruning) -> f64 {
        let value = match self.role {
            Role::Chance => self.best / f64::from(self.children),
            Role::Max | Role::Min => self.best,
        };
        match pruning.fail {
            Fail::Soft => value,
            Fail::Hard => value.min(self.given.beta).max(self.given.alpha),
        }
    }
}

//! A tree as written, in either form, with the place of every statement.

use super::problems::Problems;
use crate::case::wire::TreeGame;
use crate::path;

/// Where a statement about a tree stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'w> {
    /// `root`.
    Root,
    /// In `edges`: which, and which part of it.
    Edge(usize, usize),
    /// In `values`, by its key.
    Value(&'w str),
    /// In `bounds`, by its key.
    Bounds(&'w str),
    /// In `win`.
    Win(usize),
    /// In `lose`.
    Lose(usize),
    /// In the outline: line and column, from 1.
    Outline(usize, usize),
}

impl Place<'_> {
    /// Tells `problems` what is wrong here.
    pub(super) fn tell(self, message: impl Into<String>, problems: &mut Problems<'_>) {
        match self {
            Place::Root => problems.at(path!["game", "root"], message),
            Place::Edge(edge, part) => problems.at(path!["game", "edges", edge, part], message),
            Place::Value(state) => problems.key(path!["game", "values", state], message),
            Place::Bounds(state) => problems.key(path!["game", "bounds", state], message),
            Place::Win(index) => problems.at(path!["game", "win", index], message),
            Place::Lose(index) => problems.at(path!["game", "lose", index], message),
            Place::Outline(line, column) => {
                problems.inside(path!["game", "outline"], (line, column), message);
            }
        }
    }
}

/// A tree as a list of statements.
#[derive(Debug, Default)]
pub(super) struct Draft<'w> {
    pub(super) root: Option<Said<'w, &'w str>>,
    /// (state, action, next state), each with its place.
    pub(super) edges: Vec<[Said<'w, &'w str>; 3]>,
    pub(super) values: Vec<Said<'w, (&'w str, f64)>>,
    pub(super) bounds: Vec<Said<'w, (&'w str, f64, f64)>>,
    pub(super) win: Vec<Said<'w, &'w str>>,
    pub(super) lose: Vec<Said<'w, &'w str>>,
}

/// Something said, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'w, T> {
    pub(super) what: T,
    pub(super) place: Place<'w>,
}

/// Reads the form of edges and values.
pub(super) fn from_edges<'w>(game: &'w TreeGame, problems: &mut Problems<'_>) -> Option<Draft<'w>> {
    let Some(root) = &game.root else {
        problems.key(path!["game"], "a tree needs `root` and `edges`, or an `outline`");
        return None;
    };
    let said = |what, place| Said { what, place };
    let edges = game.edges.iter().flatten().enumerate().map(|(index, (from, action, to))| {
        [
            said(from.as_str(), Place::Edge(index, 0)),
            said(action.as_str(), Place::Edge(index, 1)),
            said(to.as_str(), Place::Edge(index, 2)),
        ]
    });
    let values = game
        .values
        .iter()
        .map(|(state, value)| Said { what: (state.as_str(), value.0), place: Place::Value(state) });
    let bounds = game.bounds.iter().map(|(state, (low, high))| Said {
        what: (state.as_str(), low.0, high.0),
        place: Place::Bounds(state),
    });
    let win = game.win.iter().enumerate();
    let lose = game.lose.iter().enumerate();
    Some(Draft {
        root: Some(said(root.as_str(), Place::Root)),
        edges: edges.collect(),
        values: values.collect(),
        bounds: bounds.collect(),
        win: win.map(|(index, state)| said(state.as_str(), Place::Win(index))).collect(),
        lose: lose.map(|(index, state)| said(state.as_str(), Place::Lose(index))).collect(),
    })
}

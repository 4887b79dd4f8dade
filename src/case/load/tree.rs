//! Trees: from what is written to a game, with everything checked that a search relies on.

use std::collections::{HashMap, HashSet};

use plygrade_engine::Role;
use plygrade_engine::games::tree::{Decided, NodeId, Tree};
use plygrade_engine::search::{Algorithm, Terms};

use super::draft::{self, Draft, Place, Said};
use super::outline;
use super::problems::Problems;
use super::walk;
use crate::case::wire::{AgentRole, CaseFile, Game, TreeGame};
use crate::document::did_you_mean;
use crate::path;
use crate::position::{At, Position};

/// Most agents of a tree.
const MAX_AGENTS: u32 = 64;

/// The position at the tree's root.
pub(super) fn position(game: &TreeGame, problems: &mut Problems<'_>) -> Option<Position> {
    let roles = roles(game, problems)?;
    let draft = draft(game, problems)?;
    let root = draft.root?;
    let mut tree = Tree::new(game.agents as usize);
    tree.set_roles(roles);
    let state = tree.node(root.what);
    for [from, action, to] in &draft.edges {
        for said in [from, action, to] {
            if said.what.trim().is_empty() {
                said.place.tell("an empty name", problems);
            }
        }
        let (parent, child) = (tree.node(from.what), tree.node(to.what));
        if !tree.add_edge(parent, action.what, child) {
            let message = format!("`{}` has an action `{}` already", from.what, action.what);
            action.place.tell(message, problems);
        }
    }
    known_root(&draft, root, problems);
    properties(&draft, &mut tree, problems);
    reachable(&draft, &tree, state, problems);
    Some(Position::Tree(At { game: tree, state, agent: 0 }))
}

fn draft<'w>(game: &'w TreeGame, problems: &mut Problems<'_>) -> Option<Draft<'w>> {
    match &game.outline {
        Some(text) => outline::from_outline(game, text, problems),
        None => draft::from_edges(game, problems),
    }
}

fn roles(game: &TreeGame, problems: &mut Problems<'_>) -> Option<Vec<Role>> {
    if game.agents == 0 || game.agents > MAX_AGENTS {
        problems.at(path!["game", "agents"], format!("write 1 to {MAX_AGENTS} agents"));
        return None;
    }
    if !game.roles.is_empty() && game.roles.len() != game.agents as usize {
        let message = format!("{} roles for {} agents", game.roles.len(), game.agents);
        problems.at(path!["game", "roles"], message);
    }
    if game.roles.first().is_some_and(|role| *role != AgentRole::Max) {
        problems.at(path!["game", "roles", 0], "agent 0 is asked, so it is `max`");
    }
    let role = |role: &AgentRole| match role {
        AgentRole::Max => Role::Max,
        AgentRole::Min => Role::Min,
        AgentRole::Chance => Role::Chance,
    };
    Some(game.roles.iter().map(role).collect())
}

/// A root without moves must at least be spoken of elsewhere.
fn known_root(draft: &Draft<'_>, root: Said<'_, &str>, problems: &mut Problems<'_>) {
    let names = || draft.edges.iter().flat_map(|[from, _, to]| [from.what, to.what]);
    if matches!(root.place, Place::Root)
        && !names().any(|name| name == root.what)
        && !draft.values.iter().any(|value| value.what.0 == root.what)
    {
        let hint = did_you_mean(root.what, unique(names()));
        root.place.tell(format!("unknown state `{}`{hint}", root.what), problems);
    }
}

/// Values, bounds, win and lose.
fn properties(draft: &Draft<'_>, tree: &mut Tree, problems: &mut Problems<'_>) {
    let mut valued = HashSet::new();
    for said in &draft.values {
        let (name, value) = said.what;
        let Some(state) = known(tree, name, said.place, problems) else { continue };
        if !valued.insert(state) {
            said.place.tell(format!("`{name}` has a value already"), problems);
        }
        tree.set_value(state, value);
    }
    let mut bounded = HashSet::new();
    for said in &draft.bounds {
        let (name, low, high) = said.what;
        let Some(state) = known(tree, name, said.place, problems) else { continue };
        if !bounded.insert(state) {
            said.place.tell(format!("`{name}` has bounds already"), problems);
        }
        if low > high {
            said.place.tell(format!("no value is at least {low} and at most {high}"), problems);
        }
        tree.set_bounds(state, low, high);
    }
    for (list, decided, word) in
        [(&draft.win, Decided::Win, "won"), (&draft.lose, Decided::Lose, "lost")]
    {
        for said in list {
            let Some(state) = known(tree, said.what, said.place, problems) else { continue };
            match tree.decided(state) {
                None => tree.set_decided(state, decided),
                Some(known) if known == decided => {
                    said.place.tell(format!("`{}` is {word} already", said.what), problems);
                }
                Some(_) => {
                    let message = format!("`{}` cannot be won and lost at once", said.what);
                    said.place.tell(message, problems);
                }
            }
        }
    }
}

fn known(tree: &Tree, name: &str, place: Place<'_>, problems: &mut Problems<'_>) -> Option<NodeId> {
    let found = tree.find(name);
    if found.is_none() {
        let hint = did_you_mean(name, tree.states().map(|state| tree.name(state)));
        place.tell(format!("unknown state `{name}`{hint}"), problems);
    }
    found
}

/// Every state must be reachable from the root: a part of a tree that no search can see is a
/// slip of the pen.
fn reachable(draft: &Draft<'_>, tree: &Tree, root: NodeId, problems: &mut Problems<'_>) {
    let reached = walk::reached(tree, root);
    let mut told = HashSet::new();
    for [from, ..] in &draft.edges {
        let state = tree.find(from.what);
        if state.is_some_and(|state| !reached.contains(&state)) && told.insert(from.what) {
            let message = format!("state `{}` cannot be reached from the root", from.what);
            from.place.tell(message, problems);
        }
    }
}

/// What a search by this agent relies on: it ends, and every state that it evaluates has a value.
pub(super) fn check_search(
    wire: &CaseFile,
    at: &At<Tree>,
    algorithm: Option<Algorithm>,
    terms: &Terms,
    problems: &mut Problems<'_>,
) {
    let Game::Tree(game) = &wire.game else { return };
    // The draft was read before; its problems have been told.
    let document = problems.document();
    let Some(draft) = draft(game, &mut Problems::new(document)) else { return };
    let bounds = !draft.bounds.is_empty();
    if bounds && algorithm != Some(Algorithm::AlphaBetaBounds) {
        for said in &draft.bounds {
            said.place.tell("bounds mean something to `alphabeta-bounds` only", problems);
        }
    }
    names_known(wire, &at.game, problems);
    let one_step = matches!(algorithm, Some(Algorithm::Reflex | Algorithm::Evaluation));
    let ends = terms.plies.is_some() || terms.call_budget.is_some() || one_step;
    let places = places(&draft);
    if !ends && let Some(cycle) = walk::cycle(&at.game, at.state) {
        let names: Vec<&str> = cycle.iter().map(|state| at.game.name(*state)).collect();
        let message = format!(
            "a cycle, {}, in a search to the end of the game; remove it or give a depth",
            names.join(" > ")
        );
        let place = names.last().and_then(|name| places.get(name)).copied();
        place.unwrap_or(Place::Root).tell(message, problems);
        return;
    }
    let plies = match algorithm {
        Some(Algorithm::Evaluation) => Some(0),
        Some(Algorithm::Reflex) => Some(1),
        _ => terms.plies,
    };
    for state in walk::evaluated_without_value(&at.game, at.state, plies) {
        let name = at.game.name(state);
        let place = places.get(name).copied().unwrap_or(Place::Root);
        place
            .tell(format!("state `{name}` is evaluated in this search and has no value"), problems);
    }
}

/// Where each state is first spoken of.
fn places<'w>(draft: &Draft<'w>) -> HashMap<&'w str, Place<'w>> {
    let mut places = HashMap::new();
    for said in draft.root.iter().chain(draft.edges.iter().flat_map(|[from, _, to]| [from, to])) {
        places.entry(said.what).or_insert(said.place);
    }
    places
}

/// Names in `expect` must be states.
fn names_known(wire: &CaseFile, tree: &Tree, problems: &mut Problems<'_>) {
    let mut check = |name: &str, key: &str, index: usize| {
        if tree.find(name).is_none() {
            let hint = did_you_mean(name, tree.states().map(|state| tree.name(state)));
            problems.at(path!["expect", key, index], format!("unknown state `{name}`{hint}"));
        }
    };
    let generated = wire.expect.generated.as_deref().unwrap_or_default();
    for (index, name) in generated.iter().enumerate() {
        check(name, "generated", index);
    }
    for (index, call) in wire.expect.order.iter().flatten().enumerate() {
        for name in call.split('>').filter(|name| !name.trim().is_empty()) {
            check(name, "order", index);
        }
    }
    if let (Game::Tree(_), Some(names)) = (&wire.game, &wire.expect.generated) {
        let root = tree.states().next().map(|root| tree.name(root));
        if root.is_some_and(|root| !names.iter().any(|name| name == root)) {
            let message = "the start belongs to the generated states; add it";
            problems.at(path!["expect", "generated"], message);
        }
    }
}

fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}

//! What a submission lacks that has no agent for a case, and what it has in its place.

use plygrade_wire::{Agent, Defines, Keyword};

use super::agents::CLASSES;
use crate::case::Task;
use crate::nearest::nearest;
use crate::position::Position;
use crate::transcript::{Instead, Missing};

/// What is missing where a submission that defines `defines` has no `agent` for `task`.
pub(super) fn missing(defines: &Defines, agent: &Agent, task: &Task) -> Missing {
    if agent.searches.iter().any(|name| defines.searches.contains(name)) {
        // The search is there, and not what it was to value states by.
        let evaluation = agent.keywords.iter().find(|(name, _)| name == "evalFn");
        let wanted = evaluation.and_then(|(_, value)| match value {
            Keyword::Text(name) => Some(name.clone()),
            _ => None,
        });
        let instead = wanted.as_ref().and_then(|name| near(name, &defines.functions));
        return Missing { wanted: wanted.into_iter().collect(), instead };
    }
    let mut wanted = [&agent.classes[..], &agent.functions[..]].concat();
    wanted.dedup();
    let project = matches!(task.position, Position::Tree(_) | Position::Pacman(_));
    wanted.sort_by_key(|name| name.ends_with("Agent") != project);
    let instead = wanted.first().and_then(|first| match agent.classes.as_slice() {
        [] => near(first, &defines.functions),
        classes => near(first, &defines.classes).or_else(|| function(defines, classes, agent)),
    });
    Missing { wanted, instead }
}

/// The one of `names` that is nearest to `wanted`. None that another agent has is meant.
fn near(wanted: &str, names: &[String]) -> Option<Instead> {
    let taken = |name: &str| CLASSES.iter().any(|(_, classes)| classes.contains(&name));
    let names = names.iter().map(String::as_str);
    let name = nearest(wanted, names.filter(|name| !taken(name)))?;
    Some(Instead::Named(name.to_owned()))
}

/// A function that has the name of one of `classes` or of a plain search, but for capital letters
/// and underscores.
fn function(defines: &Defines, classes: &[String], agent: &Agent) -> Option<Instead> {
    let search = agent.searches.first()?;
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let meant: Vec<String> = classes.iter().chain([search]).map(|name| plain(name)).collect();
    let functions = defines.functions.iter().chain(&defines.searches);
    let name = functions.into_iter().find(|name| meant.contains(&plain(name)))?;
    Some(Instead::Function { name: name.clone(), search: search.clone() })
}

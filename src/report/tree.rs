//! A tree as an outline, with a submission's expansions marked against the reference's.

use std::collections::{HashMap, HashSet};

use plygrade_engine::games::tree::{Decided, Label, NodeId, Tree};

use super::layout::{WIDTH, clean_line, cut, width};
use super::style::Style;
use super::text;
use crate::position::At;
use crate::transcript::Call;

/// Lines of one drawing.
const LINES: usize = 40;
/// Columns of branches before a line's text; what is deeper is left out.
const BRANCHES: usize = 48;
/// Columns of one state's name.
const NAME: usize = 32;

/// Expanded by the submission alone.
const EXTRA: char = '+';
/// Expanded by the reference alone.
const MISSING: char = '?';
/// Expanded by neither.
const UNSEEN: char = '.';
/// Expanded by both.
const BOTH: char = ' ';

/// Who expanded what: the calls of both sides, complete.
#[derive(Clone, Copy, Debug)]
pub struct Expansions<'a> {
    /// The submission's calls.
    pub yours: &'a [Call],
    /// The reference's.
    pub reference: &'a [Call],
}

/// Draws the tree below `at`: a heading and an outline, each line after `indent`. A state that
/// is reached twice shows its successors once; where the tree is larger than a page, the parts
/// that differ are shown and the others counted. `plies` is the depth limit, where values stand.
#[must_use]
pub fn draw(
    at: &At<Tree>,
    plies: Option<u32>,
    expansions: Option<Expansions>,
    indent: &str,
    style: Style,
) -> Vec<String> {
    let mut outline = Outline::new(at, expansions);
    outline.choose();
    let used = |mark| outline.lines.iter().any(|line| line.mark == mark).then_some(mark);
    let heading = match expansions {
        Some(_) => text::tree(used(EXTRA), used(MISSING), used(UNSEEN)),
        None => text::TREE_UNMARKED.to_owned(),
    };
    let mut out = super::layout::wrap(&heading, indent);
    let shown: Vec<usize> = (0..outline.lines.len()).filter(|&i| outline.lines[i].shown).collect();
    for &index in shown.iter().take(LINES) {
        out.push(outline.render(index, plies, indent, style));
    }
    if shown.len() > LINES {
        out.push(format!("{indent}  {}", text::more_lines(shown.len() - LINES)));
    }
    out
}

/// One state where it is reached first, or a mention of it further down.
struct Line {
    node: NodeId,
    /// The edge that leads here; `None` for the root.
    label: Option<Label>,
    depth: usize,
    /// Whether it is its parent's last successor.
    last: bool,
    parent: usize,
    mark: char,
    /// Calls of the submission and of the reference for the edge.
    times: (usize, usize),
    /// Whether its successors stand elsewhere.
    shared: bool,
    /// States below it in this outline.
    below: usize,
    /// Whether something below it differs.
    differs: bool,
    shown: bool,
    /// Whether what is below it is left out.
    folded: bool,
}

struct Outline<'a> {
    tree: &'a Tree,
    lines: Vec<Line>,
    marked: bool,
}

impl<'a> Outline<'a> {
    /// All lines, depth first.
    fn new(at: &'a At<Tree>, expansions: Option<Expansions>) -> Self {
        let tree = &at.game;
        let times = expansions.map(|both| (tally(both.yours), tally(both.reference)));
        let mut lines: Vec<Line> = Vec::new();
        let mut drawn = HashSet::new();
        let mut stack = vec![(at.state, None, 0, true, 0)];
        while let Some((node, label, depth, last, parent)) = stack.pop() {
            let edge = label.map(|label| (tree.name(lines[parent].node), tree.label(label)));
            let times = match (&times, edge) {
                (Some((yours, reference)), Some(edge)) => {
                    let of = |tally: &HashMap<_, _>| tally.get(&edge).copied().unwrap_or(0);
                    Some((of(yours), of(reference)))
                }
                _ => None,
            };
            let mark = match times {
                Some((0, 0)) => UNSEEN,
                Some((0, _)) => MISSING,
                Some((_, 0)) => EXTRA,
                _ => BOTH,
            };
            let edges = tree.edges(node);
            let first = drawn.insert(node);
            let index = lines.len();
            lines.push(Line {
                node,
                label,
                depth,
                last,
                parent,
                mark,
                times: times.unwrap_or_default(),
                shared: !first && !edges.is_empty(),
                below: 0,
                differs: false,
                shown: true,
                folded: false,
            });
            if first {
                for (place, (label, child)) in edges.iter().enumerate().rev() {
                    stack.push((*child, Some(*label), depth + 1, place + 1 == edges.len(), index));
                }
            }
        }
        for index in (1..lines.len()).rev() {
            let Line { parent, mark, times: (yours, reference), .. } = lines[index];
            let differs = lines[index].differs
                || matches!(mark, EXTRA | MISSING)
                || (reference > 0 && yours > reference);
            let below = lines[index].below + 1;
            lines[parent].below += below;
            lines[parent].differs |= differs;
        }
        Outline { tree, lines, marked: expansions.is_some() }
    }

    /// Chooses what is shown: everything where it fits, else what differs, else the top.
    fn choose(&mut self) {
        let fits = self.lines.len() <= LINES;
        let differs = self.lines.first().is_some_and(|root| root.differs);
        let mut levels: Vec<usize> = Vec::new();
        for line in &self.lines {
            levels.resize(levels.len().max(line.depth + 1), 0);
            levels[line.depth] += 1;
        }
        let mut sum = 0;
        let top = levels.iter().take_while(|n| {
            sum += **n;
            sum <= LINES
        });
        let top = top.count().max(2);
        for index in 0..self.lines.len() {
            let line = &self.lines[index];
            let folded = line.below > 0
                && (3 * (line.depth + 1) > BRANCHES
                    || (!fits && differs && !line.differs)
                    || (!fits && !differs && line.depth + 1 >= top));
            let parent = &self.lines[line.parent];
            let shown = index == 0 || (parent.shown && !parent.folded);
            self.lines[index].folded = folded;
            self.lines[index].shown = shown;
        }
    }

    fn render(&self, index: usize, plies: Option<u32>, indent: &str, style: Style) -> String {
        let line = &self.lines[index];
        let branches = self.branches(index);
        let head = format!("{indent}{} {branches}", line.mark);
        let text = cut(&self.describe(line, plies), WIDTH.saturating_sub(width(&head)));
        match line.mark {
            EXTRA | MISSING => {
                format!(
                    "{indent}{} {branches}{}",
                    style.bad(&line.mark.to_string()),
                    style.bad(&text)
                )
            }
            UNSEEN => format!("{indent}{}", style.dim(&format!("{UNSEEN} {branches}{text}"))),
            _ => format!("{head}{text}"),
        }
    }

    /// The lines from the ancestors down to this state.
    fn branches(&self, index: usize) -> String {
        let mut parts = Vec::new();
        let mut at = index;
        while self.lines[at].depth > 0 {
            parts.push(match (at == index, self.lines[at].last) {
                (true, true) => "└─ ",
                (true, false) => "├─ ",
                (false, true) => "   ",
                (false, false) => "│  ",
            });
            at = self.lines[at].parent;
        }
        parts.into_iter().rev().collect()
    }

    fn describe(&self, line: &Line, plies: Option<u32>) -> String {
        let tree = self.tree;
        let name = |text: &str| cut(&clean_line(text), NAME);
        let mut out = String::new();
        if let Some(label) = line.label {
            out += &format!("{}: ", name(tree.label(label)));
        }
        out += &name(tree.name(line.node));
        let is_frontier = plies.is_some_and(|plies| line.depth == plies as usize);
        if let Some(value) = tree.value(line.node)
            && (tree.edges(line.node).is_empty()
                || is_frontier
                || tree.decided(line.node).is_some())
        {
            out += &format!(" = {}", text::list::value(value));
        }
        match tree.decided(line.node) {
            Some(Decided::Win) => out += &format!(" ({})", text::WIN),
            Some(Decided::Lose) => out += &format!(" ({})", text::LOSE),
            None => {}
        }
        let (yours, reference) = line.times;
        if reference > 0 && yours > reference {
            out += &format!(" {}", text::asked_times(yours, reference));
        }
        if line.shared {
            out += &format!(" {}", text::SHARED);
        } else if line.folded && self.marked && !line.differs {
            out += &format!(" {}", text::same_below(line.below));
        } else if line.folded {
            out += &format!(" {}", text::more_below(line.below));
        }
        out
    }
}

/// How often each edge was asked for, by (parent, action).
fn tally(calls: &[Call]) -> HashMap<(&str, &str), usize> {
    let mut tally = HashMap::new();
    for call in calls {
        if let plygrade_sdk::Action::Word(action) = &call.action {
            *tally.entry((call.parent.as_str(), action.as_str())).or_insert(0) += 1;
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(edges: &[(&str, &str, &str)]) -> At<Tree> {
        let mut tree = Tree::new(2);
        let state = tree.node("root");
        for (from, action, to) in edges {
            let (from, to) = (tree.node(from), tree.node(to));
            tree.add_edge(from, action, to);
        }
        At { game: tree, state, agent: 0 }
    }

    #[test]
    fn cycles_end_and_shared_states_are_drawn_once() {
        let looped = at(&[("root", "a", "x"), ("root", "b", "x"), ("x", "back", "root")]);
        let lines = draw(&looped, None, None, "", Style::plain());
        let expected = [
            "the tree (your expansions were not recorded one by one):",
            "  root",
            "  ├─ a: x",
            "  │  └─ back: root (see above)",
            "  └─ b: x (see above)",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_ladder_of_shared_states_is_drawn_in_linear_space() {
        let names: Vec<String> = (0..60).map(|n| format!("n{n}")).collect();
        let mut edges = vec![("root", "a", "n0")];
        for pair in names.windows(2) {
            edges.push((&pair[0], "a", &pair[1]));
            edges.push((&pair[0], "b", &pair[1]));
        }
        let lines = draw(&at(&edges), None, None, "    ", Style::plain());
        assert!(lines.len() <= LINES + 2);
        assert!(lines.iter().all(|line| width(line) <= WIDTH), "{lines:#?}");
    }

    #[test]
    fn a_large_tree_shows_where_it_differs() {
        let names: Vec<(String, String)> =
            (0..100).map(|n| (format!("m{n}"), format!("l{n}"))).collect();
        let mut edges = Vec::new();
        for (middle, leaf) in &names {
            edges.push(("root", middle.as_str(), middle.as_str()));
            edges.push((middle.as_str(), "down", leaf.as_str()));
        }
        let call = |parent: &str, action: &str, child: &str| Call {
            parent: parent.to_owned(),
            agent: 0,
            action: action.into(),
            child: child.to_owned(),
        };
        let yours = [call("root", "m3", "m3"), call("m3", "down", "l3")];
        let reference = [call("root", "m3", "m3")];
        let both = Expansions { yours: &yours, reference: &reference };
        let lines = draw(&at(&edges), None, Some(both), "", Style::plain());
        assert!(lines.iter().any(|line| line.starts_with("+ │  └─ down: l3")), "{lines:#?}");
        assert!(lines.iter().any(|line| line.contains("m4 (1 state below, no difference)")));
        assert!(lines.iter().any(|line| line.starts_with("  ... 62 more lines")), "{lines:#?}");
    }
}

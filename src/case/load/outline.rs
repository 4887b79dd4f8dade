//! Trees as indented outlines: one state a line, its moves on the lines below it, further in.
//!
//! ```text
//! max
//!   Left: min1                # after `#` stands a comment
//!     Down: a = 2
//!     Up: b = 6 win
//!   Right: min2 in [0, 9]
//!     Down: a                 # a shared state
//! ```
//!
//! A line is `ACTION: STATE`, then as needed `= VALUE`, `in [LOW, HIGH]` (bounds), and `win` or
//! `lose`; the first line is the root and has no action.

use std::collections::HashMap;

use super::draft::{Draft, Place, Said};
use super::problems::Problems;
use crate::case::wire::TreeGame;
use crate::path;

/// Reads the outline of `game`.
pub(super) fn from_outline<'w>(
    game: &'w TreeGame,
    text: &'w str,
    problems: &mut Problems<'_>,
) -> Option<Draft<'w>> {
    let doubled = [
        ("root", game.root.is_some()),
        ("edges", game.edges.is_some()),
        ("values", !game.values.is_empty()),
        ("bounds", !game.bounds.is_empty()),
        ("win", !game.win.is_empty()),
        ("lose", !game.lose.is_empty()),
    ];
    for (key, written) in doubled {
        if written {
            let message = format!("`outline` says this already; remove `{key}`");
            problems.key(path!["game", key], message);
        }
    }
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        if let Err((column, message)) = reader.line(number + 1, line) {
            problems.inside(path!["game", "outline"], (number + 1, column), message);
            return None;
        }
    }
    if reader.draft.root.is_none() {
        problems.at(path!["game", "outline"], "an empty outline; its first line is the root");
        return None;
    }
    Some(reader.draft)
}

/// A column, from 1, and what is wrong there.
type Fault = (usize, String);

#[derive(Default)]
struct Reader<'w> {
    draft: Draft<'w>,
    /// The last state and those that it stands below.
    above: Vec<Level<'w>>,
    /// The line below which the moves of a state stand.
    moves: HashMap<&'w str, usize>,
}

/// A state whose moves may follow.
struct Level<'w> {
    state: &'w str,
    line: usize,
    indent: usize,
    /// How far its moves are indented, once there is one.
    moves: Option<usize>,
}

impl<'w> Reader<'w> {
    fn line(&mut self, number: usize, line: &'w str) -> Result<(), Fault> {
        let text = without_comment(line).trim_end();
        let content = text.trim_start_matches(' ');
        let indent = text.len() - content.len();
        if content.is_empty() {
            return Ok(());
        }
        if content.starts_with('\t') {
            return Err((indent + 1, "a tab; indent the outline with blanks".to_owned()));
        }
        let place = Place::Outline(number, indent + 1);
        let state = if self.draft.root.is_none() {
            let state = self.state(content, place)?;
            self.draft.root = Some(Said { what: state, place });
            state
        } else {
            let parent = self.parent(indent)?;
            let Some((action, rest)) = content.split_once(':') else {
                let message = format!("`{content}` has no action; write \"ACTION: STATE\"");
                return Err((indent + 1, message));
            };
            let (action, rest) = (action.trim_end(), rest.trim_start());
            if action.is_empty() {
                return Err((indent + 1, "no action before `:`".to_owned()));
            }
            let column = text[..text.len() - rest.len()].chars().count() + 1;
            let state_place = Place::Outline(number, column);
            let state = self.state(rest, state_place).map_err(|(_, message)| (column, message))?;
            self.draft.edges.push([
                Said { what: parent, place },
                Said { what: action, place },
                Said { what: state, place: state_place },
            ]);
            state
        };
        self.above.push(Level { state, line: number, indent, moves: None });
        Ok(())
    }

    /// The state to which a move with this indentation belongs.
    fn parent(&mut self, indent: usize) -> Result<&'w str, Fault> {
        while self.above.last().is_some_and(|level| level.indent >= indent) {
            self.above.pop();
        }
        let Some(level) = self.above.last_mut() else {
            return Err((indent + 1, "a second root; indent the root's moves".to_owned()));
        };
        match level.moves {
            None => {
                level.moves = Some(indent);
                match self.moves.insert(level.state, level.line) {
                    None => Ok(level.state),
                    Some(line) => {
                        let state = level.state;
                        let message =
                            format!("the moves of `{state}` stand below line {line} already");
                        Err((indent + 1, message))
                    }
                }
            }
            Some(moves) if moves == indent => Ok(level.state),
            Some(moves) => {
                let message = format!(
                    "indented by {indent}; the other moves of `{}` are by {moves}",
                    level.state
                );
                Err((indent + 1, message))
            }
        }
    }

    /// Reads `STATE [= VALUE] [in [LOW, HIGH]] [win | lose]`.
    fn state(&mut self, text: &'w str, place: Place<'w>) -> Result<&'w str, Fault> {
        let fault = |message: String| {
            let Place::Outline(_, column) = place else { return (1, message) };
            (column, message)
        };
        let end = text.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(text.len());
        let (name, mut rest) = (&text[..end], text[end..].trim_start());
        if name.is_empty() {
            return Err(fault("no state; write \"ACTION: STATE\"".to_owned()));
        }
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let end = after.find(char::is_whitespace).unwrap_or(after.len());
            let value = number(&after[..end]).map_err(fault)?;
            self.draft.values.push(Said { what: (name, value), place });
            rest = after[end..].trim_start();
        }
        if let Some((low, high, after)) = bounds(rest).map_err(fault)? {
            self.draft.bounds.push(Said { what: (name, low, high), place });
            rest = after.trim_start();
        }
        match rest {
            "" => {}
            "win" => self.draft.win.push(Said { what: name, place }),
            "lose" => self.draft.lose.push(Said { what: name, place }),
            _ => {
                return Err(fault(format!(
                    "`{rest}` after the state `{name}`; known: `= VALUE`, `in [LOW, HIGH]`, \
                     `win` or `lose`, in this order"
                )));
            }
        }
        Ok(name)
    }
}

/// `in [LOW, HIGH]` and what follows it.
fn bounds(text: &str) -> Result<Option<(f64, f64, &str)>, String> {
    let Some(list) = text.strip_prefix("in").map(str::trim_start) else { return Ok(None) };
    let Some(list) = list.strip_prefix('[') else { return Ok(None) };
    let ends = list.split_once(']').and_then(|(ends, after)| Some((ends.split_once(',')?, after)));
    let Some(((low, high), after)) = ends else {
        return Err("bounds are written `in [LOW, HIGH]`".to_owned());
    };
    Ok(Some((number(low.trim())?, number(high.trim())?, after)))
}

fn number(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if !number.is_nan() => Ok(number),
        _ => Err(format!("`{text}` is no value; write a number, inf or -inf")),
    }
}

/// The line up to a `#` that begins it or follows a blank.
fn without_comment(line: &str) -> &str {
    let starts = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    match line.match_indices('#').find(|(at, _)| starts(*at)) {
        Some((at, _)) => &line[..at],
        None => line,
    }
}

//! The recorded line of a Pacman game, as a `.solution` holds it: one line of JSON a move.

use plygrade_sdk::Action;
use serde::de::DeserializeOwned;

use super::file::{File, at};
use crate::case::expect::{ExpectedMove, KnownMistake, Line, Variant};
use crate::error::CaseError;

const KEYS: [&str; 3] = ["optimalActions", "altDepthActions", "partialPlyBugActions"];

/// Reads the recorded line.
///
/// # Errors
/// [`CaseError`] with the place: lines that are no such JSON, or that differ in length.
pub(super) fn line(solution: &File) -> Result<Line, CaseError> {
    solution.only(&KEYS)?;
    let moves: Vec<Vec<(Vec<String>, u64)>> = table(solution, "optimalActions")?;
    let mut variants = vec![Variant::default(); moves.first().map_or(0, Vec::len)];
    for entry in moves {
        for (variant, (actions, distinct_explored)) in variants.iter_mut().zip(entry) {
            variant.moves.push(ExpectedMove { actions: words(actions), distinct_explored });
        }
    }
    let first = variants.first().map_or(&[][..], |variant| &variant.moves);
    if let Some(number) = first.iter().position(|one| one.actions.is_empty()) {
        let message = format!("move {} of `optimalActions` allows no action", number + 1);
        return Err(solution.at(solution.need("optimalActions")?, message));
    }
    let length = variants.first().map_or(0, |variant| variant.moves.len());
    let mut mistakes = Vec::new();
    for (mistake, key) in [
        (KnownMistake::PartialPly, "partialPlyBugActions"),
        (KnownMistake::DepthOffByOne, "altDepthActions"),
    ] {
        if solution.get(key).is_none() {
            continue;
        }
        let moves: Vec<Vec<Vec<String>>> = table(solution, key)?;
        if moves.len() != length {
            let message = format!("`{key}` has {} moves, `optimalActions` {length}", moves.len());
            return Err(solution.at(solution.need(key)?, message));
        }
        let mut variants = vec![Vec::new(); moves.first().map_or(0, Vec::len)];
        for entry in moves {
            for (variant, actions) in variants.iter_mut().zip(entry) {
                variant.push(words(actions));
            }
        }
        mistakes.push((mistake, variants));
    }
    Ok(Line { variants, mistakes })
}

/// The rows of one block; every row has as many columns as the first, and at least one.
fn table<T: DeserializeOwned>(solution: &File, key: &str) -> Result<Vec<Vec<T>>, CaseError> {
    let mut rows: Vec<Vec<T>> = Vec::new();
    let entry = solution.need(key)?;
    for (line, text) in entry.lines() {
        let row: Vec<T> = serde_json::from_str(text).map_err(|error| CaseError {
            column: Some(error.column()),
            ..at(&solution.path, line, format!("`{key}` has a line that cannot be read: {error}"))
        })?;
        let width = rows.first().unwrap_or(&row).len();
        if row.len() != width || width == 0 {
            let message = format!("`{key}` has {} columns here, {width} before", row.len());
            return Err(at(&solution.path, line, message));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(solution.at(entry, format!("`{key}` has no moves")));
    }
    Ok(rows)
}

fn words(actions: Vec<String>) -> Vec<Action> {
    actions.into_iter().map(Action::Word).collect()
}

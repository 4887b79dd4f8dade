//! Writes missing expected values into a case's text and leaves everything else as it is.

use std::path::Path;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstRootNode};
use plygrade_sdk::Action;
use toml_edit::{Array, DocumentMut, Item, Table, Value};

use super::{Expect, Unit};
use crate::document::STRICT;
use crate::reference::Reference;

/// What is missing, in the order in which it is written.
#[derive(Default)]
struct Missing {
    action: Option<Vec<Action>>,
    value: Option<f64>,
    calls: Option<u64>,
}

/// The text of the case with what `expect` lacks of action, value and calls; `None` when it lacks
/// nothing.
///
/// # Errors
/// A message when the text is not the case that it was a moment ago.
pub fn fill(
    file: &Path,
    text: &str,
    expect: &Expect,
    reference: &Reference,
) -> Result<Option<String>, String> {
    let calls = expect.counts.iter().any(|(unit, _)| *unit == Unit::NextStateCalls);
    let actions = reference.allowed_actions();
    let missing = Missing {
        action: (expect.action.is_none() && !actions.is_empty()).then_some(actions),
        value: expect.value.is_none().then_some(reference.value).filter(|value| !value.is_nan()),
        calls: (!calls).then_some(reference.counts.next_state_calls),
    };
    if missing.action.is_none() && missing.value.is_none() && missing.calls.is_none() {
        return Ok(None);
    }
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let json = file.extension().is_some_and(|extension| extension == "json");
    let filled = if json { fill_json(body, &missing)? } else { fill_toml(body, &missing)? };
    Ok(Some(format!("{mark}{filled}")))
}

fn fill_toml(text: &str, missing: &Missing) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let expect = document.entry("expect").or_insert_with(|| Item::Table(Table::new()));
    let Some(expect) = expect.as_table_like_mut() else {
        return Err("`expect` is no table".to_owned());
    };
    if let Some(actions) = &missing.action {
        let array: Array = actions.iter().map(toml_action).collect();
        expect.insert("action", toml_edit::value(array));
    }
    if let Some(value) = missing.value {
        expect.insert("value", toml_edit::value(value));
    }
    if let Some(calls) = missing.calls {
        let calls = i64::try_from(calls).map_err(|error| error.to_string())?;
        expect.insert("next_state_calls", toml_edit::value(calls));
    }
    let filled = document.to_string();
    Ok(if text.contains("\r\n") {
        filled.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        filled
    })
}

fn toml_action(action: &Action) -> Value {
    match action {
        Action::Word(word) => word.into(),
        Action::Pair(a, b) => Array::from_iter([i64::from(*a), i64::from(*b)]).into(),
    }
}

fn fill_json(text: &str, missing: &Missing) -> Result<String, String> {
    let options: ParseOptions = STRICT;
    let root = CstRootNode::parse(text, &options).map_err(|error| error.to_string())?;
    let object = root.object_value().ok_or("no object")?;
    let expect = object.object_value_or_set("expect");
    expect.ensure_multiline();
    let set = |key: &str, value: CstInputValue| match expect.get(key) {
        // Written as null.
        Some(property) => property.set_value(value),
        None => {
            expect.append(key, value);
        }
    };
    if let Some(actions) = &missing.action {
        set("action", CstInputValue::Array(actions.iter().map(json_action).collect()));
    }
    if let Some(value) = missing.value {
        let value = match value {
            f64::INFINITY => CstInputValue::from("inf"),
            f64::NEG_INFINITY => CstInputValue::from("-inf"),
            finite => CstInputValue::Number(format!("{finite:?}")),
        };
        set("value", value);
    }
    if let Some(calls) = missing.calls {
        set("next_state_calls", CstInputValue::Number(calls.to_string()));
    }
    Ok(root.to_string())
}

fn json_action(action: &Action) -> CstInputValue {
    match action {
        Action::Word(word) => CstInputValue::String(word.clone()),
        Action::Pair(a, b) => CstInputValue::Array(
            [a, b].into_iter().map(|part| CstInputValue::Number(part.to_string())).collect(),
        ),
    }
}

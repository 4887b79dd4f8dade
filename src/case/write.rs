//! Writes cases as TOML and JSON, such that reading them gives the same case.

use toml_edit::{DocumentMut, Item, TableLike, Value};

use super::wire::CaseFile;

/// Keys that get a `[table]` of their own.
const TABLES: [&str; 3] = ["game", "play", "expect"];
/// Lists that get a line an entry.
const LONG: [&str; 4] = ["edges", "variants", "lines", "moves"];

/// The case as TOML.
///
/// # Errors
/// A message when a number is too large for TOML.
pub fn toml(case: &CaseFile) -> Result<String, String> {
    let mut document = toml_edit::ser::to_document(case).map_err(|error| error.to_string())?;
    native_infinities(&mut document);
    for key in TABLES {
        let Some(item) = document.get_mut(key) else { continue };
        let Ok(mut table) = std::mem::take(item).into_table() else { continue };
        for (key, item) in table.iter_mut() {
            if LONG.contains(&key.get()) {
                line_an_entry(item);
            }
        }
        table.decor_mut().set_prefix("\n");
        *item = Item::Table(table);
    }
    Ok(document.to_string())
}

/// The case as JSON.
///
/// # Errors
/// A message from the serializer; these types cause none.
pub fn json(case: &CaseFile) -> Result<String, String> {
    let text = serde_json::to_string_pretty(case).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn line_an_entry(item: &mut Item) {
    let Some(array) = item.as_array_mut().filter(|array| array.len() > 1) else { return };
    for entry in array.iter_mut() {
        entry.decor_mut().set_prefix("\n  ");
    }
    array.set_trailing("\n");
    array.set_trailing_comma(true);
}

/// The wire types write infinities as texts, which JSON needs; TOML has them.
fn native_infinities(document: &mut DocumentMut) {
    let numbers = |item: Option<&mut Item>| {
        if let Some(value) = item.and_then(Item::as_value_mut) {
            in_numbers(value);
        }
    };
    numbers(document.get_mut("window"));
    for (table, key) in [("game", "values"), ("game", "bounds"), ("expect", "value")] {
        let table = document.get_mut(table).and_then(Item::as_table_like_mut);
        numbers(table.and_then(|table: &mut dyn TableLike| table.get_mut(key)));
    }
}

/// In a value all of whose texts are numbers.
fn in_numbers(value: &mut Value) {
    match value {
        Value::String(text) => match text.value().as_str() {
            "inf" => *value = f64::INFINITY.into(),
            "-inf" => *value = f64::NEG_INFINITY.into(),
            _ => {}
        },
        Value::Array(list) => list.iter_mut().for_each(in_numbers),
        Value::InlineTable(table) => table.iter_mut().for_each(|(_, value)| in_numbers(value)),
        _ => {}
    }
}

//! TOML into nodes.

use std::ops::Range;

use toml_edit::{Item, TableLike};

use super::{Entry, Fault, Node, Value};

/// Parses a whole document.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let document = toml_edit::Document::parse(text).map_err(|error| {
        let mut message = error.message().trim().replace('\n', ", ");
        if message == "duplicate key"
            && let Some(key) = error.span().and_then(|span| text.get(span))
        {
            message = format!("duplicate key `{key}`");
        }
        Fault { span: error.span(), message }
    })?;
    Ok(Node { span: 0..0, value: table(document.as_table()) })
}

fn table(table: &dyn TableLike) -> Value {
    let entries = table.iter().filter_map(|(key, item)| {
        let key_span = table.get_key_value(key).and_then(|(key, _)| key.span()).unwrap_or(0..0);
        let node = node(item, &key_span)?;
        Some(Entry { key: key.to_owned(), key_span, node })
    });
    Value::Table(entries.collect())
}

/// `around` is the place of what holds this item, for tables that are only implied.
fn node(item: &Item, around: &Range<usize>) -> Option<Node> {
    let span = item.span().unwrap_or_else(|| around.clone());
    let value = match item {
        Item::None => return None,
        Item::Value(it) => value(it, &span),
        Item::Table(it) => table(it),
        Item::ArrayOfTables(tables) => Value::List(
            tables
                .iter()
                .map(|it| Node {
                    span: it.span().unwrap_or_else(|| span.clone()),
                    value: table(it),
                })
                .collect(),
        ),
    };
    Some(Node { span, value })
}

fn value(value: &toml_edit::Value, around: &Range<usize>) -> Value {
    match value {
        toml_edit::Value::String(it) => Value::Text(it.value().clone()),
        toml_edit::Value::Integer(it) => Value::Int(*it.value()),
        toml_edit::Value::Float(it) => Value::Float(*it.value()),
        toml_edit::Value::Boolean(it) => Value::Bool(*it.value()),
        toml_edit::Value::Datetime(_) => Value::Date,
        toml_edit::Value::InlineTable(it) => table(it),
        toml_edit::Value::Array(list) => Value::List(
            list.iter()
                .map(|it| {
                    let span = it.span().unwrap_or_else(|| around.clone());
                    Node { value: self::value(it, &span), span }
                })
                .collect(),
        ),
    }
}

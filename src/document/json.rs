//! JSON into nodes: the strict language, without comments or trailing commas.

use jsonc_parser::ast;
use jsonc_parser::common::{Range, Ranged as _};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::{Entry, Fault, Node, Value};

/// Nothing beyond JSON itself.
pub(crate) const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Parses a whole document.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &STRICT).map_err(|error| {
        let message = error.kind().to_string();
        fault(error.range(), format!("not JSON: {}", message.to_lowercase()))
    })?;
    match parsed.value {
        Some(value) => node(&value),
        None => Err(Fault { span: Some(0..0), message: "the file is empty".to_owned() }),
    }
}

fn node(value: &ast::Value<'_>) -> Result<Node, Fault> {
    let range = value.range();
    let value = match value {
        ast::Value::StringLit(it) => Value::Text(it.value.clone().into_owned()),
        ast::Value::NumberLit(it) => number(it)?,
        ast::Value::BooleanLit(it) => Value::Bool(it.value),
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::Array(it) => {
            Value::List(it.elements.iter().map(node).collect::<Result<_, _>>()?)
        }
        ast::Value::Object(it) => table(it)?,
    };
    Ok(Node { span: range.start..range.end, value })
}

fn number(literal: &ast::NumberLit<'_>) -> Result<Value, Fault> {
    if let Ok(int) = literal.value.parse() {
        return Ok(Value::Int(int));
    }
    match literal.value.parse::<f64>() {
        Ok(float) if float.is_finite() => Ok(Value::Float(float)),
        _ => Err(fault(literal.range, format!("{} is too large a number", literal.value))),
    }
}

fn table(object: &ast::Object<'_>) -> Result<Value, Fault> {
    let mut entries = Vec::with_capacity(object.properties.len());
    let mut seen = std::collections::HashSet::new();
    for property in &object.properties {
        let key = property.name.as_str();
        let range = property.name.range();
        if !seen.insert(key) {
            return Err(fault(range, format!("duplicate key `{key}`")));
        }
        entries.push(Entry {
            key: key.to_owned(),
            key_span: range.start..range.end,
            node: node(&property.value)?,
        });
    }
    Ok(Value::Table(entries))
}

fn fault(range: Range, message: String) -> Fault {
    Fault { span: Some(range.start..range.end), message }
}

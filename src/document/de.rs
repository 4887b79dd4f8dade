//! Reads serde types from nodes; every error carries the place of the innermost value that does
//! not fit.
//!
//! Tables are read as enums by their key `kind`, which is how cases say which game they are of.

use std::fmt;
use std::ops::Range;
use std::slice;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Expected, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::words::did_you_mean;
use super::{Entry, Fault, Node, Value};

impl Fault {
    fn at(mut self, span: &Range<usize>) -> Self {
        self.span.get_or_insert_with(|| span.clone());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Fault { span: None, message: message.to_string() }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format!("expected {}, found {}", wanted(expected), seen(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let entries = if length == 1 { "entry" } else { "entries" };
        Self::custom(format!("expected {}, found {length} {entries}", wanted(expected)))
    }

    fn unknown_variant(word: &str, expected: &'static [&'static str]) -> Self {
        let hint = did_you_mean(word, expected.iter().copied());
        Self::custom(format!("unknown word `{word}`{hint}"))
    }

    fn unknown_field(key: &str, expected: &'static [&'static str]) -> Self {
        let hint = did_you_mean(key, expected.iter().copied());
        Self::custom(format!("unknown key `{key}`{hint}"))
    }

    fn missing_field(key: &'static str) -> Self {
        Self::custom(format!("missing key `{key}`"))
    }

    fn duplicate_field(key: &'static str) -> Self {
        Self::custom(format!("duplicate key `{key}`"))
    }
}

/// What serde's visitors ask for, in an author's words.
fn wanted(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    match text.as_str() {
        "u8" | "u16" | "u64" | "usize" => "a whole number that is not negative".to_owned(),
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "i32" | "i64" => "a whole number".to_owned(),
        "f64" => "a number".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text".to_owned(),
        "variant identifier" => "a word".to_owned(),
        _ if text.starts_with("struct ") => "a table".to_owned(),
        _ => match text.strip_prefix("a tuple of size ") {
            Some(size) => format!("a list of {size}"),
            None => text,
        },
    }
}

fn seen(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(it) => it.to_string(),
        Unexpected::Unsigned(it) => it.to_string(),
        Unexpected::Signed(it) => it.to_string(),
        Unexpected::Float(it) => format!("{it:?}"),
        Unexpected::Str(text) if text.chars().count() > 40 => "a long text".to_owned(),
        Unexpected::Str(text) => format!("the text {text:?}"),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// Reads one node.
pub(super) struct Reader<'de> {
    node: &'de Node,
}

impl<'de> Reader<'de> {
    pub(super) fn new(node: &'de Node) -> Self {
        Reader { node }
    }
}

impl<'de> de::Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let read = match &self.node.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(it) => visitor.visit_bool(*it),
            Value::Int(it) => visitor.visit_i64(*it),
            Value::Float(it) => visitor.visit_f64(*it),
            Value::Text(it) => visitor.visit_borrowed_str(it),
            Value::Date => Err(de::Error::invalid_type(Unexpected::Other("a date"), &visitor)),
            Value::List(nodes) => read_list(nodes, visitor),
            Value::Table(entries) => {
                visitor.visit_map(Table { rest: entries.iter(), next: None, without: "" })
            }
        };
        read.map_err(|fault| fault.at(&self.node.span))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let span = &self.node.span;
        visitor.visit_newtype_struct(self).map_err(|fault| fault.at(span))
    }

    /// Serde's structs can also be read from lists, by position; a case always writes keys.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::List(_) => {
                let fault: Fault = de::Error::invalid_type(Unexpected::Seq, &visitor);
                Err(fault.at(&self.node.span))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let read = match &self.node.value {
            Value::Text(word) => visitor.visit_enum(StrDeserializer::new(word)),
            Value::Table(entries) => match entries.iter().find(|entry| entry.key == "kind") {
                Some(kind) => visitor.visit_enum(Kind { kind, entries }),
                None => {
                    let hint = did_you_mean("", words.iter().copied());
                    Err(de::Error::custom(format!("missing key `kind`{hint}")))
                }
            },
            _ => {
                let words = did_you_mean("", words.iter().copied());
                Err(de::Error::custom(format!("expected a word{words}")))
            }
        };
        read.map_err(|fault| fault.at(&self.node.span))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

fn read_list<'de, V: Visitor<'de>>(nodes: &'de [Node], visitor: V) -> Result<V::Value, Fault> {
    let expected = wanted(&visitor);
    let mut list = List { rest: nodes.iter() };
    let value = visitor.visit_seq(&mut list)?;
    if list.rest.len() == 0 {
        return Ok(value);
    }
    Err(de::Error::custom(format!("expected {expected}, found {} entries", nodes.len())))
}

struct List<'de> {
    rest: slice::Iter<'de, Node>,
}

impl<'de> de::SeqAccess<'de> for List<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        self.rest.next().map(|node| seed.deserialize(Reader { node })).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Table<'de> {
    rest: slice::Iter<'de, Entry>,
    next: Option<&'de Node>,
    /// A key that has been read already.
    without: &'static str,
}

impl<'de> de::MapAccess<'de> for Table<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let without = self.without;
        let Some(entry) = self.rest.by_ref().find(|entry| entry.key != without) else {
            return Ok(None);
        };
        self.next = Some(&entry.node);
        let key: StrDeserializer<'_, Fault> = StrDeserializer::new(&entry.key);
        seed.deserialize(key).map(Some).map_err(|fault| fault.at(&entry.key_span))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        match self.next.take() {
            Some(node) => seed.deserialize(Reader { node }),
            None => Err(de::Error::custom("a value without a key")),
        }
    }
}

/// A table as an enum's variant, named by its key `kind`.
struct Kind<'de> {
    kind: &'de Entry,
    entries: &'de [Entry],
}

impl<'de> de::EnumAccess<'de> for Kind<'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let variant = seed.deserialize(Reader { node: &self.kind.node })?;
        Ok((variant, self))
    }
}

impl<'de> de::VariantAccess<'de> for Kind<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Err(de::Error::custom("expected a word, found a table"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(de::value::MapAccessDeserializer::new(self.rest()))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(self.rest())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_map(self.rest())
    }
}

impl<'de> Kind<'de> {
    fn rest(&self) -> Table<'de> {
        Table { rest: self.entries.iter(), next: None, without: "kind" }
    }
}

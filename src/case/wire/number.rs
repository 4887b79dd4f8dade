//! Numbers that may be infinite, and actions.

use std::borrow::Cow;
use std::fmt;

use plygrade_sdk as sdk;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number; infinities are written "inf" and "-inf", in TOML also inf and -inf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            f64::INFINITY => to.serialize_str("inf"),
            f64::NEG_INFINITY => to.serialize_str("-inf"),
            finite => to.serialize_f64(finite),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, \"inf\" or \"-inf\"")
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Number, E> {
                if number.is_nan() {
                    return Err(E::custom("nan is no value; write a number, inf or -inf"));
                }
                Ok(Number(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
                match text {
                    "inf" | "+inf" => Ok(Number(f64::INFINITY)),
                    "-inf" => Ok(Number(f64::NEG_INFINITY)),
                    "nan" => self.visit_f64(f64::NAN),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }
        from.deserialize_any(Read)
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number; infinities are the texts \"inf\" and \"-inf\".",
            "anyOf": [{ "type": "number" }, { "enum": ["inf", "+inf", "-inf"] }],
        })
    }
}

/// A move: a word, or a pair of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action(pub sdk::Action);

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Action;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an action: a word, or a pair of whole numbers")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Action, E> {
                Ok(Action(sdk::Action::Word(word.to_owned())))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Action, A::Error> {
                let mut next = |index| {
                    list.next_element::<u32>()?
                        .ok_or_else(|| de::Error::invalid_length(index, &"a pair of whole numbers"))
                };
                Ok(Action(sdk::Action::Pair(next(0)?, next(1)?)))
            }
        }
        from.deserialize_any(Read)
    }
}

impl JsonSchema for Action {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A move: a word, or a pair ([column, row] in tictactoe, \
                            [pile, how many] in nim).",
            "anyOf": [
                { "type": "string" },
                {
                    "type": "array",
                    "items": { "type": "integer", "minimum": 0 },
                    "minItems": 2,
                    "maxItems": 2,
                },
            ],
        })
    }
}

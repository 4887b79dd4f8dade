//! `[expect]`: what is checked.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Action, Number};

/// What is checked; what is absent is not. Without any of it, the reference search's answer and
/// number of calls are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The allowed actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Vec<Action>>,
    /// The value of the root for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Number>,
    /// How far a value may be off; 1e-9 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_tolerance: Option<f64>,
    /// Calls of the successor function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_state_calls: Option<CountRange>,
    /// Calls that ask for legal actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_actions_calls: Option<CountRange>,
    /// Different successors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_generated: Option<CountRange>,
    /// Different states, as parent or as successor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_explored: Option<CountRange>,
    /// Static evaluations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<CountRange>,
    /// Names of the generated states of a tree, the start included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated: Option<Vec<String>>,
    /// All calls in order, as "parent>child".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// Average score over the games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Thresholds>,
    /// Games won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins: Option<Thresholds>,
    /// Games that did not run out of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_time: Option<Thresholds>,
    /// Lines of the reference; a submission must stay with one of them over the whole game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<Variant>,
    /// Lines of known mistakes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<MistakenLine>,
}

impl Expect {
    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Expect::default()
    }
}

/// A count: one number, or a least and a most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountRange {
    /// Exactly this many.
    Exactly(u64),
    /// Both ends included; an absent end is open.
    Between {
        /// The least.
        min: Option<u64>,
        /// The most.
        max: Option<u64>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    min: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max: Option<u64>,
}

impl Serialize for CountRange {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match *self {
            CountRange::Exactly(count) => to.serialize_u64(count),
            CountRange::Between { min, max } => Ends { min, max }.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for CountRange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = CountRange;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a count: a whole number, or { min = ..., max = ... }")
            }

            fn visit_u64<E: de::Error>(self, count: u64) -> Result<CountRange, E> {
                Ok(CountRange::Exactly(count))
            }

            fn visit_i64<E: de::Error>(self, count: i64) -> Result<CountRange, E> {
                u64::try_from(count)
                    .map(CountRange::Exactly)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(count), &self))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CountRange, A::Error> {
                let Ends { min, max } = Ends::deserialize(MapAccessDeserializer::new(map))?;
                Ok(CountRange::Between { min, max })
            }
        }
        from.deserialize_any(Read)
    }
}

impl JsonSchema for CountRange {
    fn schema_name() -> Cow<'static, str> {
        "CountRange".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A count: one number, or a least and a most, both included.",
            "anyOf": [
                { "type": "integer", "minimum": 0 },
                {
                    "type": "object",
                    "properties": {
                        "min": { "type": "integer", "minimum": 0 },
                        "max": { "type": "integer", "minimum": 0 },
                    },
                    "minProperties": 1,
                    "additionalProperties": false,
                },
            ],
        })
    }
}

/// A minimum, below which the whole case earns nothing, and thresholds worth a point each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// Below it the case is worth 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<f64>,
    /// Each one reached is a point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thresholds: Vec<f64>,
}

/// One line of the reference: an entry a move of agent 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What it allows and counts, move by move.
    pub moves: Vec<ExpectedMove>,
}

/// One move of the reference.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedMove {
    /// The allowed actions.
    pub actions: Vec<Action>,
    /// Different states that took part.
    pub distinct_explored: u64,
}

/// The line of a known mistake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MistakenLine {
    /// Which mistake.
    pub mistake: KnownMistake,
    /// Its variants; in each, the allowed actions move by move.
    pub variants: Vec<Vec<Vec<Action>>>,
}

/// Mistakes that a recorded line knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KnownMistake {
    /// The last round ends early.
    PartialPly,
    /// The search depth is off by one.
    DepthOffByOne,
}

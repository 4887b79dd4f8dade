//! `[play]`: whole games.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Whole games of Pacman instead of one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// How many games, one after the other from one generator; 1 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// What seeds the generator, once before all games: a whole number or a text, as Python's
    /// `random.seed` takes them.
    pub seed: Seed,
    /// Whose moves are made; the submission's without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow: Option<Follow>,
    /// Moves of Pacman after which a game ends undecided; 10,000 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// Wall time of one game in seconds; 120 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// Whose moves are made in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Follow {
    /// The submission's own.
    Submission,
    /// The reference's, after the submission has answered.
    Reference,
}

/// What seeds the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seed {
    /// A whole number, by its absolute value.
    Int(i64),
    /// A text.
    Text(String),
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Seed::Int(seed) => to.serialize_i64(*seed),
            Seed::Text(seed) => to.serialize_str(seed),
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Seed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed: a whole number or a text")
            }

            fn visit_i64<E: de::Error>(self, seed: i64) -> Result<Seed, E> {
                Ok(Seed::Int(seed))
            }

            fn visit_str<E: de::Error>(self, seed: &str) -> Result<Seed, E> {
                Ok(Seed::Text(seed.to_owned()))
            }
        }
        from.deserialize_any(Read)
    }
}

impl JsonSchema for Seed {
    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number or a text.",
            "type": ["integer", "string"],
        })
    }
}

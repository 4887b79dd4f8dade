//! Numbers that JSON lacks.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number, infinities included: JSON has none, so they are the strings `"inf"` and `"-inf"`.
/// One that is not a number is `"nan"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Number(number)
    }
}

impl From<Number> for f64 {
    fn from(number: Number) -> Self {
        number.0
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            f64::INFINITY => to.serialize_str("inf"),
            f64::NEG_INFINITY => to.serialize_str("-inf"),
            number if number.is_nan() => to.serialize_str("nan"),
            number => to.serialize_f64(number),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"inf\", \"-inf\" or \"nan\"")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Number, E> {
        Ok(Number(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
        Ok(Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
        Ok(Number(number as f64))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Number, E> {
        match word {
            "inf" => Ok(Number(f64::INFINITY)),
            "-inf" => Ok(Number(f64::NEG_INFINITY)),
            "nan" => Ok(Number(f64::NAN)),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Number {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A number; those that JSON lacks are \"inf\", \"-inf\" and \"nan\".",
            "anyOf": [{ "type": "number" }, { "enum": ["inf", "-inf", "nan"] }],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_survives_the_wire() -> serde_json::Result<()> {
        for number in [0.0, -3.5, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE] {
            let text = serde_json::to_string(&Number(number))?;
            assert_eq!(serde_json::from_str::<Number>(&text)?, Number(number), "{text}");
        }
        assert_eq!(serde_json::to_string(&Number(f64::NAN))?, "\"nan\"");
        assert!(serde_json::from_str::<Number>("\"nan\"")?.0.is_nan());
        assert_eq!(serde_json::from_str::<Number>("7")?, Number(7.0));
        for wrong in ["\"Infinity\"", "null", "true", "[1]", "NaN", "1e999"] {
            assert!(serde_json::from_str::<Number>(wrong).is_err(), "{wrong}");
        }
        Ok(())
    }
}

//! Lines that are no message: what is wrong with them, in words of the protocol.

use serde_json::{Map, Value};

use crate::host::bounded;
use crate::transcript::{Fault, FaultKind};

/// Bytes of a line that are shown when it cannot be read.
const SHOWN: usize = 100;
/// Bytes of why it cannot be, which may quote it.
const WHY: usize = 200;

/// The fault of `line`, which `error` says is no message.
pub(super) fn fault(line: &[u8], error: &serde_json::Error) -> Fault {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    let shown = bounded::text(text, SHOWN);
    let message = if text.starts_with('{') {
        let why = bounded::text(&why(line, error), WHY);
        format!("the program wrote a line that is no message: {why}: {shown}")
    } else {
        let shown = if shown.is_empty() { "it is empty" } else { &shown };
        format!(
            "the program wrote a line that is no message: {shown}; standard output is for \
             messages alone, so print to standard error"
        )
    };
    Fault::new(FaultKind::InvalidAnswer, message)
}

/// What is wrong with a line that was meant for a message.
fn why(line: &[u8], error: &serde_json::Error) -> String {
    let object: Map<String, Value> = match serde_json::from_slice(line) {
        Ok(object) => object,
        Err(error) if error.is_eof() => {
            return "it ends too early, and a message is one line".to_owned();
        }
        Err(error) => {
            return format!(
                "it is not JSON from character {} on (words stand in quotes, infinity is \"inf\" \
                 or \"-inf\", and a line is one message)",
                error.column()
            );
        }
    };
    let Some(op) = object.get("op").and_then(Value::as_str) else {
        return "its \"op\", the operation as a word in quotes, is missing".to_owned();
    };
    if let Some(wrong) = object.iter().find_map(|(key, value)| wrong_value(op, key, value)) {
        return wrong;
    }
    let error = error.to_string();
    let error = error.split(" at line 1 column ").next().unwrap_or_default();
    // The names are serde's, between back quotes.
    let name = error.split('`').nth(1).unwrap_or_default();
    if let Some((_, all)) = error.rsplit_once("`, expected one of ")
        && error.starts_with("unknown variant")
    {
        let all = all.replace('`', "");
        return format!("there is no operation {op}, only {all}");
    }
    if error.starts_with("missing field") {
        format!("{op} needs the key \"{name}\"")
    } else if error.starts_with("unknown field") {
        format!("{op} has no key \"{name}\"")
    } else if error.starts_with("duplicate field") {
        format!("its key \"{name}\" is there twice")
    } else {
        error.to_owned()
    }
}

/// What the value of `key` must be, where it is not.
fn wrong_value(op: &str, key: &str, value: &Value) -> Option<String> {
    let list_of = |is: fn(&Value) -> bool| value.as_array().is_some_and(|list| list.iter().all(is));
    let small = |value: &Value| value.as_u64().is_some_and(|number| u32::try_from(number).is_ok());
    let (right, what) = match key {
        "state" | "agent" => (value.is_u64(), "a whole number without quotes"),
        "states" => (list_of(Value::is_u64), "a list of whole numbers without quotes"),
        "plies_left" => (value.is_null() || small(value), "a whole number without quotes"),
        "action" => {
            let pair = value.as_array().is_some_and(|pair| pair.len() == 2 && list_of(small));
            let none = value.is_null() && op == "answer";
            let what = "a word in quotes or two whole numbers, such as \"West\" or [0, 2]";
            (value.is_string() || pair || none, what)
        }
        "value" => {
            let word = matches!(value.as_str(), Some("inf" | "-inf" | "nan"));
            (value.is_null() || value.is_number() || word, "a number, \"inf\" or \"-inf\"")
        }
        "protocol" | "message" => (value.is_string(), "a text in quotes"),
        "traceback" => (list_of(Value::is_string), "a list of texts in quotes"),
        _ => return None,
    };
    (!right).then(|| format!("\"{key}\" must be {what}"))
}

#[cfg(test)]
mod tests {
    use plygrade_sdk::wire::Request;

    use super::*;

    #[test]
    fn a_line_is_shown_as_it_is_and_says_what_is_wrong() {
        let action = "\"action\" must be a word in quotes or two whole numbers, such as \"West\" \
                      or [0, 2]";
        let whole = |key: &str| format!("\"{key}\" must be a whole number without quotes");
        let json = |at: u32| {
            format!(
                "it is not JSON from character {at} on (words stand in quotes, infinity is \
                 \"inf\" or \"-inf\", and a line is one message)"
            )
        };
        let ops = "hello, ready, no_agent, legal_actions, next_state, evaluate, bounds, view, \
                   release, answer, error";
        let lines = [
            (r#"{"op":"answer","action":{"x":1}}"#, action.to_owned()),
            (r#"{"op":"answer","action":[0]}"#, action.to_owned()),
            (r#"{"op":"answer","action":[4294967296,1]}"#, action.to_owned()),
            (r#"{"op":"next_state","state":1,"agent":0,"action":null}"#, action.to_owned()),
            (r#"{"op":"view","state":"1"}"#, whole("state")),
            (r#"{"op":"legal_actions","state":1,"agent":-1}"#, whole("agent")),
            (r#"{"op":"bounds","state":1,"plies_left":1.5}"#, whole("plies_left")),
            (
                r#"{"op":"release","states":["1"]}"#,
                "\"states\" must be a list of whole numbers without quotes".to_owned(),
            ),
            (
                r#"{"op":"answer","value":"3"}"#,
                "\"value\" must be a number, \"inf\" or \"-inf\"".to_owned(),
            ),
            (r#"{"op":"error","message":7}"#, "\"message\" must be a text in quotes".to_owned()),
            (
                r#"{"op":"error","message":"m","traceback":"t"}"#,
                "\"traceback\" must be a list of texts in quotes".to_owned(),
            ),
            (
                r#"{"op":"legalActions","state":1}"#,
                format!("there is no operation legalActions, only {ops}"),
            ),
            (
                r#"{"type":"act"}"#,
                "its \"op\", the operation as a word in quotes, is missing".to_owned(),
            ),
            (r#"{"op":"view"}"#, "view needs the key \"state\"".to_owned()),
            (r#"{"op":"view","state":1,"ply":2}"#, "view has no key \"ply\"".to_owned()),
            (r#"{"op":"view","state":1,"state":2}"#, "its key \"state\" is there twice".to_owned()),
            (r#"{"op":"answer","action":LEFT}"#, json(25)),
            (r#"{"op":"ready"}{"op":"ready"}"#, json(15)),
            (r#"{"op":"answer""#, "it ends too early, and a message is one line".to_owned()),
        ];
        for (line, why) in lines {
            let error = serde_json::from_str::<Request>(line).expect_err(line);
            let expected = format!("the program wrote a line that is no message: {why}: {line}");
            assert_eq!(fault(line.as_bytes(), &error).message, expected);
        }
    }

    #[test]
    fn only_what_is_no_message_at_all_is_sent_to_standard_error() {
        for (line, shown) in [("best so far: 3", "best so far: 3"), ("", "it is empty")] {
            let error = serde_json::from_str::<Request>(line).expect_err(line);
            let expected = format!(
                "the program wrote a line that is no message: {shown}; standard output is for \
                 messages alone, so print to standard error"
            );
            assert_eq!(fault(line.as_bytes(), &error).message, expected);
        }
    }
}

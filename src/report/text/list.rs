//! Numbers and enumerations in running text.

use plygrade_sdk::Action;

use crate::case::Range;
use crate::report::layout::cut;

/// Names beyond this many are counted instead of listed.
const LIST: usize = 24;
/// Columns of one action.
const ACTION: usize = 60;

/// `a`, `a or b`, `a, b or c`.
#[must_use]
pub fn any_of(items: impl IntoIterator<Item = String>) -> String {
    joined(items.into_iter().collect(), "or")
}

/// `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn all_of(items: impl IntoIterator<Item = String>) -> String {
    joined(items.into_iter().collect(), "and")
}

/// The allowed actions.
#[must_use]
pub fn actions(actions: &[Action]) -> String {
    match actions {
        [] => "none".to_owned(),
        actions => any_of(actions.iter().map(action)),
    }
}

/// One action, whatever a submission takes for one.
#[must_use]
pub fn action(action: &Action) -> String {
    cut(&action.to_string(), ACTION)
}

/// An agent's number; negative ones of a submission arrive as the largest of 32 bits.
#[must_use]
pub fn agent(agent: usize) -> String {
    match u32::try_from(agent) {
        Ok(agent) if agent > u32::MAX / 2 => agent.cast_signed().to_string(),
        _ => agent.to_string(),
    }
}

fn joined(mut items: Vec<String>, word: &str) -> String {
    if items.len() > LIST {
        let rest = items.len() - LIST + 1;
        items.truncate(LIST - 1);
        items.push(format!("{rest} more"));
    }
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// A value: whole numbers without a fraction, very large and very small ones with an exponent.
#[must_use]
pub fn value(value: f64) -> String {
    let size = value.abs();
    if value.is_finite() && size != 0.0 && !(1e-5..1e16).contains(&size) {
        format!("{value:e}")
    } else if value.is_nan() {
        "nan".to_owned()
    } else {
        value.to_string()
    }
}

/// A range of counts.
#[must_use]
pub fn range(range: Range) -> String {
    match range {
        Range { min, max } if min == max => min.to_string(),
        Range { min, max: u64::MAX } => format!("at least {min}"),
        Range { min: 0, max } => format!("at most {max}"),
        Range { min, max } => format!("{min} to {max}"),
    }
}

/// Points: at most two digits behind the point.
#[must_use]
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_english() {
        let list = |n: usize| (0..n).map(|n| n.to_string());
        assert_eq!(any_of(list(0)), "");
        assert_eq!(any_of(list(1)), "0");
        assert_eq!(any_of(list(3)), "0, 1 or 2");
        assert!(all_of(list(100)).ends_with("22 and 77 more"), "{}", all_of(list(100)));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(value(3.0), "3");
        assert_eq!(value(f64::NEG_INFINITY), "-inf");
        assert_eq!(value(1e300), "1e300");
        assert_eq!(points(7.0 / 3.0), "2.33");
        assert_eq!(points(-0.0), "0");
        assert_eq!(points(20.0), "20");
        assert_eq!([agent(2), agent(u32::MAX as usize)], ["2", "-1"]);
    }
}

//! Words for errors about words.

use crate::nearest::nearest;

/// Known words that are listed one by one.
const MOST: usize = 40;
/// Longer words are not compared, since that takes time in the square of their length.
const LONGEST: usize = 64;

/// `; did you mean ...?`, or the list of what is known.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let comparable = known.iter().copied().filter(|known| known.len() <= LONGEST);
    match nearest(word, comparable).filter(|_| word.len() <= LONGEST) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => String::new(),
        None if known.len() > MOST => format!("; known: {}, ...", list(&known[..MOST])),
        None => format!("; known: {}", list(&known)),
    }
}

/// `a`, `b`, `c`.
pub(crate) fn list<T: std::fmt::Display>(words: &[T]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

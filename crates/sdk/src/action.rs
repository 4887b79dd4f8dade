//! Actions, as cases and reports write them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One move: a word (`"West"`) or a pair of numbers (`[column, row]`, `[pile, how many]`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Action {
    /// An action with a name, as on trees, in Pacman and in the chase.
    Word(String),
    /// `[column, row]` in tic-tac-toe, `[pile, how many]` in Nim.
    Pair(u32, u32),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Word(word) => f.write_str(word),
            Action::Pair(a, b) => write!(f, "({a}, {b})"),
        }
    }
}

impl From<&str> for Action {
    fn from(word: &str) -> Self {
        Action::Word(word.to_owned())
    }
}

impl PartialEq<str> for Action {
    fn eq(&self, word: &str) -> bool {
        matches!(self, Action::Word(own) if own == word)
    }
}

impl PartialEq<&str> for Action {
    fn eq(&self, word: &&str) -> bool {
        *self == **word
    }
}

impl From<(u32, u32)> for Action {
    fn from((a, b): (u32, u32)) -> Self {
        Action::Pair(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_compares_with_the_word_that_a_student_writes() {
        let (stop, pair) = (Action::from("Stop"), Action::from((1, 2)));
        assert!(stop == "Stop");
        assert!(stop != "West");
        assert!(pair != "(1, 2)");
    }
}

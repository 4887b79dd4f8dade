//! The `key: "value"` files of a Berkeley folder: `CONFIG`, `*.test`, `*.solution`.
//!
//! A value stands in double quotes on its key's line, or between two lines' worth of triple
//! quotes. `#` starts a comment outside the triple-quoted blocks.

use std::path::{Path, PathBuf};

use crate::error::CaseError;

/// One file, its entries in order.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) entries: Vec<Entry>,
}

/// One key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: String,
    /// The key's line, from 1.
    pub(super) line: usize,
    /// The value's first line, from 1.
    pub(super) value_line: usize,
}

/// An error at a line of a file.
pub(super) fn at(path: &Path, line: usize, message: impl Into<String>) -> CaseError {
    CaseError { line: Some(line), ..CaseError::file(path, message) }
}

impl File {
    /// Reads `path`.
    pub(super) fn read(path: &Path) -> Result<Self, CaseError> {
        let bytes = std::fs::read(path)
            .map_err(|error| CaseError::file(path, format!("failed to read it: {error}")))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
            at(path, line, "not UTF-8 text; save the file as UTF-8")
        })?;
        Self::parse(path, &text)
    }

    /// Reads the text of the file `path`.
    pub(super) fn parse(path: &Path, text: &str) -> Result<Self, CaseError> {
        let mut entries: Vec<Entry> = Vec::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        while let Some((line, raw)) = lines.next() {
            let code = without_comment(raw).trim();
            if code.is_empty() {
                continue;
            }
            let Some((key, rest)) = code.split_once(':') else {
                return Err(at(path, line, format!("expected `key: \"value\"`, found {code:?}")));
            };
            let (key, rest) = (key.trim(), rest.trim());
            if key.is_empty() || key.contains(['"', ' ', '\t']) {
                return Err(at(
                    path,
                    line,
                    format!("expected a key before the colon, found {key:?}"),
                ));
            }
            let (value, value_line) = if rest == "\"\"\"" {
                let mut block = String::new();
                loop {
                    match lines.next() {
                        None => {
                            let message =
                                format!("the block of `{key}` is not closed by a line `\"\"\"`");
                            return Err(at(path, line, message));
                        }
                        Some((_, end)) if end.trim() == "\"\"\"" => break,
                        Some((_, text)) => {
                            block.push_str(text);
                            block.push('\n');
                        }
                    }
                }
                (block, line + 1)
            } else {
                let inner = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                match inner {
                    Some(value) if !value.contains('"') => (value.to_owned(), line),
                    _ => {
                        let message = format!(
                            "the value of `{key}` must stand in double quotes on its line, or \
                             between lines of triple quotes"
                        );
                        return Err(at(path, line, message));
                    }
                }
            };
            if let Some(first) = entries.iter().find(|entry| entry.key == key) {
                let message = format!("`{key}` is given twice, first in line {}", first.line);
                return Err(at(path, line, message));
            }
            entries.push(Entry { key: key.to_owned(), value, line, value_line });
        }
        Ok(File { path: path.to_owned(), entries })
    }

    /// The entry of `key`.
    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of `key`.
    ///
    /// # Errors
    /// The file has no such key.
    pub(super) fn need(&self, key: &str) -> Result<&Entry, CaseError> {
        self.get(key).ok_or_else(|| self.error(format!("`{key}` is missing")))
    }

    /// The number that `key` gives.
    ///
    /// # Errors
    /// There is none, or it is no number of that kind.
    pub(super) fn number<T: std::str::FromStr>(&self, key: &str) -> Result<T, CaseError> {
        let entry = self.need(key)?;
        self.parsed(entry, &entry.value)
    }

    /// Like [`File::number`], with `default` where the key is missing.
    pub(super) fn number_or<T: std::str::FromStr>(
        &self,
        key: &str,
        default: T,
    ) -> Result<T, CaseError> {
        if self.get(key).is_some() { self.number(key) } else { Ok(default) }
    }

    /// `word`, a part of the entry's value, as a number.
    pub(super) fn parsed<T: std::str::FromStr>(
        &self,
        entry: &Entry,
        word: &str,
    ) -> Result<T, CaseError> {
        word.trim().parse().map_err(|_| {
            let message = format!("`{}` must be a number in its range, found {word:?}", entry.key);
            self.at(entry, message)
        })
    }

    /// An error at an entry.
    pub(super) fn at(&self, entry: &Entry, message: impl Into<String>) -> CaseError {
        at(&self.path, entry.line, message)
    }

    /// An error about the whole file.
    pub(super) fn error(&self, message: impl Into<String>) -> CaseError {
        CaseError::file(&self.path, message)
    }

    /// Refuses keys that nobody reads.
    ///
    /// # Errors
    /// One for the first key that is not among `known`.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), CaseError> {
        match self.entries.iter().find(|entry| !known.contains(&entry.key.as_str())) {
            None => Ok(()),
            Some(entry) => {
                let known = known.join("`, `");
                let message = format!("unknown key `{}`; known here: `{known}`", entry.key);
                Err(self.at(entry, message))
            }
        }
    }

    /// Whether a test or question is switched off.
    pub(super) fn is_disabled(&self) -> bool {
        self.get("disabled").is_some_and(|entry| entry.value.trim().eq_ignore_ascii_case("true"))
    }
}

impl Entry {
    /// The block's lines with something on them, and their place.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.value
            .lines()
            .enumerate()
            .map(|(index, line)| (self.value_line + index, line.trim()))
            .filter(|(_, line)| !line.is_empty())
    }

    /// The blank-separated words.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.value.split_whitespace()
    }
}

/// The part of `line` before a `#` that stands outside double quotes.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (index, symbol) in line.char_indices() {
        match symbol {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..index],
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<File, CaseError> {
        File::parse(Path::new("a.test"), text)
    }

    fn fault(text: &str) -> String {
        parse(text).expect_err("a broken file").to_string()
    }

    #[test]
    fn lines_blocks_and_comments() {
        let text = "\u{feff}# a note\r\nclass : \"A#B\"  # why\r\n\tdepth:\"2\"\r\n\r\n\
                    tree: \"\"\"\r\n # kept\r\n\r\na b c\r\n  \"\"\"  \r\nempty: \"\"\r\n";
        let file = parse(text).expect("a good file");
        let found: Vec<(&str, &str, usize)> = file
            .entries
            .iter()
            .map(|entry| (entry.key.as_str(), entry.value.as_str(), entry.line))
            .collect();
        assert_eq!(
            found,
            [
                ("class", "A#B", 2),
                ("depth", "2", 3),
                ("tree", " # kept\n\na b c\n", 5),
                ("empty", "", 10)
            ]
        );
        let tree = file.get("tree").expect("it is there");
        assert_eq!(tree.lines().collect::<Vec<_>>(), [(6, "# kept"), (8, "a b c")]);
    }

    #[test]
    fn faults_have_their_place() {
        assert!(fault("a: \"1\"\nwhat").starts_with("a.test:2: expected `key: \"value\"`"));
        assert!(fault("a: 1").starts_with("a.test:1: the value of `a` must stand in double"));
        assert!(fault("a: \"1").starts_with("a.test:1: the value"));
        assert!(fault("a: \"1\" b: \"2\"").starts_with("a.test:1: the value"));
        assert!(fault("\n: \"1\"").starts_with("a.test:2: expected a key"));
        assert!(fault("a: \"\"\"\nx\n").starts_with("a.test:1: the block of `a` is not closed"));
        assert!(fault("a: \"1\"\n\na: \"2\"").contains(":3: `a` is given twice, first in line 1"));
        let file = parse("depth: \"2.5\"\nodd: \"\"").expect("a good file");
        let error = file.number::<u32>("depth").expect_err("not whole").to_string();
        assert_eq!(error, "a.test:1: `depth` must be a number in its range, found \"2.5\"");
        assert!(file.need("alg").expect_err("missing").to_string().contains("`alg` is missing"));
        let error = file.only(&["depth", "alg"]).expect_err("unknown").to_string();
        assert_eq!(error, "a.test:2: unknown key `odd`; known here: `depth`, `alg`");
    }
}

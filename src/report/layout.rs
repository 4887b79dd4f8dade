//! Fitting text into columns: by display width, so that Chinese text lines up too.

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Columns of a report.
pub const WIDTH: usize = 80;

/// Columns that `text` takes.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// `text` filled up with blanks on the right.
#[must_use]
pub fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// `text` filled up with blanks on the left.
#[must_use]
pub fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// `text` cut to `columns`, the cut shown by an ellipsis.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > columns {
            break;
        }
        short.push(c);
    }
    short.push('…');
    short
}

/// `text` on lines of at most [`WIDTH`] columns: the first after `first`, the others after as
/// many blanks. Line breaks in `text` stay.
#[must_use]
pub fn wrap(text: &str, first: &str) -> Vec<String> {
    let rest = " ".repeat(width(first));
    let options = |head| {
        Options::new(WIDTH)
            .initial_indent(head)
            .subsequent_indent(&rest)
            .word_separator(WordSeparator::Custom(words))
            .word_splitter(WordSplitter::NoHyphenation)
    };
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let head = if index == 0 { first } else { &rest };
        lines.extend(textwrap::wrap(line, options(head)).into_iter().map(|line| line.into_owned()));
    }
    lines
}

/// Text of a submission or of a case without what would steer a terminal; lines and tabs stay
/// (tabs as blanks).
#[must_use]
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            '\t' => out.push_str("    "),
            '\r' => {}
            c if c.is_control() || is_unseen(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

/// [`clean`], on one line: for names.
#[must_use]
pub fn clean_line(text: &str) -> String {
    clean(text).replace('\n', " ")
}

/// The first `most` of `lines`, and how many are left out.
#[must_use]
pub fn bounded(mut lines: Vec<String>, most: usize, indent: &str) -> Vec<String> {
    if lines.len() > most {
        let rest = lines.len() - most;
        lines.truncate(most);
        lines.push(format!("{indent}{}", super::text::more_lines(rest)));
    }
    lines
}

/// Marks that make a terminal show text in another order than it has, or on other lines, or that
/// take no room.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{61c}' | '\u{feff}')
}

/// Words to break lines between: at blanks, and around every wide character, since Chinese is
/// written without blanks; closing punctuation stays with what it closes.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut starts = vec![0];
    let mut before: Option<char> = None;
    for (index, c) in line.char_indices() {
        let starts_word = before.is_some_and(|before| {
            (before == ' ' && c != ' ')
                || ((is_wide(before) || is_wide(c)) && c != ' ' && !closes(c))
        });
        if starts_word {
            starts.push(index);
        }
        before = Some(c);
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([line.len()]).collect();
    Box::new(starts.into_iter().zip(ends).map(|(start, end)| Word::from(&line[start..end])))
}

fn is_wide(c: char) -> bool {
    c.width() == Some(2)
}

fn closes(c: char) -> bool {
    matches!(c, '，' | '。' | '、' | '；' | '：' | '？' | '！' | '）' | '」' | '』' | '》' | '”')
        || c.is_ascii_punctuation()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_page() {
        let english = "a right alpha-beta ".repeat(20);
        let chinese = "你请求了十二个后继状态，而使用严格剪枝的正确算法只需要八个。".repeat(8);
        let endless = "x".repeat(500);
        for text in [english, chinese, endless, String::new()] {
            let lines = wrap(&text, "    - ");
            assert!(lines.iter().all(|line| width(line) <= WIDTH), "{lines:#?}");
            let strip = |text: &str| text.replace([' ', '-'], "");
            assert_eq!(strip(&lines.concat()), strip(&text));
        }
    }

    #[test]
    fn chinese_fills_the_line_and_no_line_starts_with_a_full_stop() {
        // Every break falls before a full stop for some start.
        for start in 0..12 {
            let text = format!("{}{}", "字".repeat(start), "你请求了十二个后继状态。".repeat(8));
            let lines = wrap(&text, "");
            let (_, full) = lines.split_last().expect("lines");
            assert!(full.iter().all(|line| width(line) >= WIDTH - 3), "{lines:#?}");
            assert!(lines.iter().all(|line| !line.starts_with('。')), "{lines:#?}");
        }
    }

    #[test]
    fn text_of_a_submission_cannot_steer_the_terminal() {
        assert_eq!(clean("\u{2028}\u{200b}\u{200f}"), "\\u{2028}\\u{200b}\\u{200f}");
        assert_eq!(clean("a\u{1b}[31mb\r\n\tc\u{202e}"), "a\\u{1b}[31mb\n    c\\u{202e}");
    }

    #[test]
    fn a_cut_text_fits() {
        assert_eq!(cut("状态名称很长", 7), "状态名…");
        assert_eq!(cut("short", 5), "short");
    }
}

//! Fitting text into columns: by display width, so that Chinese text lines up too.

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Marks over, under or after one character that are shown; languages need no more.
const MARKS: usize = 4;
/// Joins pictures to one, and elsewhere shows nothing.
const JOINER: char = '\u{200d}';

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

/// Text of a submission or of a case without what would steer a terminal, take no room or pile up
/// over other lines; lines and tabs stay (tabs as blanks).
#[must_use]
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut marks = 0;
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let joins = c == JOINER
            && before.is_some_and(is_emoji)
            && chars.peek().is_some_and(|next| is_emoji(*next));
        match c {
            '\n' => out.push('\n'),
            '\t' => out.push_str("    "),
            '\r' => {}
            c if c.is_control() || (is_unseen(c) && !joins) => out.extend(c.escape_unicode()),
            c if c.width() == Some(0) && !joins => {
                marks += 1;
                if marks <= MARKS {
                    out.push(c);
                }
                continue;
            }
            c => out.push(c),
        }
        marks = 0;
        before = Some(c);
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

/// Characters that make a terminal show text in another order than it has, or on other lines, or
/// that show nothing: those of format, tags, fillers, and what else Unicode lets be ignored.
/// Selectors of a variant stay: they count as marks.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{13455}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether pictures of several characters are made of it.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
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
    fn what_shows_nothing_is_shown_by_its_number() {
        for c in ['\u{ad}', '\u{115f}', '\u{3164}', '\u{e0041}', '\u{fff9}', '\u{1d173}'] {
            let text = format!("a{c}b");
            assert_eq!(clean(&text), format!("a{}b", c.escape_unicode()));
        }
        // Nothing that takes no room is left without something that does.
        let hidden = |c: &char| c.width() == Some(0) && !is_unseen(*c);
        for c in ('\u{80}'..=char::MAX).filter(hidden) {
            assert!(clean(&format!("a{}", c.to_string().repeat(9))).chars().count() <= 1 + MARKS);
        }
        assert_eq!(clean("左\u{200d}右"), "左\\u{200d}右");
    }

    #[test]
    fn marks_do_not_pile_up_and_languages_stay_readable() {
        assert_eq!(
            clean(&format!("z{}!", "\u{301}".repeat(5000))),
            "z\u{301}\u{301}\u{301}\u{301}!"
        );
        let languages = "é e\u{301} 状态 ❤\u{fe0f} 👩\u{200d}🚀 👍🏽 สวัสดี हिन्दी 한국어 עִבְרִית";
        assert_eq!(clean(languages), languages);
    }

    #[test]
    fn a_cut_text_fits() {
        assert_eq!(cut("状态名称很长", 7), "状态名…");
        assert_eq!(cut("short", 5), "short");
    }
}

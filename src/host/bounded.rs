//! How much of a submission's own words is kept: a report is written after every case, and its
//! reader wants to find something in it.

use plygrade_sdk::{Action, Answer};

use crate::transcript::Fault;

/// Bytes of a message.
const MESSAGE: usize = 4 << 10;
/// Bytes of a word that was given for an action.
pub(super) const WORD: usize = 1000;
/// Bytes of one line of a traceback, and of all; and how many lines.
const LINE: usize = 1 << 10;
const LINES_BYTES: usize = 16 << 10;
const LINES: usize = 100;

/// The first `most` bytes of `text`, whole characters, and how many more there are.
pub(super) fn text(text: &str, most: usize) -> String {
    let end = text.floor_char_boundary(most);
    match text.len() - end {
        0 => text.to_owned(),
        more => format!("{} ... ({more} bytes more)", &text[..end]),
    }
}

/// A message.
pub(super) fn message(message: &str) -> String {
    text(message, MESSAGE)
}

/// The first and the last lines of a traceback, and how many are left out between them: it begins
/// where the submission was called, and ends where it failed.
pub(super) fn lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let lines: Vec<&str> = lines.into_iter().collect();
    let room = |lines: &mut dyn Iterator<Item = &&str>| {
        let mut bytes = 0;
        let fits = |line: &&&str| {
            bytes += line.len().min(LINE);
            bytes <= LINES_BYTES / 2
        };
        lines.take(LINES / 2).take_while(fits).count()
    };
    let first = room(&mut lines.iter());
    let last = room(&mut lines[first..].iter().rev());
    let left_out = lines.len() - first - last;
    let short = |line: &&str| text(line, LINE);
    let mut kept: Vec<String> = lines[..first].iter().map(short).collect();
    if left_out > 0 {
        kept.push(format!("... {left_out} lines left out ..."));
    }
    kept.extend(lines[first + left_out..].iter().map(short));
    kept
}

/// A fault in a submission's own words.
pub(super) fn fault(fault: Fault) -> Fault {
    let traceback = lines(fault.traceback.iter().map(String::as_str));
    Fault { message: message(&fault.message), traceback, ..fault }
}

/// An answer that is no action of the game.
pub(super) fn answer(answer: Answer) -> Answer {
    let action = answer.action.map(|action| match action {
        Action::Word(word) => Action::Word(text(&word, WORD)),
        pair => pair,
    });
    Answer { action, ..answer }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::FaultKind;

    #[test]
    fn a_text_is_cut_between_characters_and_says_so() {
        assert_eq!(text("短い", 6), "短い");
        assert_eq!(text("短い", 5), "短 ... (3 bytes more)");
        let long = Answer::action("x".repeat(WORD + 7).as_str().into());
        let Some(Action::Word(word)) = answer(long).action else { panic!("a word") };
        assert!(word.len() < WORD + 30 && word.ends_with("x ... (7 bytes more)"), "{word}");
    }

    #[test]
    fn a_traceback_keeps_its_ends() {
        let few: Vec<String> = (0..LINES).map(|n| n.to_string()).collect();
        assert_eq!(lines(few.iter().map(String::as_str)), few);
        let many: Vec<String> = (0..50_000).map(|n| format!("{n}{}", "x".repeat(5000))).collect();
        let fault = fault(Fault {
            traceback: many,
            ..Fault::new(FaultKind::Crashed, "é".repeat(1 << 20))
        });
        assert!(fault.message.len() < MESSAGE + 40);
        let bytes: usize = fault.traceback.iter().map(String::len).sum();
        assert!(fault.traceback.len() <= LINES + 1 && bytes < 2 * LINES_BYTES, "{bytes}");
        let starts = |at: usize, start: &str| fault.traceback[at].starts_with(start);
        let last = fault.traceback.len() - 1;
        assert!(starts(0, "0x") && starts(1, "1x") && starts(last, "49999x"));
        assert!(fault.traceback.iter().any(|line| line == "... 49984 lines left out ..."));
    }
}

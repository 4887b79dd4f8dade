//! What a worker told, in the grader's words.

use std::time::Duration;

use plygrade_sdk::{Action, Answer};
use plygrade_wire::{self as wire, Given};

use super::worker::Silence;
use crate::host::bounded;
use crate::host::sandbox::End;
use crate::transcript::{Fault, FaultKind, Odd};

/// Longest word of an action and longest text of an odd answer, in bytes: our own worker keeps to
/// it, a forged record need not.
const TEXT: usize = bounded::WORD;

fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// What is wrong with an answer that is none.
pub(super) enum Wrong {
    /// Its action.
    Action(Odd),
    /// Its value, or both: in words.
    Said(String),
}

impl Wrong {
    /// What came for an action, where that is wrong.
    pub(super) fn odd(self) -> Option<Odd> {
        match self {
            Wrong::Action(odd) => Some(odd),
            Wrong::Said(_) => None,
        }
    }

    /// As a fault, with an action for an example.
    pub(super) fn fault(self, example: &str) -> Fault {
        let (message, mistake) = match self {
            Wrong::Action(odd) => (odd.sentence(example), Some(odd.advice)),
            Wrong::Said(message) => (message, None),
        };
        Fault { mistake, ..Fault::new(FaultKind::InvalidAnswer, message) }
    }
}

/// The answer in the grader's words.
///
/// # Errors
/// What is wrong with an answer that is none.
pub(super) fn answered(answer: &wire::Answer) -> Result<Answer, Wrong> {
    let invalid = |message: String| Err(Wrong::Said(message));
    let odd =
        |what: String, advice: &str| Err(Wrong::Action(Odd { what, advice: advice.to_owned() }));
    let alone = answer.value == Given::Nothing;
    let action = match &answer.action {
        Given::Nothing => None,
        Given::Word(word) if word.len() <= TEXT => Some(Action::Word(word.clone())),
        Given::Pair(a, b) => match (u32::try_from(*a), u32::try_from(*b)) {
            (Ok(a), Ok(b)) => Some(Action::Pair(a, b)),
            _ => return odd(format!("({a}, {b})"), "return the action alone"),
        },
        Given::Number(x) if alone => {
            return odd(format!("the number {x:?}"), "return the action, not its value");
        }
        Given::Number(x) => {
            return invalid(format!(
                "the first part of the answer is {x}, not an action; return (action, value) in \
                 this order"
            ));
        }
        Given::Word(text) | Given::Other(text) => {
            return odd(
                cut(text, TEXT).trim_end_matches(',').to_owned(),
                "return the action alone",
            );
        }
    };
    let value = match &answer.value {
        Given::Nothing => None,
        Given::Number(x) if x.is_nan() => {
            return invalid("returned NaN where a value is asked for".to_owned());
        }
        Given::Number(x) => Some(*x),
        Given::Word(text) | Given::Other(text) => {
            let text = cut(text, TEXT);
            return invalid(format!("returned {text} where a number is asked for"));
        }
        Given::Pair(a, b) => {
            return invalid(format!("returned ({a}, {b}) where a number is asked for"));
        }
    };
    Ok(Answer { action, value })
}

/// What was given for an action that is none: a word that no game knows.
pub(super) fn as_word(answer: &wire::Answer) -> Action {
    Action::Word(match &answer.action {
        Given::Nothing => "None".to_owned(),
        Given::Word(text) | Given::Other(text) => {
            format!("an odd {}", cut(text, TEXT).trim_end_matches(','))
        }
        Given::Pair(a, b) => format!("({a}, {b})"),
        Given::Number(x) => x.to_string(),
    })
}

/// A fault as the submission's own process tells it.
pub(super) fn told(fault: wire::Fault) -> Fault {
    let kind = match fault.kind {
        wire::FaultKind::Exception | wire::FaultKind::Load => FaultKind::Crashed,
        wire::FaultKind::Illegal => FaultKind::IllegalAction,
        wire::FaultKind::Memory => FaultKind::Killed,
        wire::FaultKind::Time => FaultKind::TimedOut,
    };
    // What was tried differs from state to state.
    let illegal = kind == FaultKind::IllegalAction;
    let mistake = illegal.then(|| "a successor by a move that is not legal".to_owned());
    let lines = std::iter::once(fault.message).chain(fault.hints).collect::<Vec<_>>();
    let message = bounded::message(&lines.join("\n"));
    let traceback = bounded::lines(fault.traceback.iter().map(String::as_str));
    Fault { kind, message, traceback, state: None, mistake }
}

/// The fault of a child that ended before it had answered.
pub(super) fn ended(status: i64) -> Fault {
    let signal = -status;
    let (kind, message) = match signal {
        SIGXCPU => (FaultKind::TimedOut, "more CPU time than the case allows".to_owned()),
        SIGKILL => (FaultKind::Killed, "killed: out of memory or CPU time".to_owned()),
        SIGSYS if cfg!(target_os = "linux") => {
            (FaultKind::Killed, "killed: a system call that is forbidden".to_owned())
        }
        SIGXFSZ => (FaultKind::Killed, "killed: wrote more to files than it may".to_owned()),
        SIGSEGV => (
            FaultKind::Crashed,
            "killed by signal 11 (segmentation fault), often a recursion without end".to_owned(),
        ),
        1.. => (FaultKind::Crashed, format!("killed by signal {signal}")),
        _ => (FaultKind::Crashed, format!("the submission ended the program with status {status}")),
    };
    Fault::new(kind, message)
}

/// What the filter of calls sends, on Linux.
const SIGSYS: i64 = 31;
// The numbers that Linux and macOS have in common.
const SIGKILL: i64 = 9;
const SIGSEGV: i64 = 11;
const SIGXCPU: i64 = 24;
const SIGXFSZ: i64 = 25;

/// The fault of a worker that says nothing more.
pub(super) fn silent(silence: Silence, limit: Duration) -> Fault {
    match silence {
        Silence::Late => {
            let message = format!("more than {} s", limit.as_secs_f64());
            Fault::new(FaultKind::TimedOut, message)
        }
        Silence::Gone => Fault::new(FaultKind::Crashed, "the submission's process is gone"),
        Silence::Garbled => impossible(),
        Silence::Flood => Fault::new(FaultKind::Killed, "printed more than 256 MB"),
    }
}

/// The fault of a worker that ended although nobody told it to.
pub(super) fn gone(end: End) -> Fault {
    let (kind, message) = match end {
        End::Exit(status) => {
            return ended(status.into());
        }
        End::Signal(signal) => return ended(-i64::from(signal)),
        End::Cpu | End::Wall => (FaultKind::TimedOut, "more time than the submission may use"),
        End::Memory => (FaultKind::Killed, "killed: more memory than it may use"),
        End::Processes => (FaultKind::Killed, "killed: more processes than it may start"),
        End::Output => (FaultKind::Killed, "killed: printed more than it may"),
        End::FileSize => (FaultKind::Killed, "killed: wrote more to files than it may"),
        End::ForbiddenCall => (FaultKind::Killed, "killed: a system call that is forbidden"),
        End::Killed => (FaultKind::Crashed, "the submission closed its connection to the grader"),
        End::Lost => (FaultKind::Grader, "the submission's sandbox is gone"),
    };
    Fault::new(kind, message)
}

/// What honest calls never lead to.
pub(super) fn impossible() -> Fault {
    let message = "the calls that were reported cannot have happened: the submission interferes \
                   with the grader";
    Fault::new(FaultKind::Killed, message)
}

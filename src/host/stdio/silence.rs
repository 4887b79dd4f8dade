//! Programs of which nothing comes in time: what was awaited, and what they may have forgotten.

use std::time::Duration;

use super::said::Said;
use crate::transcript::{Fault, FaultKind};

/// Who waits for this part of the time waits for nothing that the grader knows of.
const LONG: u32 = 10;

/// What the next line is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaited {
    /// The greeting.
    Hello,
    /// Whether there is an agent.
    Ready,
    /// A call or the answer.
    Answer,
}

/// A time that passed in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Silence {
    /// What was waited for.
    pub(super) awaited: Awaited,
    /// The time that it had.
    pub(super) time: Duration,
    /// Whether this is the time of one line, of several that there may be.
    pub(super) line: bool,
    /// What the program had said until then.
    pub(super) said: Said,
    /// How long the last line has been waited for.
    pub(super) waited: Duration,
    /// The program did not read what it was told, so that nothing more could be said.
    pub(super) unread: bool,
    /// Everything that runs of it waits for something. One that searches, or loops without end,
    /// does not, even where it gets no processor.
    pub(super) sleeps: bool,
}

impl Silence {
    /// What is wrong with it.
    pub(super) fn fault(&self) -> Fault {
        let what = match self.awaited {
            Awaited::Hello => "no \"hello\"",
            Awaited::Ready => "no \"ready\" or \"no_agent\"",
            Awaited::Answer if self.line => "no line, neither a call nor its answer,",
            Awaited::Answer => "no answer",
        };
        let asked = if self.line { None } else { self.said.calls() };
        let message = format!(
            "{what} came within {} s{}{}",
            self.time.as_secs_f64(),
            asked.unwrap_or_default(),
            self.hint().unwrap_or_default()
        );
        Fault::new(FaultKind::TimedOut, message)
    }

    /// What the program may have forgotten.
    fn hint(&self) -> Option<String> {
        if self.unread {
            return Some(": the program does not read the replies to its calls".to_owned());
        }
        if let Some(unfinished) = self.said.unfinished() {
            return Some(format!("{unfinished}: end every line with \"\\n\", and flush it"));
        }
        // One that asks again and again waits for its reply, and not for long.
        if !self.sleeps || self.waited < self.time / LONG {
            return None;
        }
        if self.said.released() {
            let why = "; its last call was \"release\", which gets no reply: do not wait for one";
            return Some(why.to_owned());
        }
        let more = match self.awaited {
            Awaited::Ready => ", and write \"ready\" when the task has come",
            Awaited::Hello | Awaited::Answer => "",
        };
        Some(format!(
            "; the program was not computing but waiting itself: flush standard output after \
             every line{more}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_program_that_waits_is_told_to_flush() {
        let silence = Silence {
            awaited: Awaited::Ready,
            time: Duration::from_secs(30),
            line: false,
            said: Said::default(),
            waited: Duration::from_secs(3),
            unread: false,
            sleeps: true,
        };
        let told = |silence: &Silence| {
            let message = silence.fault().message;
            (message.contains("flush"), message.contains("write \"ready\""))
        };
        assert_eq!(told(&silence), (true, true));
        let awaited = Awaited::Answer;
        assert_eq!(told(&Silence { awaited, ..silence.clone() }), (true, false));
        let waited = Duration::from_secs(2);
        assert_eq!(told(&Silence { waited, ..silence.clone() }), (false, false));
        assert_eq!(told(&Silence { sleeps: false, ..silence.clone() }), (false, false));
        assert_eq!(told(&Silence { unread: true, ..silence }), (false, false));
    }
}

//! Programs of which nothing comes in time: what was awaited, and what they may have forgotten.

use std::time::Duration;

use crate::transcript::{Fault, FaultKind};

/// A program that ran for less than this part of the time waited for itself.
const IDLE: u32 = 10;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Silence {
    /// What was waited for.
    pub(super) awaited: Awaited,
    /// The time that it had.
    pub(super) time: Duration,
    /// Whether this is the time of one line, of several that there may be.
    pub(super) line: bool,
    /// How long the last line has been waited for.
    pub(super) waited: Duration,
    /// The program did not read what it was told, so that nothing more could be said.
    pub(super) unread: bool,
}

impl Silence {
    /// The fault, before anything is known of the process.
    pub(super) fn fault(&self) -> Fault {
        let what = match self.awaited {
            Awaited::Hello => "no \"hello\"",
            Awaited::Ready => "no \"ready\" or \"no_agent\"",
            Awaited::Answer if self.line => "no line, neither a call nor its answer,",
            Awaited::Answer => "no answer",
        };
        let mut message = format!("{what} came within {} s", self.time.as_secs_f64());
        if self.unread {
            message.push_str(": the program does not read the replies to its calls");
        }
        Fault::new(FaultKind::TimedOut, message)
    }

    /// The fault of a process that used `cpu` time in all. One that searches, or loops without
    /// end, uses most of what it has; one that waits has said nothing, or so it seems from here.
    pub(super) fn fault_after(&self, cpu: Duration) -> Fault {
        let fault = self.fault();
        // No process takes no time at all: then it is not known.
        if self.unread || cpu.is_zero() || cpu >= self.waited / IDLE {
            return fault;
        }
        let more = match self.awaited {
            Awaited::Ready => ", and write \"ready\" when the task has come",
            Awaited::Hello | Awaited::Answer => "",
        };
        let message = format!(
            "{}; the program used hardly any CPU time, so it was waiting itself: flush standard \
             output after every line{more}",
            fault.message
        );
        Fault { message, ..fault }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_program_that_waits_is_told_to_flush() {
        let second = Duration::from_secs(1);
        let silence = Silence {
            awaited: Awaited::Ready,
            time: 30 * second,
            line: false,
            waited: 30 * second,
            unread: false,
        };
        let told = |silence: Silence, cpu| {
            let message = silence.fault_after(cpu).message;
            (message.contains("flush"), message.contains("write \"ready\""))
        };
        assert_eq!(told(silence, second), (true, true));
        assert_eq!(told(silence, 3 * second), (false, false));
        assert_eq!(told(silence, Duration::ZERO), (false, false));
        assert_eq!(told(Silence { awaited: Awaited::Answer, ..silence }, second), (true, false));
        assert_eq!(told(Silence { waited: second, ..silence }, second), (false, false));
        assert_eq!(told(Silence { unread: true, ..silence }, second), (false, false));
    }
}

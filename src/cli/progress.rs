//! Progress of a long run on stderr.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::case::Case;
use crate::grade::Sink;
use crate::judge::Word;
use crate::report::CaseReport;
use crate::suite::{Question, Suite};

/// A run shorter than this shows nothing.
const QUIET: Duration = Duration::from_secs(1);

/// A bar that appears when a run takes long and stderr is a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// The cases to come, the next one last.
    to_come: Vec<String>,
    lost: u64,
    timed_out: u64,
}

impl Progress {
    pub(super) fn new(suite: &Suite) -> Self {
        let name = |question: &Question, case: &Case| format!("{}/{}", question.name, case.name);
        let names = suite.questions.iter().flat_map(|q| q.cases.iter().map(move |c| name(q, c)));
        let to_come: Vec<String> = names.rev().collect();
        let cases = to_come.len() as u64;
        let bar = ProgressBar::with_draw_target(Some(cases), ProgressDrawTarget::hidden());
        let template = "{bar:24} {pos}/{len} cases {elapsed} {wide_msg}";
        bar.set_style(
            ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .progress_chars("=> "),
        );
        let progress = Progress { bar, started: Instant::now(), to_come, lost: 0, timed_out: 0 };
        progress.say();
        progress
    }

    /// Names the case that is waited for, and how the ones before went.
    fn say(&self) {
        let mut message = self.to_come.last().cloned().unwrap_or_default();
        for (count, how) in [(self.lost, "not passed"), (self.timed_out, "timed out")] {
            if count > 0 {
                message.push_str(&format!(", {count} {how}"));
            }
        }
        self.bar.set_message(message);
    }

    /// Removes the bar from the terminal.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Sink for Progress {
    fn waiting(&mut self) {
        if self.bar.is_hidden() && self.started.elapsed() > QUIET && std::io::stderr().is_terminal()
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.tick();
    }

    fn case(&mut self, _question: &Question, done: &CaseReport) {
        self.waiting();
        self.lost += u64::from(done.verdict.word != Word::Pass);
        self.timed_out += u64::from(done.verdict.word == Word::TimedOut);
        self.to_come.pop();
        self.say();
        self.bar.inc(1);
    }
}

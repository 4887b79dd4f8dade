//! Progress of a long run on stderr.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

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
    lost: u64,
}

impl Progress {
    pub(super) fn new(suite: &Suite) -> Self {
        let cases: usize = suite.questions.iter().map(|question| question.cases.len()).sum();
        let bar = ProgressBar::with_draw_target(Some(cases as u64), ProgressDrawTarget::hidden());
        let template = "{bar:24} {pos}/{len} cases {elapsed} {wide_msg}";
        bar.set_style(
            ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .progress_chars("=> "),
        );
        Progress { bar, started: Instant::now(), lost: 0 }
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

    fn case(&mut self, question: &Question, done: &CaseReport) {
        self.waiting();
        if done.verdict.word != Word::Pass {
            self.lost += 1;
        }
        let lost = match self.lost {
            0 => String::new(),
            n => format!(", {n} not passed"),
        };
        self.bar.set_message(format!("{}/{}{lost}", question.name, done.case.name));
        self.bar.inc(1);
    }
}

//! How the questions and cases of a suite hang together.
//!
//! A question may wait for others, and its cases may share a time limit. Under the course's rules
//! an exception ends its question, which then gives no points.

use std::borrow::Cow;
use std::time::Duration;

use crate::case::Case;
use crate::judge::{Reason, Verdict, Word};
use crate::report::CaseReport;
use crate::suite::{Earned, Question, Rules, Suite};
use crate::transcript::{Fault, FaultKind, Transcript};

/// Wall time of a question under the course's rules.
const QUESTION: Duration = Duration::from_secs(300);

/// What has happened so far, while the cases are run in the order of the suite.
#[derive(Clone, Debug)]
pub struct Course<'s> {
    rules: Rules,
    /// Questions of this run that do not have all their points, so far.
    incomplete: Vec<&'s str>,
    current: Option<&'s Question>,
    /// The cases of the current question.
    done: Vec<Done>,
    /// The case that ended the current question.
    ended_by: Option<String>,
}

/// What the rules must know of a case that was run.
#[derive(Clone, Copy, Debug)]
struct Done {
    earned: Earned,
    ends_question: bool,
    seconds: f64,
}

impl<'s> Course<'s> {
    /// Before the first case.
    #[must_use]
    pub fn new(suite: &'s Suite) -> Self {
        Course {
            rules: suite.rules,
            incomplete: suite.questions.iter().map(|question| question.name.as_str()).collect(),
            current: None,
            done: Vec::new(),
            ended_by: None,
        }
    }

    /// Why the next case, one of `question`, must not be run, if that is so.
    #[must_use]
    pub fn refusal(&mut self, question: &'s Question) -> Option<Reason> {
        self.enter(question);
        if let Some(other) = question.depends.iter().find(|n| self.incomplete.contains(&n.as_str()))
        {
            return Some(Reason::DependsOn { question: other.clone() });
        }
        self.ended_by.clone().map(|case| Reason::QuestionEnded { case })
    }

    /// `case` as it may be run now: its time is at most what the question has left.
    #[must_use]
    pub fn limited<'c>(&self, case: &'c Case) -> Cow<'c, Case> {
        let Some(time) = self.current.and_then(|question| time(self.rules, question)) else {
            return Cow::Borrowed(case);
        };
        let left = time.saturating_sub(spent(&self.done));
        let mut case = case.clone();
        case.task.limits.time = case.task.limits.time.min(left);
        if let Some(play) = &mut case.task.play {
            play.time = play.time.min(left);
            play.all_time = left;
        }
        Cow::Owned(case)
    }

    /// Takes note of a case of the current question, run or not.
    pub fn after(&mut self, done: &CaseReport) {
        let Some(question) = self.current else { return };
        self.done.push(Done::of(self.rules, done));
        if self.ended_by.is_none() && ended(self.rules, question, &self.done) {
            self.ended_by = Some(done.case.name.clone());
        }
    }

    /// Leaves the question before, unless it is still this one.
    fn enter(&mut self, question: &'s Question) {
        if let Some(before) = self.current.filter(|before| before.name != question.name) {
            if tally(self.rules, before, &self.done) >= before.max_points {
                self.incomplete.retain(|name| *name != before.name);
            }
            self.done.clear();
            self.ended_by = None;
        }
        self.current = Some(question);
    }
}

/// The points of a question whose cases are all done.
#[must_use]
pub fn points(rules: Rules, question: &Question, cases: &[CaseReport]) -> f64 {
    let done: Vec<Done> = cases.iter().map(|case| Done::of(rules, case)).collect();
    tally(rules, question, &done)
}

/// The report on a case that was not run.
#[must_use]
pub fn not_run(case: &Case, reasons: Vec<Reason>) -> CaseReport {
    let verdict = Verdict::without_points(Word::NotRun, case.points, reasons);
    CaseReport::new(case, None, Transcript::default(), verdict)
}

fn tally(rules: Rules, question: &Question, done: &[Done]) -> f64 {
    if rules == Rules::Berkeley && ended(rules, question, done) {
        return 0.0;
    }
    let earned: Vec<Earned> = done.iter().map(|done| done.earned).collect();
    let all = earned.iter().all(|case| case.passed);
    let extra = if all { question.extra_points } else { 0.0 };
    question.scoring.points(question.max_points, &earned) + extra
}

/// Whether the course's grader would have given the question up.
fn ended(rules: Rules, question: &Question, done: &[Done]) -> bool {
    done.iter().any(|done| done.ends_question)
        || time(rules, question).is_some_and(|time| spent(done) > time)
}

/// What the cases of a question may take together.
fn time(rules: Rules, question: &Question) -> Option<Duration> {
    question.time.or_else(|| (rules == Rules::Berkeley).then_some(QUESTION))
}

fn spent(done: &[Done]) -> Duration {
    let seconds = done.iter().map(|done| done.seconds).sum();
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

impl Done {
    fn of(rules: Rules, done: &CaseReport) -> Self {
        let verdict = &done.verdict;
        // The course's grader would have met an exception outside a game, or has met one before.
        // An answer that is no action is another answer than the right one to it, and no more.
        let exception = |fault: &Fault| fault.kind != FaultKind::InvalidAnswer;
        let ends_question = rules == Rules::Berkeley
            && (done.transcript.fault.as_ref().is_some_and(exception)
                || verdict.word == Word::NotRun);
        let is_games = done.case.expect.games.is_some();
        let (passed, failed) = if rules == Rules::Berkeley && is_games {
            // The course never takes games for failed, however few points they give.
            (!ends_question, ends_question)
        } else {
            (verdict.word == Word::Pass, !matches!(verdict.word, Word::Pass | Word::Partial))
        };
        let (points, max_points) = (verdict.points, verdict.max_points);
        Done {
            earned: Earned { points, max_points, passed, failed },
            ends_question,
            seconds: done.transcript.seconds,
        }
    }
}

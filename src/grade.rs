//! The pipeline: every case of a suite through host, judge and report.
//!
//! Cases are independent jobs, run by as many threads as asked for; their results leave in the
//! order of the suite, whoever is done first.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::case::Case;
use crate::course::{self, Course};
use crate::error::Error;
use crate::host::{Host, Hosts};
use crate::judge::{judge, no_reference};
use crate::reference;
use crate::report::{CaseReport, QuestionReport, Report};
use crate::suite::{Question, Rules, Suite};
use crate::transcript::{Fault, FaultKind, Transcript};

/// Stack of a worker: a linked-in agent may search a line of thousands of plies.
const STACK: usize = 256 << 20;
/// How often a sink hears that no case is done yet.
const PATIENCE: Duration = Duration::from_millis(250);
/// What all cases of a submission may take together; a Berkeley folder has limits of its own.
const WHOLE_RUN: Duration = Duration::from_secs(600);

/// Hears of every case once it is judged, in the order of the suite.
pub trait Sink {
    /// `done` is the report on a case of `question`.
    fn case(&mut self, question: &Question, done: &CaseReport);

    /// Called now and then while no case is done.
    fn waiting(&mut self) {}

    /// Whether [`Sink::so_far`] is to be called: reports cost time.
    fn wants_reports(&self) -> bool {
        false
    }

    /// The report after each case, in which the cases to come are `not-run`.
    fn so_far(&mut self, _report: Report) {}
}

/// Wants to hear nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    fn case(&mut self, _question: &Question, _done: &CaseReport) {}
}

/// Grades one submission on `suite` with `jobs` threads.
///
/// # Errors
/// [`Error`] when a host or a thread cannot be started; what goes wrong in a case is in its
/// verdict.
pub fn grade(
    submission: &str,
    suite: &Suite,
    hosts: &dyn Hosts,
    jobs: usize,
    sink: &mut dyn Sink,
) -> Result<Report, Error> {
    let run = Run { submission, suite, hosts, started: Instant::now() };
    let units = units(suite);
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let used = Used::default();
    let (send, receive) = mpsc::channel::<Result<(usize, CaseReport), Error>>();
    let cases = std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, units.len().max(1)) {
            let (send, units, next, stop) = (send.clone(), &units, &next, &stop);
            let used = &used;
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(suite, units, hosts, (next, stop, used), &send))
                .map_err(|error| Error::Grader(format!("failed to start a thread: {error}")))?;
        }
        drop(send);
        let cases = run.in_order(receive, sink);
        // After an error the other workers finish the case in hand and no more.
        stop.store(true, Ordering::Relaxed);
        cases
    })?;
    Ok(run.report(cases))
}

/// One submission on one suite.
struct Run<'a> {
    submission: &'a str,
    suite: &'a Suite,
    hosts: &'a dyn Hosts,
    started: Instant,
}

/// Time that a submission has taken in all its cases, in microseconds.
#[derive(Default)]
struct Used(AtomicU64);

impl Used {
    fn add(&self, seconds: f64) {
        self.0.fetch_add((seconds.max(0.0) * 1e6) as u64, Ordering::Relaxed);
    }

    fn left(&self) -> Duration {
        WHOLE_RUN.saturating_sub(Duration::from_micros(self.0.load(Ordering::Relaxed)))
    }
}

/// A case, its question and its place in the suite.
type Job<'s> = (usize, &'s Question, &'s Case);

/// Cases that one host must run one after the other. Ours are independent, unless a question
/// waits for another or has a time of its own; the course's share one process.
fn units(suite: &Suite) -> Vec<Vec<Job<'_>>> {
    let cases = suite
        .questions
        .iter()
        .flat_map(|question| question.cases.iter().map(move |case| (question, case)))
        .enumerate()
        .map(|(place, (question, case))| (place, question, case));
    let tied = suite.questions.iter().any(|q| !q.depends.is_empty() || q.time.is_some());
    if suite.rules == Rules::Berkeley || tied {
        vec![cases.collect()]
    } else {
        cases.map(|case| vec![case]).collect()
    }
}

/// One worker: takes units until there are none left.
fn work(
    suite: &Suite,
    units: &[Vec<Job<'_>>],
    hosts: &dyn Hosts,
    (next, stop, used): (&AtomicUsize, &AtomicBool, &Used),
    send: &mpsc::Sender<Result<(usize, CaseReport), Error>>,
) {
    let mut host = match hosts.host(suite.rules) {
        Ok(host) => host,
        Err(error) => {
            let _ = send.send(Err(error));
            return;
        }
    };
    while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
        let mut course = Course::new(suite);
        for &(place, question, case) in unit {
            let done = match course.refusal(question) {
                Some(reason) => course::not_run(case, vec![reason]),
                None if suite.rules == Rules::Plygrade && used.left().is_zero() => {
                    out_of_time(case, suite.rules)
                }
                None => grade_case(&course.limited(case), suite.rules, host.as_mut()),
            };
            used.add(done.transcript.seconds);
            course.after(&done);
            if stop.load(Ordering::Relaxed) || send.send(Ok((place, done))).is_err() {
                return;
            }
        }
    }
}

impl Run<'_> {
    /// Hands results on as soon as all earlier ones are there.
    fn in_order(
        &self,
        results: mpsc::Receiver<Result<(usize, CaseReport), Error>>,
        sink: &mut dyn Sink,
    ) -> Result<Vec<CaseReport>, Error> {
        let questions = self.suite.questions.iter();
        let mut questions = questions.flat_map(|q| q.cases.iter().map(move |_| q));
        let mut early = BTreeMap::new();
        let mut cases: Vec<CaseReport> = Vec::new();
        loop {
            let (place, case) = match results.recv_timeout(PATIENCE) {
                Ok(result) => result?,
                Err(RecvTimeoutError::Timeout) => {
                    sink.waiting();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(cases),
            };
            early.insert(place, case);
            let before = cases.len();
            while let Some(case) = early.remove(&cases.len()) {
                if let Some(question) = questions.next() {
                    sink.case(question, &case);
                }
                cases.push(case);
            }
            if cases.len() > before && sink.wants_reports() {
                sink.so_far(self.report(cases.clone()));
            }
        }
    }

    /// The report on the first `cases` of the suite; the others are not run yet.
    fn report(&self, cases: Vec<CaseReport>) -> Report {
        let suite = self.suite;
        let all = suite.questions.iter().map(|question| question.cases.len()).sum::<usize>();
        let complete = cases.len() == all;
        let mut cases = cases.into_iter();
        let questions = suite.questions.iter().map(|question| {
            let next = |case| cases.next().unwrap_or_else(|| course::not_run(case, Vec::new()));
            question_report(suite.rules, question, question.cases.iter().map(next).collect())
        });
        let questions = questions.collect();
        let argument =
            suite.path.as_ref().map_or(suite.name.clone(), |path| path.display().to_string());
        Report {
            suite_argument: argument,
            suite_notes: suite.notes.clone(),
            complete,
            sandbox: self.hosts.sandbox(),
            sandbox_whole: self.hosts.warnings().is_empty(),
            seconds: self.started.elapsed().as_secs_f64(),
            ..Report::new(self.submission, &suite.name, questions)
        }
    }
}

/// A case of a submission that has used up the time of all its cases.
fn out_of_time(case: &Case, rules: Rules) -> CaseReport {
    let minutes = WHOLE_RUN.as_secs() / 60;
    let message = format!("all cases together took more than {minutes} minutes");
    let fault = Some(Fault::new(FaultKind::TimedOut, message));
    let transcript = Transcript { fault, ..Transcript::default() };
    let verdict = judge(case, rules, None, &transcript);
    CaseReport::new(case, None, transcript, verdict)
}

/// One case through reference, host and judge. A panic of ours is our fault, not a zero.
fn grade_case(case: &Case, rules: Rules, host: &mut dyn Host) -> CaseReport {
    let whole = catch_unwind(AssertUnwindSafe(|| {
        let (task, reference) = reference::prepare(case);
        if let Err(why) = &reference
            && case.expect.is_empty()
        {
            let verdict = no_reference(case, why.to_string());
            return CaseReport::new(case, None, Transcript::default(), verdict);
        }
        let mut reference = reference.ok();
        let mut transcript = host.run(&task);
        // The course's points know no terms but those that its answers were recorded with.
        if let Some(reference) = reference.as_mut().filter(|_| rules == Rules::Plygrade) {
            reference::add_others(reference, &task, host.own_terms(&task));
        }
        transcript.actions_only = !host.answers_value(&task);
        let verdict = judge(case, rules, reference.as_ref(), &transcript);
        CaseReport::new(case, reference, transcript, verdict)
    }));
    whole.unwrap_or_else(|_| {
        let fault = Fault::new(FaultKind::Grader, "plygrade itself panicked in this case");
        let transcript = Transcript { fault: Some(fault), ..Transcript::default() };
        let verdict = judge(case, rules, None, &transcript);
        CaseReport::new(case, None, transcript, verdict)
    })
}

fn question_report(rules: Rules, question: &Question, cases: Vec<CaseReport>) -> QuestionReport {
    QuestionReport {
        name: question.name.clone(),
        title: question.title.clone(),
        points: course::points(rules, question, &cases),
        max_points: question.max_points,
        cases,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::{Condvar, Mutex};

    use super::*;
    use crate::case::{Task, load};
    use crate::judge::{Reason, Word};
    use crate::suite::Scoring;
    use crate::transcript::Turn;

    const CASE: &str = r#"
agent = "minimax"
[game]
kind = "tree"
agents = 1
root = "r"
edges = [["r", "a", "l"]]
values = { l = 1.0 }
"#;

    fn suite(cases: usize) -> Suite {
        let case = |n| {
            let mut case = load::case(Path::new(&format!("{n}.toml")), CASE).expect("a case");
            case.task.agent = format!("agent{n}");
            case
        };
        let cases: Vec<Case> = (0..cases).map(case).collect();
        let question = |name: &str, cases| Question {
            name: name.to_owned(),
            title: String::new(),
            max_points: 1.0,
            extra_points: 0.0,
            scoring: Scoring::Share,
            depends: Vec::new(),
            time: None,
            cases,
        };
        let (first, second) = cases.split_at(cases.len() / 2);
        let questions = vec![question("q1", first.to_vec()), question("q2", second.to_vec())];
        Suite {
            name: "s".to_owned(),
            title: String::new(),
            description: String::new(),
            path: None,
            questions,
            rules: Rules::Plygrade,
            notes: Vec::new(),
        }
    }

    /// Calls `run` for each case.
    struct Scripted<F>(F);

    impl<F: Fn(&Task) -> Transcript + Sync + Clone + 'static> Hosts for Scripted<F> {
        fn host(&self, _rules: Rules) -> Result<Box<dyn Host>, Error> {
            Ok(Box::new(ScriptedHost(self.0.clone())))
        }
    }

    struct ScriptedHost<F>(F);

    impl<F: Fn(&Task) -> Transcript> Host for ScriptedHost<F> {
        fn run(&mut self, task: &Task) -> Transcript {
            (self.0)(task)
        }
    }

    #[derive(Default)]
    struct Heard(Vec<String>);

    #[derive(Default)]
    struct Reports(Vec<Report>);

    impl Sink for Reports {
        fn case(&mut self, _question: &Question, _done: &CaseReport) {}

        fn wants_reports(&self) -> bool {
            true
        }

        fn so_far(&mut self, report: Report) {
            self.0.push(report);
        }
    }

    impl Sink for Heard {
        fn case(&mut self, question: &Question, done: &CaseReport) {
            self.0.push(format!("{}/{}", question.name, done.case.name));
        }
    }

    #[test]
    fn cases_run_side_by_side_and_leave_in_order() {
        static LAST_IS_DONE: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());
        // The first case waits for the last one, so that one thread alone would not get there.
        let hosts = Scripted(|task: &Task| {
            let (done, changed) = &LAST_IS_DONE;
            let mut done = done.lock().expect("no panic");
            let mut seconds = 0.0;
            if task.agent == "agent5" {
                *done = true;
                changed.notify_all();
            } else if task.agent == "agent0" {
                let limit = Duration::from_secs(60);
                let waited = changed.wait_timeout_while(done, limit, |done| !*done);
                let (_held, timeout) = waited.expect("no panic");
                seconds = if timeout.timed_out() { -1.0 } else { 1.0 };
            }
            Transcript { missing_agent: true, seconds, ..Transcript::default() }
        });
        let mut heard = Heard::default();
        let report = grade("me", &suite(6), &hosts, 2, &mut heard).expect("a report");
        assert_eq!(heard.0, ["q1/0", "q1/1", "q1/2", "q2/3", "q2/4", "q2/5"]);
        let names = report.questions.iter().flat_map(|q| &q.cases).map(|c| c.case.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(report.questions[0].cases[0].transcript.seconds, 1.0);
    }

    #[test]
    fn a_panic_of_ours_is_our_fault_and_the_other_cases_are_graded() {
        let hosts = Scripted(|task: &Task| match task.agent.as_str() {
            "agent0" => panic!("a fault of the grader, made for this test"),
            _ => Transcript { missing_agent: true, ..Transcript::default() },
        });
        let report = grade("me", &suite(2), &hosts, 1, &mut Silent).expect("a report");
        let words = report.questions.iter().flat_map(|q| &q.cases).map(|case| case.verdict.word);
        assert_eq!(words.collect::<Vec<_>>(), [Word::GraderError, Word::NotRun]);
        assert_eq!(report.exit_status(), crate::exit_status::ExitStatus::GraderError);
    }

    #[test]
    fn after_every_case_there_is_a_report_on_the_whole_suite() {
        let hosts = Scripted(|_: &Task| Transcript {
            fault: Some(Fault::new(FaultKind::Crashed, "made for this test")),
            ..Transcript::default()
        });
        let mut reports = Reports::default();
        grade("me", &suite(3), &hosts, 1, &mut reports).expect("a report");
        let words = |report: &Report| {
            let cases = report.questions.iter().flat_map(|q| &q.cases);
            cases.map(|case| case.verdict.word == Word::Crashed).collect::<Vec<_>>()
        };
        let seen: Vec<_> =
            reports.0.iter().map(|report| (words(report), report.complete)).collect();
        let expected = [
            (vec![true, false, false], false),
            (vec![true, true, false], false),
            (vec![true, true, true], true),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn all_cases_together_have_a_time() {
        let hosts = Scripted(|_: &Task| Transcript { seconds: 250.0, ..Transcript::default() });
        let report = grade("me", &suite(5), &hosts, 1, &mut Silent).expect("a report");
        let words = report.questions.iter().flat_map(|q| &q.cases).map(|case| case.verdict.word);
        let late: Vec<bool> = words.map(|word| word == Word::TimedOut).collect();
        assert_eq!(late, [false, false, false, true, true]);
    }

    #[test]
    fn a_question_of_the_course_has_a_time() {
        // A case without an answer would end its question by itself.
        let hosts = Scripted(|_: &Task| Transcript {
            turns: vec![Turn::default()],
            seconds: 250.0,
            ..Transcript::default()
        });
        let suite = Suite { rules: Rules::Berkeley, ..suite(6) };
        let report = grade("me", &suite, &hosts, 1, &mut Silent).expect("a report");
        let ended = |q: &QuestionReport| {
            let ended = |reason: &Reason| matches!(reason, Reason::QuestionEnded { .. });
            let cases = q.cases.iter();
            cases.map(|case| case.verdict.reasons.iter().any(ended)).collect::<Vec<_>>()
        };
        let questions: Vec<_> = report.questions.iter().map(ended).collect();
        assert_eq!(questions, [[false, false, true], [false, false, true]]);
    }

    #[test]
    fn a_host_that_does_not_start_ends_the_run() {
        struct None;
        impl Hosts for None {
            fn host(&self, _rules: Rules) -> Result<Box<dyn Host>, Error> {
                Err(Error::Usage("no interpreter".to_owned()))
            }
        }
        let error = grade("me", &suite(4), &None, 2, &mut Silent).expect_err("an error");
        assert_eq!(error.to_string(), "no interpreter");
    }
}

//! The pipeline: every case of a suite through host, judge and report.
//!
//! Cases are independent jobs, run by as many threads as asked for; their results leave in the
//! order of the suite, whoever is done first.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use crate::case::Case;
use crate::course::{self, Course};
use crate::error::Error;
use crate::host::{Host, Hosts};
use crate::judge::judge;
use crate::reference;
use crate::report::{CaseReport, QuestionReport, Report};
use crate::suite::{Question, Rules, Suite};
use crate::transcript::{Fault, FaultKind, Transcript};

/// Stack of a worker: a linked-in agent may search a line of thousands of plies.
const STACK: usize = 256 << 20;

/// Hears of every case once it is judged, in the order of the suite.
pub trait Sink {
    /// `done` is the report on a case of `question`.
    fn case(&mut self, question: &Question, done: &CaseReport);
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
    let started = Instant::now();
    let units = units(suite);
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (send, receive) = mpsc::channel::<Result<(usize, CaseReport), Error>>();
    let cases = std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, units.len().max(1)) {
            let (send, units, next, stop) = (send.clone(), &units, &next, &stop);
            std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || work(suite, units, hosts, next, stop, &send))
                .map_err(|error| Error::Grader(format!("failed to start a thread: {error}")))?;
        }
        drop(send);
        let cases = in_order(suite, receive, sink);
        // After an error the other workers finish the case in hand and no more.
        stop.store(true, Ordering::Relaxed);
        cases
    })?;
    let mut cases = cases.into_iter();
    let questions = suite
        .questions
        .iter()
        .map(|question| {
            let cases = cases.by_ref().take(question.cases.len()).collect();
            question_report(suite.rules, question, cases)
        })
        .collect();
    let argument =
        suite.path.as_ref().map_or(suite.name.clone(), |path| path.display().to_string());
    Ok(Report {
        suite_argument: argument,
        sandbox: hosts.sandbox(),
        seconds: started.elapsed().as_secs_f64(),
        ..Report::new(submission, &suite.name, questions)
    })
}

/// A case, its question and its place in the suite.
type Job<'s> = (usize, &'s Question, &'s Case);

/// Cases that one host must run one after the other. Ours are independent; the course's share
/// one process.
fn units(suite: &Suite) -> Vec<Vec<Job<'_>>> {
    let cases = suite
        .questions
        .iter()
        .flat_map(|question| question.cases.iter().map(move |case| (question, case)))
        .enumerate()
        .map(|(place, (question, case))| (place, question, case));
    match suite.rules {
        Rules::Plygrade => cases.map(|case| vec![case]).collect(),
        Rules::Berkeley => vec![cases.collect()],
    }
}

/// One worker: takes units until there are none left.
fn work(
    suite: &Suite,
    units: &[Vec<Job<'_>>],
    hosts: &dyn Hosts,
    next: &AtomicUsize,
    stop: &AtomicBool,
    send: &mpsc::Sender<Result<(usize, CaseReport), Error>>,
) {
    let mut host = match hosts.host() {
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
                Some(reason) => course::not_run(case, reason),
                None => grade_case(&course.limited(case), suite.rules, host.as_mut()),
            };
            course.after(&done);
            if stop.load(Ordering::Relaxed) || send.send(Ok((place, done))).is_err() {
                return;
            }
        }
    }
}

/// Hands results on as soon as all earlier ones are there.
fn in_order(
    suite: &Suite,
    results: mpsc::Receiver<Result<(usize, CaseReport), Error>>,
    sink: &mut dyn Sink,
) -> Result<Vec<CaseReport>, Error> {
    let mut questions = suite.questions.iter().flat_map(|q| q.cases.iter().map(move |_| q));
    let mut early = BTreeMap::new();
    let mut cases: Vec<CaseReport> = Vec::new();
    for result in results {
        let (place, case) = result?;
        early.insert(place, case);
        while let Some(case) = early.remove(&cases.len()) {
            if let Some(question) = questions.next() {
                sink.case(question, &case);
            }
            cases.push(case);
        }
    }
    Ok(cases)
}

/// One case through reference, host and judge. A panic of ours is our fault, not a zero.
fn grade_case(case: &Case, rules: Rules, host: &mut dyn Host) -> CaseReport {
    let whole = catch_unwind(AssertUnwindSafe(|| {
        let (task, reference) = reference::prepare(case);
        let reference = reference.ok();
        let transcript = host.run(&task);
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

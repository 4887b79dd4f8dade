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
use crate::error::Error;
use crate::host::{Host, Hosts};
use crate::judge::{Word, judge};
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
                .spawn_scoped(scope, move || work(units, hosts, next, stop, &send))
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
        .map(|question| question_report(question, cases.by_ref().take(question.cases.len())))
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

/// Cases that one host must run one after the other, each with its place in the suite. Ours are
/// independent; the course's share one process.
fn units(suite: &Suite) -> Vec<Vec<(usize, &Case)>> {
    let cases = suite.questions.iter().flat_map(|question| &question.cases).enumerate();
    match suite.rules {
        Rules::Plygrade => cases.map(|case| vec![case]).collect(),
        Rules::Berkeley => vec![cases.collect()],
    }
}

/// One worker: takes units until there are none left.
fn work(
    units: &[Vec<(usize, &Case)>],
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
        for &(place, case) in unit {
            let done = (place, grade_case(case, host.as_mut()));
            if stop.load(Ordering::Relaxed) || send.send(Ok(done)).is_err() {
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
fn grade_case(case: &Case, host: &mut dyn Host) -> CaseReport {
    let whole = catch_unwind(AssertUnwindSafe(|| {
        let reference = reference::solve(&case.task).ok();
        let transcript = host.run(&case.task);
        let verdict = judge(case, reference.as_ref(), &transcript);
        CaseReport::new(case, reference, transcript, verdict)
    }));
    whole.unwrap_or_else(|_| {
        let fault = Fault::new(FaultKind::Grader, "plygrade itself panicked in this case");
        let transcript = Transcript { fault: Some(fault), ..Transcript::default() };
        let verdict = judge(case, None, &transcript);
        CaseReport::new(case, None, transcript, verdict)
    })
}

fn question_report(question: &Question, cases: impl Iterator<Item = CaseReport>) -> QuestionReport {
    let cases: Vec<CaseReport> = cases.collect();
    let earned: Vec<(f64, f64, bool)> = cases
        .iter()
        .map(|case| {
            let passed = matches!(case.verdict.word, Word::Pass | Word::Partial);
            (case.verdict.points, case.verdict.max_points, passed)
        })
        .collect();
    let points = question.scoring.points(question.max_points, &earned);
    QuestionReport {
        name: question.name.clone(),
        title: question.title.clone(),
        points,
        max_points: question.max_points,
        cases,
    }
}

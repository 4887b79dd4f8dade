//! The pipeline: every case of a suite through host, judge and report.

use crate::host::Host;
use crate::judge::{Word, judge};
use crate::reference;
use crate::report::{CaseReport, QuestionReport, Report};
use crate::suite::{Question, Suite};

/// Grades one submission on `suite`.
pub fn grade(submission: &str, suite: &Suite, host: &mut dyn Host) -> Report {
    let questions: Vec<QuestionReport> =
        suite.questions.iter().map(|question| grade_question(question, host)).collect();
    Report::new(submission, &suite.name, questions)
}

fn grade_question(question: &Question, host: &mut dyn Host) -> QuestionReport {
    let cases: Vec<CaseReport> = question
        .cases
        .iter()
        .map(|case| {
            let reference = reference::solve(&case.task).ok();
            let transcript = host.run(&case.task);
            let verdict = judge(case, reference.as_ref(), &transcript);
            CaseReport::new(case, reference, transcript, verdict)
        })
        .collect();
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

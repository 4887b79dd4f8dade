//! Grading on folders: points and verdicts are the course's own.

use std::collections::BTreeSet;

use plygrade::case::expect::{KnownMistake, Quantity};
use plygrade::grade::{Silent, grade};
use plygrade::judge::{Note, Reason, Word};
use plygrade::report::{CaseReport, Report};
use plygrade::suite::Suite;

use super::hosts::{Mistake, Searches};
use super::{fixture, public, read, shared};

pub(super) fn run(suite: &Suite, mistake: Mistake) -> Report {
    grade("a submission", suite, &Searches(mistake), 1, &mut Silent).expect("the host starts")
}

fn graded(folder: &str, mistake: Mistake) -> Report {
    run(&read(&fixture(folder), &[]), mistake)
}

fn points(report: &Report) -> Vec<(&str, f64)> {
    report.questions.iter().map(|question| (question.name.as_str(), question.points)).collect()
}

fn case<'r>(report: &'r Report, question: &str, case: &str) -> &'r CaseReport {
    let question = report.questions.iter().find(|found| found.name == question);
    let cases = &question.expect("the question is there").cases;
    cases.iter().find(|found| found.case.name == case).expect("the case is there")
}

/// `question/case` of every tree and line that is not passed, questions 2 to 4.
fn failed(report: &Report) -> BTreeSet<String> {
    report
        .questions
        .iter()
        .flat_map(|question| question.cases.iter().map(move |case| (&question.name, case)))
        .filter(|(_, case)| case.case.expect.games.is_none() && case.verdict.word != Word::Pass)
        .map(|(question, case)| format!("{question}/{}", case.case.name))
        .collect()
}

#[test]
fn right_searches_get_full_marks_on_the_public_folders() {
    for folder in public() {
        let report = run(&read(&folder, &[]), Mistake::Nothing);
        assert_eq!(failed(&report), BTreeSet::new(), "{}", folder.display());
        let trees: Vec<f64> = report.questions[1..4].iter().map(|q| q.points).collect();
        assert_eq!(trees, [5.0, 5.0, 5.0], "{}", folder.display());
    }
}

#[test]
fn mistakes_fail_where_the_courses_grader_fails_them() {
    for (name, mistake) in [
        ("accepted", Mistake::Nothing),
        ("asks_twice", Mistake::AsksTwice),
        ("cuts_on_equality", Mistake::WeakCut),
        ("depth_plus_one", Mistake::DeeperRound),
    ] {
        let Some(path) = shared(&format!("submissions/{name}/course_grader.json")) else { return };
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let course: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let expected: BTreeSet<String> =
            course["failed"].as_object().expect("an object").keys().cloned().collect();
        let Some(folder) = shared("berkeley-next") else { return };
        let report = run(&read(&folder, &[]), mistake);
        assert_eq!(failed(&report), expected, "{name}");
        for question in &report.questions[1..4] {
            let points = &course["questions"][&question.name][0];
            assert_eq!(Some(question.points), points.as_f64(), "{name} {}", question.name);
        }
    }
}

#[test]
fn every_class_of_question_gives_its_points() {
    let report = graded("berkeley-small", Mistake::Nothing);
    let all = [
        ("trees", 25.0),
        ("line", 5.0),
        // Three games won by going east twice: 8 + 510 each. Score 500 and 518, wins 3; one
        // threshold is missed, and three of two points are earned.
        ("games", 3.0),
        ("later", 1.0),
        ("hacked", 3.0),
        ("number", 2.0),
        ("bonus", 4.0),
    ];
    assert_eq!(points(&report), all);
    assert_eq!((report.points, report.max_points), (43.0, 38.0));
    let games = case(&report, "games", "1-lane");
    assert_eq!(games.verdict.word, Word::Pass);
    assert_eq!(games.verdict.notes, [Note::ExtraCredit { points: 1.0 }]);
    let played = &games.transcript.games;
    assert_eq!(played.len(), 3);
    assert!(played.iter().all(|game| game.win && game.score == 518.0 && game.moves == 2));
}

#[test]
fn a_weak_cut_loses_its_questions_and_what_depends_on_them() {
    let report = graded("berkeley-small", Mistake::WeakCut);
    let expected = [
        ("trees", 0.0),
        ("line", 5.0),
        ("games", 3.0),
        ("later", 0.0),
        // A failed test without points forfeits full marks.
        ("hacked", 0.0),
        ("number", 1.0),
        ("bonus", 4.0),
    ];
    assert_eq!(points(&report), expected);
    let tie = case(&report, "trees", "2-tie");
    assert!(matches!(tie.verdict.reasons[..], [Reason::WrongGenerated { .. }]), "{tie:?}");
    assert_eq!(case(&report, "trees", "3-mean").verdict.word, Word::Pass);
    let later = case(&report, "later", "1-again");
    assert_eq!(later.verdict.word, Word::NotRun);
    let reason = Reason::DependsOn { question: "trees".to_owned() };
    assert_eq!(later.verdict.reasons, [reason]);
}

#[test]
fn an_exception_ends_its_question_but_only_its_game() {
    let report = graded("berkeley-small", Mistake::Raises);
    assert_eq!(case(&report, "trees", "1-minimax").verdict.word, Word::Crashed);
    let second = case(&report, "trees", "2-tie");
    assert_eq!(second.verdict.word, Word::NotRun);
    let reason = Reason::QuestionEnded { case: "1-minimax".to_owned() };
    assert_eq!(second.verdict.reasons, [reason]);
    let line = case(&report, "line", "1-lane");
    assert_eq!((line.verdict.word, &line.transcript.fault), (Word::Crashed, &None));
    assert!(matches!(line.verdict.reasons[..], [Reason::Game { .. }]), "{line:?}");
    assert!(points(&report).iter().all(|(name, points)| *points == 0.0 || *name == "games"));
}

#[test]
fn a_missing_class_ends_its_question() {
    let report = graded("berkeley-small", Mistake::NoAlphaBeta);
    assert_eq!(case(&report, "trees", "1-minimax").verdict.word, Word::Pass);
    assert_eq!(case(&report, "trees", "3-mean").verdict.word, Word::NotRun);
    let zero = points(&report).iter().filter(|(_, points)| *points == 0.0).count();
    // trees, line, later (depends), hacked, number
    assert_eq!(zero, 5, "{:?}", points(&report));
}

#[test]
fn what_is_seen_beyond_is_a_note() {
    let twice = graded("berkeley-small", Mistake::AsksTwice);
    assert_eq!(twice.points, 43.0);
    let note = |calls| Note::AsksAgain { calls: 2 * calls, needed: calls };
    assert_eq!(case(&twice, "trees", "1-minimax").verdict.notes, [note(6)]);
    assert_eq!(case(&twice, "line", "1-lane").verdict.notes, [note(6)]);
    let wrong = graded("berkeley-small", Mistake::WrongAgent);
    assert_eq!(wrong.points, 43.0);
    let notes = &case(&wrong, "trees", "1-minimax").verdict.notes;
    assert!(matches!(notes[..], [Note::WrongTurn(_)]), "{notes:?}");
}

#[test]
fn lines_of_known_mistakes_are_told_by_their_counts_first() {
    let Some(folder) = shared("berkeley-next") else { return };
    let mut suite = read(&folder, &[]);
    // On a tree that mistake evaluates states without a value, which ends the question.
    for question in &mut suite.questions {
        question.cases.retain(|case| case.expect.line.is_some());
    }
    let report = run(&suite, Mistake::PartialPly);
    let line = case(&report, "q2", "8-pacman-game");
    let reasons = &line.verdict.reasons;
    assert!(matches!(reasons[..], [Reason::WrongExplored { .. }]), "{reasons:?}");
    assert_eq!(line.verdict.notes, [Note::LooksLike(KnownMistake::PartialPly)]);
}

#[test]
fn a_game_goes_on_when_the_agent_answers_nothing() {
    let report = graded("berkeley-small", Mistake::Silent);
    let line = case(&report, "line", "1-lane");
    let reasons = &line.verdict.reasons;
    let [Reason::Suboptimal { number: 0, got: None, allowed, .. }] = reasons.as_slice() else {
        panic!("{reasons:?}")
    };
    assert_eq!(*allowed, ["East"]);
    assert_eq!(line.transcript.turns.len(), 2);
}

#[test]
fn thresholds_tell_what_is_missing() {
    let report = graded("berkeley-small", Mistake::Nothing);
    let mut games = case(&report, "games", "1-lane").clone();
    games.transcript.games[0].win = false;
    games.transcript.games[0].timed_out = true;
    games.transcript.games[0].crashed = true;
    let verdict = plygrade::judge::judge(
        &games.case,
        plygrade::suite::Rules::Berkeley,
        None,
        &games.transcript,
    );
    assert_eq!((verdict.word, verdict.points), (Word::TimedOut, 0.0));
    let minimum = Reason::BelowMinimum { quantity: Quantity::InTime, got: 2.0, minimum: 3.0 };
    assert!(verdict.reasons.contains(&minimum), "{:?}", verdict.reasons);
}

#[test]
fn what_was_found_out_about_a_suite_is_told() {
    let report = graded("berkeley-other-terms", Mistake::WeakCut);
    let json = plygrade::report::json::render(&report).expect("it can be written");
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let notes = json["suite_notes"].as_array().expect("notes");
    assert_eq!(notes.len(), 2, "{notes:?}");
    let style = plygrade::report::style::Style::plain();
    let terminal = plygrade::report::terminal::render(&report, style);
    assert!(terminal.contains("the weak cut"), "{terminal}");
}

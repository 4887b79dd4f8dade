//! Reading folders.

use std::path::Path;
use std::time::Duration;

use plygrade::berkeley;
use plygrade::case::play::{Follow, Seed};
use plygrade::position::Position;
use plygrade::reference;
use plygrade::suite::{Question, Scoring, Suite, SuiteNote};
use plygrade_engine::games::pacman::{Direction, GhostKind};
use plygrade_engine::search::Cut;
use plygrade_sdk::Action;

use super::{fixture, public, read};

fn question<'s>(suite: &'s Suite, name: &str) -> &'s Question {
    suite.questions.iter().find(|question| question.name == name).expect("the question is there")
}

fn names(question: &Question) -> Vec<&str> {
    question.cases.iter().map(|case| case.name.as_str()).collect()
}

#[test]
fn public_answers_are_the_references() {
    for folder in public() {
        let suite = read(&folder, &["extra"]);
        // No note: every recorded tree and move agrees under the course's usual terms.
        assert_eq!(suite.notes, [], "{}", folder.display());
        let cases: Vec<_> = suite.questions.iter().flat_map(|question| &question.cases).collect();
        let lines: Vec<_> = cases.iter().filter(|case| case.expect.line.is_some()).collect();
        for case in &lines {
            let found = reference::line(&case.task).unwrap_or_else(|error| panic!("{error}"));
            let recorded = case.expect.line.as_ref();
            assert!(Some(&found) == recorded, "{}: another line", case.file.display());
        }
        for case in cases.iter().filter(|case| case.expect.generated.is_some()) {
            let found = reference::solve(&case.task).unwrap_or_else(|error| panic!("{error}"));
            let action: Vec<Action> = found.action.into_iter().collect();
            assert_eq!(case.expect.action.as_ref(), Some(&action), "{}", case.file.display());
            assert_eq!(case.expect.generated, found.generated, "{}", case.file.display());
        }
        assert_eq!(lines.len(), 3, "{}", folder.display());
        assert!(cases.len() > 70, "{}", folder.display());
    }
}

#[test]
fn all_classes_of_questions_are_read() {
    let suite = read(&fixture("berkeley-small"), &[]);
    assert_eq!(suite.name, "berkeley-small");
    assert_eq!(suite.notes, []);
    let found: Vec<(&str, Scoring, f64, f64)> = suite
        .questions
        .iter()
        .map(|q| (q.name.as_str(), q.scoring, q.max_points, q.extra_points))
        .collect();
    assert_eq!(
        found,
        [
            ("trees", Scoring::AllOrNothing, 25.0, 0.0),
            ("line", Scoring::AllOrNothing, 5.0, 0.0),
            ("games", Scoring::Partial, 2.0, 0.0),
            ("later", Scoring::AllOrNothing, 1.0, 0.0),
            ("hacked", Scoring::Forfeit, 3.0, 0.0),
            ("number", Scoring::PerCase, 2.0, 0.0),
            ("bonus", Scoring::AllOrNothing, 0.0, 4.0),
        ]
    );
    assert_eq!(question(&suite, "later").depends, ["trees", "line"]);
    let points: Vec<f64> = question(&suite, "hacked").cases.iter().map(|c| c.points).collect();
    assert_eq!(points, [1.0, 2.0, 0.0]);
}

#[test]
fn switched_off_and_hidden_tests_are_left_out() {
    let suite = read(&fixture("berkeley-small"), &[]);
    assert_eq!(names(question(&suite, "trees")), ["1-minimax", "2-tie", "3-mean"]);
}

#[test]
fn extra_is_read_on_request_only() {
    let folder = fixture("berkeley-small");
    assert!(read(&folder, &[]).questions.iter().all(|question| question.name != "extra"));
    let asked = read(&folder, &["extra", "trees", "nowhere"]);
    assert_eq!(names(question(&asked, "extra")), ["contest"]);
    assert_eq!(asked.questions.len(), 8);
    let task = &question(&asked, "extra").cases[0].task;
    assert_eq!((task.agent.as_str(), task.algorithm), ("ContestAgent", None));
}

#[test]
fn a_tree_is_read_whole() {
    let suite = read(&fixture("berkeley-small"), &[]);
    let case = &question(&suite, "trees").cases[0];
    let Position::Tree(at) = &case.task.position else { panic!("a tree") };
    assert_eq!(at.game.len(), 7);
    let value = |name| at.game.value(at.game.find(name).expect("a state"));
    assert_eq!((value("B"), value("D"), value("s")), (Some(12.0), Some(f64::NEG_INFINITY), None));
    assert_eq!((case.task.agent.as_str(), case.task.depth), ("minimax", Some(1)));
    assert_eq!(case.task.terms.plies, Some(2));
    assert!(case.diagram.as_ref().is_some_and(|text| text.contains("# not a comment")));
}

#[test]
fn games_are_read_whole() {
    let suite = read(&fixture("berkeley-small"), &[]);
    let case = &question(&suite, "games").cases[0];
    let play = case.task.play.as_ref().expect("it plays");
    assert_eq!((play.games, &play.seed), (3, &Seed::Text("abc".to_owned())));
    assert_eq!((play.follow, play.time), (Follow::Submission, Duration::from_secs(30)));
    // The maze has one ghost, so that the second one listed does not exist.
    assert_eq!(play.ghosts, [GhostKind::Random]);
    let arguments: Vec<(&str, &str)> =
        case.task.arguments.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(arguments, [("evalFn", "better"), ("quick", "1")]);
    assert_eq!(case.task.evaluation.as_deref(), Some("better"));
    let games = case.expect.games.as_ref().expect("thresholds");
    assert_eq!((games.points(), case.points), (4.0, 2.0));
}

#[test]
fn the_terms_are_those_of_the_recorded_answers() {
    let suite = read(&fixture("berkeley-other-terms"), &[]);
    assert_eq!(suite.name, "berkeley-other-terms");
    assert_eq!(
        suite.notes,
        [
            SuiteNote::RecordedTerms {
                action_order: Direction::PORT_ORDER,
                cut: Cut::Weak,
                agree: 3,
                agree_usual: 1,
                of: 4,
            },
            SuiteNote::Disagrees {
                question: "q1".to_owned(),
                case: "3-odd".to_owned(),
                agree: 0,
                of: 1,
            },
        ]
    );
    let cases = &question(&suite, "q1").cases;
    let Position::Pacman(at) = &cases[0].task.position else { panic!("a maze") };
    assert_eq!(at.game.action_order, Direction::PORT_ORDER);
    assert_eq!(cases[1].task.terms.cut, Cut::Weak);
    assert_eq!(cases[2].task.terms.cut, Cut::Strict, "minimax knows no cut");
}

#[test]
fn folders_are_recognised() {
    let small = fixture("berkeley-small");
    assert!(berkeley::is_folder(&small));
    assert!(berkeley::is_folder(&small.join("test_cases")));
    assert!(!berkeley::is_folder(&small.join("layouts")));
    assert!(!berkeley::is_folder(&fixture("")));
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases");
    assert!(!berkeley::is_folder(&ours));
    // Fixtures of other kinds stand beside these, and ours are not looked through.
    assert_eq!(berkeley::below(&fixture("")).len(), 2);
    assert!(berkeley::below(&ours).is_empty());
    // The layouts lie beside the folder of test cases.
    let inside = read(&small.join("test_cases"), &[]);
    assert_eq!((inside.name.as_str(), inside.questions.len()), ("berkeley-small", 7));
}

/// An archive is often unpacked into a folder of its own.
#[test]
fn a_project_not_far_below_is_found() {
    use std::os::unix::fs::symlink;
    let above = tempfile::TempDir::new().expect("a folder");
    let inside = above.path().join("unpacked");
    std::fs::create_dir(&inside).expect("a folder");
    symlink(fixture("berkeley-small"), inside.join("project")).expect("a link");
    let suite = Suite::load(above.path()).expect("a suite");
    assert_eq!(suite.questions.len(), 7);
    symlink(fixture("berkeley-small"), inside.join("another")).expect("a link");
    let error = Suite::load(above.path()).expect_err("two projects").to_string();
    assert!(error.contains("unpacked/another, ") && error.contains("unpacked/project"), "{error}");
}

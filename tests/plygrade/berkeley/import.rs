//! `plygrade import`: the suite that comes out is the suite that was read.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plygrade::berkeley::import::import;
use plygrade::case::Expect;
use plygrade::position::Position;
use plygrade::suite::{Rules, Suite};
use plygrade_engine::Game as _;

use super::grading::run;
use super::hosts::Mistake;
use super::{fixture, public, read};

/// A folder that goes when the test is done.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("import-{name}"));
        let _ = std::fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn plygrade(args: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plygrade"))
        .arg("import")
        .args(args)
        .output()
        .expect("the command starts")
}

fn imported(folder: &Path, scratch: &Scratch) -> Suite {
    let output = plygrade(&[folder, &scratch.0]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    Suite::load(&scratch.0).unwrap_or_else(|error| panic!("{error}"))
}

/// Everything that a case says, its file apart; a tree without what cannot be reached.
fn said(suite: &Suite) -> Vec<String> {
    let mut said = vec![format!("{} {:?}", suite.name, suite.rules)];
    for question in &suite.questions {
        said.push(format!(
            "{} {} {} {:?} {:?} {:?}",
            question.name,
            question.max_points,
            question.extra_points,
            question.scoring,
            question.depends,
            question.time
        ));
        for case in &question.cases {
            let task = &case.task;
            // The tolerance of a value that is not there.
            let expect = Expect { value_tolerance: 0.0, ..case.expect.clone() };
            let game = match &task.position {
                Position::Tree(at) => tree(at),
                Position::Pacman(at) => format!("{:?} {:?}", at.game, at.state),
                _ => panic!("no such game in these folders"),
            };
            said.push(format!(
                "{} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {} {:?} {game}",
                case.name,
                task.agent,
                task.depth,
                task.terms,
                task.evaluation,
                task.arguments,
                task.play,
                task.limits,
                task.watch,
                expect,
                case.points,
                case.diagram,
            ));
        }
    }
    said
}

fn tree(at: &plygrade::position::At<plygrade_engine::games::tree::Tree>) -> String {
    let tree = &at.game;
    let mut open = vec![at.state];
    let mut lines = Vec::new();
    while let Some(state) = open.pop() {
        let edges = tree.edges(state);
        let edges: Vec<_> = edges.iter().map(|(a, to)| (tree.label(*a), tree.name(*to))).collect();
        let (value, decided) = (tree.value(state), tree.decided(state));
        lines.push(format!("{} {value:?} {decided:?} {edges:?}", tree.name(state)));
        open.extend(tree.edges(state).iter().map(|(_, child)| *child));
    }
    format!("{} {lines:?}", tree.agents())
}

#[test]
fn what_was_imported_is_what_was_read() {
    let ours = ["berkeley-small", "berkeley-other-terms"].map(fixture);
    for (number, folder) in ours.into_iter().chain(public()).enumerate() {
        let scratch = Scratch::new(&format!("same-{number}"));
        let (before, after) = (read(&folder, &[]), imported(&folder, &scratch));
        assert_eq!(after.rules, Rules::Berkeley);
        let (after, before) = (said(&after), said(&before));
        assert_eq!(after.len(), before.len(), "{}", folder.display());
        for (after, before) in after.iter().zip(&before) {
            assert_eq!(after, before, "{}", folder.display());
        }
    }
}

#[test]
fn what_was_imported_grades_the_same() {
    let scratch = Scratch::new("grades");
    let folder = fixture("berkeley-small");
    let (before, after) = (read(&folder, &[]), imported(&folder, &scratch));
    for mistake in [
        Mistake::Nothing,
        Mistake::WeakCut,
        Mistake::AsksTwice,
        Mistake::WrongAgent,
        Mistake::Raises,
        Mistake::NoAlphaBeta,
    ] {
        let verdicts = |suite: &Suite| {
            let report = run(suite, mistake);
            let question = |q: &plygrade::report::QuestionReport| {
                let cases: Vec<_> = q.cases.iter().map(|case| case.verdict.clone()).collect();
                (q.name.clone(), q.points, cases)
            };
            report.questions.iter().map(question).collect::<Vec<_>>()
        };
        assert_eq!(verdicts(&after), verdicts(&before), "{mistake:?}");
    }
}

#[test]
fn terms_that_were_found_are_written_and_told() {
    let scratch = Scratch::new("terms");
    let output = plygrade(&[&fixture("berkeley-other-terms"), &scratch.0]);
    let said = String::from_utf8_lossy(&output.stdout);
    let order = "North, South, East, West, Stop and the weak cut";
    assert!(said.contains(order), "{said}");
    let suite = Suite::load(&scratch.0).unwrap_or_else(|error| panic!("{error}"));
    assert!(suite.description.contains(order), "{}", suite.description);
}

#[test]
fn the_notice_is_kept() {
    let files = import(&fixture("berkeley-small"), &[]).expect("a good folder").files;
    let notice = files.iter().find(|(file, _)| file == Path::new("ATTRIBUTION.md"));
    let text = String::from_utf8_lossy(&notice.expect("the README has one").1);
    assert!(
        text.ends_with("Attribution information: drawn for the tests of plygrade.\n"),
        "{text}"
    );
    let mazes = files.iter().filter(|(file, _)| file.starts_with("layouts")).count();
    assert_eq!(mazes, 1);
    let without = import(&fixture("berkeley-other-terms"), &[]).expect("a good folder").files;
    assert!(without.iter().all(|(file, _)| file != Path::new("ATTRIBUTION.md")));
}

#[test]
fn nothing_is_overwritten() {
    let scratch = Scratch::new("taken");
    std::fs::create_dir_all(&scratch.0).expect("a folder");
    std::fs::write(scratch.0.join("mine.txt"), "mine").expect("a file");
    let output = plygrade(&[&fixture("berkeley-small"), &scratch.0]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("is there already"), "{error}");
    let output = plygrade(&[&fixture("README.md"), &scratch.0.join("new")]);
    assert_eq!(output.status.code(), Some(2));
}

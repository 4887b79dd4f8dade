//! Python submissions: the course's verdicts, the course's API, errors that a student understands.
//!
//! The files of `tests/fixtures/python` hold plain functions; [`Work`] puts them below the classes
//! that a suite asks for, so that nothing here could be handed in.

mod api;
mod chance;
mod course;
mod faults;
mod interpreter;
mod libraries;
mod missing;
mod styles;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// Classes over `choose(state, depth, evaluate)`.
const SEARCH: &str = r#"

import util as util_of_the_shell
from game import Agent as AgentOfTheShell


def score(state):
    return state.getScore()


class MinimaxAgent(AgentOfTheShell):
    def __init__(self, evalFn="score", depth="2", unused=None, *more, **others):
        self.index = 0
        self.evaluate = evalFn if callable(evalFn) else util_of_the_shell.lookup(evalFn, globals())
        self.depth = int(depth)

    def getAction(self, state):
        return choose(state, self.depth, self.evaluate)
"#;

/// A class over `answer(state)`.
const ASKED: &str = r"

from game import Agent as AgentOfTheShell


class ReflexAgent(AgentOfTheShell):
    def getAction(self, state):
        return answer(state)
";

const TREE: &str = r#"
agent = "minimax"
depth = 2
[limits]
seconds = 5
[game]
kind = "tree"
agents = 3
outline = """
root
  Left: a
    Left: a1
      Left: a2
        Left: a3
          Left: a4
            Left: a5 = 3
            Right: a6 = 4
      Right: b2
        Left: b3
          Left: b4
            Left: b5 = 7
    Right: c1
      Left: c2 = 5 win
  Centre: d
    Left: d1
      Left: d2
        Left: d3
          Left: d4
            Left: d5 = 6
            Right: d6 = 4
  Right: e = -1 lose
"""
[expect]
action = ["Centre"]
next_state_calls = 21
"#;

const BOARD: &str = r#"
agent = "minimax"
depth = 1
[limits]
seconds = 5
[game]
kind = "pacman"
layout = """
%%%%%%%%
%P.o.G.%
%.%% %.%
%....G.%
%%%%%%%%
"""
"#;

/// Submissions and a suite for them in a folder of their own.
struct Work {
    folder: TempDir,
}

impl Work {
    /// A suite of one question with these cases, by name.
    fn new(cases: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let question = folder.path().join("suite/q1");
        fs::create_dir_all(&question).expect("a folder");
        for (name, text) in cases {
            fs::write(question.join(format!("{name}.toml")), text).expect("a case");
        }
        Work { folder }
    }

    /// A tree and a Pacman position, for minimax.
    fn searches() -> Self {
        Work::new(&[("board", BOARD), ("tree", TREE)])
    }

    /// A submission of this text.
    fn submit(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a submission");
        path
    }

    fn suite(&self) -> PathBuf {
        self.folder.path().join("suite")
    }

    /// The JSON report on a submission.
    fn report(&self, submission: &Path, more: &[&str]) -> Value {
        report(submission, &self.suite(), more)
    }

    /// The report on a submission as people read it, without what differs from run to run.
    fn text(&self, submission: &Path, more: &[&str]) -> String {
        let mut command = plygrade();
        command.arg("grade").arg(submission).arg("--suite").arg(self.suite()).args(more);
        // Layers differ from machine to machine.
        command.args(["--sandbox", "off"]);
        let output = command.output().expect("the command starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        let here = self.folder.path().display().to_string();
        let text = text.replace(&here, "[work]");
        text.lines().map(|line| without_times(line) + "\n").collect()
    }
}

/// A line with its times and the interpreter's path taken out.
fn without_times(line: &str) -> String {
    if let Some((total, _)) = line.split_once(" points in ") {
        return format!("{total} points in [time]");
    }
    let mut words: Vec<String> = Vec::new();
    for word in line.split(' ') {
        if word.starts_with("(/") && word.contains("python") {
            words.push("([python])".to_owned());
        } else {
            words.push(word.to_owned());
        }
    }
    words.join(" ").trim_end().to_owned()
}

/// A file of `tests/fixtures/python`.
fn fixture(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/python").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names of the files below `tests/fixtures/python/FOLDER`, without `.py`.
fn fixtures(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/python").join(folder);
    let entries =
        fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut names: Vec<String> = entries
        .filter(|path| path.extension().is_some_and(|e| e == "py"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(!names.is_empty(), "{} is empty", path.display());
    names
}

/// The built command, without what the tests' own environment says about colour and Python.
fn plygrade() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plygrade"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the command starts")
}

/// The JSON report on `submission`; what went wrong is in the panic's text.
fn report(submission: &Path, suite: &Path, more: &[&str]) -> Value {
    let mut command = plygrade();
    command.arg("grade").arg(submission).arg("--suite").arg(suite);
    let output = run(command.args(["--format", "json"]).args(more));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
    })
}

fn cases(report: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let questions = report["questions"].as_array().expect("questions");
    questions.iter().flat_map(|question| {
        let name = question["name"].as_str().expect("a name");
        question["cases"].as_array().expect("cases").iter().map(move |case| (name, case))
    })
}

/// Fails unless every case passed.
#[track_caller]
fn all_pass(name: &str, report: &Value) {
    let mut count = 0;
    for (_, case) in cases(report) {
        assert_eq!(case["verdict"], "pass", "{name}: {case:#}");
        count += 1;
    }
    assert!(count > 0, "{name}: no case");
}

/// Recorded facts beside the repository.
fn shared(path: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .map(|parent| parent.join("../shared/conformance").join(path))
        .find(|path| path.exists())
}

//! Ways to write a search: all of them are the same search to the grader.

use std::path::Path;

use super::{SEARCH, TREE, Work, all_pass, cases, fixture, fixtures, run};
use crate::notice::notice;

/// Every style passes, and its calls are counted like the plain one's.
#[test]
fn every_style_is_the_same_search() {
    let work = Work::searches();
    let calls = |name: &str| {
        let text = fixture(&format!("styles/{name}.py")) + SEARCH;
        let report = work.report(&work.submit(&format!("{name}/multiAgents.py"), text), &[]);
        all_pass(name, &report);
        let of = |case: &serde_json::Value| {
            (
                case["counts"]["next_state_calls"].clone(),
                case["counts"]["distinct_generated"].clone(),
            )
        };
        cases(&report).map(|(_, case)| of(case)).collect::<Vec<_>>()
    };
    let plain = calls("plain");
    for name in fixtures("styles") {
        if name == "arrays" && !has_numpy() {
            notice(&format!("numpy is not installed: the style {name} is not graded"));
            continue;
        }
        assert_eq!(calls(&name), plain, "{name}");
    }
}

fn has_numpy() -> bool {
    let python = std::env::var("PLYGRADE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let asked = std::process::Command::new(python).args(["-I", "-c", "import numpy"]).output();
    asked.is_ok_and(|output| output.status.success())
}

/// A folder with helper files and data, wherever it is and wherever the command is started.
#[test]
fn helpers_and_data_beside_the_main_file() {
    let work = Work::searches();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/python/folders/helpers");
    for folder in ["plain", "with blanks in it", "作业 二/第三题"] {
        for file in ["searching.py", "helping/__init__.py", "helping/rounds.py", "weights.json"] {
            let text = std::fs::read(root.join(file)).expect("a file");
            work.submit(&format!("{folder}/{file}"), text);
        }
        let main = fixture("folders/helpers/main.py") + SEARCH;
        let main = work.submit(&format!("{folder}/multiAgents.py"), main);
        all_pass(folder, &work.report(main.parent().expect("a folder"), &[]));
        // From inside, by a relative path.
        let mut command = super::plygrade();
        command.current_dir(main.parent().expect("a folder"));
        command.args(["grade", ".", "--format", "json", "--suite"]);
        let output = run(command.arg(work.suite()));
        let report = serde_json::from_slice(&output.stdout).expect("a report");
        all_pass(folder, &report);
    }
}

/// A file is called what its author likes: what the worker needs, what libraries import, and what
/// the course has keep their names.
#[test]
fn files_with_the_names_of_modules() {
    let work = Work::searches();
    let uses = "import copy, pickle, queue, random, resource\n\
                random.random(), queue.Queue, resource.getrlimit\n\
                assert pickle.loads(pickle.dumps(copy.copy([1]))) == [1]\n";
    for name in ["resource", "_plygrade", "queue", "random", "pickle", "ast", "__main__", "util"] {
        let main = uses.to_owned() + &fixture("styles/plain.py") + SEARCH;
        let main = work.submit(&format!("{name}/{name}.py"), main);
        all_pass(name, &work.report(&main, &[]));
    }
}

/// What editors make of a file: line ends, tabs, a byte-order mark, text in other scripts.
#[test]
fn files_as_editors_save_them() {
    let work = Work::searches();
    let plain = fixture("styles/plain.py") + SEARCH;
    let tabs = plain.replace("    ", "\t");
    let marked = format!("\u{feff}{plain}");
    let chinese = plain.replace("value", "价值");
    for (name, text) in [
        ("crlf", plain.replace('\n', "\r\n")),
        ("cr-at-the-end", plain.clone() + "\r\n"),
        ("tabs", tabs),
        ("mark", marked.clone()),
        ("mark-and-crlf", marked.replace('\n', "\r\n")),
        ("chinese", chinese),
        ("no-last-line-end", plain.trim_end().to_owned()),
    ] {
        let main = work.submit(&format!("{name}/multiAgents.py"), text);
        all_pass(name, &work.report(&main, &[]));
    }
    let latin: Vec<u8> = [b"# -*- coding: latin-1 -*-\n# caf\xe9\n", plain.as_bytes()].concat();
    all_pass("latin", &work.report(&work.submit("latin/multiAgents.py", latin), &[]));
    let gbk: Vec<u8> =
        [b"# -*- coding: gbk -*-\nNAME = '\xc6\xc0\xb9\xc0'\n", plain.as_bytes()].concat();
    all_pass("gbk", &work.report(&work.submit("gbk/multiAgents.py", gbk), &[]));
}

/// Files are read by their names beside the submission, and new ones are written.
#[test]
fn files_are_opened_as_on_the_students_machine() {
    let work = Work::searches();
    let opens = "
import os
with open('table.txt') as file:
    assert file.read() == 'known'
with open('log.txt', 'a') as file:
    file.write('new')
with open(os.path.join(os.path.dirname(__file__), 'table.txt')) as file:
    assert file.read() == 'known'
";
    work.submit("opens/table.txt", "known");
    let text = opens.to_owned() + &fixture("styles/plain.py") + SEARCH;
    let main = work.submit("opens/multiAgents.py", text);
    let folder = main.parent().expect("a folder");
    all_pass("opens", &work.report(folder, &[]));
    assert!(!folder.join("log.txt").exists(), "the user's folder stays as it is");
}

/// A project handed in whole: what its `util` has besides is there, and what ours has is ours.
#[test]
fn functions_that_a_student_added_to_util() {
    let work = Work::searches();
    let util = "def closest(x):\n    return x\n\n\ndef manhattanDistance(a, b):\n    return -1\n";
    let uses = "import util\nfrom util import *\n\
                assert closest(3) == util.closest(3) == 3\n\
                assert manhattanDistance((0, 0), (1, 2)) == 3\n";
    let text = uses.to_owned() + &fixture("styles/plain.py") + SEARCH;
    for (name, util) in
        [("added", util.to_owned()), ("and-broken", util.to_owned() + "print 1 2\n")]
    {
        let broken = name == "and-broken";
        work.submit(&format!("{name}/util.py"), util);
        let text = if broken { fixture("styles/plain.py") + SEARCH } else { text.clone() };
        let main = work.submit(&format!("{name}/multiAgents.py"), text);
        all_pass(name, &work.report(&main, &[]));
        all_pass(name, &work.report(main.parent().expect("a folder"), &[]));
    }
}

/// What an editor imports unasked may be here after all, with parts that it finds by itself.
#[test]
fn a_package_that_is_here_is_no_leftover() {
    let work = Work::searches();
    let finds = "
import sys, types
from importlib.machinery import ModuleSpec

class Finder:
    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name == 'pip.extern' else None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.value = 1
        return module

    def exec_module(self, module):
        pass

sys.meta_path.append(Finder())
from pip.extern import value
assert value == 1
";
    work.submit("leftovers/pip/__init__.py", finds);
    let text =
        "import pip\nimport Tkinter.messagebox\n".to_owned() + &fixture("styles/plain.py") + SEARCH;
    let main = work.submit("leftovers/multiAgents.py", text);
    all_pass("leftovers", &work.report(main.parent().expect("a folder"), &[]));
}

/// The course's name for the file, whatever it is called here.
#[test]
fn a_file_knows_itself_as_multiagents() {
    let work = Work::new(&[("tree", TREE)]);
    let plain = fixture("styles/plain.py") + SEARCH;
    let named = plain.replace("evalFn=\"score\"", "evalFn=\"multiAgents.score\"");
    assert_ne!(named, plain);
    for name in ["multiAgents.py", "s1234567-final.py"] {
        let main = work.submit(&format!("{name}/{name}"), &named);
        all_pass(name, &work.report(&main, &[]));
    }
}

/// Agents whose evaluation is named, is a function, or is a default, with constructors that take
/// more than they are given.
#[test]
fn ways_to_make_an_agent() {
    let work = Work::new(&[("tree", TREE)]);
    let plain = fixture("styles/plain.py") + SEARCH;
    let inherited =
        "\n\nclass Base(MinimaxAgent):\n    pass\n\n\nclass MinimaxAgent(Base):\n    pass\n";
    for (name, text) in [
        ("by-name", plain.clone()),
        ("by-function", plain.replace("evalFn=\"score\"", "evalFn=score")),
        ("depth-is-int", plain.replace("depth=\"2\"", "depth=2")),
        ("inherits", plain.clone() + inherited),
        ("other-class-name", plain.replace("MinimaxAgent", "Minimax")),
    ] {
        let main = work.submit(&format!("{name}/multiAgents.py"), text);
        all_pass(name, &work.report(&main, &[]));
    }
}

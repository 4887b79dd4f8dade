//! What a student reads when something went wrong.

use std::path::Path;

use serde_json::Value;

use super::{BOARD, SEARCH, TREE, Work, cases, fixture};

/// Text of the report on a fixture, on a tree.
fn told(name: &str) -> String {
    let work = Work::new(&[("tree", TREE)]);
    let text = fixture(&format!("faults/{name}.py")) + SEARCH;
    let main = work.submit("multiAgents.py", text);
    work.text(&main, &[])
}

macro_rules! told {
    ($($name:ident),* $(,)?) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(told(stringify!($name)));
        }
    )*};
}

told! {
    exception, returns_none, returns_number, returns_list, returns_state, hostile_repr, prints,
    python2_names, missing_package, endless_recursion, crash_at_import, exits, exits_at_once,
    exits_at_import, illegal, value_on_tree, segfault, forgets_a_return,
    pacmans_methods, agent_below_zero,
}

/// Python words syntax errors differently from version to version; place and line stay.
#[test]
fn syntax_errors_have_their_place() {
    let text = told("syntax_error");
    let place = "SyntaxError in multiAgents.py, line 2: ";
    assert!(text.contains(place), "{text}");
    assert!(text.contains("for action in state.getLegalActions(0)"), "{text}");
    let text = told("python2");
    assert!(text.contains("SyntaxError in multiAgents.py, line 2: "), "{text}");
    assert!(
        text.contains("this is a Python 2 file: `print x` is Python 2; write `print(x)`"),
        "{text}"
    );
}

#[test]
fn a_class_that_is_not_there() {
    let work = Work::new(&[("tree", TREE)]);
    let main = work.submit("multiAgents.py", "class MinimaxAgnt:\n    pass\n");
    insta::assert_snapshot!(work.text(&main, &[]));
}

#[test]
fn a_constructor_that_wants_more() {
    let work = Work::new(&[("tree", TREE)]);
    let text = "class MinimaxAgent:\n    def __init__(self, depth, evaluation):\n        pass\n";
    let report = work.report(&work.submit("multiAgents.py", text), &[]);
    let (_, case) = cases(&report).next().expect("a case");
    assert_eq!(case["verdict"], "crashed");
    assert!(
        case.to_string().contains("missing 1 required positional argument: 'evaluation'"),
        "{case:#}"
    );
}

#[test]
fn an_error_in_a_helper_file() {
    let work = Work::new(&[("tree", TREE)]);
    work.submit("estimating.py", fixture("folders/broken-helper/estimating.py"));
    let main = work.submit("multiAgents.py", fixture("folders/broken-helper/main.py") + SEARCH);
    insta::assert_snapshot!(work.text(&main, &[]));
    // In the sandbox the helper is found as well.
    let report = work.report(&main, &[]);
    assert!(report.to_string().contains("estimating.py, line 1"), "{report:#}");
}

/// How many there are differs from one Python to the next.
#[test]
fn lines_that_take_turns_are_folded() {
    let text = told("two_take_turns");
    assert!(text.contains("... the same 3 lines "), "{text}");
    assert_eq!(text.matches("in <genexpr>").count(), 3, "{text}");
}

/// On Pacman's boards an agent beyond the last one is an error, on trees a wrong turn; the project's
/// `better` is a name that its file gives at the end.
#[test]
fn the_way_out_is_said() {
    let work = Work::new(&[("board", BOARD)]);
    let beyond = "def choose(state, depth, evaluate):\n    state.getLegalActions(3)\n";
    let renamed = "def betterEvaluationFunction(state):\n    return 0\n\n\n\
                   def choose(state, depth, evaluate):\n    \
                   util_of_the_shell.lookup('better', globals())\n";
    let told = [
        (beyond, "asked for agent 3, but agents are 0 to 2: after the last ghost comes 0"),
        (renamed, "add at the end of the file: better = betterEvaluationFunction"),
    ];
    for (text, way) in told {
        let report = work.report(&work.submit("multiAgents.py", text.to_owned() + SEARCH), &[]);
        let (_, case) = cases(&report).next().expect("a case");
        assert!(case.to_string().contains(way), "{case:#}");
    }
}

/// A byte that is no UTF-8, and UTF-16 as some editors save it.
#[test]
fn files_that_are_no_utf_8() {
    let work = Work::new(&[("tree", TREE)]);
    let plain = fixture("styles/plain.py") + SEARCH;
    let wide: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = [vec![0xff, 0xfe], wide].concat();
    let gbk = [b"x = '\xc6\xc0\xb9\xc0'\n", plain.as_bytes()].concat();
    let latin = [b"x = 'caf\xe9'\n", plain.as_bytes()].concat();
    for (name, text) in [("gbk", gbk), ("latin", latin), ("wide", wide)] {
        let main = work.submit(&format!("{name}/multiAgents.py"), text);
        let text = work.text(&main, &[]);
        assert!(text.contains("save the file as UTF-8"), "{name}: {text}");
    }
}

#[test]
fn a_file_that_is_no_text_is_said_to_be_none() {
    let work = Work::new(&[("tree", TREE)]);
    let text = work.text(&work.submit("multiAgents.py", [0x9a, 0x44, 0, 7, 0]), &[]);
    assert!(text.contains("null bytes") && text.contains("no text at all"), "{text}");
    for untrue in ["line None", "in ?", "encoding"] {
        assert!(!text.contains(untrue), "{untrue}: {text}");
    }
}

/// What concerns every question stands in the report once.
#[test]
fn what_keeps_everything_from_running_is_told_once() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/berkeley-small");
    let work = Work::new(&[]);
    let told = |text: &str| {
        let main = work.submit("agents.py", text);
        let mut command = super::plygrade();
        command.arg("grade").arg(main).arg("--suite").arg(&suite);
        String::from_utf8_lossy(&super::run(&mut command).stdout).into_owned()
    };
    let broken = told("class MinimaxAgent\n    pass\n");
    assert_eq!(broken.matches("SyntaxError").count(), 1, "{broken}");
    assert!(broken.contains("nothing of this submission could be run"), "{broken}");
    let none = told("def helper():\n    pass\n");
    assert!(none.contains("none of the agents that the suite asks for"), "{none}");
    assert!(!none.contains("not run:"), "{none}");
    // A name that is nearly right is told where it is missed.
    let near = told("class MinimaxAgnt:\n    pass\n");
    assert!(near.contains("you have MinimaxAgnt: rename it"), "{near}");
}

/// What all games came to is told where one of them came to its end.
#[test]
fn sums_over_games_that_all_crashed_are_not_told() {
    let work = Work::new(&[]);
    let told = |moves: &str| {
        let text = format!(
            "from game import Agent\n\nclass ReflexAgent(Agent):\n    def getAction(self, state):\n        \
             {moves}\n"
        );
        let main = work.submit("multiAgents.py", text);
        let mut command = super::plygrade();
        command.arg("grade").arg(main).args(["--suite", "multiagent", "-q", "q1"]);
        String::from_utf8_lossy(&super::run(&mut command).stdout).into_owned()
    };
    let crashed = told("return self.table");
    assert!(crashed.contains("games 1 to 10: AttributeError"), "{crashed}");
    assert!(!crashed.contains("more point"), "{crashed}");
    let idle = told("return 'Stop'");
    assert!(idle.contains("more point"), "{idle}");
}

/// Verdicts by case, in order.
fn verdicts(report: &Value) -> Vec<(&str, &str)> {
    cases(report)
        .map(|(_, case)| {
            (case["name"].as_str().expect("a name"), case["verdict"].as_str().expect("a word"))
        })
        .collect()
}

/// One case is lost, whatever happens to the processes.
#[test]
fn a_death_costs_one_case() {
    let work = Work::new(&[("a-tree", TREE), ("b-board", super::BOARD), ("c-tree", TREE)]);
    let text = fixture("faults/kills_the_worker.py") + SEARCH;
    let report = work.report(&work.submit("multiAgents.py", text), &[]);
    let expected = [("a-tree", "killed"), ("b-board", "wrong"), ("c-tree", "killed")];
    assert_eq!(verdicts(&report), expected);
    let text = fixture("faults/exits_at_once.py") + SEARCH;
    let report = work.report(&work.submit("multiAgents.py", text), &[]);
    let expected = [("a-tree", "crashed"), ("b-board", "crashed"), ("c-tree", "crashed")];
    assert_eq!(verdicts(&report), expected);
}

/// Places and addresses are other ones each time, and nobody's business.
#[test]
fn where_things_are_on_this_machine_is_not_told() {
    let ends = ["return object()", "raise ValueError(__file__, object())", "sys.exit(TEMPORARY)"];
    for end in ends.into_iter().chain(["faulthandler.dump_traceback(); os.abort()"]) {
        let work = Work::new(&[("tree", TREE)]);
        let choose = "
import faulthandler, os, sys, tempfile

TEMPORARY = tempfile.gettempdir()
faulthandler.enable()

def choose(state, depth, evaluate):
    print('in', __file__, 'for', TEMPORARY)
    END
";
        let main = work.submit("multiAgents.py", choose.replace("END", end) + SEARCH);
        let case = work.report(&main, &[])["questions"][0]["cases"][0].clone();
        let told = format!("{}{}{}", case["reasons"], case["output"], case["traceback"]);
        assert!(told.contains("in multiAgents.py for $TMPDIR"), "{end}: {told}");
        for part in ["plygrade-", "python-", " at 0x"] {
            assert!(!told.contains(part), "{part} after {end}: {told}");
        }
    }
}

/// The time of a case is over: its process ends, what it printed is there, the next case runs.
#[test]
fn an_endless_loop() {
    let quick = TREE.replace("seconds = 5", "seconds = 1");
    let work = Work::new(&[("a", &quick), ("b", &quick)]);
    let main = work.submit("multiAgents.py", fixture("faults/endless_loop.py") + SEARCH);
    let report = work.report(&main, &[]);
    assert_eq!(verdicts(&report), [("a", "timed-out"), ("b", "timed-out")]);
    let text = work.text(&main, &["-t", "a"]);
    for part in ["more than 1 s of CPU time", "in choose", "before the loop"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// On a folder of the course an exception ends its question, and an answer that is none does not;
/// a process that ends is started again for the next question.
#[test]
fn faults_on_a_folder_of_the_course() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/berkeley-small");
    let work = Work::new(&[]);
    let graded = |name: &str| {
        let others = "\n\nclass AlphaBetaAgent(MinimaxAgent):\n    pass\n\n\n\
                      class ExpectimaxAgent(MinimaxAgent):\n    pass\n";
        let text = fixture(&format!("faults/{name}.py")) + SEARCH + others;
        super::report(&work.submit("multiAgents.py", text), &suite, &[])
    };
    let trees = |report: &Value| {
        let all = cases(report).filter(|(question, _)| *question == "trees");
        all.map(|(_, case)| case["verdict"].as_str().expect("a word").to_owned())
            .collect::<Vec<_>>()
    };
    let exception = trees(&graded("exception"));
    assert_eq!(exception.first().map(String::as_str), Some("crashed"));
    assert!(exception[1..].iter().all(|word| word == "not-run"), "{exception:?}");
    let number = trees(&graded("returns_number"));
    assert!(number.iter().all(|word| word == "wrong"), "{number:?}");
    let gone = graded("exits_at_once");
    assert_eq!(trees(&gone).first().map(String::as_str), Some("crashed"));
    let kinds = gone["faults"].as_array().expect("faults").iter().map(|fault| &fault["kind"]);
    let kinds: Vec<_> = kinds.collect();
    assert!(kinds.len() > 1 && kinds.iter().all(|kind| *kind == "crashed"), "{kinds:?}");
}

//! What a student reads who has written no agent for some cases.

use super::{SEARCH, TREE, Work, fixture, plygrade, run};

/// What is said of a file with this text.
fn told(text: &str, options: &[&str]) -> String {
    let work = Work::new(&[]);
    let main = work.submit("mine.py", text);
    let mut command = plygrade();
    command.arg("grade").arg(main).args(options);
    String::from_utf8_lossy(&run(&mut command).stdout).into_owned()
}

/// One case of minimax, which both submissions below answer, and some for others.
const SOME: [&str; 8] = [
    "-t",
    "q2/tied-root",
    "-t",
    "q3/max-raises-alpha-inside",
    "-t",
    "q3/two-min-levels",
    "-t",
    "q4/fractions",
];

#[test]
fn where_some_questions_were_run_each_of_the_others_says_what_is_missing() {
    let text = fixture("styles/plain.py") + SEARCH;
    let told = told(&text, &[&["--suite", "multiagent"], &SOME[..]].concat());
    assert!(told.contains("q2  5/5 points  1 passed"), "{told}");
    assert!(!told.contains("could be run") && !told.contains("right file"), "{told}");
    assert!(
        told.contains("not run: all 2 cases\n    - class AlphaBetaAgent is missing\n"),
        "{told}"
    );
    assert!(
        told.contains("not run: fractions\n    - class ExpectimaxAgent is missing\n"),
        "{told}"
    );
}

#[test]
fn a_class_is_named_as_its_suite_names_it() {
    let lab =
        "from gameagents import GameTreeSearcher\n\nclass Searcher(GameTreeSearcher):\n    pass\n";
    for (suite, class) in [
        ("nim-lab", "AlphaBeta"),
        ("chase", "AlphaBeta"),
        ("multiagent", "AlphaBetaAgent"),
        ("search-notes", "AlphaBetaAgent"),
    ] {
        let told = told(lab, &["--suite", suite]);
        let named = |name: &str| told.split([' ', ',', '\n', ';']).any(|word| word == name);
        let other = if class == "AlphaBeta" { "AlphaBetaAgent" } else { "AlphaBeta" };
        assert!(named(class) && !named(other), "{suite}: {told}");
    }
}

/// Names are proposed among things of the wanted kind that the submission wrote itself and that
/// answer for nothing else.
#[test]
fn a_name_is_proposed_for_another_one_of_the_same_kind() {
    let minimax = ["--suite", "multiagent", "-q", "q2", "-q", "q3"];
    for (text, options, way) in [
        ("class MinimaxAgnt:\n    pass\n", minimax, "you have MinimaxAgnt: rename it"),
        ("def MinimaxAgnt(state):\n    pass\n", minimax, ""),
        ("import random as MinimaxAgnt\n", minimax, ""),
        ("from game import Agent as MinimaxAgnt\n", minimax, ""),
        (
            "class MinimaxAgent:\n    pass\n",
            ["--suite", "open-lines", "-q", "breadth-first", "-q", "evaluation"],
            "",
        ),
    ] {
        let told = told(text, &options);
        assert!(told.contains("missing") || told.contains("right file"), "{text}: {told}");
        assert_eq!(told.contains("rename it"), !way.is_empty(), "{text}: {told}");
        assert!(told.contains(way), "{text}: {told}");
    }
}

#[test]
fn of_a_function_it_is_said_how_it_would_be_asked() {
    let options = ["--suite", "multiagent", "-q", "q3", "-q", "q2"];
    for name in ["MinimaxAgent", "minimax", "miniMax", "mini_max"] {
        let told = told(&format!("def {name}(state, depth):\n    pass\n"), &options);
        let words = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let way = format!(
            "class MinimaxAgent is missing; {name} of yours is a function, and a function is asked \
             only if it is called minimax and its first parameter rules"
        );
        assert!(words.contains(&way), "{name}: {told}");
        assert!(!told.contains("rename it"), "{name}: {told}");
    }
}

#[test]
fn a_search_whose_evaluation_is_missing_says_which() {
    let search = "def expectimax(rules, state, depth):\n    pass\n";
    for (others, way) in [
        ("", "function better is missing\n"),
        (
            "def beter(state):\n    pass\n",
            "function better is missing; you have beter: rename it\n",
        ),
    ] {
        let told = told(&format!("{search}\n{others}"), &["--suite", "multiagent", "-q", "q5"]);
        assert!(told.contains(way), "{told}");
    }
}

#[test]
fn where_the_same_was_answered_without_a_search_no_case_is_said_to_be_the_same() {
    let other = TREE.replace("\"Centre\"", "\"Right\"");
    let work = Work::new(&[("a", TREE), ("b", &other)]);
    let text = "def choose(state, depth, evaluate):\n    return 'Left'\n".to_owned() + SEARCH;
    let told = work.text(&work.submit("multiAgents.py", text), &[]);
    assert!(told.contains("action Left, expected Centre"), "{told}");
    assert!(told.contains("also: b (the same action, no successor asked for)"), "{told}");
}

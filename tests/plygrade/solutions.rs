//! Every solution gets the verdict that its folder is named by, and every suite that ships has
//! solutions that prove what it catches.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::sync::LazyLock;

use plygrade::case::{Case, Task};
use plygrade::host::Host as _;
use plygrade::host::native::{Native, SOLUTIONS, Solution};
use plygrade::judge::{Verdict, Word, judge};
use plygrade::position::Position;
use plygrade::reference::{self, Reference};
use plygrade::suite::{Rules, Suite};
use plygrade::transcript::Transcript;

/// The mistakes that students make most, by the names that the project uses for them.
const MISTAKES: &[&str] = &[
    "asks_twice",
    "average_takes_last_child",
    "comparison_inverted",
    "counts_each_agent_as_depth",
    "cuts_on_equality",
    "depth_counted_twice",
    "depth_minus_one",
    "depth_mutated_in_loop",
    "depth_plus_one",
    "detects_leaf_by_exception",
    "divides_by_wrong_count",
    "evaluates_parent",
    "evaluates_root",
    "evaluation_on_tree_state",
    "expectimax_min",
    "expectimax_sum_not_mean",
    "expectimax_weighted",
    "extra_expansion",
    "fail_hard_returns_bound",
    "first_child_only",
    "first_ghost_keeps_its_last_value",
    "ghosts_as_max",
    "ghosts_in_parallel",
    "ignores_configured_evaluation",
    "infinite_recursion",
    "initial_value_finite",
    "joint_ghost_moves",
    "last_best",
    "legal_actions_of_wrong_agent",
    "losing_states_ignored",
    "max_never_raises_alpha",
    "modulo_precedence",
    "name_tie_break",
    "never_cuts",
    "no_depth_limit",
    "no_terminal_test",
    "no_window_between_root_moves",
    "only_first_ghost",
    "only_last_ghost_minimises",
    "pacman_moves_twice",
    "partial_ply",
    "probability_twice",
    "random_tie_break",
    "returns_none",
    "returns_stop_default",
    "shared_memo_across_depths",
    "skips_stop",
    "swapped_arguments",
    "terminal_test_on_root",
    "terminal_test_wrong",
    "uses_test_internals",
    "value_not_action",
    "variable_overwritten_by_child_result",
    "window_not_inherited",
    "window_not_restored",
    "window_not_updated",
    "wrong_agent_index",
    "wrong_indentation",
];

/// The suites that ship: their cases by question.
static SUITES: LazyLock<BTreeMap<String, Vec<Ready>>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases");
    let folders = root.read_dir().expect("the suites that ship");
    let suites = folders.map(|entry| {
        let folder = entry.expect("a suite").path();
        let suite = Suite::load(&folder).unwrap_or_else(|error| panic!("{error}"));
        let questions = suite.questions.into_iter();
        let cases = questions.flat_map(|question| {
            let name = question.name;
            question.cases.into_iter().map(move |case| Ready::new(&name, case))
        });
        (suite.name, cases.collect())
    });
    suites.collect()
});

/// What every solution gets for the cases that it has an agent for, by the case's name.
static VERDICTS: LazyLock<Vec<(&Solution, BTreeMap<String, Verdict>)>> = LazyLock::new(|| {
    let verdicts = SOLUTIONS.iter().map(|solution| {
        let cases = SUITES.get(solution.suite);
        let cases = cases.unwrap_or_else(|| panic!("{solution:?}: no suite {}", solution.suite));
        let judged = cases.iter().map(|ready| (ready.name(), ready.verdict(solution)));
        (solution, judged.filter(|(_, verdict)| verdict.word != Word::NotRun).collect())
    });
    verdicts.collect()
});

/// A case to be judged.
struct Ready {
    question: String,
    case: Case,
    /// As a host gets it.
    task: Task,
    reference: Option<Reference>,
}

impl Ready {
    fn new(question: &str, case: Case) -> Self {
        let (task, reference) = reference::prepare(&case);
        let (task, reference) = (task.into_owned(), reference.ok());
        Ready { question: question.to_owned(), task, reference, case }
    }

    fn verdict(&self, solution: &'static Solution) -> Verdict {
        self.judge(&Native::new(solution, 0).run(&self.task))
    }

    /// As `verdict` for a submission whose answers have no value.
    fn verdict_on_actions(&self, solution: &'static Solution) -> Verdict {
        let transcript = Native::new(solution, 0).run(&self.task);
        self.judge(&Transcript { actions_only: true, ..transcript })
    }

    fn judge(&self, transcript: &Transcript) -> Verdict {
        judge(&self.case, Rules::Plygrade, self.reference.as_ref(), transcript)
    }

    fn name(&self) -> String {
        format!("{}/{}", self.question, self.case.name)
    }
}

#[test]
fn every_solution_gets_the_verdict_of_its_folder() {
    let mut misses = Vec::new();
    for (solution, verdicts) in VERDICTS.iter() {
        if solution.folder == "accepted" {
            let lost = verdicts.iter().filter(|(_, it)| it.points < it.max_points);
            misses.extend(lost.map(|(case, it)| format!("{solution:?} loses {case}: {it:?}")));
            if verdicts.is_empty() {
                misses.push(format!("{solution:?} answers no case"));
            }
        } else {
            let word = solution.folder.replace('_', "-");
            if !verdicts.values().any(|it| it.word.as_str() == word) {
                let got: Vec<_> = verdicts.iter().map(|(case, it)| (case, it.word)).collect();
                misses.push(format!("{solution:?}: no case says {word}: {got:?}"));
            }
        }
    }
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

/// The course's agents answer an action and no value.
#[test]
fn mistakes_on_the_courses_suite_are_seen_without_values() {
    let wrong = SOLUTIONS.iter().filter(|it| it.folder == "wrong" && it.suite == "multiagent");
    let unseen = wrong.filter(|solution| {
        let mut cases = SUITES[solution.suite].iter();
        !cases.any(|ready| ready.verdict_on_actions(solution).word == Word::Wrong)
    });
    let unseen: Vec<&str> = unseen.map(|it| it.name).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

#[test]
fn every_frequent_mistake_has_a_solution() {
    let names: BTreeSet<&str> =
        SOLUTIONS.iter().filter(|it| it.folder != "accepted").map(|it| it.name).collect();
    let missing: Vec<_> = MISTAKES.iter().filter(|name| !names.contains(*name)).collect();
    assert!(missing.is_empty(), "no solution makes these mistakes: {missing:?}");
}

#[test]
fn every_question_has_an_accepted_solution_that_answers_all_of_it() {
    for (name, cases) in SUITES.iter() {
        let all: BTreeSet<String> = cases.iter().map(Ready::name).collect();
        let accepted =
            VERDICTS.iter().filter(|(it, _)| it.folder == "accepted" && it.suite == name);
        let answered: BTreeSet<String> =
            accepted.flat_map(|(_, verdicts)| verdicts.keys().cloned()).collect();
        let missing: Vec<_> = all.difference(&answered).collect();
        assert!(missing.is_empty(), "{name}: no accepted solution answers {missing:?}");
    }
}

#[test]
fn the_reference_agrees_with_every_stored_expectation() {
    for (suite, cases) in SUITES.iter() {
        for ready in cases.iter().filter(|ready| !ready.case.expect.is_empty()) {
            let place = format!("{suite}/{}", ready.name());
            let plays = ready.task.play.is_some();
            match &ready.reference {
                Some(reference) => agree(&place, &ready.case, reference),
                None => assert!(plays, "{place}: nothing to compare what it expects with"),
            }
        }
    }
}

/// A right agent may tell a leaf by the end of the game or by its missing actions, as on the course's
/// own trees, so that the two say the same wherever a search looks.
#[test]
fn what_ends_the_game_on_a_tree_has_no_actions_and_nothing_else_has_none() {
    for (suite, cases) in SUITES.iter() {
        for ready in cases {
            let Position::Tree(at) = &ready.task.position else { continue };
            let mut reached = vec![(at.state, 0)];
            let mut seen = HashSet::new();
            while let Some((state, plies)) = reached.pop() {
                if ready.task.terms.plies == Some(plies) || !seen.insert((state, plies)) {
                    continue;
                }
                let edges = at.game.edges(state);
                let (name, case) = (at.game.name(state), ready.name());
                let ended = at.game.decided(state).is_some();
                assert_eq!(ended, edges.is_empty(), "{suite}/{case}: {name}");
                reached.extend(edges.iter().map(|(_, next)| (*next, plies + 1)));
            }
        }
    }
}

fn agree(place: &str, case: &Case, reference: &Reference) {
    let expect = &case.expect;
    if let Some(actions) = &expect.action {
        assert_eq!(*actions, reference.allowed_actions(), "{place}: actions");
    }
    if let Some(value) = expect.value {
        let near = value == reference.value || (value - reference.value).abs() <= 1e-9;
        assert!(near, "{place}: value {value}, the reference has {}", reference.value);
    }
    for (unit, range) in &expect.counts {
        let count = unit.of(&reference.counts).unwrap_or_else(|| panic!("{place}: no {unit:?}"));
        assert!(range.contains(count), "{place}: {unit:?} {range:?}, the reference has {count}");
    }
    if expect.generated.is_some() {
        assert_eq!(expect.generated, reference.generated, "{place}: generated");
    }
}

//! A transcript's calls, made again on the engine, give the counts that it reports.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use plygrade::case::{Case, load};
use plygrade::host::Host as _;
use plygrade::host::native::{Native, SOLUTIONS, Solution};
use plygrade::position::{At, Position, to_name};
use plygrade::suite::Suite;
use plygrade::transcript::{FaultKind, Transcript, Turn};
use plygrade::with_position;
use plygrade_engine::Domain;
use proptest::prelude::*;
use proptest::sample::Index;

/// Makes the calls of `turn` again, each from a state that the calls before it gave. A call that
/// the rules `refused` counts and gave no state.
fn replay<G: Domain>(at: &At<G>, turn: &Turn, refused: bool) {
    let calls = turn.calls.as_ref().expect("the calls were recorded");
    assert!(!calls.truncated, "too many calls to be replayed");
    let start = at.game.state_name(&at.state);
    let mut states = HashMap::from([(start.clone(), at.state.clone())]);
    let (mut generated, mut explored) = (HashSet::new(), HashSet::new());
    for call in &calls.list {
        let parent = states.get(&call.parent).expect("a state from nowhere").clone();
        let action = at.game.action_named(&to_name(&call.action)).expect("an action of the game");
        let child = at.game.successor(&parent, call.agent, &action).expect("a legal move");
        assert_eq!(at.game.state_name(&child), call.child);
        generated.insert(call.child.clone());
        explored.extend([call.parent.clone(), call.child.clone()]);
        states.insert(call.child.clone(), child);
    }
    assert_eq!(turn.counts.next_state_calls, calls.list.len() as u64 + u64::from(refused));
    assert_eq!(turn.counts.distinct_generated, Some(generated.len() as u64));
    assert_eq!(turn.counts.distinct_explored, Some(explored.len() as u64));
    if let Some(names) = &turn.generated {
        assert_eq!(*names, generated.into_iter().chain([start]).collect::<BTreeSet<_>>());
    }
}

/// Runs `solution` on `case` and replays what it did; whether it has an agent for the case.
fn check(solution: &'static Solution, case: &Case) -> bool {
    let mut task = case.task.clone();
    task.watch.order = true;
    let Transcript { turns, missing_agent, fault, .. } = Native::new(solution, 0).run(&task);
    let refused = fault.is_some_and(|fault| fault.kind == FaultKind::IllegalAction);
    for turn in &turns {
        with_position!(&case.task.position, at => replay(at, turn, refused));
    }
    !missing_agent
}

/// Agents that end, right and wrong ones.
fn agents() -> Vec<&'static Solution> {
    let folders = ["accepted", "wrong"];
    SOLUTIONS.iter().filter(|it| it.suite == "multiagent" && folders.contains(&it.folder)).collect()
}

/// A tree whose states may be shared: every state but the first follows an earlier one.
fn case(agents: u32, parents: &[(Index, bool, Index)], values: &[i8], search: usize) -> Case {
    let mut edges = String::new();
    for (place, (parent, twice, other)) in parents.iter().enumerate() {
        let child = place + 1;
        let from = parent.index(child);
        let _ = write!(edges, "[\"s{from}\", \"a{child}\", \"s{child}\"], ");
        if *twice {
            let from = other.index(child);
            let _ = write!(edges, "[\"s{from}\", \"b{child}\", \"s{child}\"], ");
        }
    }
    let values: Vec<String> = (0..=parents.len())
        .map(|state| format!("s{state} = {}.0", values[state % values.len()]))
        .collect();
    let agent = ["minimax", "alphabeta", "expectimax"][search % 3];
    let depth = 1 + search / 3;
    let text = format!(
        "agent = \"{agent}\"\ndepth = {depth}\n[game]\nkind = \"tree\"\nagents = {agents}\n\
         root = \"s0\"\nedges = [{edges}]\nvalues = {{ {} }}\n",
        values.join(", ")
    );
    load::case(Path::new("random.toml"), &text)
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

proptest! {
    #[test]
    fn replaying_a_transcript_gives_the_same_counts(
        agents_in_turn in 1_u32..=4,
        parents in prop::collection::vec(any::<(Index, bool, Index)>(), 1..14),
        values in prop::collection::vec(-3_i8..=3, 1..14),
        search in 0_usize..9,
        who in any::<Index>(),
    ) {
        let case = case(agents_in_turn, &parents, &values, search);
        check(agents()[who.index(agents().len())], &case);
        let accepted = SOLUTIONS.iter().find(|it| it.folder == "accepted" && it.name == "multiagent");
        prop_assert!(check(accepted.expect("the accepted solution"), &case));
    }
}

#[test]
fn replaying_games_on_boards_gives_the_same_counts() {
    for suite in ["chase", "nim-lab"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases").join(suite);
        let cases = Suite::load(&folder).expect("a suite that ships").questions;
        let mut replayed = 0;
        for case in cases.iter().flat_map(|question| &question.cases) {
            let few = matches!(&case.task.position, Position::Nim(_) | Position::Chase(_));
            assert!(few, "a game whose states are not told apart by their names");
            let needed = plygrade::reference::solve(&case.task).expect("a reference").counts;
            if needed.next_state_calls > 20_000 {
                continue;
            }
            for solution in SOLUTIONS.iter().filter(|it| it.suite == suite) {
                replayed += usize::from(check(solution, case));
            }
        }
        assert!(replayed > 4, "{suite}: only {replayed} transcripts");
    }
}

/// 17 levels of two moves each to one state: 262,142 calls, more than are kept in order, and the
/// last state is generated by the last call of all.
#[test]
fn generated_states_are_right_beyond_the_calls_that_are_kept() {
    let mut edges = String::from("[\"r\", \"first\", \"d0\"], [\"r\", \"last\", \"late\"]");
    let mut names: Vec<String> = vec!["r".into(), "late".into(), "d0".into()];
    for level in 0..16 {
        for action in ["x", "y"] {
            let _ = write!(edges, ", [\"d{level}\", \"{action}\", \"d{}\"]", level + 1);
        }
        names.push(format!("d{}", level + 1));
    }
    let text = |generated: &[String]| {
        format!(
            "agent = \"minimax\"\n[game]\nkind = \"tree\"\nagents = 2\nroot = \"r\"\n\
             edges = [{edges}]\nvalues = {{ d16 = 1.0, late = 2.0 }}\n[expect]\n\
             generated = {generated:?}\n"
        )
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("wide.toml");
    for (names, status) in [(&names[..], 0), (&names[..names.len() - 1], 1)] {
        std::fs::write(&file, text(names)).expect("a file");
        for command in
            [&["solve"] as &[_], &["grade", "solutions/accepted/multiagent.rs", "--suite"]]
        {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_plygrade"))
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .args(command)
                .arg(&file)
                .output()
                .expect("the command starts");
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8_lossy(&text);
            assert_eq!(output.status.code(), Some(status), "{command:?}: {text}");
        }
    }
}

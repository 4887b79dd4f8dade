//! Hostile submissions, graded as a user grades them.
//!
//! The programs lie in `tests/hostile`; the first line of each says which verdicts its cases may
//! get. Whatever they try, the grader ends with exit status 1, gives no point, leaves no process,
//! and nothing but the report has changed on the disk. They are bounded, so that a sandbox that
//! fails does not take the machine down.

mod builds;
mod folders;
mod killed;
mod lacking;
mod reports;
mod room;
mod shown;

use std::path::PathBuf;

use plygrade::host::sandbox;

use self::room::{Room, repository};
use crate::notice::notice;

fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository(folder)).expect("a folder");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Grades `files`, each as `main` beside `with`; complaints about those that got away.
fn all(files: &[PathBuf], comment: &str, main: &str, with: &[(&str, &str)]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(file).expect("a program");
        let allowed = source.lines().next().and_then(|line| line.strip_prefix(comment));
        let allowed = allowed.expect("a label").strip_prefix("verdict: ").expect("a label");
        let room = Room::new();
        room.hand_in(main, &source);
        for (name, text) in with {
            room.hand_in(name, text);
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        complaints.extend(one(&room, allowed).map(|what| format!("{name}: {what}")));
    }
    complaints
}

/// What may come of an attack on a machine whose sandbox lacks layers: no points.
const ANY: &str = "wrong | crashed | killed | timed-out | invalid-answer | not-run";

/// Grades what is in the room; what is wrong about it.
fn one(room: &Room, allowed: &str) -> Option<String> {
    sandbox::set_helper(env!("CARGO_BIN_EXE_plygrade"));
    let missing = sandbox::probe().missing();
    if !missing.is_empty() {
        notice(&format!("no {missing:?} here: verdicts on hostile programs are not compared"));
    }
    let allowed = if missing.is_empty() { allowed } else { ANY };
    let (outcome, complaints) = room.grade();
    let (verdicts, points) = outcome.verdicts();
    let right = verdicts.len() == 3
        && verdicts.iter().all(|verdict| allowed.split(" | ").any(|word| word == verdict));
    if !right || outcome.code != Some(1) || points != 0.0 {
        let reasons = &outcome.report["questions"][0]["cases"][0]["reasons"];
        return Some(format!(
            "{verdicts:?}, not {allowed}; {points} points, exit {:?}: {reasons} {}",
            outcome.code, outcome.stderr
        ));
    }
    (!complaints.is_empty()).then(|| complaints.join("; "))
}

/// Every second program: the two halves run side by side.
fn half(first: bool) -> Vec<String> {
    let files = programs("tests/hostile/python");
    assert!(files.len() >= 40, "the programs are there");
    let mine: Vec<PathBuf> = files.into_iter().skip(usize::from(!first)).step_by(2).collect();
    all(&mine, "# ", "multiAgents.py", &[])
}

#[test]
fn python_submissions() {
    assert_eq!(half(true), Vec::<String>::new());
}

#[test]
fn more_python_submissions() {
    assert_eq!(half(false), Vec::<String>::new());
}

/// The time of the case is that of the import before it, with a floor: 5 s where cases have one.
#[test]
fn an_import_that_does_not_end_is_not_waited_for_longer_than_a_case() {
    let room = Room::new();
    let file = repository("tests/hostile/python/spins_at_import.py");
    room.hand_in("multiAgents.py", &std::fs::read_to_string(file).expect("a program"));
    let (outcome, complaints) = room.grade();
    let cases = outcome.report["questions"][0]["cases"].as_array().cloned().unwrap_or_default();
    assert_eq!((cases.len(), complaints), (3, Vec::new()));
    for case in cases {
        let reasons = case["reasons"].to_string();
        assert!(reasons.contains("importing the submission: more than 5 s"), "{reasons}");
    }
}

#[test]
fn programs_of_any_language() {
    let manifest = "command = [\"python3\", \"agent.py\"]\n";
    let files = programs("tests/hostile/stdio");
    let complaints = all(&files, "# ", "agent.py", &[("plygrade.toml", manifest)]);
    assert_eq!(complaints, Vec::<String>::new());
}

/// The programs that are graded above are caught by their verdicts: a right answer gets points.
#[test]
fn an_honest_submission_passes_the_same_suite() {
    let room = Room::new();
    room.hand_in("multiAgents.py", HONEST);
    let (outcome, complaints) = room.grade();
    assert_eq!(outcome.verdicts().0, ["pass"; 3], "{} {}", outcome.report, outcome.stderr);
    assert_eq!((outcome.code, complaints), (Some(0), Vec::new()));
}

const HONEST: &str = "
class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        def value(state, agent):
            legal = state.getLegalActions(agent)
            if not legal:
                return state.getScore()
            values = [value(state.getNextState(agent, a), 1 - agent) for a in legal]
            return min(values) if agent else max(values)
        return max(state.getLegalActions(0), key=lambda a: value(state.getNextState(0, a), 1))
";

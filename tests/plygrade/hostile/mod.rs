//! Hostile submissions, graded as a user grades them.
//!
//! The programs lie in `tests/hostile`; the first line of each says which verdicts its cases may
//! get. Whatever they try, the grader ends with exit status 1, gives no point, leaves no process,
//! and nothing but the report has changed on the disk. They are bounded, so that a sandbox that
//! fails does not take the machine down.

mod builds;
mod folders;
mod killed;
mod room;

use std::path::PathBuf;

use self::room::{Room, repository};

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

/// Grades what is in the room; what is wrong about it.
fn one(room: &Room, allowed: &str) -> Option<String> {
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

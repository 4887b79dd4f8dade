//! Submissions whose folder is the attack.

use std::os::unix::fs::symlink;

use super::one;
use super::room::Room;

const WRONG: &str = "
class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        return \"left\"
";

/// Answers rightly, as somebody else's work would.
const RIGHT: &str = "
class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        return \"right\"
";

fn mkfifo(path: &std::path::Path) {
    let done = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(done.success());
}

/// Nothing is graded, and nothing hangs: a usage error that names the way out.
fn refused(room: &Room) {
    let (outcome, complaints) = room.grade();
    assert_eq!(outcome.code, Some(2), "{} {}", outcome.report, outcome.stderr);
    assert_eq!(complaints, Vec::<String>::new());
    assert!(outcome.stderr.contains("error"), "{}", outcome.stderr);
}

#[test]
fn a_link_to_somebody_elses_work_is_refused() {
    let room = Room::new();
    std::fs::write(room.path("outside/multiAgents.py"), RIGHT).expect("a file");
    let link = room.path("submission/multiAgents.py");
    symlink(room.path("outside/multiAgents.py"), link).expect("a link");
    refused(&room);
}

#[test]
fn a_link_to_somebody_elses_work_is_not_followed_by_an_import() {
    let room = Room::new();
    std::fs::write(room.path("outside/bob.py"), RIGHT).expect("a file");
    symlink(room.path("outside/bob.py"), room.path("submission/bob.py")).expect("a link");
    room.hand_in("multiAgents.py", "from bob import *\n");
    assert_eq!(one(&room, "crashed"), None);
}

#[test]
fn devices_and_pipes_are_no_source() {
    let device = Room::new();
    symlink("/dev/zero", device.path("submission/multiAgents.py")).expect("a link");
    refused(&device);
    let pipe = Room::new();
    mkfifo(&pipe.path("submission/multiAgents.py"));
    refused(&pipe);
}

#[test]
fn pipes_and_loops_beside_the_source_hold_nothing_up() {
    let room = Room::new();
    room.hand_in("multiAgents.py", WRONG);
    mkfifo(&room.path("submission/a.py"));
    mkfifo(&room.path("submission/util.py"));
    symlink("loop", room.path("submission/loop")).expect("a link");
    symlink(".", room.path("submission/again")).expect("a link");
    assert_eq!(one(&room, "wrong"), None);
}

/// As many as make a mistake of more than linear cost seen; a hundred thousand would take the test
/// longer to make than the grader to read.
#[test]
fn many_files() {
    let room = Room::new();
    room.hand_in("multiAgents.py", WRONG);
    for n in 0..2000 {
        room.hand_in(&format!("data/{}/{n}.py", n % 10), "def getAction(): pass\n");
    }
    assert_eq!(one(&room, "wrong"), None);
}

#[test]
fn gigantic_sources() {
    let room = Room::new();
    room.hand_in("multiAgents.py", WRONG);
    let file = std::fs::File::options().append(true).open(room.path("submission/multiAgents.py"));
    file.and_then(|file| file.set_len(8 << 30)).expect("a sparse file");
    assert_eq!(one(&room, "crashed | killed | timed-out"), None);
}

#[test]
fn a_deep_nest_of_brackets() {
    let room = Room::new();
    room.hand_in("multiAgents.py", &format!("x = {}{}", "(".repeat(1 << 20), ")".repeat(1 << 20)));
    assert_eq!(one(&room, "crashed"), None);
}

/// The suite and the report lie in the folder that was handed in, as when a student grades the
/// course's own folder: they are not shown all the same.
#[test]
fn a_suite_inside_the_submission_is_hidden() {
    let room = Room::new();
    let reads = std::fs::read_to_string(super::room::repository("tests/hostile/reads_inside.py"));
    room.hand_in("multiAgents.py", &reads.expect("a program"));
    room.hand_in("notes.txt", "seen");
    let (from, to) = (room.path("suite"), room.path("submission/suite"));
    std::fs::rename(&from, &to).expect("a move");
    symlink(&to, &from).expect("a link");
    assert_eq!(one(&room, "wrong"), None);
}

/// Odd places are no obstacle for honest work.
#[test]
fn folders_with_odd_names_and_links_to_them() {
    let room = Room::new();
    room.hand_in("sub mission/é/multiAgents.py", super::HONEST);
    let real = room.path("submission/sub mission/é");
    let link = room.path("outside/link");
    symlink(&real, &link).expect("a link");
    for path in [real.clone(), real.join("multiAgents.py"), link.clone()] {
        let (outcome, _) = room.grade_path(&path);
        assert_eq!(outcome.verdicts().0, ["pass"; 3], "{}: {}", path.display(), outcome.stderr);
    }
}

//! Submissions whose folder is the attack.

use std::os::unix::fs::symlink;

use super::one;
use super::room::Room;

pub(super) const WRONG: &str = "
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

pub(super) fn mkfifo(path: &std::path::Path) {
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

/// Where a class hands in files, everybody's lie in one folder.
#[test]
fn a_link_to_a_file_in_the_same_folder_is_refused() {
    let room = Room::new();
    room.hand_in("alice.py", super::HONEST);
    let link = room.path("submission/carol.py");
    symlink("alice.py", &link).expect("a link");
    let (outcome, complaints) = room.grade_path(&link);
    assert_eq!((outcome.code, complaints), (Some(2), Vec::new()), "{}", outcome.report);
    assert!(outcome.stderr.contains("it is a link to another file"), "{}", outcome.stderr);
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

/// The report is written into the folder that was handed in while the cases run: no case reads
/// what is said of the one before.
#[test]
fn a_report_in_the_submission_is_not_read_by_its_next_case() {
    let room = Room::new();
    let reads = "
import os

class MinimaxAgent:
    def __init__(self, **keywords):
        pass

    def getAction(self, state):
        for folder in (os.path.dirname(os.path.abspath(__file__)), os.getcwd()):
            for name in os.listdir(folder):
                if not name.endswith('.py'):
                    return 'right'
        return 'left'
";
    room.hand_in("multiAgents.py", reads);
    let report = room.path("submission/report.json");
    let mut command = room.command_to(&room.path("submission"), &report);
    let status = command.status().expect("it starts");
    let text = std::fs::read_to_string(&report).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((status.code(), report["points"].as_f64()), (Some(1), Some(0.0)), "{text}");
}

/// Who is graded does not choose the cases: neither a suite of one's own, nor a folder that has
/// the name of a built-in one.
#[test]
fn a_submission_brings_no_suite() {
    let room = Room::new();
    room.hand_in("plygrade.toml", "command = [\"./agent\"]\nsuite = \"./own\"\n");
    room.hand_in("own/1.toml", "agent = \"minimax\"\n[game]\nkind = \"nim\"\npiles = [1]\n");
    room.hand_in("multiagent/1.toml", "agent = \"minimax\"\n[game]\nkind = \"nim\"\npiles = [1]\n");
    let grade = |rest: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_plygrade"));
        command.current_dir(room.path("submission")).args(["grade", "."]).args(rest);
        command.output().expect("it starts")
    };
    let chosen = grade(&[]);
    let stderr = String::from_utf8_lossy(&chosen.stderr);
    assert_eq!(chosen.status.code(), Some(2));
    assert!(stderr.contains("\"./own\", which is not built in"), "{stderr}");
    let named = grade(&["--suite", "multiagent", "-q", "q1"]);
    let stdout = String::from_utf8_lossy(&named.stdout);
    assert!(stdout.contains("✗ q1"), "{stdout} {}", String::from_utf8_lossy(&named.stderr));
}

/// Neither a path nor a link makes somebody else's program one's own.
#[test]
fn a_program_elsewhere_is_not_the_submissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let room = Room::new();
    let theirs = room.path("outside/agent");
    std::fs::write(&theirs, "#!/bin/sh\ntouch ran\n").expect("a file");
    std::fs::set_permissions(&theirs, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    for command in
        ["../outside/agent".to_owned(), theirs.display().to_string(), "./link".to_owned()]
    {
        room.hand_in("plygrade.toml", &format!("command = [{command:?}]\n"));
        let link = room.path("submission/link");
        let _ = std::fs::remove_file(&link);
        symlink(&theirs, &link).expect("a link");
        let (outcome, _) = room.grade();
        let text = outcome.report.to_string();
        assert!(
            text.contains("it is not in the submission"),
            "{command}: {text} {}",
            outcome.stderr
        );
    }
}

/// The grader solves every case, and holds the built-in ones with what is expected.
#[test]
fn the_grader_is_not_the_submissions_program() {
    let room = Room::new();
    let grader = std::path::Path::new(env!("CARGO_BIN_EXE_plygrade"));
    let bin = room.path("outside/bin");
    std::fs::create_dir(&bin).expect("a folder");
    symlink(grader, bin.join("plygrade")).expect("a link");
    for (command, build) in [("plygrade", ""), ("/usr/bin/env", "build = [\"plygrade\"]\n")] {
        room.hand_in("plygrade.toml", &format!("command = [{command:?}, \"solve\"]\n{build}"));
        let mut grade = room.command();
        let output = grade.env("PATH", format!("{}:/usr/bin:/bin", bin.display())).output();
        let output = output.expect("it starts");
        let said = std::fs::read_to_string(room.path("results/report.json")).expect("a report");
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("the grader is no program"), "{said}");
    }
}

/// The toolchain is not one that the submission's folder chooses.
#[test]
fn the_compiler_is_asked_from_a_neutral_place() {
    use std::os::unix::fs::PermissionsExt as _;
    let room = Room::new();
    room.hand_in("Cargo.toml", super::builds::CRATE);
    let rustc = room.path("outside/rustc");
    let where_it_runs = room.path("outside/where");
    let script = format!("#!/bin/sh\npwd > {}\nexit 1\n", where_it_runs.display());
    std::fs::write(&rustc, script).expect("a file");
    std::fs::set_permissions(&rustc, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let path = format!("{}:/usr/bin:/bin", room.path("outside").display());
    let mut command = room.command();
    command.current_dir(room.path("submission")).env("PATH", path);
    assert_eq!(command.status().expect("it starts").code(), Some(2));
    assert_eq!(std::fs::read_to_string(where_it_runs).expect("it was asked"), "/\n");
}

#[test]
fn pipes_are_no_manifests() {
    let room = Room::new();
    mkfifo(&room.path("submission/plygrade.toml"));
    refused(&room);
    let crate_room = Room::with_cache();
    mkfifo(&crate_room.path("submission/Cargo.toml"));
    crate_room.hand_in("src/main.rs", "fn main() {}");
    assert_eq!(one(&crate_room, "not-run"), None);
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

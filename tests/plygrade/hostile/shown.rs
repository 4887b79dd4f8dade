//! Suites that lie where a sandbox shows what programs need.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use plygrade::host::sandbox::{self, Layer};

use super::room::Room;
use crate::notice::notice;

/// Moves the suite to `to`, and says whether this machine can hide it there.
fn moved(room: &Room, to: &str) -> bool {
    sandbox::set_helper(env!("CARGO_BIN_EXE_plygrade"));
    let layers = sandbox::probe();
    if !layers.has(Layer::MountNamespace) && !layers.has(Layer::Landlock) {
        notice("nothing here hides a file: suites in places that are shown were not tried");
        return false;
    }
    std::fs::rename(room.path("suite"), room.path(to)).expect("a move");
    symlink(room.path(to), room.path("suite")).expect("a link");
    true
}

/// A course's folder becomes a part of the interpreter's by `pip install -e`.
#[test]
fn in_a_folder_that_the_interpreter_imports_from() {
    let room = Room::new();
    let environment = tempfile::tempdir().expect("a folder");
    let made = Command::new("python3")
        .args(["-m", "venv", "--without-pip"])
        .arg(environment.path())
        .output()
        .expect("python3 starts");
    if !made.status.success() {
        notice("no venv here: a suite among the interpreter's folders was not tried");
        return;
    }
    let library = environment.path().join("lib");
    let version = std::fs::read_dir(&library).expect("a folder").next().expect("one");
    let packages = version.expect("a folder").path().join("site-packages/course.pth");
    std::fs::write(packages, format!("{}\n", room.path("outside").display())).expect("a file");
    if !moved(&room, "outside/suite") {
        return;
    }
    let reads = format!(
        "
import os

class MinimaxAgent:
    def __init__(self, **keywords):
        print('secret' in os.listdir({0:?}))
        try:
            print(open({0:?} + '/suite/suite.toml').read())
        except OSError:
            print('hidden')

    def getAction(self, state):
        return 'left'
",
        room.path("outside")
    );
    room.hand_in("multiAgents.py", &reads);
    let mut grade = room.command();
    grade.arg("--python").arg(environment.path().join("bin/python3"));
    assert_eq!(grade.status().expect("it starts").code(), Some(1));
    let report = std::fs::read_to_string(room.path("results/report.json")).expect("a report");
    assert!(report.contains("True\\nhidden"), "{report}");
}

#[test]
fn in_a_folder_of_the_program_that_the_submission_names() {
    let room = Room::new();
    for folder in ["bin", "lib", "share"] {
        std::fs::create_dir(room.path("outside").join(folder)).expect("a folder");
    }
    if !moved(&room, "outside/share/suite") {
        return;
    }
    let tool = room.path("outside/bin/tool");
    std::fs::write(room.path("outside/share/bait"), "").expect("a file");
    let script = format!(
        "#!/bin/sh\necho in $(ls {0}), in it $(cat {0}/suite/*). >&2\nexit 1\n",
        room.path("outside/share").display()
    );
    std::fs::write(&tool, script).expect("a file");
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    room.hand_in("plygrade.toml", "command = [\"tool\"]\n");
    let path = format!("{}:/usr/bin:/bin", room.path("outside/bin").display());
    assert_eq!(room.command().env("PATH", path).status().expect("it starts").code(), Some(1));
    let report = std::fs::read_to_string(room.path("results/report.json")).expect("a report");
    assert!(report.contains("in bait") && report.contains(", in it ."), "{report}");
}

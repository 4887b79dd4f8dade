//! A machine that has no namespaces to give: what is missing is said, or nothing is graded.

use std::process::{Command, Output, Stdio};

use super::room::Room;
use crate::notice::notice;

/// In a user namespace whose root takes all further ones away.
const WITHOUT_NAMESPACES: &str = "
for kind in user pid net mnt ipc; do
    echo 0 > /proc/sys/user/max_${kind}_namespaces || exit 99
done
exec \"$0\" \"$@\"
";

/// The room's submission, graded where there are no namespaces; `None` where that cannot be tried.
fn graded(room: &Room, level: &str) -> Option<Output> {
    let grader = room.command();
    let mut lacking = Command::new("unshare");
    lacking.args(["--user", "--map-root-user", "sh", "-c", WITHOUT_NAMESPACES]);
    lacking.arg(grader.get_program()).args(grader.get_args()).args(["--sandbox", level]);
    lacking.env("TMPDIR", room.path("tmp")).stdin(Stdio::null());
    let output = lacking.output().ok();
    let said = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let tried = output
        .filter(|output| output.status.code() != Some(99) && !said(output).starts_with("unshare:"));
    if tried.is_none() {
        notice("no user namespaces here: a machine without layers was not tried");
    }
    tried
}

#[test]
fn auto_warns_and_require_refuses() {
    let room = Room::new();
    room.hand_in("plygrade.toml", "command = [\"python3\", \"agent.py\"]\n");
    let agent = std::fs::read_to_string(super::repository("tests/hostile/stdio/network.py"));
    room.hand_in("agent.py", &agent.expect("a program"));
    let lacks = ["user-namespace", "pid-namespace", "mount-namespace"];
    let Some(output) = graded(&room, "auto") else { return };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    for layer in lacks {
        assert!(said.contains(&format!("warning: the sandbox lacks {layer} ")), "{said}");
    }
    // The network is still shut, by the filter of calls.
    assert!(!said.contains("net-namespace"), "{said}");
    let text = std::fs::read_to_string(room.path("results/report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let layers = report["sandbox"].to_string();
    assert!(layers.contains("seccomp") && !layers.contains("namespace"), "{layers}");
    std::fs::remove_file(room.path("results/report.json")).expect("a file");
    let output = graded(&room, "require").expect("it was tried before");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    for layer in lacks {
        assert!(said.contains(layer), "{said}");
    }
    assert!(said.contains("--sandbox auto"), "{said}");
    assert!(!room.path("results/report.json").exists());
}

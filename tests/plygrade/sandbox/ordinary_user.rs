//! The same tests again as a user without rights, where the tests run as root.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::notice::notice;

/// Names the command that wardens run, in the tests' second life.
pub(super) const HELPER: &str = "PLYGRADE_TEST_HELPER";

#[test]
fn an_ordinary_user_has_the_same_sandbox() {
    let root = std::fs::read_to_string("/proc/self/status")
        .is_ok_and(|status| status.lines().any(|line| line.starts_with("Uid:\t0\t0\t")));
    let setpriv = Command::new("setpriv").arg("--version").output().is_ok();
    if !root || !setpriv {
        notice("not root, or no setpriv: the tests run as one user alone");
        return;
    }
    // Where that user can reach them, whatever folder the build is in.
    let folder = tempfile::tempdir_in("/tmp").expect("a folder");
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).expect("a mode");
    let (tests, helper) = (folder.path().join("tests"), folder.path().join("plygrade"));
    std::fs::copy(std::env::current_exe().expect("a name"), &tests).expect("a copy");
    std::fs::copy(env!("CARGO_BIN_EXE_plygrade"), &helper).expect("a copy");
    let output = Command::new("setpriv")
        .args(["--reuid", "65534", "--regid", "65534", "--clear-groups", "--"])
        .arg(tests)
        .args(["sandbox::", "--test-threads=2", "--nocapture"])
        .env(HELPER, helper)
        .env("PATH", "/usr/bin:/bin")
        .env("TMPDIR", "/tmp")
        .output()
        .expect("it starts");
    let said =
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(output.status.success(), "{}{}", said[0], said[1]);
    eprintln!(
        "as an ordinary user: {}",
        said[0].lines().find(|line| line.starts_with("test result")).unwrap_or_default()
    );
}

//! Hostile programs in the sandbox: how each ends, and that nothing of it is left.

use plygrade::host::sandbox::{self, Child, End, Policy, Program, Stream};

fn helper() {
    sandbox::set_helper(env!("CARGO_BIN_EXE_plygrade"));
}

fn shell(script: &str) -> Program {
    Program::new("/bin/sh")
        .args(["-c", script])
        .env("PATH", "/usr/bin:/bin")
        .stdout(Stream::Capture)
        .stderr(Stream::Capture)
}

fn run(policy: &Policy, program: Program) -> Child {
    helper();
    sandbox::spawn(policy, program).expect("it starts")
}

#[test]
fn a_program_runs_and_tells_its_status() {
    let scratch = tempfile::tempdir().expect("a folder");
    let policy = Policy::new(scratch.path()).reads_tools();
    let mut child = run(&policy, shell("echo out; echo err >&2; exit 7"));
    let ended = child.wait();
    let said = (child.stdout().text(), child.stderr().text());
    assert_eq!((ended.end, said), (End::Exit(7), ("out\n".to_owned(), "err\n".to_owned())));
    eprintln!("{:?} {:?} {ended:?}", child.layers().names(), child.layers().missing());
}

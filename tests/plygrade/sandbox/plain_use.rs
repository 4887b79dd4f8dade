//! What honest programs and the grader need.

use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::time::Duration;

use plygrade::host::sandbox::{
    self, Child, End, Layer, Level, Policy, Program, SandboxError, Stream,
};

use super::hostile::NAMESPACES;
use super::tools::{Room, helper, python, start};
use crate::notice::notice;

#[test]
fn a_program_tells_its_status_and_what_it_said() {
    let room = Room::new();
    let mut child = start(&room.policy(), room.shell("echo out; echo err >&2; exit 7"));
    let ended = child.wait();
    let said = (child.stdout().text(), child.stderr().text());
    assert_eq!((ended.end, said), (End::Exit(7), ("out\n".to_owned(), "err\n".to_owned())));
}

#[test]
fn descriptors_are_passed_under_their_numbers() {
    let room = Room::new();
    let (from, to) = std::io::pipe().expect("a pipe");
    let (reads, mut writes) = std::io::pipe().expect("a pipe");
    let program = room.shell("read word <&9; echo got $word >&3; [ ! -e /proc/self/fd/4 ]");
    let program = program.fd(3, OwnedFd::from(to)).fd(9, OwnedFd::from(reads));
    let mut child = start(&room.policy(), program);
    writes.write_all(b"hello\n").expect("it is read");
    let mut text = String::new();
    let mut from = from;
    from.read_to_string(&mut text).expect("text");
    assert_eq!((child.wait().end, text.as_str()), (End::Exit(0), "got hello\n"));
}

#[test]
fn a_reader_and_a_writer_talk_over_the_standard_streams() {
    let room = Room::new();
    let (mut from, to) = std::io::pipe().expect("a pipe");
    let (reads, mut writes) = std::io::pipe().expect("a pipe");
    let program = room.shell("cat").stdin(Stream::Fd(reads.into())).stdout(Stream::Fd(to.into()));
    let mut child = start(&room.policy(), program);
    for word in [b"one", b"two"] {
        writes.write_all(word).expect("it is read");
        let mut back = [0; 3];
        from.read_exact(&mut back).expect("it comes back");
        assert_eq!(&back, word);
    }
    drop(writes);
    assert_eq!(child.wait().end, End::Exit(0));
}

#[test]
fn scratch_is_writable_and_kept_where_the_policy_wants_its_products() {
    let room = Room::new();
    let policy = room.policy().keeps_scratch();
    let script = "mkdir d && echo x > d/f && chmod 700 d/f && cp d/f d/g && rm d/f && pwd";
    let mut child = start(&policy, room.shell(script));
    assert_eq!(child.wait().end, End::Exit(0), "{}", child.stderr().text());
    assert_eq!(child.stdout().text().trim(), room.path("scratch").display().to_string());
    assert_eq!(std::fs::read_to_string(room.path("scratch/d/g")).expect("a file"), "x\n");
}

#[test]
fn a_scratch_in_memory_leaves_nothing_on_the_disk() {
    let room = Room::new();
    let mut child = start(&room.policy(), room.shell("echo x > f && cat f"));
    let end = child.wait().end;
    if !child.layers().has(Layer::MountNamespace) {
        notice("no mount namespaces here: the scratch folder is a real one");
        return;
    }
    assert_eq!((end, child.stdout().text().as_str()), (End::Exit(0), "x\n"));
    assert_eq!(std::fs::read_dir(room.path("scratch")).expect("a folder").count(), 0);
}

#[test]
fn a_drop_ends_the_tree() {
    let room = Room::new();
    let script = "setsid sleep 600 & sleep 600 & echo started; wait";
    let (mut from, to) = std::io::pipe().expect("a pipe");
    for without in [&[][..], &NAMESPACES] {
        let mut policy = room.policy();
        policy.without = without.to_vec();
        let to = to.try_clone().expect("a descriptor");
        let child = start(&policy, room.shell(script).stdout(Stream::Fd(to.into())));
        from.read_exact(&mut [0; 8]).expect("it starts");
        assert!(!room.survivors().is_empty(), "it runs");
        drop(child);
        assert_eq!(room.survivors(), Vec::<String>::new());
    }
}

#[test]
fn a_running_program_can_be_waited_for_in_pieces() {
    let room = Room::new();
    let mut child = start(&room.policy(), room.shell("sleep 600"));
    assert_eq!(child.wait_for(Duration::from_millis(20)), None);
    let killer = child.killer();
    let other = std::thread::spawn(move || killer.kill(End::Output));
    assert_eq!(child.wait().end, End::Output);
    other.join().expect("a thread");
}

#[test]
fn what_cannot_be_executed_is_an_error_and_not_an_end() {
    let room = Room::new();
    let none = sandbox::spawn(&room.policy(), Program::new("/nowhere/python3"));
    assert!(matches!(none, Err(SandboxError::Program { .. })), "{none:?}");
    let hidden = sandbox::spawn(&room.policy(), Program::new(room.path("outside/secret")));
    assert!(matches!(hidden, Err(SandboxError::Program { .. })), "{hidden:?}");
}

#[test]
fn require_refuses_with_the_names_of_missing_layers() {
    let room = Room::new();
    let mut policy = room.policy().level(Level::Require);
    policy.without = vec![Layer::Landlock, Layer::PidNamespace];
    let Err(error) = sandbox::spawn(&policy, room.shell("true")) else { panic!("it started") };
    let text = error.to_string();
    assert!(text.contains("landlock") && text.contains("pid-namespace"), "{text}");
    assert_eq!(room.survivors(), Vec::<String>::new());
}

#[test]
fn off_leaves_limits_and_the_end_of_the_tree() {
    let room = Room::new();
    let policy = room.policy().level(Level::Off);
    let script = "cat $OUTSIDE/secret; sleep 600 & exit 3";
    let mut child = start(&policy, room.shell(script));
    assert_eq!((child.wait().end, child.stdout().text().as_str()), (End::Exit(3), "expected = 42"));
    assert!(child.layers().has(Layer::Rlimits) && !child.layers().has(Layer::Landlock));
    assert_eq!(room.survivors(), Vec::<String>::new());
}

#[test]
fn a_system_without_a_sandbox_still_ends_what_it_started_and_says_so() {
    let room = Room::new();
    let mut policy = room.policy();
    policy.plain = true;
    let (mut from, to) = std::io::pipe().expect("a pipe");
    let script = "sleep 600 & echo out; echo started >&5; [ $1 = wait ] && wait; exit 3";
    let program = |word: &str, to: &std::io::PipeWriter| {
        let to = to.try_clone().expect("a descriptor");
        room.shell(script).args(["sh", word]).fd(5, to.into())
    };
    let mut child = start(&policy, program("end", &to));
    assert_eq!((child.wait().end, child.stdout().text().as_str()), (End::Exit(3), "out\n"));
    assert_eq!(child.layers().names(), Vec::<&str>::new());
    assert_eq!(child.layers().missing(), Layer::ALL);
    from.read_exact(&mut [0; 8]).expect("it started");
    let mut child = start(&policy, program("wait", &to));
    from.read_exact(&mut [0; 8]).expect("it started");
    assert_eq!(child.kill().end, End::Killed);
    policy.limits.wall = Some(Duration::from_millis(50));
    assert_eq!(start(&policy, program("wait", &to)).wait().end, End::Wall);
    let refused = sandbox::spawn(&policy.level(Level::Require), program("end", &to));
    assert!(matches!(refused, Err(SandboxError::Missing(_))), "{refused:?}");
    assert_eq!(room.survivors(), Vec::<String>::new());
}

#[test]
fn processes_of_a_pool_talk_to_each_other() {
    let Some(python) = python() else { return };
    let room = Room::new();
    let policy = python.reads(room.policy());
    let script = "import multiprocessing as m
if __name__ == '__main__':
    with m.get_context('fork').Pool(2) as pool: print(pool.map(abs, [-1, -2, -3]))
    from multiprocessing import shared_memory as s
    block = s.SharedMemory(create=True, size=10); block.unlink()";
    let program = Program::new(&python.file).args(["-c", script]);
    let mut child = start(&policy, room.program(program));
    if !child.layers().has(Layer::MountNamespace) {
        notice("no mount namespace here: a pool finds no place for its semaphores");
        return;
    }
    assert_eq!(child.wait().end, End::Exit(0), "{}", child.stderr().text());
    assert_eq!(child.stdout().text(), "[1, 2, 3]\n");
}

/// Starts a program without these layers; `None`, with a word, where then nothing hides files.
fn start_hiding(policy: &Policy, without: &[Layer], program: Program) -> Option<Child> {
    let mut policy = policy.clone();
    policy.without = without.to_vec();
    let child = start(&policy, program);
    let layers = child.layers();
    if !layers.has(Layer::MountNamespace) && !layers.has(Layer::Landlock) {
        notice(&format!("nothing here hides a file without {without:?}"));
        return None;
    }
    Some(child)
}

/// A grader that came with pip lies in the interpreter's own folder.
#[test]
fn the_grader_itself_is_not_shown() {
    let room = Room::new();
    let bin = room.path("submission/bin");
    std::fs::create_dir(&bin).expect("a folder");
    for name in ["plygrade", "other"] {
        std::fs::write(bin.join(name), format!("I am {name}\n")).expect("a file");
    }
    std::os::unix::fs::symlink("plygrade", bin.join("linked")).expect("a link");
    std::os::unix::fs::symlink(&bin, room.path("bin")).expect("a link");
    let own = std::env::current_exe().expect("a file");
    let policy = room.policy().reads(&own).reads(room.path("bin"));
    let script = format!(
        "for d in {} {}; do cat $d/other; for n in plygrade linked; do cat $d/$n; done; done
        head -c 4 {}; exit 0",
        bin.display(),
        room.path("bin").display(),
        own.display()
    );
    for without in [Vec::new(), NAMESPACES.to_vec()] {
        let Some(mut child) = start_hiding(&policy, &without, room.shell(&script)) else { return };
        assert_eq!(child.wait().end, End::Exit(0), "{}", child.stderr().text());
        assert_eq!(child.stdout().text(), "I am other\nI am other\n", "without {without:?}");
    }
}

#[test]
fn what_is_hidden_is_shown_under_no_name() {
    let room = Room::new();
    std::fs::create_dir(room.path("submission/suite")).expect("a folder");
    for name in ["submission/suite/1.toml", "submission/2.toml", "submission/kept"] {
        std::fs::write(room.path(name), format!("I am {name}\n")).expect("a file");
    }
    symlink(room.path("submission"), room.path("linked")).expect("a link");
    let hidden = [room.path("linked/suite"), room.path("submission/2.toml"), room.path("none")];
    let policy = room.policy().reads(room.path("linked")).hides(&hidden);
    // Named on its own it is not shown either, but what is needed there is.
    let policy = policy.reads(room.path("submission/suite")).reads(&hidden[1]);
    std::fs::create_dir(room.path("submission/suite/.venv")).expect("a folder");
    std::fs::write(room.path("submission/suite/.venv/file"), "needed\n").expect("a file");
    let policy = policy.reads(room.path("submission/suite/.venv"));
    let script = "cat $SUBMISSION/suite/.venv/file; for d in $SUBMISSION $SUBMISSION/../linked; do
        cat $d/suite/* $d/2.toml $d/kept; ls $d | grep -v suite; done; exit 0";
    for without in [Vec::new(), NAMESPACES.to_vec()] {
        let Some(mut child) = start_hiding(&policy, &without, room.shell(script)) else { return };
        // Python finds modules by listing folders. Where mounts are missing names can be seen.
        let names = if child.layers().has(Layer::MountNamespace) { "" } else { "2.toml\n" };
        assert_eq!(child.wait().end, End::Exit(0), "{}", child.stderr().text());
        let kept = format!("I am submission/kept\n{names}agent.py\nkept\n");
        let said = child.stdout().text();
        assert_eq!(said, format!("needed\n{kept}{kept}"), "without {without:?}");
    }
}

#[test]
fn links_beside_what_is_hidden_lead_where_they_did() {
    let room = Room::new();
    for (link, target) in [("near", "kept"), ("secret", "hidden"), ("far", "../outside/kept")] {
        symlink(target, room.path("submission").join(link)).expect("a link");
    }
    for name in ["submission/kept", "submission/hidden", "outside/kept"] {
        std::fs::write(room.path(name), format!("{name}\n")).expect("a file");
    }
    let policy = room.policy().hides(&[room.path("submission/hidden")]);
    for without in [Vec::new(), NAMESPACES.to_vec()] {
        let script = "cd $SUBMISSION; for link in near secret far; do cat $link; done; exit 0";
        let Some(mut child) = start_hiding(&policy, &without, room.shell(script)) else { return };
        assert_eq!(child.wait().end, End::Exit(0), "{}", child.stderr().text());
        assert_eq!(child.stdout().text(), "submission/kept\n", "without {without:?}");
    }
}

/// A report is written while programs run, and gets its name when it is whole.
#[test]
fn what_gets_a_hidden_name_later_is_not_shown() {
    for without in [Vec::new(), NAMESPACES.to_vec()] {
        for earlier in [false, true] {
            let room = Room::new();
            let report = room.path("submission/report.json");
            if earlier {
                std::fs::write(&report, "earlier\n").expect("a file");
            }
            let policy = room.policy().hides(std::slice::from_ref(&report));
            let (from, mut to) = std::io::pipe().expect("a pipe");
            let program = room.shell("read word; cat $SUBMISSION/*; exit 0");
            let program = program.stdin(Stream::Fd(from.into()));
            let Some(mut child) = start_hiding(&policy, &without, program) else { return };
            std::fs::write(room.path("submission/written"), "expected\n").expect("a file");
            std::fs::rename(room.path("submission/written"), &report).expect("a new name");
            to.write_all(b"go\n").expect("it reads");
            assert_eq!(child.wait().end, End::Exit(0), "{}", child.stderr().text());
            assert_eq!(child.stdout().text(), "pass", "without {without:?}");
        }
    }
}

/// Who uses a database alone need not know that its locks are not kept.
#[test]
fn a_database_in_the_scratch_folder_works() {
    let Some(python) = python() else { return };
    let room = Room::new();
    let script = "
try: import sqlite3
except ImportError: print('no sqlite'); raise SystemExit
base = sqlite3.connect('base')
base.execute('create table t (x)'); base.execute('insert into t values (1)'); base.commit()
print(sqlite3.connect('base').execute('select x from t').fetchall())";
    let program = Program::new(&python.file).args(["-c", script]);
    let mut child = start(&python.reads(room.policy()), room.program(program));
    assert_eq!(child.wait().end, End::Exit(0), "{}", child.stderr().text());
    match child.stdout().text().trim() {
        "no sqlite" => notice("no sqlite3 here: a database was not tried in the sandbox"),
        said => assert_eq!(said, "[(1,)]"),
    }
}

#[test]
fn a_scratch_folder_in_shared_memory_is_one_like_any_other() {
    let room = Room::new();
    let Ok(shared) = tempfile::tempdir_in("/dev/shm") else {
        notice("no /dev/shm here: a scratch folder in it was not tried");
        return;
    };
    let mut policy = room.policy();
    policy.scratch = shared.path().to_owned();
    let mut child = start(&policy, room.shell("echo x > file && cat file"));
    assert_eq!(child.layers(), sandbox::probe());
    assert_eq!((child.wait().end, child.stdout().text().as_str()), (End::Exit(0), "x\n"));
}

#[test]
fn what_sockets_hold_is_counted() {
    let Some(python) = python() else { return };
    let room = Room::new();
    let mut policy = python.reads(room.policy());
    policy.limits.memory = Some(32 << 20);
    policy.limits.wall = Some(Duration::from_secs(30));
    // 200 sockets, which could hold 40 MiB.
    let script = "import socket, sys
pairs = [socket.socketpair() for _ in range(100)]
for pair in pairs:
    for end in pair:
        end.setblocking(False)
        try:
            while end.send(bytes(1 << 16)): pass
        except OSError: pass
sys.stdin.read()";
    let (stdin, open) = std::io::pipe().expect("a pipe");
    let program = Program::new(&python.file).args(["-c", script]);
    let mut child = start(&policy, room.program(program).stdin(Stream::Fd(OwnedFd::from(stdin))));
    if !child.layers().has(Layer::NetNamespace) {
        notice("no net namespace here: sockets are not counted");
        return;
    }
    let ended = child.wait();
    assert_eq!(ended.end, End::Memory, "{}", child.stderr().text());
    drop(open);
}

#[test]
fn a_sandbox_that_was_made_ahead_is_like_any_other() {
    let room = Room::new();
    helper();
    sandbox::ahead();
    // One without layers is not what was made ready.
    let mut bare = start(&room.policy().level(Level::Off), room.shell("cat $OUTSIDE/secret"));
    assert_eq!(bare.wait().end, End::Exit(0));
    let mut policy = room.policy();
    policy.limits.processes = 8;
    let script = "cat $OUTSIDE/secret; i=0; while [ $i -lt 50 ]; do sleep 600 & i=$((i+1)); done";
    let mut child = start(&policy, room.shell(script));
    assert_eq!(child.layers(), sandbox::probe());
    let ended = child.wait();
    // The kernel's limit makes the shell give up, the watch ends the tree.
    assert!(matches!(ended.end, End::Exit(2) | End::Processes), "{ended:?}");
    assert_eq!(child.stdout().text(), "", "{}", child.stderr().text());
    assert_eq!(room.survivors(), Vec::<String>::new());
}

#[test]
fn the_layers_of_a_probe_are_those_of_a_program() {
    let room = Room::new();
    let child = start(&room.policy(), room.shell("true"));
    assert_eq!(child.layers(), sandbox::probe());
    eprintln!("in force: {}", child.layers().names().join(", "));
    eprintln!("missing: {:?}", child.layers().missing());
}

#[test]
fn threads_of_numpy_work_inside() {
    let Some(python) = python() else { return };
    let numpy = std::process::Command::new(&python.file)
        .args(["-c", "import numpy, os; print(os.path.dirname(os.path.dirname(numpy.__file__)))"])
        .output()
        .expect("python runs");
    let place = String::from_utf8_lossy(&numpy.stdout).trim().to_owned();
    if place.is_empty() {
        notice("no numpy here: its threads were not tried in the sandbox");
        return;
    }
    let room = Room::new();
    let policy: Policy = python.reads(room.policy()).reads(&place);
    let script =
        "import numpy as n; a = n.ones((600, 600)); print((a @ a).sum(), n.linalg.det(n.eye(200)))";
    let program = Program::new(&python.file).args(["-c", script]).env("PYTHONPATH", &place);
    let mut child = start(&policy, room.program(program));
    assert_eq!(child.wait().end, End::Exit(0), "{}", child.stderr().text());
    assert_eq!(child.stdout().text(), "216000000.0 1.0\n");
}

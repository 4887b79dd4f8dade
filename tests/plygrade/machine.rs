//! A machine that cannot do its part: said as that, and never a fault of a submission.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rustix::process::Signal;

use crate::notice::notice;

/// Builds with a compiler of the machine's, then says nothing.
const BUILT: &str = "command = [\"./agent\"]\n\
                     build = [\"sh\", \"-c\", \"cat /bin/sh /bin/sh > agent\"]\n";

struct Room {
    folder: tempfile::TempDir,
}

impl Room {
    fn new(manifest: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["submission", "tmp", "cache"] {
            std::fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let manifest_path = folder.path().join("submission/plygrade.toml");
        std::fs::write(manifest_path, manifest).expect("a manifest");
        Room { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `script` in a shell, for which `$0` and `$@` are the grader on the submission.
    fn within(&self, shell: &[&str], script: &str) -> Command {
        let mut command = Command::new(shell[0]);
        command.args(&shell[1..]).args(["-c", script, env!("CARGO_BIN_EXE_plygrade"), "grade"]);
        command.arg(self.path("submission"));
        command.args(["-t", "tree", "--format", "json", "--suite"]);
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stdio/suite"));
        command.env("ROOM", self.path("")).env("TMPDIR", self.path("tmp"));
        command.env("XDG_CACHE_HOME", self.path("cache")).env_remove("PLYGRADE_CACHE_DIR");
        command
    }
}

fn run(command: &mut Command) -> (Output, String) {
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, said)
}

#[test]
fn a_temporary_folder_that_cannot_be_used_is_named() {
    let room = Room::new("command = [\"true\"]\n");
    let nowhere = room.path("nowhere");
    let name = nowhere.display().to_string();
    let python = room.path("submission/multiAgents.py");
    for is_python in [false, true] {
        if is_python {
            std::fs::remove_file(room.path("submission/plygrade.toml")).expect("a file");
            std::fs::write(&python, "class MinimaxAgent: pass\n").expect("a file");
        }
        for level in ["auto", "require", "off"] {
            let script = format!("exec \"$0\" \"$@\" --sandbox {level}");
            let (output, said) = run(room.within(&["sh"], &script).env("TMPDIR", &nowhere));
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(
                said.starts_with("error: the temporary folder ") && said.contains(&name),
                "{said}"
            );
            assert!(said.contains("TMPDIR") && !said.contains("lacks"), "{said}");
        }
    }
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_plygrade"));
    let (output, _) = run(doctor.arg("doctor").env("TMPDIR", &nowhere));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(&name) && !said.contains("missing: user-namespace"), "{said}");
}

#[test]
fn an_empty_name_of_a_temporary_folder_means_the_usual_one() {
    let room = Room::new("command = [\"true\"]\n");
    let (output, said) = run(room.within(&["sh"], "exec \"$0\" \"$@\"").env("TMPDIR", ""));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!said.contains("lacks"), "{said}");
}

#[test]
fn a_limit_on_files_is_an_error_and_no_end_without_a_word() {
    let room = Room::new("");
    std::fs::remove_file(room.path("submission/plygrade.toml")).expect("a file");
    std::fs::write(room.path("submission/multiAgents.py"), "class MinimaxAgent: pass\n")
        .expect("a file");
    let mut command = room.within(&["sh"], "ulimit -f 8; exec \"$0\" \"$@\"");
    // Where our files are already, nothing large is written.
    let (output, said) = run(command.env_remove("HOME"));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("failed to write the Python module: File too large"), "{said}");
}

/// What the grader was started with, or does for itself, is not passed on.
#[test]
fn no_signal_is_ignored_in_a_submission() {
    let script = "grep SigIgn /proc/self/status >&2; exit 1";
    let room = Room::new(&format!("command = [\"sh\", \"-c\", \"{script}\"]\n"));
    let (output, said) = run(&mut room.within(&["sh"], "trap '' PIPE XFSZ; exec \"$0\" \"$@\""));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let printed = report["questions"][0]["cases"][0]["output"].as_str().unwrap_or_default();
    let Some(ignored) = printed.strip_prefix("SigIgn:") else {
        return notice(&format!("ignored signals were not looked at: {printed} {said}"));
    };
    let ignored = u64::from_str_radix(ignored.trim(), 16).expect("a mask");
    let bit = |signal: Signal| 1 << (signal.as_raw() - 1);
    assert_eq!(ignored & (bit(Signal::PIPE) | bit(Signal::XFSZ)), 0, "{ignored:x}");
}

const ON_A_SMALL_DISK: &str = "
mount -t tmpfs -o SIZE tmpfs \"$ROOM/cache\" || exit 99
exec \"$0\" \"$@\"
";

/// What `plygrade` says where its cache is on a disk of that size, or why this was not tried.
fn on_a_disk(room: &Room, size: &str, meanwhile: &str) -> Result<(Option<i32>, String), String> {
    let script =
        ON_A_SMALL_DISK.replace("SIZE", size).replace("exec", &format!("{meanwhile}\nexec"));
    let shell = ["unshare", "--user", "--map-root-user", "--mount", "sh"];
    let output = room.within(&shell, &script).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(99) || said.starts_with("unshare:") {
        return Err(said);
    }
    Ok((output.status.code(), said + &String::from_utf8_lossy(&output.stdout)))
}

#[test]
fn a_small_disk_below_the_cache_is_no_fault_of_a_build() {
    // Too little from the first; files that somebody else makes meanwhile.
    let waits =
        "build = [\"sh\", \"-c\", \"true > begun; while true > a && rm a; do :; done; exit 1\"]\n";
    let waits = format!("command = [\"./agent\"]\n{waits}");
    // From the build's begin until the grader ends, which has the number of the shell; never for
    // long.
    let filled = "(i=0 n=0; while kill -0 $$ && [ $n -lt 3000000 ]; do \
                  n=$((n + 1)); set -- \"$ROOM\"/cache/plygrade/*/source/begun; \
                  [ -e \"$1\" ] && true > \"$ROOM/cache/$i\" && i=$((i + 1)); \
                  done) > /dev/null 2>&1 &";
    for (manifest, size, meanwhile, what) in [
        (BUILT, "size=64k", "", "a build needs 512 MiB"),
        (BUILT, "size=1g,nr_inodes=1000", "", "32768 files"),
        (waits.as_str(), "size=1g,nr_inodes=40000", filled, "there is no room left on the disk"),
    ] {
        match on_a_disk(&Room::new(manifest), size, meanwhile) {
            Err(why) => {
                return notice(&format!("a small disk below the cache was not tried: {why}"));
            }
            Ok((status, said)) => {
                assert_eq!(status, Some(3), "{said}");
                assert!(said.contains(what), "{said}");
            }
        }
    }
}

/// Before the disk is full: whose fault that is nobody could tell.
#[test]
fn a_build_may_take_half_of_what_is_free() {
    let makes = "i=0; while : > f$i; do i=$((i + 1)); done; exit 1";
    let room =
        Room::new(&format!("command = [\"./agent\"]\nbuild = [\"sh\", \"-c\", \"{makes}\"]\n"));
    match on_a_disk(&room, "size=1g,nr_inodes=40000", "") {
        Err(why) => notice(&format!("a small disk below the cache was not tried: {why}")),
        Ok((status, said)) => {
            assert_eq!(status, Some(1), "{said}");
            assert!(said.contains("wrote more to files than it may"), "{said}");
        }
    }
}

/// Another interpreter, named by its option, makes another build.
#[test]
fn a_build_belongs_to_the_program_that_made_it() {
    let room = Room::new("command = [\"true\"]\nbuild = [\"python3\", \"-c\", \"pass\"]\n");
    let asked = ["-c", "import sys; print(sys.executable)"];
    let said = Command::new("python3").args(asked).output().expect("python3 starts").stdout;
    let python = PathBuf::from(String::from_utf8_lossy(&said).trim());
    let builds = |python: &Path| {
        let script = format!("exec \"$0\" \"$@\" --python '{}'", python.display());
        let (output, said) = run(&mut room.within(&["sh"], &script));
        assert_eq!(output.status.code(), Some(1), "{said}");
        let entries = std::fs::read_dir(room.path("cache/plygrade")).expect("a folder");
        entries.flatten().filter(|entry| entry.file_name().len() == 64).count()
    };
    let other = room.path("python3");
    std::os::unix::fs::symlink(std::fs::canonicalize(&python).expect("a file"), &other)
        .expect("a link");
    assert_eq!([builds(&python), builds(&other), builds(&python)], [1, 2, 2]);
}

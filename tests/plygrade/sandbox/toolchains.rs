//! Compilers and virtual machines work inside, with the view that a grader would give them.

use std::path::{Path, PathBuf};
use std::process::Command;

use plygrade::host::sandbox::{End, Policy, Program};

use super::tools::{Room, start};
use crate::notice::notice;

/// Where `name` really is, or a word that it is not here.
fn find(name: &str) -> Option<PathBuf> {
    let found = std::env::var_os("PATH").and_then(|path| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
    });
    if found.is_none() {
        notice(&format!("no {name} here: it was not tried in the sandbox"));
    }
    found.and_then(|file| std::fs::canonicalize(file).ok())
}

fn says(room: &Room, policy: &Policy, program: Program) -> String {
    let mut child = start(policy, room.program(program));
    let ended = child.wait();
    let (out, err) = (child.stdout().text(), child.stderr().text());
    assert_eq!(ended.end, End::Exit(0), "{out}{err}");
    out.trim().to_owned()
}

/// Room for compilers; virtual machines reserve more address space than they use, so it has no
/// limit.
fn build(room: &Room) -> Policy {
    let mut policy = room.policy().keeps_scratch();
    policy.limits.memory = Some(2 << 30);
    policy.limits.file_size = Some(256 << 20);
    policy.limits.scratch_bytes = 512 << 20;
    policy
}

#[test]
fn a_cpp_program_is_built_and_run() {
    let Some(compiler) = find("g++") else { return };
    let room = Room::new();
    let source = room.path("submission/main.cpp");
    std::fs::write(&source, "#include <iostream>\nint main() { std::cout << 6 * 7; }")
        .expect("a file");
    let policy = build(&room);
    let compile = Program::new(compiler).arg(&source).args(["-o", "main"]);
    assert_eq!(says(&room, &policy, compile), "");
    assert_eq!(says(&room, &policy, Program::new(room.path("scratch/main"))), "42");
}

#[test]
fn a_rust_program_is_built_and_run() {
    let Ok(sysroot) = Command::new("rustc").args(["--print", "sysroot"]).output() else {
        notice("no rustc here: it was not tried in the sandbox");
        return;
    };
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot.stdout).trim());
    let room = Room::new();
    let source = room.path("submission/main.rs");
    std::fs::write(&source, "fn main() { print!(\"{}\", 6 * 7) }").expect("a file");
    let policy = build(&room).reads(&sysroot);
    let compile = Program::new(sysroot.join("bin/rustc")).arg(&source).args(["-o", "main"]);
    assert_eq!(says(&room, &policy, compile), "");
    assert_eq!(says(&room, &policy, Program::new(room.path("scratch/main"))), "42");
}

#[test]
fn a_javascript_program_runs() {
    let Some(node) = find("node") else { return };
    let room = Room::new();
    let home = node.parent().and_then(Path::parent).unwrap_or(Path::new("/usr/bin"));
    let policy = build(&room).reads(home);
    let program = Program::new(&node).args(["-e", "console.log([6, 7].reduce((a, b) => a * b))"]);
    assert_eq!(says(&room, &policy, program), "42");
}

#[test]
fn a_java_program_runs() {
    let Some(java) = find("java") else { return };
    let room = Room::new();
    let source = room.path("submission/Main.java");
    let text = "class Main { public static void main(String[] a) { System.out.print(6 * 7); } }";
    std::fs::write(&source, text).expect("a file");
    let home = java.parent().and_then(Path::parent).unwrap_or(Path::new("/usr/bin"));
    let policy = build(&room).reads(home);
    let program = Program::new(&java).args(["-XX:-UsePerfData", "-Xmx256m"]).arg(&source);
    assert_eq!(says(&room, &policy, program), "42");
}

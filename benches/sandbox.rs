//! What the sandbox adds to starting a program: `cargo bench --bench sandbox`.
//!
//! The design allows 10 ms a submission. A case that is forked by a worker inside pays the filter
//! of calls alone, so the second pair compares forks of a shell inside and outside.
#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::process::{Command, Stdio};

use criterion::{Criterion, criterion_group, criterion_main};
use plygrade::host::sandbox::{self, End, Level, Policy, Program};

/// A shell that forks so many times.
fn forks(count: u32) -> String {
    format!("i=0; while [ $i -lt {count} ]; do (:); i=$((i+1)); done")
}

fn bare(script: &str) {
    let status = Command::new("/bin/sh")
        .args(["-c", script])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("a shell");
    assert!(status.success());
}

fn sandboxed(level: Level, script: &str) {
    let scratch = tempfile::tempdir().expect("a folder");
    let policy = Policy::new(scratch.path()).reads_tools().level(level);
    let program = Program::new("/bin/sh").args(["-c", script]);
    let mut child = sandbox::spawn(&policy, program).expect("it starts");
    assert_eq!(child.wait().end, End::Exit(0));
}

fn start(criterion: &mut Criterion) {
    sandbox::set_helper(env!("CARGO_BIN_EXE_plygrade"));
    let mut group = criterion.benchmark_group("start and end of a program");
    group.sample_size(50);
    group.bench_function("without", |bencher| bencher.iter(|| bare(":")));
    group.bench_function("limits alone", |bencher| bencher.iter(|| sandboxed(Level::Off, ":")));
    group.bench_function("all layers", |bencher| bencher.iter(|| sandboxed(Level::Auto, ":")));
    group.finish();
    let mut group = criterion.benchmark_group("100 forks within");
    group.sample_size(20);
    let script = forks(100);
    group.bench_function("without", |bencher| bencher.iter(|| bare(&script)));
    group.bench_function("all layers", |bencher| {
        bencher.iter(|| sandboxed(Level::Auto, &script));
    });
    group.finish();
}

/// The whole of `plygrade grade` on a small Python submission.
fn submission(criterion: &mut Criterion) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut group = criterion.benchmark_group("a Python submission");
    group.sample_size(30);
    for level in ["off", "auto"] {
        group.bench_function(level, |bencher| {
            bencher.iter(|| {
                let status = Command::new(env!("CARGO_BIN_EXE_plygrade"))
                    .arg("grade")
                    .arg(root.join("tests/hostile/python/counts_for_nothing.py"))
                    .arg("--suite")
                    .arg(root.join("tests/hostile/suite"))
                    .args(["--sandbox", level])
                    .stdout(Stdio::null())
                    .status()
                    .expect("it starts");
                assert_eq!(status.code(), Some(1));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, start, submission);
criterion_main!(benches);

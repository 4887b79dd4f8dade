//! Calls a second through the protocol, against a bare pipe with the same client.
//!
//! `cargo bench --bench stdio`. The client is a copy of this program: it writes a call, waits for a
//! line, and so on. On the other side stands the host, or a loop that answers every line with one
//! that was ready before. Both ends on one core, then on two, in turn, the best of five. `cargo test`
//! makes a short run of each.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use plygrade::case::load;
use plygrade::host::HostOptions;
use plygrade::host::sandbox::run_if_warden;
use plygrade::host::stdio::{Program, Run, hosts};
use plygrade::suite::Rules;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// What is run.
#[derive(Clone, Copy)]
struct Plan {
    /// Calls of one run.
    calls: u32,
    /// Runs of each kind.
    runs: usize,
}

const MEASURED: Plan = Plan { calls: 50_000, runs: 5 };
const TRIED: Plan = Plan { calls: 50, runs: 1 };

const CASE: &str = "agent = \"minimax\"\n[game]\nkind = \"tictactoe\"\n";
const REQUEST: &str = "{\"op\":\"next_state\",\"state\":1,\"agent\":0,\"action\":[1,1]}\n";
const REPLY: &str = "{\"type\":\"state\",\"state\":25000,\"turn\":1,\"over\":false,\"win\":false,\
                     \"lose\":false,\"key\":\"0123456789abcdef\"}\n";

fn main() {
    if run_if_warden().is_some() {
        return;
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [role, calls] if role == "client" => client(calls.parse().expect("a number of calls")),
        _ if args.iter().any(|arg| arg == "--bench") => compare(MEASURED),
        _ => compare(TRIED),
    }
}

/// The program on the other side of both.
fn client(calls: u32) {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = String::new();
    let mut exchange = |request: &str| {
        output.write_all(request.as_bytes()).expect("the other side listens");
        output.flush().expect("the other side listens");
        line.clear();
        input.read_line(&mut line).expect("the other side answers");
    };
    exchange("{\"op\":\"hello\",\"protocol\":\"plygrade/stdio/v1\"}\n");
    exchange("{\"op\":\"ready\"}\n");
    exchange(
        "{\"op\":\"release\",\"states\":[]}\n{\"op\":\"legal_actions\",\"state\":1,\"agent\":0}\n",
    );
    for _ in 0..calls {
        exchange(REQUEST);
    }
    exchange("{\"op\":\"answer\",\"action\":[0,0],\"value\":0}\n");
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn compare(plan: Plan) {
    // No submission may run the running program.
    let folder = tempfile::tempdir().expect("a folder");
    let client = folder.path().join("client");
    std::fs::copy(std::env::current_exe().expect("this program"), &client).expect("a copy");
    let every = sched_getaffinity(None).expect("the cores of this process");
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| every.is_set(*core)).collect();
    for used in [1, 2] {
        if cores.len() < used {
            println!("{used} cores: not measured, this machine has {}", cores.len());
            continue;
        }
        let mut set = CpuSet::new();
        cores.iter().take(used).for_each(|core| set.set(*core));
        sched_setaffinity(None, &set).expect("this process may choose among its cores");
        let (mut bare_best, mut host_best) = (0.0_f64, 0.0_f64);
        for _ in 0..plan.runs {
            bare_best = bare_best.max(rate(plan.calls, || bare(&client, plan.calls)));
            host_best = host_best.max(rate(plan.calls, || host(&client, plan.calls)));
        }
        println!(
            "{used} core(s): bare pipe {bare_best:>9.0} calls/s, host {host_best:>9.0} calls/s, \
             ratio {:.2}",
            host_best / bare_best
        );
    }
}

fn rate(calls: u32, run: impl FnOnce()) -> f64 {
    let started = Instant::now();
    run();
    f64::from(calls) / started.elapsed().as_secs_f64()
}

fn bare(client: &Path, calls: u32) {
    let mut child: Child = Command::new(client)
        .args(["client", &calls.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the client starts");
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while from.read_line(&mut line).expect("a line") > 0 {
        line.clear();
        // The client may have gone with its last line.
        let _ = to.write_all(REPLY.as_bytes());
    }
    child.wait().expect("the client ends");
}

fn host(client: &Path, calls: u32) {
    let case = load::case(Path::new("bench.toml"), CASE).expect("a case");
    let name = client.to_str().expect("a path in UTF-8").to_owned();
    let command = vec![name, "client".to_owned(), calls.to_string()];
    let run = Run::Command { command, build: None };
    let empty = tempfile::tempdir().expect("a folder");
    let trusted = vec![client.to_owned()];
    let program = Program { trusted, ..Program::new(run, empty.path()) };
    let mut host = hosts(&program, &HostOptions::default())
        .and_then(|hosts| hosts.host(Rules::Plygrade))
        .expect("a host");
    let transcript = host.run(&case.task);
    assert_eq!(transcript.fault, None);
    assert_eq!(transcript.turns[0].counts.next_state_calls, u64::from(calls));
}

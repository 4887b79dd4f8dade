//! A search of 100 million counted calls, and the memory that it took:
//! `cargo run --release -p plygrade-engine --example many_calls`.

#![expect(clippy::print_stdout, reason = "a measurement to read")]

use plygrade_engine::Stop;
use plygrade_engine::counting::{Calls, Counted};
use plygrade_engine::games::chase::{Chase, PURSUER};
use plygrade_engine::search::{Algorithm, Terms, search};

const CALLS: u64 = 100_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Chase::default();
    let root = game.place((0, 0), (7, 7), PURSUER)?;
    let terms = Terms { plies: Some(40), ..Terms::default() };
    let mut counted = Counted::new(&game, Calls::with_budget(Some(CALLS)));
    let answer = search(&mut counted, &root, PURSUER, Algorithm::Minimax, &terms);
    let made = counted.meter.counts().next_state_calls;
    println!("{made} calls, budget used up: {}", answer == Err(Stop::Budget));
    // The peak of the resident set; Linux only.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    println!("{}", peak.unwrap_or("peak memory: not known on this system"));
    Ok(())
}

//! What course files lean on works inside the sandbox.

use std::process::Command;

use super::{SEARCH, TREE, Work, all_pass, fixture, run};
use crate::notice::notice;

/// Searches each action on a thread of its own; `BODY` runs first.
const THREADS: &str = "
import concurrent.futures

search_of_one = choose


def choose(state, depth, evaluate):
    BODY
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        futures = [pool.submit(search_of_one, state, depth, evaluate) for _ in range(1)]
        return futures[0].result()
";

/// What a submission that does `body` gets.
fn passes(body: &str) {
    let work = Work::new(&[("tree", TREE)]);
    let text = fixture("styles/plain.py") + &THREADS.replace("BODY", body) + SEARCH;
    let main = work.submit("multiAgents.py", text);
    all_pass(body, &work.report(&main, &[]));
}

#[test]
fn threads_may_search() {
    passes("pass");
}

#[test]
fn numpy_works_with_its_threads() {
    let there = run(Command::new("python3").args(["-c", "import numpy"]));
    if !there.status.success() {
        return notice("no numpy here: it was not tried in a submission");
    }
    passes(
        "import numpy\n    assert (numpy.ones((300, 300)) @ numpy.ones((300, 300))).sum() == 27e6",
    );
}

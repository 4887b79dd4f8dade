//! Agreement with recorded searches: our own fixture always, the large collection beside the
//! repository when it is there.
//!
//! Our own trees (`tests/fixtures/recorded-trees.jsonl`) were recorded from a plain recursion
//! written for them in Python, which shares nothing with the engine.

use std::path::Path;

use crate::recorded::check_file;

#[test]
fn own_recorded_trees() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recorded-trees.jsonl");
    assert_eq!(check_file(&path), 12);
}

#[test]
#[expect(clippy::print_stdout, reason = "nothing may be skipped silently")]
fn shared_recorded_trees() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = here
        .ancestors()
        .map(|folder| folder.join("../shared/conformance/trees.jsonl"))
        .find(|path| path.is_file());
    match found {
        Some(path) => assert_eq!(check_file(&path), 600),
        None => println!("no ../shared/conformance/trees.jsonl: only our own trees are checked"),
    }
}

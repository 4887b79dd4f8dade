//! Agreement with recorded searches: our own fixture always, the large collection beside the
//! repository when it is there.
//!
//! Our own trees (`tests/fixtures/recorded-trees.jsonl`) were recorded from a plain recursion
//! written for them in Python, which shares nothing with the engine.

use std::path::Path;

use crate::recorded::check_file;
use crate::shared::folder;

#[test]
fn own_recorded_trees() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recorded-trees.jsonl");
    assert_eq!(check_file(&path), 12);
}

#[test]
fn shared_recorded_trees() {
    if let Some(folder) = folder("trees.jsonl") {
        assert_eq!(check_file(&folder.join("trees.jsonl")), 600);
    }
}

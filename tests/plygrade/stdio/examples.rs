//! The programs below `examples/`, built and graded with the machine's own toolchains.

use super::report;

#[test]
fn python_solves_a_tree() {
    let (report, code) = report(&["examples/python", "--suite", "test_cases/search-notes"]);
    assert_eq!((code, &report["points"]), (0, &report["max_points"]), "{report:#}");
}

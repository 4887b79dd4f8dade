//! Every solution gets the verdict that its folder is named by.

use std::path::Path;

use plygrade::case::Case;
use plygrade::host::Host as _;
use plygrade::host::native::{Native, SOLUTIONS};
use plygrade::judge::{Word, judge};

fn cases(suite: &str) -> Vec<Case> {
    let mut all = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_cases").join(suite);
    for q in std::fs::read_dir(root).unwrap() {
        let q = q.unwrap().path();
        if !q.is_dir() { continue; }
        for f in std::fs::read_dir(q).unwrap() {
            let f = f.unwrap().path();
            all.push(plygrade::case::load::case(&f, &std::fs::read_to_string(&f).unwrap()).unwrap());
        }
    }
    all
}

#[test]
fn folders() {
    for solution in SOLUTIONS {
        let mut words = std::collections::BTreeMap::<&str, Vec<String>>::new();
        for case in cases(solution.suite) {
            let transcript = Native::new(solution).run(&case.task);
            let reference = None;
            let verdict = judge(&case, reference, &transcript);
            if verdict.word != Word::NotRun {
                words.entry(verdict.word.as_str()).or_default().push(case.name.clone());
            }
        }
        let hit = words.get(solution.folder.replace('_', "-").as_str()).map_or(0, Vec::len);
        let pass = words.remove("pass").map_or(0, |v| v.len());
        println!("{} {solution:?}: pass {pass} {words:?}", if hit > 0 {"ok"} else {"MISS"});
    }
}

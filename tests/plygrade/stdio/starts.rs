//! `plygrade new`: every starting point grades to a clear "not implemented".

use std::process::Command;

use super::{plygrade, report};
use crate::notice::notice;

/// The languages, each with what must be on the machine to try it.
const LANGUAGES: [(&str, &[&str]); 5] = [
    ("rust", &["cargo"]),
    ("python", &["python3"]),
    ("cpp", &["g++"]),
    ("java", &["javac", "java"]),
    ("js", &["node"]),
];

#[test]
fn a_starting_point_is_not_implemented() {
    let folder = tempfile::tempdir().expect("a folder");
    for (language, needs) in LANGUAGES {
        let dir = folder.path().join(language).display().to_string();
        let output = plygrade(&["new", language, &dir]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let missing =
            needs.iter().find(|program| Command::new(program).arg("-h").output().is_err());
        if let Some(missing) = missing {
            notice(&format!("the starting point in {language} is not run, {missing} is missing"));
            continue;
        }
        let (report, code) = report(&[&dir, "--suite", "test_cases/search-notes", "-q", "minimax"]);
        assert_eq!((code, &report["points"]), (1, &serde_json::json!(0.0)), "{report:#}");
        for case in report["questions"][0]["cases"].as_array().expect("cases") {
            assert_eq!(case["verdict"], "crashed", "{language}: {case:#}");
            let reasons = case["reasons"].to_string();
            assert!(reasons.contains("not implemented"), "{language}: {reasons}");
        }
    }
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("work.txt");
    std::fs::write(&file, "mine").expect("a file");
    for dir in [folder.path(), &file] {
        let output = plygrade(&["new", "python", &dir.display().to_string()]);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("cannot be a starting point"), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "mine");
}

//! What plygrade reads and writes is what its JSON Schemas say.

use std::path::Path;

use serde_json::Value;

use crate::cases::{plygrade, root, stdout};

fn schema(of: &str) -> jsonschema::Validator {
    let schema = stdout(&plygrade(root(), &["schema", of]));
    let schema = serde_json::from_str(&schema).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn assert_valid(validator: &jsonschema::Validator, value: &Value, of: &str) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{of}: {errors:#?}");
}

/// The snapshot of a report with every word, reason and note.
#[test]
fn reports_follow_their_schema() {
    let snapshot = "src/report/snapshots/plygrade__report__snapshots__json.snap";
    let snapshot = std::fs::read_to_string(root().join(snapshot)).expect("the snapshot");
    let report = snapshot.splitn(3, "---\n").nth(2).expect("a header");
    let mut report: Value = serde_json::from_str(report).expect("JSON");
    let schema = schema("report");
    assert_valid(&schema, &report, "the fixture");
    report["questions"][0]["cases"][0]["verdict"] = "fine".into();
    assert!(!schema.is_valid(&report), "a word that is none");
}

#[test]
fn shipped_suites_follow_the_schemas() {
    let (case, suite) = (schema("case"), schema("suite"));
    let mut read = 0;
    let mut folders = vec![root().join("test_cases")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if name == "suite.toml" {
                assert_valid(&suite, &value(&path), name);
            } else if name.ends_with(".toml") || name.ends_with(".json") {
                assert_valid(&case, &value(&path), name);
                read += 1;
            }
        }
    }
    assert!(read > 100, "{read} cases");
}

fn value(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a file");
    if path.extension().is_some_and(|extension| extension == "json") {
        serde_json::from_str(&text).expect("JSON")
    } else {
        toml::from_str(&text).expect("TOML")
    }
}

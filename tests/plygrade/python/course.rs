//! The course's own verdicts on recorded submissions.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{all_pass, cases, report, shared};
use crate::notice::notice;

/// Points, failed tests and the score of every game, as the course's own grader gave them.
#[test]
fn the_courses_verdicts() {
    let (Some(submissions), Some(suite)) = (shared("submissions"), shared("berkeley-next")) else {
        notice("no ../shared/conformance: the course's verdicts are not compared");
        return;
    };
    let mut compared = 0;
    for folder in fs::read_dir(&submissions).expect("a folder") {
        let folder = folder.expect("an entry").path();
        let text = fs::read_to_string(folder.join("course_grader.json")).expect("a file");
        let course: Value = serde_json::from_str(&text).expect("JSON");
        let ours = report(&folder, &suite, &[]);
        let name = folder.display();
        for question in ours["questions"].as_array().expect("questions") {
            let key = question["name"].as_str().expect("a name");
            let points = serde_json::json!([question["points"], question["max_points"]]);
            assert_eq!(points, course["questions"][key], "{name}: points of {key}");
            let scores: Vec<&Value> = question["cases"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|case| case.get("games")?.as_array())
                .flatten()
                .map(|game| &game["score"])
                .collect();
            let recorded: Vec<&Value> =
                course["scores"][key].as_array().into_iter().flatten().collect();
            assert_eq!(scores, recorded, "{name}: scores of {key}");
        }
        let mut failed: Vec<String> = cases(&ours)
            .filter(|(_, case)| case["verdict"] != "pass")
            .map(|(question, case)| {
                format!("{question}/{}", case["name"].as_str().expect("a name"))
            })
            .collect();
        failed.sort();
        let mut recorded: Vec<&String> =
            course["failed"].as_object().expect("failed").keys().collect();
        recorded.sort();
        assert_eq!(failed.iter().collect::<Vec<_>>(), recorded, "{name}: failed tests");
        compared += 1;
    }
    assert!(compared > 0, "{} is empty", submissions.display());
}

/// An older folder of the course, whose skeleton calls the successor function otherwise: no
/// verdicts are recorded for it, but the submissions are the same, so right ones pass and wrong
/// ones fail in the same questions.
#[test]
fn the_older_folder() {
    let (Some(submissions), Some(suite)) = (shared("submissions"), shared("berkeley-2014")) else {
        notice("no ../shared/conformance: the course's older folder is not graded");
        return;
    };
    for folder in fs::read_dir(&submissions).expect("a folder") {
        let folder = folder.expect("an entry").path();
        let text = fs::read_to_string(folder.join("course_grader.json")).expect("a file");
        let course: Value = serde_json::from_str(&text).expect("JSON");
        let ours = report(&folder, &suite, &[]);
        for question in ours["questions"].as_array().expect("questions") {
            let key = question["name"].as_str().expect("a name");
            let points = serde_json::json!([question["points"], question["max_points"]]);
            assert_eq!(points, course["questions"][key], "{}: {key}", folder.display());
        }
    }
}

/// A folder of the course after it has gone through other hands.
struct Variant {
    name: &'static str,
    /// The name of the folder's question that is graded.
    question: &'static str,
    /// What becomes of a file's text, by its name.
    edit: fn(&str, &str) -> String,
}

const VARIANTS: [Variant; 5] = [
    Variant {
        name: "older keys",
        question: "q2",
        edit: |name, text| {
            let text = text.replace("\nchildren:", "\nsuccessors:");
            let solution = name.ends_with(".solution");
            if solution { text.replace("\ngenerated:", "\nexpanded:") } else { text }
        },
    },
    Variant { name: "作业 三", question: "q2", edit: |_, text| text.replace('\n', "\r\n") },
    Variant { name: "mark", question: "q1", edit: |_, text| format!("\u{feff}{text}") },
    Variant {
        name: "other points",
        question: "q3",
        edit: |_, text| text.replace("max_points: \"5\"", "max_points: \"80\""),
    },
    Variant {
        name: "text seed",
        question: "q1",
        edit: |_, text| text.replace("randomSeed: \"0\"", "randomSeed: \"zero\""),
    },
];

fn copied(from: &Path, to: &Path, edit: fn(&str, &str) -> String) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            copied(&path, &to.join(&name), edit);
        } else {
            let text = fs::read_to_string(&path).expect("text");
            fs::write(to.join(&name), edit(&name, &text)).expect("written");
        }
    }
}

/// What other courses have made of the folder is the same folder.
#[test]
fn variants_of_the_folder() {
    let (Some(accepted), Some(suite)) = (shared("submissions/accepted"), shared("berkeley-next"))
    else {
        notice("no ../shared/conformance: variants of the course's folder are not graded");
        return;
    };
    let work = tempfile::TempDir::new().expect("a folder");
    for Variant { name, question, edit } in VARIANTS {
        let folder = work.path().join(name);
        copied(&suite, &folder, edit);
        // A mirror of the folder, or only its test cases.
        for path in [folder.clone(), folder.join("test_cases")] {
            let ours = report(&accepted, &path, &["-q", question]);
            all_pass(name, &ours);
            assert_eq!(ours["points"], ours["max_points"], "{name}");
        }
    }
}

/// Skeletons have called the methods of a state by many names.
#[test]
fn variants_of_the_skeleton() {
    let (Some(accepted), Some(suite)) = (shared("submissions/accepted"), shared("berkeley-next"))
    else {
        notice("no ../shared/conformance: variants of the skeleton are not tried");
        return;
    };
    let text = fs::read_to_string(accepted.join("multiAgents.py")).expect("a file");
    let work = tempfile::TempDir::new().expect("a folder");
    let file = work.path().join("multiAgents.py");
    for names in [
        [("getNextState", "generateSuccessor"), ("getLegalActions", "getPossibleActions")],
        [("getNextState", "generateNextState"), ("getNumAgents()", "getNumGhost() + 1")],
        [("isWin()", "isWinningState()"), ("isLose()", "isLosingState()")],
    ] {
        let mut own = text.clone();
        for (from, to) in names {
            assert!(own.contains(from), "{from}");
            own = own.replace(from, to);
        }
        fs::write(&file, own).expect("written");
        all_pass(names[0].1, &report(&file, &suite, &["-q", "q2", "-q", "q4"]));
    }
}

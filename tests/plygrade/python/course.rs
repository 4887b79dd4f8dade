//! The course's own verdicts on recorded submissions.

use serde_json::Value;

use super::{cases, report, shared};
use crate::notice::notice;

/// Points, failed tests and the score of every game, as the course's own grader gave them.
#[test]
fn the_courses_verdicts() {
    let (Some(submissions), Some(suite)) = (shared("submissions"), shared("berkeley-next")) else {
        notice("no ../shared/conformance: the course's verdicts are not compared");
        return;
    };
    let mut compared = 0;
    for folder in std::fs::read_dir(&submissions).expect("a folder") {
        let folder = folder.expect("an entry").path();
        let text = std::fs::read_to_string(folder.join("course_grader.json")).expect("a file");
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
    for folder in std::fs::read_dir(&submissions).expect("a folder") {
        let folder = folder.expect("an entry").path();
        let text = std::fs::read_to_string(folder.join("course_grader.json")).expect("a file");
        let course: Value = serde_json::from_str(&text).expect("JSON");
        let ours = report(&folder, &suite, &[]);
        for question in ours["questions"].as_array().expect("questions") {
            let key = question["name"].as_str().expect("a name");
            let points = serde_json::json!([question["points"], question["max_points"]]);
            assert_eq!(points, course["questions"][key], "{}: {key}", folder.display());
        }
    }
}

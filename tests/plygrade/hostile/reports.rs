//! Names of reports that lead elsewhere, or nowhere.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;

use super::folders::{WRONG, mkfifo};
use super::room::Room;

/// Opened for both ends: nobody who opens it for one of them waits.
fn pipe(path: &Path) -> fs::File {
    mkfifo(path);
    fs::File::options().read(true).write(true).open(path).expect("a pipe")
}

/// A link that lies in the submission is its author's, and leads the report nowhere.
#[test]
fn a_link_in_the_submission_is_replaced_by_the_report() {
    let room = Room::new();
    room.hand_in("multiAgents.py", WRONG);
    let (victim, report) = (room.path("outside/secret"), room.path("submission/report.json"));
    let before = std::fs::read(&victim).expect("a file");
    symlink(&victim, &report).expect("a link");
    for submission in ["submission", "submission/multiAgents.py"] {
        let mut command = room.command_to(&room.path(submission), &report);
        command.status().expect("it starts");
        assert_eq!(std::fs::read(&victim).expect("a file"), before);
        assert!(std::fs::symlink_metadata(&report).expect("a report").is_file());
        std::fs::remove_file(&report).expect("a report");
        symlink(&victim, &report).expect("a link");
    }
}

/// Nothing is graded where the report would go to a pipe that nobody reads, or through a folder that
/// is a link.
#[test]
fn a_report_does_not_follow_what_lies_in_the_submission() {
    let room = Room::new();
    room.hand_in("multiAgents.py", WRONG);
    let submission = room.path("submission");
    let _pipe = pipe(&submission.join("pipe"));
    symlink(room.path("outside"), submission.join("out")).expect("a link");
    fs::create_dir(submission.join("folder")).expect("a folder");
    symlink(submission.join("out"), room.path("results/latest")).expect("a link");
    let victim = fs::read(room.path("outside/secret")).expect("a file");
    for (report, why) in [
        ("submission/pipe", "it is a pipe or a device in the submission's folder"),
        ("submission/folder", "it is a folder"),
        (
            "submission/multiAgents.py",
            "it lies in the submission's folder and is no earlier report",
        ),
        ("submission/out/secret", "out is a link in the submission's folder"),
        ("results/../submission/out/secret", "out is a link in the submission's folder"),
        ("results/latest/secret", "out is a link in the submission's folder"),
    ] {
        for handed_in in ["submission", "submission/multiAgents.py"] {
            let mut command = room.command_to(&room.path(handed_in), &room.path(report));
            let output = command.output().expect("it starts");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{report}: {stderr}");
            assert!(stderr.contains(why), "{report}: {stderr}");
        }
    }
    assert_eq!(fs::read(room.path("outside/secret")).expect("a file"), victim);
    let kept = fs::read_to_string(submission.join("multiAgents.py")).expect("a file");
    assert_eq!(kept, WRONG);
    // One that is there from the last time, or was made for it, is replaced.
    for _ in 0..2 {
        fs::write(submission.join("empty.json"), "").expect("a file");
        let mut command = room.command_to(&submission, &submission.join("report.json"));
        assert_eq!(command.status().expect("it starts").code(), Some(1));
        let mut command = room.command_to(&submission, &submission.join("empty.json"));
        assert_eq!(command.status().expect("it starts").code(), Some(1));
    }
}

/// Elsewhere pipes and links are the user's own: they are written to, and stay what they are.
#[test]
fn a_report_goes_to_the_users_pipes_and_through_their_links() {
    let room = Room::new();
    room.hand_in("multiAgents.py", WRONG);
    let is_report = |text: &[u8]| String::from_utf8_lossy(text).contains("plygrade/report/v1");
    let mut own = pipe(&room.path("results/pipe"));
    let mut command = room.command_to(&room.path("submission"), &room.path("results/pipe"));
    assert_eq!(command.status().expect("it starts").code(), Some(1));
    let mut text = vec![0; 1 << 16];
    let read = own.read(&mut text).expect("a report");
    assert!(is_report(&text[..read]));
    symlink("/dev/stdout", room.path("results/stdout")).expect("a link");
    symlink("results", room.path("link")).expect("a link");
    let mut command = room.command_to(&room.path("submission"), &room.path("link/stdout"));
    let output = command.stdout(Stdio::piped()).output().expect("it starts");
    assert!(is_report(&output.stdout), "{}", String::from_utf8_lossy(&output.stderr));
    let link = fs::symlink_metadata(room.path("results/stdout")).expect("a link");
    assert!(link.is_symlink());
}

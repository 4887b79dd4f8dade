//! A crate whose build script is the attack.

use super::one;
use super::room::Room;

/// Tries what no build needs, bounded; tells of what worked by its exit status.
const SCRIPT: &str = r#"
use std::process::Command;
fn main() {
    let here = std::env::current_dir().expect("a folder");
    let room = here.ancestors().find(|p| p.join("suite").exists()).map(|p| p.to_owned());
    if room.is_some() { panic!("saw the suite"); }
    for path in ["/root/.ssh", "/etc/shadow", "/home"] {
        if std::fs::read(path).is_ok() { std::process::exit(0); }
    }
    if std::net::UdpSocket::bind("127.0.0.1:0").is_ok() { std::process::exit(0); }
    for place in ["/tmp/planted", "/var/tmp/planted", "/usr/lib/planted"] {
        if std::fs::write(place, "x").is_ok() && !place.starts_with("/tmp") { std::process::exit(0); }
    }
    let _ = Command::new("sh").args(["-c", "setsid sleep 1000 > /dev/null 2>&1 &"]).status();
    std::process::exit(7);
}
"#;

#[test]
fn a_build_script_reaches_nothing_and_leaves_nothing() {
    let room = Room::new();
    let manifest = "[package]\nname = \"agent\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
                    build = \"build.rs\"\n\n[dependencies]\nplygrade-sdk = \"*\"\n";
    room.hand_in("Cargo.toml", manifest);
    room.hand_in("build.rs", SCRIPT);
    room.hand_in("src/main.rs", "fn main() {}\n");
    // Exit 7 is what the script ends with when all was refused: the build fails, in every case.
    assert_eq!(one(&room, "not-run"), None);
    let (outcome, _) = room.grade();
    let text = outcome.report.to_string();
    assert!(text.contains("exit status: 7") && !text.contains("saw the suite"), "{text}");
}

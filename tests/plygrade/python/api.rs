//! What submissions rely on: the vocabulary of the course's modules.

use std::collections::BTreeMap;
use std::fs;

use super::{ASKED, Work, all_pass, fixture, fixtures, shared};
use crate::notice::notice;

/// The board that the files in `fixtures/python/api` describe.
const POSITION: &str = r#"
agent = "reflex"
[game]
kind = "pacman"
layout = """
%%%%%%%%
%P.o.G.%
%.%% %.%
%....G.%
%%%%%%%%
"""
action_order = ORDER
[expect]
action = ["East", "South", "Stop"]
"#;

const REFERENCE: [&str; 5] = ["West", "Stop", "East", "North", "South"];
const OTHER: [&str; 5] = ["North", "South", "East", "West", "Stop"];

fn position(order: [&str; 5]) -> String {
    POSITION.replace("ORDER", &format!("{order:?}"))
}

/// Each file asserts what it knows; a failed assertion is a crash with its line.
#[test]
fn the_modules_of_the_course() {
    let work = Work::new(&[("position", &position(REFERENCE))]);
    for name in fixtures("api") {
        if name == "playouts" {
            continue;
        }
        let text = fixture(&format!("api/{name}.py")) + ASKED;
        let main = work.submit(&format!("{name}/multiAgents.py"), text);
        all_pass(&name, &work.report(&main, &[]));
    }
}

/// Playouts that were worked out by hand, in both orders of actions.
#[test]
fn playouts_by_hand() {
    play_again("by-hand", &fixture("api/playouts.jsonl"), &BTreeMap::new());
}

/// Playouts of the public rules.
#[test]
fn recorded_playouts() {
    let files = ["pacman-playouts.jsonl", "pacman-snaps.jsonl", "berkeley-2014/layouts"];
    let [Some(playouts), Some(snaps), Some(layouts)] = files.map(shared) else {
        notice("no ../shared/conformance: recorded playouts are not compared");
        return;
    };
    let text = |path| fs::read_to_string(path).expect("a file");
    let layouts = fs::read_dir(layouts).expect("a folder").map(|entry| {
        let path = entry.expect("an entry").path();
        (path.file_stem().expect("a name").to_string_lossy().into_owned(), text(path))
    });
    play_again("recorded", &(text(playouts) + &text(snaps)), &layouts.collect());
}

fn play_again(name: &str, playouts: &str, layouts: &BTreeMap<String, String>) {
    for (number, order) in [REFERENCE, OTHER].into_iter().enumerate() {
        let work = Work::new(&[("position", &position(order))]);
        work.submit("player/playouts.jsonl", playouts);
        work.submit("player/layouts.json", serde_json::to_string(layouts).expect("JSON"));
        let text = format!("{}\n\nORDER = {order:?}\n{ASKED}", fixture("api/playouts.py"));
        let main = work.submit("player/multiAgents.py", text);
        let report = work.report(main.parent().expect("a folder"), &[]);
        all_pass(&format!("{name}, order {number}"), &report);
    }
}

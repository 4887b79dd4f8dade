//! `docs/PROTOCOL.md` and the JSON Schema say what is really spoken.

use std::collections::BTreeSet;

use plygrade_sdk::wire::{Message, Request};

use super::{plygrade, report, root};

fn page() -> String {
    std::fs::read_to_string(root().join("docs/PROTOCOL.md")).expect("the page is there")
}

/// The blocks of the page in this language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let after = page.split(&opening).skip(1);
    after.map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_session_of_the_page_is_what_happens() {
    let page = page();
    let [_, case] = &blocks(&page, "toml")[..] else { panic!("two blocks of TOML") };
    let [session] = &blocks(&page, "text")[..] else { panic!("one session") };
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("suite/q/session.toml", case);
    write("suite/suite.toml", "name = \"page\"\n[[questions]]\nname = \"q\"\n");
    write("submission/session.txt", session);
    let replay = std::fs::read_to_string(root().join("tests/fixtures/stdio/replay.py"));
    write("submission/replay.py", &replay.expect("the program is there"));
    let path = |name: &str| folder.path().join(name).display().to_string();
    let command = ["--agent-command", "python3 replay.py session.txt"];
    let (submission, suite) = (path("submission"), path("suite"));
    let args = [&[submission.as_str(), "--suite", &suite], &command[..]].concat();
    let (report, code) = report(&args);
    assert_eq!(code, 0, "{report:#}");
}

#[test]
fn every_message_of_the_page_is_in_the_schema() {
    let output = plygrade(&["schema", "protocol"]);
    let schema: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("the schema is JSON");
    let words = |definition: &str, key: &str| -> BTreeSet<String> {
        let variants = schema["$defs"][definition]["oneOf"].as_array().expect("variants");
        let word = |variant: &serde_json::Value| {
            variant["properties"][key]["const"].as_str().map(str::to_owned)
        };
        variants.iter().map(|variant| word(variant).expect("a word")).collect()
    };
    let (mut requests, mut messages) = (words("Request", "op"), words("Message", "type"));
    for line in blocks(&page(), "text")[0].lines() {
        let (mark, text) = line.split_at(2);
        let json: serde_json::Value = serde_json::from_str(text).expect("JSON");
        if mark == "> " {
            serde_json::from_str::<Message>(text).expect("a message");
            messages.remove(json["type"].as_str().expect("a word"));
        } else {
            serde_json::from_str::<Request>(text).expect("a request");
            requests.remove(json["op"].as_str().expect("a word"));
        }
    }
    // The session shows all but those that end one early.
    assert_eq!(requests.into_iter().collect::<Vec<_>>(), ["error", "no_agent"]);
    assert_eq!(messages.into_iter().collect::<Vec<_>>(), ["fault"]);
}

/// Chooses by the seed, which is all that it is told about chance.
const BY_SEED: &str = "
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message[\"type\"] == \"hello\":
        reply = {\"op\": \"hello\", \"protocol\": message[\"protocol\"]}
    elif message[\"type\"] == \"task\":
        seed, reply = message[\"seed\"], {\"op\": \"ready\"}
    else:
        reply = {\"op\": \"answer\", \"action\": str(seed)}
    print(json.dumps(reply), flush=True)
";

#[test]
fn the_seed_reaches_a_program() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("agent.py"), BY_SEED).expect("a file");
    let path = folder.path().display().to_string();
    let suite = ["--suite", "tests/fixtures/stdio/suite", "-t", "tree"];
    let command = ["--agent-command", "python3 agent.py"];
    let largest = u64::MAX.to_string();
    for (seed, told) in [(&[][..], "0"), (&["--seed", &largest], &largest)] {
        let (report, _) = report(&[&[path.as_str()], &suite[..], &command, seed].concat());
        let reasons = report["questions"][0]["cases"][0]["reasons"].to_string();
        assert!(reasons.contains(&format!("{told} is no action")), "{reasons}");
    }
}

//! Programs that speak the protocol badly: each gets its verdict, none stops the grader.
//!
//! The programs are in `tests/fixtures/stdio/client.py`, by name.

use super::{plygrade, report};

const FOLDER: &str = "tests/fixtures/stdio";
/// An answer.
const LEFT: &str = r#"{"op":"answer","action":"Left"}"#;

/// Grades the program `name` on `case`: its verdict must be `verdict`, and a reason must hold
/// `because`.
fn expect(case: &str, name: &str, verdict: &str, because: &str) {
    let command = format!("python3 client.py {name}");
    let suite = format!("{FOLDER}/suite");
    let (report, code) =
        report(&[FOLDER, "--agent-command", &command, "--suite", &suite, "-t", case]);
    let got = &report["questions"][0]["cases"][0];
    assert_eq!(got["verdict"], verdict, "{name}: {got:#}");
    assert_eq!(code, i32::from(verdict != "pass"), "{name}");
    assert_eq!(got["points"] == got["max_points"], verdict == "pass", "{name}: {got:#}");
    let reasons = got["reasons"].as_array().map_or(&[][..], Vec::as_slice);
    let reasons: Vec<&str> = reasons.iter().filter_map(serde_json::Value::as_str).collect();
    let reasons = reasons.join("\n");
    assert!(reasons.contains(because), "{name}: {reasons}");
}

fn expect_all(verdict: &str, clients: &[(&str, &str)]) {
    for (name, because) in clients {
        expect("tree", name, verdict, because);
    }
}

#[test]
fn honest_programs_pass() {
    expect_all("pass", &[("honest", ""), ("at-once", "")]);
}

#[test]
fn ids_are_checked() {
    let clients = [
        ("forged-id", "there is no state 99: it was never given"),
        ("id-zero", "there is no state 0"),
        ("id-negative", "no message"),
        ("id-huge", "no message"),
        ("id-fraction", "no message"),
        ("id-word", "\"state\" must be a whole number without quotes: {\"state\": \"1\""),
        ("id-released", "was released"),
        ("release-forged", "no message"),
    ];
    expect_all("invalid-answer", &clients);
}

#[test]
fn everything_has_its_time() {
    let clients = [
        ("answer-first", "where \"hello\" was to come"),
        ("ready-first", "where \"hello\" was to come"),
        ("hello-twice", "\"hello\" where"),
        ("old-protocol", "plygrade/stdio/v0"),
        ("answer-to-task", "\"ready\" or \"no_agent\""),
        ("ready-in-turn", "a call or an answer"),
        ("grader-message", "no message"),
    ];
    expect_all("invalid-answer", &clients);
}

#[test]
fn a_line_that_is_no_message_is_an_invalid_answer() {
    let clients = [
        ("empty-line", "it is empty"),
        ("words", "hello world; standard output is for messages alone"),
        ("list", "no message"),
        ("not-utf-8", "no message"),
        ("nul", "no message"),
        ("half", "no message"),
        ("two-in-one", "no message"),
        ("deep", "no message"),
        ("wide", "no message"),
        ("unknown-op", "there is no operation peek, only hello, ready,"),
        ("unknown-key", "evaluate has no key \"depth\""),
        ("missing-key", "next_state needs the key"),
        ("double-key", "\"state\" is there twice"),
        ("agent-negative", "no message"),
        ("pair-too-large", "no message"),
        ("surrogate", "no message"),
    ];
    expect_all("invalid-answer", &clients);
}

#[test]
fn moves_and_answers_are_checked() {
    let illegal = [("no-such-action", "Up"), ("pair-on-a-tree", "(0, 1)")];
    expect_all("illegal-action", &illegal);
    let invalid = [
        ("answer-nan", "not a number"),
        ("answer-bare-nan", "no message"),
        ("answer-too-large", "no message"),
        ("answer-true", "no message"),
        ("answer-word", "no message"),
        ("answer-no-such-action", "Up"),
        ("answer-long-word", "no action of this game"),
        ("answer-infinite", "inf"),
    ];
    expect_all("invalid-answer", &invalid);
    let early = [
        (
            "leaf-not-reached",
            "state top has no value: it is no leaf, and was evaluated after 0 plies",
        ),
        ("leaf-not-reached", "; the depth limit is 2 plies"),
        ("one-ply-short", "evaluated after 1 ply; the depth limit is 2 plies"),
    ];
    expect_all("crashed", &early);
    let wrong = [
        ("all-ahead", "0 successors"),
        ("answer-nothing", "the agent answered nothing; expected Left"),
        ("answer-value-alone", "the answer has a value and no action; expected Left"),
        ("answer-wrong", "Right"),
        ("no-such-agent", "agent 7"),
        ("agent-huge", "agent 9223372036854775808"),
    ];
    expect_all("wrong", &wrong);
}

#[test]
fn time_calls_and_output_are_bounded() {
    expect("tree", "too-many-calls", "over-budget", "more successor calls");
    expect("tree", "endless-line", "killed", "a line of more than");
    expect("tree", "endless-stderr", "killed", "printed more than it may");
    expect("short", "never-reads", "timed-out", "does not read the replies to its calls");
    // Its CPU time or its wall time is over first.
    expect("short", "legal-actions-for-ever", "timed-out", "; it had made ");
}

/// It looks like a search without end from outside, and is to be told apart.
#[test]
fn a_program_that_waits_is_told_what_was_awaited() {
    let no_line = "no line, neither a call nor its answer,";
    for (name, awaited, more) in [
        ("silent-from-the-start", "no \"hello\"", ""),
        ("forgets-ready", "no \"ready\" or \"no_agent\"", ", and write \"ready\""),
        ("silent", no_line, ""),
        ("does-not-flush", no_line, ""),
    ] {
        let told = format!(
            "{awaited} came within 2 s; the program was not computing but waiting itself: flush \
             standard output after every line{more}"
        );
        expect("short", name, "timed-out", &told);
    }
    let reply = "; its last call was \"release\", which gets no reply: do not wait for one";
    expect(
        "short",
        "waits-after-release",
        "timed-out",
        &format!("{no_line} came within 2 s{reply}"),
    );
}

#[test]
fn a_line_without_its_end_is_shown() {
    for (name, awaited, line) in [
        ("hello-without-end", "no \"hello\"", r#"{"op":"hello""#),
        ("answer-without-end", "no line, neither a call nor its answer,", LEFT),
    ] {
        let told = format!(
            "{awaited} came within 2 s; it wrote {line} without the end of the line: end every \
             line with \"\\n\", and flush it"
        );
        expect("short", name, "timed-out", &told);
    }
    let told = format!(
        "the program exited with status 0 before it answered; it wrote {LEFT} without the end of \
         the line"
    );
    expect("short", "leaves-without-end", "crashed", &told);
}

#[test]
fn a_program_that_is_busy_is_not_told_to_flush() {
    let suite = format!("{FOLDER}/suite");
    for name in ["busy", "legal-actions-for-ever"] {
        let command = format!("python3 client.py {name}");
        let args = [FOLDER, "--agent-command", &command, "--suite", &suite, "-t", "short"];
        let (report, _) = report(&args);
        let case = &report["questions"][0]["cases"][0];
        assert_eq!(case["verdict"], "timed-out", "{case:#}");
        assert!(!case["reasons"].to_string().contains("flush"), "{case:#}");
    }
}

/// They have other names each time.
#[test]
fn no_folder_of_the_graders_own_is_shown() {
    let suite = format!("{FOLDER}/suite");
    let command = "python3 client.py says-where-it-is";
    let args = [FOLDER, "--agent-command", command, "--suite", &suite, "-t", "tree"];
    let (report, _) = report(&args);
    assert_eq!(report["questions"][0]["cases"][0]["reasons"][0], "in client.py", "{report:#}");
    let told = serde_json::json!(["client.py:7", "$TMPDIR/x"]);
    assert_eq!(report["faults"][0]["traceback"], told, "{report:#}");
    let printed = plygrade(&[&["grade"], &args[..]].concat());
    let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
    assert!(printed.contains("client.py\n") && !printed.contains("/client.py"), "{printed}");
}

#[test]
fn words_are_bounded() {
    let suite = format!("{FOLDER}/suite");
    for (name, says) in [
        ("long-error", "bytes more"),
        ("long-error", "49900 lines left out"),
        ("long-protocol", "bytes more"),
        ("long-op", "there is no operation xxx"),
        ("long-action", "bytes more"),
        ("answer-long-word", "no action of this game"),
    ] {
        let command = format!("python3 client.py {name}");
        let args = [FOLDER, "--agent-command", &command, "--suite", &suite, "-t", "tree"];
        let output = plygrade(&[&["grade", "--format", "json"], &args[..]].concat());
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(report.len() < 64 << 10, "{name}: {} bytes", report.len());
        assert!(report.contains(says), "{name}: {report}");
    }
}

#[test]
fn a_program_that_ends_early_has_crashed() {
    let clients = [
        ("leaves-a-child", "exited with status 0 before it answered"),
        ("exits", "exited with status 3 before it answered"),
        ("exits-at-once", "exited with status 0 before it answered"),
        ("kills-itself", "was ended by signal 9 (killed) before it answered"),
        ("reads-beyond", "was ended by signal 11 (segmentation fault) before it answered"),
        ("closes-its-output", "closed its output before it answered"),
        ("gives-up", "not implemented: minimax"),
    ];
    expect_all("crashed", &clients);
    expect_all("not-run", &[("no-agent", "has no agent")]);
}

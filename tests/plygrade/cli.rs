//! The command line: options, streams, files, exit codes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const SOLUTION: &str = "solutions/accepted/plain_searches.rs";

const CASE: &str = r#"
agent = "minimax"
[game]
kind = "tree"
agents = 2
root = "max"
edges = [["max", "Left", "a"], ["max", "Right", "b"]]
values = { a = 2.0, b = 3.0 }
[expect]
action = ["ACTION"]
"#;

/// `plygrade`, without what the tests' own environment says about colour.
fn plygrade() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plygrade"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the command starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A suite with a case that is passed and one that cannot be.
fn suite() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (question, name, action) in
        [("easy", "right", "Right"), ("hard", "left", "Left"), ("hard", "right", "Right")]
    {
        let question = folder.path().join(question);
        fs::create_dir_all(&question).expect("a question");
        let case = CASE.replace("ACTION", action);
        fs::write(question.join(format!("{name}.toml")), case).expect("a case");
    }
    folder
}

fn grade(suite: &Path, options: &[&str]) -> Command {
    let mut command = plygrade();
    command.args(["grade", SOLUTION, "--suite"]).arg(suite).args(options);
    command
}

#[track_caller]
fn usage_error(output: &Output, expected: &str) {
    let stderr = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{stderr}");
    assert_eq!(stdout(output), "");
}

#[test]
fn the_help_of_grade() {
    let output = run(plygrade().args(["grade", "--help"]));
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn what_no_command_understands_is_a_usage_error() {
    for arguments in [&["grdae"][..], &["grade"], &["grade", SOLUTION, "--format", "xml"], &[]] {
        let output = run(plygrade().args(arguments));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn lost_points_are_exit_status_1() {
    let suite = suite();
    let output = run(&mut grade(suite.path(), &[]));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("action Right, expected Left"), "{}", stdout(&output));
}

#[test]
fn questions_and_cases_are_chosen_by_name() {
    let suite = suite();
    for (options, status, verdicts) in [
        (&["-q", "easy"][..], 0, 1),
        (&["-q", "hard", "-q", "easy"], 1, 3),
        (&["-t", "right"], 0, 2),
        (&["-t", "hard/right"], 0, 1),
        (&["-q", "hard", "-t", "left"], 1, 1),
    ] {
        let mut command = grade(suite.path(), options);
        let output = run(command.args(["--format", "json"]));
        assert_eq!(output.status.code(), Some(status), "{options:?}");
        assert_eq!(stdout(&output).matches("\"verdict\"").count(), verdicts, "{options:?}");
    }
}

#[test]
fn a_part_of_a_question_is_said_to_be_one_and_is_run_again_as_it_was() {
    let suite = suite();
    let part = ["-t", "left", "--seed", "7", "--seconds", "9"];
    let told = stdout(&run(&mut grade(suite.path(), &part)));
    assert!(told.contains("1 case was left out (-t)"), "{told}");
    assert!(told.contains(" -q hard -t left --seed 7 --seconds 9\n"), "{told}");
    let json = stdout(&run(grade(suite.path(), &part).args(["--format", "json"])));
    assert!(json.contains("\"cases_left_out\": 1"), "{json}");
    for whole in [&["-q", "hard"][..], &["-t", "left", "-t", "right"]] {
        let told = stdout(&run(&mut grade(suite.path(), whole)));
        assert!(!told.contains("left out"), "{told}");
        assert!(!told.contains("--se"), "{told}");
    }
}

#[test]
fn a_name_that_matches_nothing_is_an_error_with_the_nearest_one() {
    let suite = suite();
    usage_error(&run(&mut grade(suite.path(), &["-q", "esay"])), "did you mean \"easy\"?");
    usage_error(&run(&mut grade(suite.path(), &["-t", "rigth"])), "did you mean \"right\"?");
    let other = run(&mut grade(suite.path(), &["-q", "hard", "-t", "zzz"]));
    usage_error(&other, "it has left, right");
    let many = run(plygrade().args(["grade", SOLUTION, "--suite", "multiagent", "-t", "zzz"]));
    usage_error(&many, "it has ten-open-games, ");
    usage_error(&many, " more");
}

#[test]
fn a_folder_of_a_submission_is_no_submission_but_nearly() {
    let folder = TempDir::new().expect("a folder");
    let below = folder.path().join("handed-in/alice");
    fs::create_dir_all(&below).expect("a folder");
    let of = || run(plygrade().arg("grade").arg(folder.path().join("handed-in")));
    usage_error(&of(), "hand in");
    fs::write(below.join("multiAgents.py"), "").expect("a file");
    usage_error(&of(), &format!("did you mean {} in it?", below.display()));
}

#[test]
fn a_submission_that_is_not_there_or_none_is_an_error_that_helps() {
    let missing = run(plygrade().args(["grade", "solutions/accepted/plain_search.rs"]));
    usage_error(&missing, "did you mean \"plain_searches.rs\"?");
    usage_error(&run(plygrade().args(["grade", "README.md"])), "multiAgents.py");
    usage_error(&run(plygrade().args(["grade", "src/report"])), "multiAgents.py");
    let suite = run(plygrade().args(["grade", SOLUTION, "--suite", "serch-notes"]));
    usage_error(&suite, "did you mean \"search-notes\"?");
}

/// What is hidden is nobody's to hand in.
#[test]
fn no_hidden_name_and_no_far_one_is_proposed() {
    let folder = TempDir::new().expect("a folder");
    let hidden = folder.path().join(".hidden");
    fs::create_dir(&hidden).expect("a folder");
    fs::write(hidden.join("multiAgents.py"), "").expect("a file");
    for name in [".agents.py", "s"] {
        fs::write(folder.path().join(name), "").expect("a file");
    }
    for path in
        [folder.path().to_owned(), folder.path().join("agents.py"), folder.path().join("nosuch")]
    {
        let said = stderr(&run(plygrade().arg("grade").arg(&path)));
        assert!(said.starts_with("error: ") && !said.contains("did you mean"), "{said}");
    }
}

#[test]
fn a_file_of_a_program_is_sent_to_its_folder() {
    let folder = TempDir::new().expect("a folder");
    for (language, files) in [
        ("python", &["agents.py", "plygrade.toml"][..]),
        ("cpp", &["agents.cpp", "protocol.hpp", "plygrade.toml"]),
        ("js", &["agents.js", "plygrade.toml"]),
        ("java", &["Agents.java", "plygrade.toml"]),
        ("rust", &["src/main.rs", "Cargo.toml"]),
    ] {
        let program = folder.path().join(language);
        assert_eq!(run(plygrade().args(["new", language]).arg(&program)).status.code(), Some(0));
        for file in files {
            let output = run(plygrade().arg("grade").arg(program.join(file)));
            usage_error(
                &output,
                &format!("did you mean the folder {:?}?", program.display().to_string()),
            );
        }
    }
    // A file that no manifest runs is a submission of its own, or nothing.
    let other = folder.path().join("python/multiAgents.py");
    fs::write(&other, "class MinimaxAgent:\n    pass\n").expect("a file");
    let output = run(plygrade().arg("grade").arg(&other).args(["-t", "q2/tied-root"]));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    fs::write(folder.path().join("python/README.md"), "").expect("a file");
    let output = run(plygrade().arg("grade").arg(folder.path().join("python/README.md")));
    usage_error(&output, "multiAgents.py");
}

#[test]
fn a_file_that_is_known_by_its_name_says_what_to_do_with_it() {
    let folder = TempDir::new().expect("a folder");
    for (name, way) in [
        ("sub.zip", "unpack it first and hand in the folder"),
        ("sub.tar.gz", "unpack it first and hand in the folder"),
        ("sub.TGZ", "unpack it first and hand in the folder"),
        ("multiAgents.txt", "rename it"),
        ("multiAgents.ipynb", "export it as a .py file"),
        ("multiAgents.py.docx", "save what it says as a .py file"),
        ("agents", "a Python file such as multiAgents.py"),
    ] {
        fs::write(folder.path().join(name), "").expect("a file");
        usage_error(&run(plygrade().arg("grade").arg(folder.path().join(name))), way);
    }
}

#[test]
fn a_language_has_its_other_names() {
    let folder = TempDir::new().expect("a folder");
    for (name, file) in [("c++", "agents.cpp"), ("javascript", "agents.js"), ("node", "agents.js")]
    {
        let place = folder.path().join(name);
        let output = run(plygrade().args(["new", name]).arg(&place));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(place.join(file).is_file());
    }
}

#[test]
fn a_changed_copy_of_a_solution_is_not_graded_as_the_solution() {
    let folder = TempDir::new().expect("a folder");
    let copy = folder.path().join("plain_searches.rs");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(SOLUTION);
    let text = fs::read_to_string(source).expect("the solution");
    fs::write(&copy, format!("{text}// changed\n")).expect("a copy");
    usage_error(&run(plygrade().arg("grade").arg(&copy)), "its text differs");
    fs::write(&copy, text.replace('\n', "\r\n")).expect("a copy");
    let output = run(plygrade().arg("grade").arg(&copy).args(["-q", "minimax"]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// Python is Python whatever it says; and who reads the report is told what did not run in a sandbox.
#[test]
fn a_solution_is_linked_in_under_a_rust_files_name_alone() {
    let folder = TempDir::new().expect("a folder");
    let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(SOLUTION)).expect("a file");
    let report = |name: &str| {
        let copy = folder.path().join(name);
        fs::write(&copy, &text).expect("a copy");
        let options = ["--suite", "search-notes", "-q", "minimax", "--format", "json"];
        let output = run(plygrade().arg("grade").arg(&copy).args(options));
        let report = serde_json::from_slice(&output.stdout).unwrap_or(serde_json::Value::Null);
        (output.status.code(), report["linked_in"].clone(), report["points"].as_f64())
    };
    assert_eq!(report("multiAgents.py"), (Some(1), serde_json::Value::Null, Some(0.0)));
    assert_eq!(report("solution.txt"), (Some(2), serde_json::Value::Null, None));
    let (code, linked_in, _) = report("solution.rs");
    assert_eq!((code, linked_in), (Some(0), serde_json::Value::Bool(true)));
    let output = run(plygrade().args(["grade", SOLUTION, "-q", "minimax"]));
    assert!(stdout(&output).contains("plygrade's own, linked in"), "{}", stdout(&output));
}

#[test]
fn without_a_suite_the_report_names_the_one_that_was_chosen() {
    let output = run(plygrade().args(["grade", SOLUTION, "-q", "minimax"]));
    assert!(stdout(&output).contains("search-notes, chosen by what the submission defines"));
    // A program that is asked nothing: what ended it is not looked at.
    let folder = TempDir::new().expect("a folder");
    let told = |manifest: (&str, &str), options: &[&str]| {
        let place = folder.path().join("program");
        fs::create_dir(&place).expect("a folder");
        if !manifest.1.is_empty() {
            fs::write(place.join(manifest.0), manifest.1).expect("a manifest");
        }
        let mut command = plygrade();
        command.arg("grade").arg(&place).args(["-q", options[0]]).args(&options[1..]);
        let told = run(&mut command);
        fs::remove_dir_all(&place).expect("the folder");
        stdout(&told) + &stderr(&told)
    };
    let named = ("plygrade.toml", "command = [\"true\"]\nsuite = \"search-notes\"\n");
    let none = ("plygrade.toml", "command = [\"true\"]\n");
    let cargo = (
        "Cargo.toml",
        "[package]\nname = \"a\"\nversion = \"0.1.0\"\n[package.metadata.plygrade]\nsuite = \"chase\"\n",
    );
    let command = ["--agent-command", "true"];
    let default = "multiagent, the default where none is named";
    for (manifest, options, expected) in [
        (named, &["minimax"][..], "search-notes, named by the submission's plygrade.toml"),
        (none, &["q1"], default),
        (cargo, &["pursuer"], "chase, named by the submission's Cargo.toml"),
        (("", ""), &["q1", command[0], command[1]], default),
        (named, &["q1", "--suite", "multiagent"], "multiagent\n"),
    ] {
        let told = told(manifest, options);
        let line = told.lines().find(|line| line.starts_with("suite ")).unwrap_or_default();
        let line = format!("{}\n", line.trim_start_matches("suite").trim());
        assert!(line.starts_with(expected), "{expected}: {told}");
    }
}

#[test]
fn a_manifest_that_is_wrong_says_what_is_wanted_and_where() {
    let folder = TempDir::new().expect("a folder");
    for (text, expected) in [
        (
            "command = \"node agent.js\"\n",
            "1:11: expected a list of words, such as [\"node\", \"agent.js\"], found the text",
        ),
        ("command = [\"a\"]\nbuild = 3\n", "2:9: expected a list of words, such as"),
        ("command = [\"a\", 3]\n", "1:17: expected a text, found 3"),
        ("command = [\"a\"]\nsuit = \"chase\"\n", "2:1: unknown key `suit`; did you mean `suite`?"),
        ("suite = \"chase\"\n", "missing key `command`"),
        ("command = []\n", "command is empty"),
    ] {
        fs::write(folder.path().join("plygrade.toml"), text).expect("a manifest");
        usage_error(&run(plygrade().arg("grade").arg(folder.path())), expected);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [&["grade", SOLUTION, "-q", "minimax"][..], &["man"], &["doctor"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = run(plygrade().args(arguments).stdout(writer));
        assert_eq!(stderr(&output), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_not_taken_for_success() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let output = run(plygrade().arg("doctor").stdout(full));
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
}

#[test]
fn colour_is_decided_by_the_environment_for_each_stream() {
    let suite = suite();
    let escape = '\u{1b}';
    let coloured = |variables: &[(&str, &str)], options: &[&str]| {
        let output = run(grade(suite.path(), options).envs(variables.iter().copied()));
        (stdout(&output).contains(escape), stderr(&output).contains(escape))
    };
    let (report, error) = (&[][..], &["-q", "esay"][..]);
    assert_eq!(coloured(&[], report), (false, false), "a pipe");
    assert_eq!(coloured(&[("CLICOLOR", "1")], report), (false, false), "still a pipe");
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1")], report), (true, false));
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "0")], report), (false, false));
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], report), (false, false));
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1")], error), (false, true));
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], error), (false, false));
    let json = &["--format", "json"];
    assert_eq!(coloured(&[("CLICOLOR_FORCE", "1")], json), (false, false), "JSON has no colours");
}

#[test]
fn a_report_file_is_whole_and_stands_alone() {
    let suite = suite();
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("report.json");
    fs::write(&file, "old").expect("an old report");
    let path = file.to_string_lossy();
    usage_error(&run(&mut grade(suite.path(), &["-q", "none", "-o", &path])), "none");
    assert_eq!(fs::read_to_string(&file).expect("the file"), "old");
    let output = run(&mut grade(suite.path(), &["--format", "json", "-o", &path]));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(stdout(&output), "");
    let report = fs::read_to_string(&file).expect("the file");
    assert!(report.contains("plygrade/report/v1") && report.ends_with("}\n"), "{report}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    // The name says what is wanted, where no option does.
    run(&mut grade(suite.path(), &["-o", &path]));
    assert_eq!(fs::read_to_string(&file).expect("the file").lines().next(), Some("{"));
    run(&mut grade(suite.path(), &["-o", &path, "--format", "terminal"]));
    assert!(fs::read_to_string(&file).expect("the file").starts_with("submission "));
    let nowhere = folder.path().join("none/report.json");
    let output = run(&mut grade(suite.path(), &["-o", &nowhere.to_string_lossy()]));
    usage_error(&output, "its folder does not exist");
}

#[test]
fn the_json_report_is_the_same_every_time_but_for_the_seconds() {
    let suite = suite();
    let report = |jobs| {
        let mut command = grade(suite.path(), &["--format", "json", "--jobs", jobs]);
        let text = stdout(&run(&mut command));
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("\"seconds\""));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let once = report("1");
    assert!(once.len() > 50, "{once:#?}");
    assert_eq!(once, report("1"));
    assert_eq!(once, report("3"));
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(plygrade().args(["completions", shell]));
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("--suite") || stdout(&output).contains("-l suite"));
    }
    let page = stdout(&run(plygrade().args(["man", "grade"])));
    assert!(page.contains(".TH plygrade-grade 1"), "{page}");
    usage_error(&run(plygrade().args(["man", "grad"])), "did you mean \"grade\"?");
}

#[test]
fn the_doctor_lists_what_is_there() {
    let output = run(plygrade().arg("doctor"));
    assert_eq!(output.status.code(), Some(0));
    for line in ["version", "platform", "rust", "c++", "java", "node", "suites", "solutions"] {
        assert!(stdout(&output).contains(line), "{}", stdout(&output));
    }
}

/// A compiler that is there and does not work is none.
#[test]
fn the_doctor_tries_the_tools() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("g++");
    std::fs::write(&broken, "#!/bin/sh\nexit 3\n").expect("a file");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&broken, executable).expect("a mode");
    let output = run(plygrade().arg("doctor").env("PATH", folder.path()));
    let said = stdout(&output);
    let line = |name: &str| said.lines().find(|line| line.contains(name)).unwrap_or_default();
    assert!(line("  c++ ").starts_with("warn") && line("  c++ ").contains("status 3"), "{said}");
    assert!(line("  node ").ends_with("node is not on the search path"), "{said}");
}

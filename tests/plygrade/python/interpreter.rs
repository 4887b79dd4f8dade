//! Which Python is used, and what is said when there is none.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::{SEARCH, TREE, Work, all_pass, fixture, plygrade, run};

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A work folder with a submission that passes.
fn passing() -> (Work, std::path::PathBuf) {
    let work = Work::new(&[("tree", TREE)]);
    let main = work.submit("multiAgents.py", fixture("styles/plain.py") + SEARCH);
    (work, main)
}

/// A program that answers like an old Python.
fn old_python(folder: &Path) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("old-python");
    let script = "#!/bin/sh\n[ \"$1\" = -V ] && echo Python 2.7.18 && exit 0\nexit 2\n";
    fs::write(&path, script).expect("a program");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    path
}

#[test]
fn no_python_at_all() {
    let (work, main) = passing();
    let mut command = plygrade();
    command.env_clear().env("PATH", work.folder.path());
    command.env("HOME", work.folder.path());
    let output = run(command.arg("grade").arg(&main).arg("--suite").arg(work.suite()));
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: no Python from 3.9 on"), "{said}");
    assert!(said.contains("--python") && said.contains("PLYGRADE_PYTHON"), "{said}");
}

#[test]
fn a_python_that_is_named_is_used_or_nothing_is() {
    let (work, main) = passing();
    let old = old_python(work.folder.path());
    let grade = |python: &Path, variable: bool| {
        let mut command = plygrade();
        command.arg("grade").arg(&main).arg("--suite").arg(work.suite());
        if variable {
            command.env("PLYGRADE_PYTHON", python);
        } else {
            command.arg("--python").arg(python);
        }
        run(&mut command)
    };
    for variable in [false, true] {
        let output = grade(&old, variable);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("version 2.7.18 is too old"), "{}", stderr(&output));
        let output = grade(Path::new("/nowhere/python3"), variable);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("/nowhere/python3"), "{}", stderr(&output));
        let output = grade(Path::new("python3"), variable);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
}

/// The environment's own packages are there.
#[test]
fn an_active_virtual_environment_is_used() {
    let (work, _) = passing();
    let folder = work.folder.path().join("a venv");
    let made = std::process::Command::new("python3")
        .args(["-m", "venv", "--without-pip"])
        .arg(&folder)
        .output()
        .expect("python3 starts");
    assert!(made.status.success(), "{}", stderr(&made));
    let library = fs::read_dir(folder.join("lib")).expect("a folder").next().expect("an entry");
    let packages = library.expect("an entry").path().join("site-packages");
    fs::write(packages.join("only_in_the_venv.py"), "HERE = True\n").expect("a package");
    let text = format!("import only_in_the_venv\n{}{SEARCH}", fixture("styles/plain.py"));
    let main = work.submit("venv/multiAgents.py", text);
    let mut command = plygrade();
    command.env("VIRTUAL_ENV", &folder).env_remove("PLYGRADE_PYTHON");
    command.args(["grade", "--format", "json", "--suite"]).arg(work.suite()).arg(&main);
    let output = run(&mut command);
    all_pass("venv", &serde_json::from_slice(&output.stdout).expect("a report"));
}

/// A shim such as pyenv's reads a file in the working folder, which may be a submission's.
#[test]
fn a_python_is_asked_from_a_neutral_place() {
    use std::os::unix::fs::PermissionsExt as _;
    let (work, main) = passing();
    let folder = work.folder.path();
    fs::create_dir(folder.join("shims")).expect("a folder");
    let shim = folder.join("shims/python3");
    let asked = folder.join("asked");
    let script =
        format!("#!/bin/sh\npwd >> '{}'\nPATH=${{PATH#*:}} exec python3 \"$@\"\n", asked.display());
    fs::write(&shim, script).expect("a program");
    fs::set_permissions(&shim, fs::Permissions::from_mode(0o755)).expect("permissions");
    let others = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{others}", folder.join("shims").display());
    for python in [None, Some("python3"), Some("./shims/python3"), Some("shims/python3")] {
        let mut command = plygrade();
        command.current_dir(folder).env("PATH", &path).env_remove("PLYGRADE_PYTHON");
        command.env_remove("VIRTUAL_ENV").env_remove("CONDA_PREFIX");
        command.arg("grade").arg(&main).arg("--suite").arg(work.suite());
        let output = run(command.args(python.map(|python| format!("--python={python}"))));
        assert_eq!(output.status.code(), Some(0), "{python:?}: {}", stderr(&output));
        let places = fs::read_to_string(&asked).expect("it was asked");
        assert!(places.lines().all(|place| place == "/"), "{python:?}: {places}");
        fs::remove_file(&asked).expect("a file");
    }
}

#[test]
fn the_doctor_names_the_python() {
    let output = run(plygrade().arg("doctor"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = said.lines().find(|line| line.contains("  python ")).expect("a line");
    assert!(line.starts_with("ok ") && line.contains("3."), "{line}");
    let folder = tempfile::TempDir::new().expect("a folder");
    let old = old_python(folder.path());
    let output = run(plygrade().arg("doctor").env("PLYGRADE_PYTHON", &old));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = said.lines().find(|line| line.contains("  python ")).expect("a line");
    assert!(line.starts_with("warn") && line.contains("2.7.18 is too old"), "{said}");
}

/// Every compiled file of our own below `cache`.
fn compiled(cache: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![cache.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pyc") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn without_a_search_path_it_is_said_what_to_do() {
    let (work, main) = passing();
    let mut command = plygrade();
    command.env_remove("PATH").env_remove("VIRTUAL_ENV").env_remove("CONDA_PREFIX");
    command.env_remove("PLYGRADE_PYTHON");
    let output = run(command.arg("grade").arg(&main).arg("--suite").arg(work.suite()));
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: ") && said.contains("--python"), "{said}");
}

/// In a folder that all users share anybody could have put some that are run.
#[test]
fn without_a_cache_our_files_go_with_the_run() {
    let (work, main) = passing();
    let shared = work.folder.path().join("tmp");
    fs::create_dir(&shared).expect("a folder");
    let mut command = plygrade();
    for name in ["HOME", "XDG_CACHE_HOME", "PLYGRADE_CACHE_DIR"] {
        command.env_remove(name);
    }
    command.env("TMPDIR", &shared).arg("grade").arg(&main).arg("--suite").arg(work.suite());
    let output = run(&mut command);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(fs::read_dir(&shared).expect("a folder").count(), 0);
}

#[test]
fn our_files_are_compiled_once_and_again_when_they_are_spoiled() {
    let (work, main) = passing();
    let cache = work.folder.path().join("cache");
    let grade = || {
        let mut command = plygrade();
        command.arg("grade").arg(&main).arg("--suite").arg(work.suite());
        let output = run(command.env("PLYGRADE_CACHE_DIR", &cache));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    grade();
    let files = compiled(&cache);
    let worker = files.iter().find(|file| file.to_string_lossy().contains("_plygrade_worker"));
    let (worker, count) = (worker.expect("the worker is compiled").clone(), files.len());
    let id =
        |file: &Path| std::os::unix::fs::MetadataExt::ino(&fs::metadata(file).expect("a file"));
    let before = id(&worker);
    grade();
    assert_eq!(id(&worker), before, "what is there is used");
    let bytes = fs::read(&worker).expect("a file");
    fs::write(&worker, &bytes[..bytes.len() / 2]).expect("a file");
    grade();
    assert_eq!(fs::read(&worker).expect("a file").len(), bytes.len());
    assert_eq!(compiled(&cache).len(), count);
}

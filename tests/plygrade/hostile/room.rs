//! A room for one submission: its folder, the suite, results, things that are none of its business.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A grader that takes longer than this hangs. Generous: the machine may be busy.
const DEADLINE: Duration = Duration::from_secs(200);

/// The folders of one run.
pub(super) struct Room {
    folder: tempfile::TempDir,
    /// Where what is built is kept, if not where the user's builds are.
    cache: Option<tempfile::TempDir>,
}

/// What a run left behind.
pub(super) struct Outcome {
    pub(super) code: Option<i32>,
    pub(super) report: Value,
    pub(super) stderr: String,
}

/// A path, and what must not change about it.
type Seen = BTreeMap<PathBuf, (Vec<u8>, u32, i64)>;

impl Room {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let room = Room { folder, cache: None };
        for name in ["submission", "suite/q", "outside", "results", "tmp"] {
            std::fs::create_dir_all(room.path(name)).expect("a folder");
        }
        std::fs::write(room.path("outside/secret"), "action = \"right\"").expect("a file");
        std::fs::write(room.path("results/other.json"), "{\"points\": 3}").expect("a file");
        let suite = repository("tests/hostile/suite");
        for name in ["suite.toml", "q/1-first.toml", "q/2-second.toml", "q/3-counted.toml"] {
            std::fs::copy(suite.join(name), room.path("suite").join(name)).expect("a file");
        }
        room
    }

    /// A room with a cache of its own, in which a crate would have to wait for the SDK.
    pub(super) fn with_cache() -> Self {
        Room { cache: Some(tempfile::tempdir().expect("a folder")), ..Room::new() }
    }

    /// Builds that are in the cache, finished or not, and processes that still build.
    pub(super) fn kept(&self) -> Vec<String> {
        let Some(cache) = &self.cache else { return Vec::new() };
        let entries = std::fs::read_dir(cache.path().join("plygrade")).into_iter().flatten();
        let names = entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned());
        let builds = names.filter(|name| !name.starts_with("python-"));
        builds.chain(marked(&cache.path().display().to_string())).collect()
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts a file into the submission's folder.
    pub(super) fn hand_in(&self, name: &str, text: &str) {
        let path = self.path("submission").join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// The grader on what was handed in; its streams lead to pipes or nowhere.
    pub(super) fn command(&self) -> Command {
        self.command_on(&self.path("submission"))
    }

    pub(super) fn command_on(&self, submission: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plygrade"));
        command
            .current_dir(self.folder.path())
            .arg("grade")
            .arg(submission)
            .arg("--suite")
            .arg(self.path("suite"))
            .args(["--format", "json", "-o"])
            .arg(self.path("results/report.json"))
            .env("TMPDIR", self.path("tmp"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        if let Some(cache) = &self.cache {
            command.env("XDG_CACHE_HOME", cache.path());
        }
        command
    }

    /// Grades; complaints about whatever is not as it was or still runs.
    pub(super) fn grade(&self) -> (Outcome, Vec<String>) {
        self.grade_path(&self.path("submission"))
    }

    /// The same for another path.
    pub(super) fn grade_path(&self, submission: &Path) -> (Outcome, Vec<String>) {
        let before = self.seen();
        let mut child = self.command_on(submission).spawn().expect("it starts");
        let mut stderr = child.stderr.take().expect("a pipe");
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let started = Instant::now();
        let mut complaints = Vec::new();
        let status = loop {
            if let Some(status) = child.try_wait().expect("a status") {
                break status;
            }
            if started.elapsed() > DEADLINE {
                complaints.push("the grader hangs".to_owned());
                let _ = child.kill();
            }
            std::thread::park_timeout(Duration::from_millis(5));
        };
        let survivors = marked(&self.path("tmp").display().to_string());
        if !survivors.is_empty() {
            complaints.push(format!("left {survivors:?}"));
        }
        let text = std::fs::read(self.path("results/report.json")).unwrap_or_default();
        let report = serde_json::from_slice(&text).unwrap_or(Value::Null);
        let _ = std::fs::remove_file(self.path("results/report.json"));
        let changed: Vec<PathBuf> = differences(&before, &self.seen());
        if !changed.is_empty() {
            complaints.push(format!("changed {changed:?}"));
        }
        let stderr = reader.join().expect("no panic");
        (Outcome { code: status.code(), report, stderr }, complaints)
    }

    /// Everything in the room but the times of folders in which the report comes and goes.
    fn seen(&self) -> Seen {
        let mut seen = BTreeMap::new();
        let mut waiting = vec![self.folder.path().to_owned()];
        while let Some(path) = waiting.pop() {
            let meta = std::fs::symlink_metadata(&path).expect("it is there");
            let mut content = Vec::new();
            let mut time = meta.mtime();
            if meta.is_dir() {
                let entries = std::fs::read_dir(&path).expect("a folder");
                waiting.extend(entries.flatten().map(|entry| entry.path()));
                time = 0;
            } else if meta.is_file() && meta.len() < 1 << 20 {
                content = std::fs::read(&path).expect("a file");
            }
            seen.insert(path, (content, meta.permissions().mode(), time));
        }
        seen
    }
}

fn differences(before: &Seen, after: &Seen) -> Vec<PathBuf> {
    let all = before.keys().chain(after.keys()).collect::<std::collections::BTreeSet<_>>();
    all.into_iter().filter(|path| before.get(*path) != after.get(*path)).cloned().collect()
}

impl Outcome {
    /// The verdicts of all cases, and the points.
    pub(super) fn verdicts(&self) -> (Vec<String>, f64) {
        let cases = self.report["questions"].as_array().into_iter().flatten();
        let cases = cases.flat_map(|question| question["cases"].as_array().into_iter().flatten());
        let words = cases.map(|case| case["verdict"].as_str().unwrap_or("none").to_owned());
        (words.collect(), self.report["points"].as_f64().unwrap_or(f64::NAN))
    }
}

pub(super) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Processes in whose environment `mark` stands: a sandboxed program knows its scratch folder.
pub(super) fn marked(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        if String::from_utf8_lossy(&environment).contains(mark) {
            let name = std::fs::read_to_string(entry.path().join("comm")).unwrap_or_default();
            found.push(format!("{} {}", entry.file_name().to_string_lossy(), name.trim()));
        }
    }
    found
}

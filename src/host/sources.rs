//! The files of a submission, read once before anything of it runs.
//!
//! Submitted code sees a copy of them and nothing of the folder that they came from: a link leads
//! nowhere outside, a suite or a report that lies there is left out whatever names it has, what is
//! written there later is not seen, and a pipe or a device holds nobody up.

mod hidden;
pub(crate) mod reports;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, open, openat, statat};
use sha2::{Digest as _, Sha256};

use self::hidden::Hidden;
pub(crate) use self::hidden::with_links;
use super::scratch::Scratch;

/// Files and folders that are looked at.
const MOST_ENTRIES: usize = 10_000;
/// Bytes of all files.
const MOST_BYTES: u64 = 128 << 20;
/// Folders inside folders.
const DEEPEST: usize = 32;

/// What the files are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be built: what earlier builds left behind is not needed.
    Build,
    /// To be run as they are.
    Run,
}

/// How the names of editors' backups end.
const BACKUPS: [&[u8]; 5] = [b".bak", b".old", b".orig", b".save", b".swp"];

impl Purpose {
    fn leaves_out(self, name: &[u8], depth: usize) -> bool {
        let built = depth == 0 && matches!(name, b"target" | b"node_modules");
        let backup = name.ends_with(b"~")
            || (name.starts_with(b"#") && name.ends_with(b"#"))
            || BACKUPS.iter().any(|ending| name.ends_with(ending));
        name.starts_with(b".")
            || backup
            || name == b"__pycache__"
            || (self == Purpose::Build && built)
    }
}

/// The files, sorted by path.
#[derive(Debug)]
pub struct Sources {
    files: Vec<File>,
}

/// One file.
#[derive(Debug)]
struct File {
    /// Below the submission's folder.
    path: PathBuf,
    bytes: Vec<u8>,
    executable: bool,
}

/// What becomes of a file.
pub enum Change {
    /// It is written as it is.
    AsItIs,
    /// It is written with this content.
    To(Vec<u8>),
    /// It is not written.
    LeftOut,
}

impl Sources {
    /// Reads the plain files below `folder`, those behind links that stay in it included. Hidden
    /// files, editors' backups, reports of plygrade, links out of it and `hidden` paths are left
    /// out.
    ///
    /// # Errors
    /// There are too many files, or they are too large.
    pub fn of_folder(folder: &Path, purpose: Purpose, hidden: &[PathBuf]) -> io::Result<Self> {
        let mut reader = Reader::new(folder, hidden)?;
        reader.folder(&reader.open_root()?, Path::new(""), purpose, 0)?;
        Ok(Sources { files: reader.files })
    }

    /// Reads the files, and all below the folders, of these names in `folder`. What is not there,
    /// leads out of it or is hidden is left out.
    ///
    /// # Errors
    /// There are too many files, or they are too large.
    pub fn of_names(folder: &Path, names: &[PathBuf], hidden: &[PathBuf]) -> io::Result<Self> {
        let mut reader = Reader::new(folder, hidden)?;
        let root = reader.open_root()?;
        for name in names {
            reader.entry(&root, name.as_os_str(), name, Purpose::Run, 0)?;
        }
        reader.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Sources { files: reader.files })
    }

    /// Names these files and `terms` together: equal for equal ones.
    #[must_use]
    pub fn digest(&self, terms: &[&str]) -> String {
        let mut hash = Sha256::new();
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        for term in terms {
            add(term.as_bytes());
        }
        for file in &self.files {
            add(file.path.as_os_str().as_encoded_bytes());
            add(&[u8::from(file.executable)]);
            add(&file.bytes);
        }
        hex(&hash.finalize())
    }

    /// Writes the files to a folder of their own.
    ///
    /// # Errors
    /// What the system said.
    pub fn copy(&self) -> io::Result<Scratch> {
        let copy = Scratch::new()?;
        self.write(copy.path(), |_, _| Change::AsItIs)?;
        Ok(copy)
    }

    /// Writes the files below `folder`, each as `change` says.
    ///
    /// # Errors
    /// What the system said.
    pub fn write(&self, folder: &Path, change: impl Fn(&Path, &[u8]) -> Change) -> io::Result<()> {
        for file in &self.files {
            let bytes = match change(&file.path, &file.bytes) {
                Change::AsItIs => Cow::Borrowed(&file.bytes),
                Change::To(other) => Cow::Owned(other),
                Change::LeftOut => continue,
            };
            let path = folder.join(&file.path);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(&path, &*bytes)?;
            if file.executable {
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
            }
        }
        Ok(())
    }
}

/// Lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The content of a plain file of at most `most` bytes; `None` for one that is larger, and for
/// what is no plain file. Never waits, as opening a pipe would.
///
/// # Errors
/// What the system said.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let nonblocking = OFlags::NONBLOCK.bits() as i32;
    let file = fs::File::options().read(true).custom_flags(nonblocking).open(path)?;
    let meta = file.metadata()?;
    if !meta.is_file() || meta.len() > most {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// Opens the plain file called `name` below `folder`, of which no part may be a link.
///
/// # Errors
/// What the system said, or that it is no plain file.
pub fn plain_below(folder: &Path, name: &Path) -> io::Result<fs::File> {
    let mut at = open(folder, AS_IT_IS | OFlags::DIRECTORY, Mode::empty())?;
    let mut parts = name.components().peekable();
    while let Some(part) = parts.next() {
        let std::path::Component::Normal(part) = part else {
            return Err(io::ErrorKind::InvalidFilename.into());
        };
        let kind = if parts.peek().is_some() { OFlags::DIRECTORY } else { OFlags::RDONLY };
        at = openat(&at, part, AS_IT_IS | kind, Mode::empty())?;
    }
    let file = fs::File::from(at);
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// Reads one submission. Every file is opened from the folder that it was found in and no link is
/// followed by the system, so that nothing can be put in its place meanwhile.
struct Reader {
    root: PathBuf,
    /// What is hidden, with all that is in it: by what it is and not by what it is called.
    hidden: Hidden,
    entries_left: usize,
    bytes_left: u64,
    files: Vec<File>,
}

fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "py")
}

/// How what was found in a folder is opened.
const AS_IT_IS: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK);

impl Reader {
    fn new(folder: &Path, hidden: &[PathBuf]) -> io::Result<Self> {
        let root = fs::canonicalize(folder)?;
        Ok(Reader {
            hidden: Hidden::new(hidden, &root)?,
            root,
            entries_left: MOST_ENTRIES,
            bytes_left: MOST_BYTES,
            files: Vec::new(),
        })
    }

    fn open_root(&self) -> io::Result<OwnedFd> {
        Ok(open(&self.root, AS_IT_IS | OFlags::DIRECTORY, Mode::empty())?)
    }

    fn folder(
        &mut self,
        at: &OwnedFd,
        below: &Path,
        purpose: Purpose,
        depth: usize,
    ) -> io::Result<()> {
        // What cannot be read by the grader is not there for the submission either, nor what lies
        // so deep that nobody put it there by hand.
        let Ok(entries) = Dir::read_from(at) else { return Ok(()) };
        if depth > DEEPEST {
            return Ok(());
        }
        let mut names = Vec::new();
        for entry in entries.flatten() {
            let name = OsStr::from_bytes(entry.file_name().to_bytes()).to_owned();
            if name == "." || name == ".." {
                continue;
            }
            self.entries_left = self.entries_left.checked_sub(1).ok_or_else(|| {
                io::Error::other(format!("it has more than {MOST_ENTRIES} files and folders"))
            })?;
            names.push(name);
        }
        names.sort();
        if depth > 0 && names.iter().any(|name| name == "pyvenv.cfg") {
            return Ok(());
        }
        for name in names {
            if !purpose.leaves_out(name.as_encoded_bytes(), depth) {
                self.entry(at, &name, &below.join(&name), purpose, depth)?;
            }
        }
        Ok(())
    }

    /// A file, or a folder with all that is in it: `name` in the folder `at`.
    fn entry(
        &mut self,
        at: &OwnedFd,
        name: &OsStr,
        below: &Path,
        purpose: Purpose,
        depth: usize,
    ) -> io::Result<()> {
        let Ok(stat) = statat(at, name, AtFlags::SYMLINK_NOFOLLOW) else { return Ok(()) };
        let opened = match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory | FileType::RegularFile => {
                openat(at, name, AS_IT_IS, Mode::empty()).map(fs::File::from).map_err(Into::into)
            }
            FileType::Symlink => self.behind(below),
            _ => return Ok(()),
        };
        let Ok(file) = opened else { return Ok(()) };
        let Ok(meta) = file.metadata() else { return Ok(()) };
        if self.hidden.has(&meta) {
            return Ok(());
        }
        if meta.is_dir() {
            return self.folder(&file.into(), below, purpose, depth + 1);
        }
        if !meta.is_file() || (self.hidden.shared && !is_python(below)) {
            return Ok(());
        }
        let too_large =
            || io::Error::other(format!("its files have more than {} MiB", MOST_BYTES >> 20));
        if meta.len() > self.bytes_left {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        if file.take(self.bytes_left + 1).read_to_end(&mut bytes).is_ok() {
            self.bytes_left =
                self.bytes_left.checked_sub(bytes.len() as u64).ok_or_else(too_large)?;
            if reports::is_report(below, &bytes) {
                return Ok(());
            }
            let executable = meta.permissions().mode() & 0o111 != 0;
            self.files.push(File { path: below.to_owned(), bytes, executable });
        }
        Ok(())
    }

    /// The plain file behind a link that stays in the folder; a folder could hold itself.
    fn behind(&self, link: &Path) -> io::Result<fs::File> {
        let real = fs::canonicalize(self.root.join(link))?;
        let inside = real.strip_prefix(&self.root).map_err(io::Error::other)?;
        plain_below(&self.root, inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn room(files: &[(&str, &str)]) -> tempfile::TempDir {
        let room = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = room.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        room
    }

    fn names(sources: &Sources) -> Vec<String> {
        sources.files.iter().map(|file| file.path.display().to_string()).collect()
    }

    #[test]
    fn links_are_followed_inside_alone_and_hidden_files_have_no_second_name() {
        let outside = room(&[("secret.py", "")]);
        let room = room(&[
            ("s/a.py", ""),
            ("s/cases/1.toml", ""),
            ("s/report.json", ""),
            ("s/.git/x", ""),
        ]);
        let folder = room.path().join("s");
        let link = |to: &Path, name: &str| symlink(to, folder.join(name)).expect("a link");
        link(&outside.path().join("secret.py"), "b.py");
        link(outside.path(), "out");
        link(Path::new("a.py"), "c.py");
        link(Path::new("report.json"), "r.txt");
        link(Path::new("cases/1.toml"), "case.txt");
        link(Path::new("."), "again");
        link(Path::new("/dev/zero"), "zero");
        fs::hard_link(folder.join("report.json"), folder.join("hard.txt")).expect("a link");
        let hard = folder.join("hard-case.txt");
        fs::hard_link(folder.join("cases/1.toml"), hard).expect("a link");
        let hidden = [folder.join("cases"), folder.join("report.json")];
        let read = Sources::of_folder(&folder, Purpose::Run, &hidden).expect("sources");
        assert_eq!(names(&read), ["a.py", "c.py"]);
        let all = Sources::of_folder(&folder, Purpose::Run, &[]).expect("sources");
        let expected = [
            "a.py",
            "c.py",
            "case.txt",
            "cases/1.toml",
            "hard-case.txt",
            "hard.txt",
            "r.txt",
            "report.json",
        ];
        assert_eq!(names(&all), expected);
        let named = ["a.py", "b.py", "cases", "none"].map(PathBuf::from);
        let named = Sources::of_names(&folder, &named, &hidden).expect("sources");
        assert_eq!(names(&named), ["a.py"]);
    }

    #[test]
    fn what_links_in_a_suite_lead_to_is_hidden() {
        let room = room(&[
            ("s/a.py", ""),
            ("s/bank/q1/1.toml", ""),
            ("s/bank/q1/more/2.py", ""),
            ("s/bank/3.toml", ""),
            ("s/bank/notes.txt", ""),
        ]);
        let suite = room.path().join("suite");
        fs::create_dir_all(suite.join("q2")).expect("a folder");
        symlink("../s/bank/q1", suite.join("q1")).expect("a link");
        symlink("../../s/bank/3.toml", suite.join("q2/3.toml")).expect("a link");
        symlink("..", suite.join("q2/again")).expect("a link");
        let folder = room.path().join("s");
        let seen = || {
            names(
                &Sources::of_folder(&folder, Purpose::Run, std::slice::from_ref(&suite))
                    .expect("sources"),
            )
        };
        assert_eq!(seen(), ["a.py", "bank/notes.txt"]);
        // Such a link hides what the folder hides that it leads to.
        symlink("../s", suite.join("q3")).expect("a link");
        assert_eq!(seen(), ["a.py"]);
    }

    #[test]
    fn backups_and_earlier_reports_are_left_out() {
        let json = "{\n  \"schema\": \"plygrade/report/v1\",\n  \"submission\": \"a.py\"";
        let room = room(&[
            ("a.py", ""),
            ("a.py~", ""),
            ("#a.py#", ""),
            (".#a.py", ""),
            ("1.toml.bak", ""),
            (".1.toml.swp", ""),
            ("data.json", "{\"schema\": \"mine\"}"),
            ("old.json", json),
            ("results/of.JSON", json),
            ("notes.txt", "submission  on Monday"),
            ("out.txt", "submission  a.py\nsuite       s\n\nq1"),
            ("wrapped.txt", "submission  a\n            b\nsuite       s\n"),
        ]);
        let read = Sources::of_folder(room.path(), Purpose::Run, &[]).expect("sources");
        assert_eq!(names(&read), ["a.py", "data.json", "notes.txt"]);
    }

    #[test]
    fn of_a_folder_that_is_its_own_suite_python_alone_is_read() {
        let room =
            room(&[("a.py", ""), ("q/1.toml", ""), ("q/__init__.py", ""), ("s/1.solution", "")]);
        symlink("q/1.toml", room.path().join("case.py")).expect("a link");
        let hidden = [room.path().to_owned()];
        let read = Sources::of_folder(room.path(), Purpose::Run, &hidden).expect("sources");
        assert_eq!(names(&read), ["a.py", "q/__init__.py"]);
    }

    #[test]
    fn builds_do_without_what_builds_leave_behind() {
        let room = room(&[
            ("src/a", ""),
            ("src/target/mod.rs", ""),
            ("target/b", ""),
            ("env/pyvenv.cfg", ""),
            ("env/c", ""),
            ("pyvenv.cfg", ""),
        ]);
        let of = |purpose| names(&Sources::of_folder(room.path(), purpose, &[]).expect("sources"));
        assert_eq!(of(Purpose::Build), ["pyvenv.cfg", "src/a", "src/target/mod.rs"]);
        assert_eq!(of(Purpose::Run), ["pyvenv.cfg", "src/a", "src/target/mod.rs", "target/b"]);
    }

    #[test]
    fn nothing_endless_is_read() {
        let room = room(&[]);
        let file = fs::File::create(room.path().join("large")).expect("a file");
        file.set_len(8 << 30).expect("a sparse file");
        let error = Sources::of_folder(room.path(), Purpose::Run, &[]).expect_err("too large");
        assert_eq!(error.to_string(), "its files have more than 128 MiB");
        assert!(read_plain(&room.path().join("large"), 1 << 20).expect("it opens").is_none());
        assert!(read_plain(Path::new("/dev/zero"), 1 << 20).expect("it opens").is_none());
    }
}

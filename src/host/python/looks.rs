//! What the texts of sources say, read by the grader before anything is copied.
//!
//! However many files there are and however large, so much is read of them and no more.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::rc::Rc;

use memchr::memmem;

use crate::host::sources::read_plain;

/// A source is looked at up to here: none is longer that was written by a person.
pub(super) const LARGEST: u64 = 16 << 20;
/// All sources together are looked at up to here.
const MOST: u64 = 64 << 20;

/// What one text says.
#[derive(Debug)]
pub(super) struct Says {
    /// It defines an agent or a searcher.
    pub(super) defines_agents: bool,
    /// It may be somebody's submission: it speaks of what suites ask for.
    pub(super) is_about_agents: bool,
    /// Names of modules that it imports, or seems to.
    pub(super) imports: BTreeSet<String>,
}

/// The files that were looked at, each once under all its names.
pub(super) struct Looks {
    left: u64,
    said: HashMap<(u64, u64), Rc<Says>>,
}

impl Looks {
    pub(super) fn new() -> Self {
        Looks { left: MOST, said: HashMap::new() }
    }

    /// What `file` says. What is no plain file, or too much, defines nothing that is known, and may
    /// be about anything.
    pub(super) fn at(&mut self, file: &Path) -> Rc<Says> {
        let Ok(meta) = fs::metadata(file) else { return Rc::new(Says::unknown()) };
        let id = (meta.dev(), meta.ino());
        if let Some(said) = self.said.get(&id) {
            return Rc::clone(said);
        }
        let text = read_plain(file, LARGEST.min(self.left)).ok().flatten();
        self.left -= text.as_ref().map_or(0, |text| text.len() as u64);
        let says = Rc::new(text.map_or_else(Says::unknown, Says::of));
        self.said.insert(id, Rc::clone(&says));
        says
    }
}

impl Says {
    fn unknown() -> Self {
        Says { defines_agents: false, is_about_agents: true, imports: BTreeSet::new() }
    }

    fn of(mut text: Vec<u8>) -> Self {
        let defines_agents =
            ["def getAction", "def getBestActionAndValue"].iter().any(|word| has(&text, word));
        let imports = imports(&String::from_utf8_lossy(&text));
        text.make_ascii_lowercase();
        let is_about_agents = AGENTS.iter().any(|word| has(&text, word));
        Says { defines_agents, is_about_agents, imports }
    }
}

/// Words of agents, searches and evaluations, in small letters.
const AGENTS: [&str; 17] = [
    "getaction",
    "getbestaction",
    "getlegal",
    "getnextstate",
    "generatesuccessor",
    "gametreesearcher",
    "multiagentsearch",
    "minimax",
    "negamax",
    "expectimax",
    "alphabeta",
    "alpha_beta",
    "evaluat",
    "heuristic",
    "def better",
    "better =",
    "better=",
];

/// Whether `word` is in `text`.
pub(super) fn has(text: &[u8], word: &str) -> bool {
    memmem::find(text, word.as_bytes()).is_some()
}

/// Names of modules that a source imports, however it is written. One too many does no harm.
fn imports(text: &str) -> BTreeSet<String> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace("\\\n", " ");
    let mut names = BTreeSet::new();
    // `try: import a`, `import a; import b`: what follows a colon may be a statement.
    for statement in text.split(['\n', '\r', ';', ':']) {
        let Some((word, rest)) = statement.trim_start().split_once(char::is_whitespace) else {
            continue;
        };
        match word {
            "import" => names.extend(rest.split(',').filter_map(module)),
            "from" => names.extend(module(rest)),
            _ => {}
        }
    }
    // `importlib.import_module("a")`, `__import__('a')`.
    let called = ["import_module(", "__import__("].into_iter().flat_map(|f| text.split(f).skip(1));
    let quoted = called.filter_map(|rest| rest.trim_start().strip_prefix(['"', '\'']));
    names.extend(quoted.filter_map(module));
    names
}

/// The module that a text begins with, without what lies in it.
fn module(text: &str) -> Option<String> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_seen_however_they_are_written() {
        for text in [
            "import a, b",
            "\u{feff}import a\nimport b",
            "import a\t# all of it\nimport b as c",
            "try: import a\nexcept ImportError: from b import x",
            "import a, \\\n    b",
            "import a, \\\r\n    b\r\n",
            "from a\timport x\rfrom b.c import (\n x)\r",
            "if x: from a import *; import b",
            "import importlib\na = importlib.import_module(\"a.c\")\nb = __import__( 'b')",
        ] {
            let found = imports(text);
            assert!(found.contains("a") && found.contains("b"), "{text:?}: {found:?}");
        }
        for text in ["# import a", "important a", "x = 'no'", "from . import a", ""] {
            assert!(!imports(text).contains("a"), "{text:?}");
        }
    }

    #[test]
    fn a_file_is_read_once_and_all_files_together_up_to_a_bound() {
        let room = tempfile::tempdir().expect("a folder");
        let path = |n: u64| room.path().join(format!("{n}.py"));
        let mut looks = Looks::new();
        for n in 0..MOST / LARGEST {
            let file = fs::File::create(path(n)).expect("a file");
            file.set_len(LARGEST).expect("a sparse file");
            for link in 1..100 {
                fs::hard_link(path(n), path(1000 * link + n)).expect("a link");
            }
        }
        for n in 0..MOST / LARGEST {
            for link in 0..100 {
                assert!(!looks.at(&path(1000 * link + n)).is_about_agents, "{n} {link}");
            }
        }
        fs::write(path(99), "def getAction").expect("a file");
        assert!(!looks.at(&path(99)).defines_agents);
        assert!(Looks::new().at(&path(99)).defines_agents);
    }
}

//! The licence and attribution that a folder gives, so that a copy can keep them.

use std::path::{Path, PathBuf};

use super::CONFIG;
use super::test::file_name;
use crate::suite::sorted_files;

/// Words with which such a notice begins.
const BEGINS: [&str; 2] = ["licensing information", "attribution information"];
/// Lines of a file that are looked through.
const HEAD: usize = 60;
/// Files that are looked through.
const FILES: usize = 100;

/// The notice of the folder at `path`, as a text for people; `None` where it gives none. The same
/// notice stands in many files of the course; the first is taken.
pub(super) fn notice(path: &Path) -> Option<String> {
    let inside = path.join("test_cases");
    let candidates = [path.to_owned(), inside, path.join("..")]
        .into_iter()
        .flat_map(|folder| sorted_files(&folder))
        .filter(|file| file.is_file() && may_hold_one(file))
        .take(FILES);
    candidates.into_iter().find_map(|file: PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(&file).ok()?).into_owned();
        let notice = paragraph(&text)?;
        let name = file_name(&file);
        Some(format!("# Attribution\n\nThis suite was imported; `{name}` says:\n\n{notice}"))
    })
}

fn may_hold_one(file: &Path) -> bool {
    let name = file_name(file).to_lowercase();
    let words = ["readme", "license", "licence", "notice", "copying", "attribution"];
    name == CONFIG.to_lowercase()
        || name.ends_with(".py")
        || words.iter().any(|word| name.starts_with(word))
}

/// The lines from the notice's first to the end of its comment, or to a blank line.
fn paragraph(text: &str) -> Option<String> {
    let bare = |line: &str| line.trim().trim_start_matches('#').trim().to_owned();
    let mut lines = text.lines().take(HEAD).map(|line| (line.trim_start().starts_with('#'), line));
    let (comment, first) = lines.find(|(_, line)| {
        let line = line.to_lowercase();
        BEGINS.iter().any(|begin| line.contains(begin))
    })?;
    let rest = lines
        .map_while(|(is_comment, line)| (is_comment == comment).then(|| bare(line)))
        .take_while(|line| comment || !line.is_empty());
    let lines: Vec<String> = std::iter::once(bare(first)).chain(rest).collect();
    Some(lines.join("\n").trim_end().to_owned() + "\n")
}

#[cfg(test)]
mod tests {
    use super::paragraph;

    #[test]
    fn a_notice_is_the_rest_of_its_comment() {
        let text = "# game.py\n# -----\n# Licensing Information: keep this.\n# And this.\n#\n\
                    # Attribution Information: us.\n\nimport x\n";
        let kept = "Licensing Information: keep this.\nAnd this.\n\nAttribution Information: us.\n";
        assert_eq!(paragraph(text).as_deref(), Some(kept));
        assert_eq!(paragraph("import x\n# nothing\n"), None);
        let plain = "A project.\n\nAttribution information: us,\nand you.\n\nMore.\n";
        assert_eq!(paragraph(plain).as_deref(), Some("Attribution information: us,\nand you.\n"));
    }
}

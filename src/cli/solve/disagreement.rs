//! What a case says that the reference contradicts, and where it says so.

use plygrade_sdk::Answer;

use crate::case::Case;
use crate::document::{Document, Step};
use crate::error::CaseError;
use crate::files::Files;
use crate::judge::{Reason, judge};
use crate::reference::Reference;
use crate::report::text;
use crate::suite::Rules;
use crate::transcript::{Calls, Transcript, Turn};

/// A case is right when the reference itself passes it, and when it allows no other action than
/// those that a right submission may choose.
pub(super) fn disagreements(case: &Case, rules: Rules, reference: &Reference) -> Vec<CaseError> {
    let turn = Turn {
        answer: Answer { action: reference.action.clone(), value: Some(reference.value) },
        counts: reference.counts,
        calls: Some(Calls { list: reference.calls.clone(), truncated: false }),
        generated: reference.generated.clone(),
        ..Turn::default()
    };
    let transcript = Transcript { turns: vec![turn], ..Transcript::default() };
    let verdict = judge(case, rules, Some(reference), &transcript);
    let found = verdict.reasons.iter();
    let found = found.map(|reason| (key(reason), text::disagreement(reason, &case.task)));
    let right = reference.allowed_actions();
    let listed = case.expect.action.iter().flatten();
    let not_optimal = listed
        .filter(|action| !right.is_empty() && !right.contains(action))
        .map(|action| (Some("action"), text::not_optimal(action)));
    let found: Vec<_> = found.chain(not_optimal).collect();
    if found.is_empty() {
        return Vec::new();
    }
    let document = document(case);
    let place = |(key, message): (Option<&str>, String)| {
        let Some(key) = key else { return CaseError::file(&case.file, message) };
        // A course's files have no places, and JSON tells none.
        let message = format!("{key}: {message}");
        match &document {
            Some(document) => document.key_error(&[Step::Key("expect"), Step::Key(key)], message),
            None => CaseError::file(&case.file, message),
        }
    };
    found.into_iter().map(place).collect()
}

/// The key of `[expect]` that a reason is about.
fn key(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::WrongAction { .. } => Some("action"),
        Reason::WrongValue { .. } => Some("value"),
        Reason::WrongCount { unit, .. } => Some(unit.key()),
        Reason::WrongGenerated { .. } => Some("generated"),
        Reason::WrongOrder { .. } => Some("order"),
        _ => None,
    }
}

/// The case's file once more, for the places of its keys; `None` for a course's files.
fn document(case: &Case) -> Option<Document> {
    let extension = case.file.extension()?;
    if extension != "toml" && extension != "json" {
        return None;
    }
    let text = Files::Disk.read_text(&case.file).ok()?;
    Document::read(&case.file, text.into_bytes()).ok()
}

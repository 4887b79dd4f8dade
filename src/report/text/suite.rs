//! What is said about whole suites.

use plygrade_engine::games::pacman::Direction;
use plygrade_engine::search::Cut;

use crate::suite::SuiteNote;

/// A note on a suite.
#[must_use]
pub fn suite_note(note: &SuiteNote) -> String {
    match note {
        SuiteNote::RecordedTerms { action_order, cut, agree, agree_usual, of } => {
            let order: Vec<&str> = action_order.iter().copied().map(Direction::name).collect();
            let cut = match cut {
                Cut::Strict => "strict",
                Cut::Weak => "weak",
            };
            format!(
                "the answers of this folder were recorded with actions in the order {} and the \
                 {cut} cut, which are used here: {agree} of {of} recorded trees and moves agree, \
                 {agree_usual} with the course's usual terms",
                order.join(", ")
            )
        }
        SuiteNote::Disagrees { question, case, agree, of } => format!(
            "{question}/{case}: the recorded answer is not the reference's under any terms \
             tried ({agree} of {of} agree); it is graded as recorded"
        ),
    }
}

/// What an import has done.
#[must_use]
pub fn imported(cases: usize, questions: usize, out: &str) -> String {
    let cases = if cases == 1 { "1 case".to_owned() } else { format!("{cases} cases") };
    let questions =
        if questions == 1 { "1 question".to_owned() } else { format!("{questions} questions") };
    format!("{out}: {cases} in {questions}\n")
}

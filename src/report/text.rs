//! The words of reports, in one place, made from data: one function a message, each a whole
//! sentence or a whole line, so that another language is another set of these functions.

mod disagreement;
mod games;
pub mod list;
pub mod reason;
mod suite;
pub mod task;

pub use disagreement::{disagreement, not_optimal, written};
pub use reason::{note, reason};
pub use suite::{imported, suite_note};

use self::list::{all_of, points};
use super::Report;
use crate::case::Unit;
use crate::judge::Word;
use crate::suite::Chosen;
use crate::transcript::Game;

/// Heads of the lines at the top of a report.
pub const SUBMISSION: &str = "submission";
/// See [`SUBMISSION`].
pub const SUITE: &str = "suite";
/// See [`SUBMISSION`].
pub const NOTE: &str = "note";
/// See [`SUBMISSION`].
pub const SANDBOX: &str = "sandbox";

/// The submission's line.
#[must_use]
pub fn submission(report: &Report) -> String {
    if report.linked_in {
        format!("{}, plygrade's own, linked in", report.submission)
    } else {
        report.submission.clone()
    }
}

/// The suite's line.
#[must_use]
pub fn suite(report: &Report) -> String {
    let suite = &report.suite;
    match report.suite_chosen {
        Chosen::ByUser => suite.clone(),
        Chosen::ByManifest(file) => format!("{suite}, named by the submission's {file}"),
        Chosen::ByContent => format!("{suite}, chosen by what the submission defines"),
        Chosen::ByDefault => format!("{suite}, the default where none is named"),
    }
}

/// The sandbox's line: the layers by name only where some are missing.
#[must_use]
pub fn sandbox(layers: &[String], whole: bool) -> String {
    if whole {
        "all layers of this system are in force".to_owned()
    } else {
        all_of(layers.iter().cloned())
    }
}

/// Points earned of points to earn.
#[must_use]
pub fn points_of(earned: f64, most: f64) -> String {
    format!("{}/{} points", points(earned), points(most))
}

/// Above what kept the whole submission from being run.
pub const NOTHING_RUN: &str = "nothing of this submission could be run";

/// The submission defines none of the agents that the suite asks for.
#[must_use]
pub fn no_agents(wanted: &[String]) -> String {
    let wanted = all_of(wanted.iter().cloned());
    format!(
        "it defines none of the agents that the suite asks for: {wanted}; is it the right file?"
    )
}

/// A verdict in a sentence about one case.
#[must_use]
pub fn verdict(word: Word) -> &'static str {
    match word {
        Word::Pass => "passed",
        Word::Partial => "partly right",
        Word::Wrong => "wrong",
        Word::OverBudget => "over budget",
        Word::TimedOut => "timed out",
        Word::Crashed => "crashed",
        Word::IllegalAction => "illegal action",
        Word::InvalidAnswer => "invalid answer",
        Word::Killed => "killed",
        Word::CaseError => "error in the case",
        Word::GraderError => "error of the grader",
        Word::NotRun => "not run",
    }
}

/// How the cases of a question went, as `(word, how many)`, none of them zero.
#[must_use]
pub fn summary(counts: &[(Word, usize)]) -> String {
    match counts {
        [] => "no cases".to_owned(),
        [(Word::Pass, n)] if *n > 1 => format!("all {n} passed"),
        counts => {
            let part = |(word, n): &(Word, usize)| format!("{n} {}", verdict(*word));
            counts.iter().map(part).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The last line of figures.
#[must_use]
pub fn total(report: &Report) -> String {
    let (earned, most) = (points(report.points), points(report.max_points));
    format!("total {earned}/{most} points in {}", seconds(report.seconds))
}

/// Below the total where `n` cases of the questions were left out because others were named.
#[must_use]
pub fn left_out(n: usize) -> String {
    let cases = if n == 1 { "1 case was".to_owned() } else { format!("{n} cases were") };
    format!("{cases} left out (-t), so these are not the points of whole questions")
}

/// Below the total while `n` cases could not be graded by a fault of the grader's or the author's.
#[must_use]
pub fn not_final(n: usize) -> String {
    let cases = if n == 1 { "1 case".to_owned() } else { format!("{n} cases") };
    format!("{cases} could not be graded, so this total is not final")
}

/// A time.
#[must_use]
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => format!("{:.0} ms", s * 1000.0),
        s if s < 100.0 => format!("{s:.1} s"),
        s => format!("{:.0} min {:.0} s", (s / 60.0).floor(), (s % 60.0).floor()),
    }
}

/// Above the command that runs one case again.
#[must_use]
pub fn next() -> String {
    "to run the first of the failed cases alone:".to_owned()
}

/// What the name of a count is in a table.
#[must_use]
pub fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::NextStateCalls => "successors asked for",
        Unit::LegalActionsCalls => "times asked for legal actions",
        Unit::DistinctGenerated => "different successors",
        Unit::DistinctExplored => "different states",
        Unit::Evaluations => "evaluations",
    }
}

/// Heads of the table of counts: the table itself, this submission, the reference.
pub const COUNTS: [&str; 3] = ["counts", "yours", "reference"];
/// Behind a count that the case checks.
pub const CHECKED: &str = "checked";

/// Above the board.
pub const BOARD: &str = "the position:";
/// Above the state in which a fault happened.
pub const FAULT_STATE: &str = "in this state:";
/// Above a traceback.
pub const TRACEBACK: &str = "traceback:";
/// Above what a submission printed.
pub const PRINTED: &str = "it printed:";

/// Instead of a drawing, once enough of a question's cases were drawn.
#[must_use]
pub fn not_drawn(case: &str) -> String {
    format!("(drawing left out; -t {case} shows it)")
}

/// The passed cases of which the same is noted as of one before.
#[must_use]
pub fn likewise(names: &[String]) -> String {
    format!("likewise passed: {}", all_of(names.iter().cloned()))
}

/// The cases that failed by the same error as the one before.
#[must_use]
pub fn same_mistake(names: &[String]) -> String {
    format!("also: {} (the same error)", all_of(names.iter().cloned()))
}

/// The cases in which the same was answered as in the one before, where another answer is right.
#[must_use]
pub fn same_action(names: &[String]) -> String {
    format!("also: {} (the same action, no successor asked for)", all_of(names.iter().cloned()))
}

/// All `n` cases of a question were not run for one reason.
#[must_use]
pub fn none_run(n: usize) -> String {
    format!("not run: all {n} cases")
}

/// The cases that were not run for one reason.
#[must_use]
pub fn not_run(names: &[String]) -> String {
    format!("not run: {}", all_of(names.iter().cloned()))
}

/// Instead of `n` more lines.
#[must_use]
pub fn more_lines(n: usize) -> String {
    match n {
        1 => "... 1 more line".to_owned(),
        n => format!("... {n} more lines"),
    }
}

/// A hint of the case's author.
#[must_use]
pub fn hint(hint: &str) -> String {
    format!("hint: {hint}")
}

/// Something seen besides.
#[must_use]
pub fn noted(note: &str) -> String {
    format!("note: {note}")
}

/// How whole games went.
#[must_use]
pub fn games(games: &[Game]) -> String {
    let won = games.iter().filter(|game| game.win).count();
    let average = games.iter().map(|game| game.score).sum::<f64>() / games.len() as f64;
    match games {
        [game] if game.win => format!("played: a win with a score of {}", points(game.score)),
        [game] => format!("played: no win, a score of {}", points(game.score)),
        games => {
            let (all, average) = (games.len(), points(average));
            format!("played: {won} of {all} games won, average score {average}")
        }
    }
}

/// Above a tree, for each mark that is used in it: expanded by the submission alone, by the
/// reference alone, by neither.
#[must_use]
pub fn tree(extra: Option<char>, missing: Option<char>, unseen: Option<char>) -> String {
    let marks = [
        extra.map(|mark| format!("{mark} wrongly expanded")),
        missing.map(|mark| format!("{mark} never expanded")),
        unseen.map(|mark| format!("{mark} pruned or too deep")),
    ];
    let marks: Vec<String> = marks.into_iter().flatten().collect();
    if marks.is_empty() {
        "the tree:".to_owned()
    } else {
        format!("the tree ({}):", marks.join("; "))
    }
}

/// Above a tree without marks: the calls were too many, or were not recorded.
pub const TREE_UNMARKED: &str = "the tree (your expansions were not recorded one by one):";
/// Behind a state whose successors are drawn further up.
pub const SHARED: &str = "(see above)";
/// Behind a won state.
pub const WIN: &str = "win";
/// Behind a lost state.
pub const LOSE: &str = "lose";
/// In place of `n` states that both sides treat alike.
#[must_use]
pub fn same_below(n: usize) -> String {
    match n {
        1 => "(1 state below, no difference)".to_owned(),
        n => format!("({n} states below, no difference)"),
    }
}

/// In place of `n` states for which the page is too small.
#[must_use]
pub fn more_below(n: usize) -> String {
    match n {
        1 => "(1 state below)".to_owned(),
        n => format!("({n} states below)"),
    }
}

/// Behind an edge that was asked for more often than the reference does.
#[must_use]
pub fn asked_times(yours: usize, reference: usize) -> String {
    match reference {
        1 => format!("(you asked {yours} times, the reference once)"),
        _ => format!("(you asked {yours} times, the reference {reference} times)"),
    }
}

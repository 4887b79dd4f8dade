//! `plygrade solve`: the reference's answer to cases, and what they say that differs from it.

mod disagreement;

use std::io::Write as _;
use std::path::PathBuf;

use plygrade_sdk::wire::Number;
use serde_json::{Value, json};

use self::disagreement::disagreements;
use super::output::print;
use crate::case::{Case, Unit};
use crate::error::{CaseError, Error};
use crate::exit_status::ExitStatus;
use crate::reference::{self, NoReference, Reference};
use crate::report::text;
use crate::suite::{Rules, Suite};
use crate::{case, files::Files};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case's file, a suite's folder, or the name of a built-in suite or case (SUITE/QUESTION/CASE)
    path: PathBuf,
    /// As text or as data
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write missing expected values (action, value, next_state_calls) into the case files
    #[arg(long)]
    write: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// One case and its reference.
struct Solved<'s> {
    question: &'s str,
    case: &'s Case,
    reference: Result<Reference, NoReference>,
    /// What the case says that the reference contradicts.
    differs: Vec<CaseError>,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    let suite = Suite::load(&args.path)?;
    let is_there = suite.path.as_ref().is_some_and(|path| path.exists());
    if args.write && !is_there {
        let message = "a built-in suite cannot be written to; copy its folder first";
        return Err(Error::Usage(message.to_owned()));
    }
    let solved: Vec<Solved<'_>> = suite
        .questions
        .iter()
        .flat_map(|question| question.cases.iter().map(|case| (&*question.name, case)))
        .map(|(question, case)| solve(question, case, suite.rules))
        .collect();
    match args.format {
        Format::Text => print(&solved.iter().map(as_text).collect::<String>())?,
        Format::Json => {
            print(&format!("{:#}\n", solved.iter().map(as_json).collect::<Value>()))?;
        }
    }
    // Also beside JSON, where the contract has no room for it.
    let mut stderr = std::io::stderr().lock();
    let mut status = ExitStatus::Passed;
    for Solved { case, reference, differs, .. } in &solved {
        let file = case.file.display();
        for difference in differs {
            let _ = writeln!(stderr, "error: {difference}");
            status = status.max(ExitStatus::PointsLost);
        }
        if let Err(error @ NoReference::Fails(_)) = reference {
            let _ = writeln!(stderr, "error: {file}: {error}");
            status = status.max(ExitStatus::Usage);
        }
    }
    if args.write {
        for solved in solved.iter().filter(|solved| solved.differs.is_empty()) {
            if write(solved)? {
                let _ = writeln!(stderr, "written: {}", solved.case.file.display());
            }
        }
    }
    Ok(status)
}

fn solve<'s>(question: &'s str, case: &'s Case, rules: Rules) -> Solved<'s> {
    let reference = reference::solve(&case.task);
    let differs = match &reference {
        Ok(reference) if case.task.play.is_none() => disagreements(case, rules, reference),
        _ => Vec::new(),
    };
    Solved { question, case, reference, differs }
}

/// Writes what is missing into the case's file; whether anything was.
fn write(solved: &Solved<'_>) -> Result<bool, Error> {
    let Solved { case, reference: Ok(reference), .. } = solved else { return Ok(false) };
    if case.task.play.is_some() {
        return Ok(false);
    }
    let file = &case.file;
    let text = Files::Disk.read_text(file)?;
    let Some(filled) = case::fill::fill(file, &text, &case.expect, reference)
        .map_err(|message| Error::Grader(format!("{}: {message}", file.display())))?
    else {
        return Ok(false);
    };
    std::fs::write(file, filled)
        .map_err(|error| Error::Usage(format!("failed to write {}: {error}", file.display())))?;
    Ok(true)
}

fn as_json(solved: &Solved<'_>) -> Value {
    let Solved { question, case, reference, differs } = solved;
    let counts = |reference: &Reference| {
        let counts =
            Unit::ALL.iter().map(|unit| (unit.key().to_owned(), json!(unit.of(&reference.counts))));
        Value::Object(counts.collect())
    };
    let mut object = match reference {
        Ok(reference) => json!({
            "value": Number(reference.value),
            "action": reference.action,
            "optimal_actions": reference.optimal_actions,
            "counts": counts(reference),
            "disagreements": differs.iter().map(|error| &*error.message).collect::<Value>(),
        }),
        Err(error) => json!({
            "value": null,
            "action": null,
            "optimal_actions": [],
            "counts": null,
            "disagreements": [],
            "no_reference": error.to_string(),
        }),
    };
    object["case"] = json!(case.name);
    object["question"] = json!(question);
    if let Ok(Reference { generated: Some(generated), .. }) = reference {
        object["generated"] = json!(generated);
    }
    object
}

fn as_text(solved: &Solved<'_>) -> String {
    let Solved { question, case, reference, .. } = solved;
    let mut text = format!("{question}/{}\n", case.name);
    let mut line = |key: &str, value: String| {
        text.push_str(&format!("  {key:<20} {value}\n"));
    };
    match reference {
        Ok(reference) => {
            let joined = |actions: &[plygrade_sdk::Action]| {
                actions.iter().map(text::written).collect::<Vec<_>>().join(" ")
            };
            line("value", reference.value.to_string());
            if let Some(action) = &reference.action {
                line("action", text::written(action));
            }
            if !reference.optimal_actions.is_empty() {
                line("optimal_actions", joined(&reference.optimal_actions));
            }
            for unit in Unit::ALL {
                if let Some(count) = unit.of(&reference.counts) {
                    line(unit.key(), count.to_string());
                }
            }
            if let Some(generated) = &reference.generated {
                line("generated", generated.iter().cloned().collect::<Vec<_>>().join(" "));
            }
        }
        Err(error) => line("no reference", error.to_string()),
    }
    text
}

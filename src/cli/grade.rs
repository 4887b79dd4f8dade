//! `plygrade grade SUBMISSION`.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::colour;
use super::output::Output;
use super::progress::Progress;
use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::grade::Sink;
use crate::host::HostOptions;
use crate::host::sandbox::Level;
use crate::host::sources::with_links;
use crate::nearest::did_you_mean;
use crate::report::style::Style;
use crate::report::{CaseReport, Report, json, terminal};
use crate::submission::Submission;
use crate::suite::{Chosen, Question, Suite, no_such};

/// What to grade, and how.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  plygrade grade multiAgents.py --suite path/to/multiagent -q q3
  plygrade grade solutions/accepted/plain_searches.rs --format json -o report.json")]
pub(super) struct Args {
    /// The file or folder that was handed in
    submission: PathBuf,
    /// Run this program, which speaks the protocol of docs/PROTOCOL.md, in the submission's folder
    #[arg(long, value_name = "COMMAND")]
    agent_command: Option<String>,
    /// The suite: a folder, or the name of a built-in one [default: the one that the submission's
    /// plygrade.toml or Cargo.toml names, or what it defines is for, else multiagent]
    #[arg(long, value_name = "DIR")]
    suite: Option<PathBuf>,
    /// Grade this question alone (may be repeated)
    #[arg(short, long = "question", value_name = "QUESTION")]
    questions: Vec<String>,
    /// Run this case alone, named by its file's stem or as QUESTION/CASE (may be repeated)
    #[arg(short = 't', long = "case", value_name = "CASE")]
    cases: Vec<String>,
    /// The report's format [default: json where -o names a .json file, else terminal]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write the report to this file, which is replaced in one step, instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Cases that run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Give no case, and no game, more than so many seconds, whatever the suite gives; a program of
    /// the protocol has them for each line, and four times that for its answer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seconds: Option<u32>,
    /// Seeds the submission's own random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Layers between the submission and this machine
    #[arg(long, value_enum, default_value_t = Level::Auto)]
    sandbox: Level,
    /// The Python interpreter that runs Python submissions [default: python3]
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people
    Terminal,
    /// For programs
    Json,
}

impl Format {
    fn render(self, report: &Report, style: Style) -> Result<String, Error> {
        match self {
            Format::Terminal => Ok(terminal::render(report, style)),
            Format::Json => json::render(report).map_err(|error| {
                Error::Grader(format!("failed to write the report as JSON: {error}"))
            }),
        }
    }
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    let output = Output::new(args.output.as_deref(), &args.submission)?;
    let submission = match &args.agent_command {
        Some(command) => Submission::with_command(&args.submission, command)?,
        None => Submission::open(&args.submission)?,
    };
    // The suite is read while the machine is asked what it has.
    let (mut suite, suite_chosen) = std::thread::scope(|scope| {
        scope.spawn(|| submission.prepare(args.sandbox, args.python.as_deref()));
        match &args.suite {
            Some(path) => {
                Suite::load_with(path, &args.questions).map(|suite| (suite, Chosen::ByUser))
            }
            None => {
                let (name, why) = submission.suite();
                chosen(name).map(|suite| (suite, why))
            }
        }
    })?;
    let left_out = select(&mut suite, &args.questions, &args.cases)?;
    if let Some(seconds) = args.seconds {
        suite.limit_time(Duration::from_secs(seconds.into()));
    }
    let mut hidden = with_links(&suite.expectations(&args.submission));
    hidden.extend(args.output.clone());
    let options =
        HostOptions { seed: args.seed, sandbox: args.sandbox, python: args.python.clone(), hidden };
    let hosts = submission.hosts(&options)?;
    for warning in hosts.warnings() {
        let word = colour::stderr().note("warning:");
        let _ = writeln!(std::io::stderr(), "{word} {warning}");
    }
    let run = Run { args, linked_in: submission.is_linked_in(), suite_chosen, left_out };
    let mut watch = Watch { run: &run, output: &output, progress: Progress::new(&suite) };
    let jobs = usize::from(args.jobs);
    let graded = crate::grade::grade(&submission.name, &suite, hosts.as_ref(), jobs, &mut watch);
    watch.progress.finish();
    let report = run.named(graded?);
    let style = if output.is_stdout() { colour::stdout() } else { Style::plain() };
    output.write(&args.format().render(&report, style)?)?;
    Ok(report.exit_status())
}

/// The built-in suite that a submission asks for: it may name no other, such as one of its own.
fn chosen(name: &str) -> Result<Suite, Error> {
    Suite::builtin(name).unwrap_or_else(|| {
        let names = Suite::builtin_names();
        let hint = did_you_mean(name, names.iter().map(String::as_str));
        let message = format!(
            "the submission asks for the suite {name:?}, which is not built in{hint}; name one \
             with --suite"
        );
        Err(Error::Usage(message))
    })
}

/// What the command line alone knows.
struct Run<'a> {
    args: &'a Args,
    linked_in: bool,
    suite_chosen: Chosen,
    /// Cases that `-t` leaves out.
    left_out: usize,
}

impl Run<'_> {
    /// The report with all that.
    fn named(&self, report: Report) -> Report {
        let args = self.args;
        Report {
            linked_in: self.linked_in,
            suite_chosen: self.suite_chosen,
            seed: args.seed,
            left_out: self.left_out,
            options: args.kept(),
            ..report
        }
    }
}

impl Args {
    fn format(&self) -> Format {
        let ending = self.output.as_ref().and_then(|path| path.extension());
        let json = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        self.format.unwrap_or(if json { Format::Json } else { Format::Terminal })
    }

    /// The options without which a case may go otherwise, for the command that runs it again: with
    /// the sandbox that is the default.
    fn kept(&self) -> Vec<(&'static str, String)> {
        let python = self.python.as_ref().map(|path| path.display().to_string());
        let options = [
            ("--agent-command", self.agent_command.clone()),
            ("--python", python),
            ("--seed", (self.seed != 0).then(|| self.seed.to_string())),
            ("--seconds", self.seconds.map(|seconds| seconds.to_string())),
        ];
        options.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// Shows progress, and keeps the report's file up to date: a run that is killed leaves what it
/// had found out.
struct Watch<'a> {
    run: &'a Run<'a>,
    output: &'a Output,
    progress: Progress,
}

impl Sink for Watch<'_> {
    fn case(&mut self, question: &Question, done: &CaseReport) {
        self.progress.case(question, done);
    }

    fn waiting(&mut self) {
        self.progress.waiting();
    }

    fn wants_reports(&self) -> bool {
        self.output.is_replaceable()
    }

    fn so_far(&mut self, report: Report) {
        let report = self.run.named(report);
        if let Ok(text) = self.run.args.format().render(&report, Style::plain()) {
            // What cannot be written now is said when the whole report cannot be either.
            let _ = self.output.write(&text);
        }
    }
}

/// Leaves what `-q` and `-t` name; a case is named alone or as `question/case`. How many cases of the
/// questions that are left are not.
///
/// # Errors
/// [`Error::Usage`] when one of them names nothing.
fn select(suite: &mut Suite, questions: &[String], cases: &[String]) -> Result<usize, Error> {
    let known: Vec<&str> = suite.questions.iter().map(|q| q.name.as_str()).collect();
    if let Some(name) = questions.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(no_such("question", name, &suite.name, &known));
    }
    if !questions.is_empty() {
        suite.questions.retain(|question| questions.contains(&question.name));
    }
    let whole = |question: &str, case: &str| format!("{question}/{case}");
    let known: Vec<(&str, String)> = suite
        .questions
        .iter()
        .flat_map(|q| {
            q.cases.iter().map(move |case| (case.name.as_str(), whole(&q.name, &case.name)))
        })
        .collect();
    let unknown =
        |name: &&String| !known.iter().any(|(case, whole)| name == case || *name == whole);
    if let Some(name) = cases.iter().find(unknown) {
        let known: Vec<&str> = known.iter().map(|(case, _)| *case).collect();
        return Err(no_such("case", name, &suite.name, &known));
    }
    let mut left_out = 0;
    if !cases.is_empty() {
        for question in &mut suite.questions {
            let (name, all) = (&question.name, question.cases.len());
            question.cases.retain(|case| {
                cases.contains(&case.name) || cases.contains(&whole(name, &case.name))
            });
            if !question.cases.is_empty() {
                left_out += all - question.cases.len();
            }
        }
        suite.questions.retain(|question| !question.cases.is_empty());
    }
    Ok(left_out)
}

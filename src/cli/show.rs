//! `plygrade show`: the position in which a case asks its agent, and what is built in.

use std::path::PathBuf;

use plygrade_engine::Domain;
use plygrade_engine::games::pacman::Pacman;
use plygrade_engine::games::tree::{Decided, Tree};
use plygrade_sdk::wire::Number;
use serde_json::{Value, json};

use super::output::print;
use crate::error::Error;
use crate::exit_status::ExitStatus;
use crate::files::Files;
use crate::position::{At, Position, to_action};
use crate::report::layout::wrap;
use crate::report::text;
use crate::suite::{Named, Suite, built_in};
use crate::with_position;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The case's file, or SUITE/QUESTION/CASE for a built-in one; SUITE and SUITE/QUESTION list those
    case: PathBuf,
    /// What is shown, and as what
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// The board or tree, drawn
    Text,
    /// For programs
    Json,
    /// The case's file as it is written
    Source,
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    let file = args.case.display();
    let is_there = args.case.exists();
    // As everywhere, a name alone means what is built in.
    if (!is_there || args.case.iter().count() == 1)
        && let Some(Named::Suite(suite) | Named::Question(suite)) = built_in(&args.case)?
    {
        return list(&suite, args.format);
    }
    if args.case.is_dir() {
        return Err(Error::Usage(format!("{file} is a folder; show takes the file of one case")));
    }
    let suite = Suite::load(&args.case)?;
    let cases: Vec<_> = suite.questions.iter().flat_map(|question| &question.cases).collect();
    let [case] = cases[..] else {
        return Err(Error::Usage(format!("{file} is a suite; show takes the file of one case")));
    };
    match args.format {
        Format::Text => {
            print(&case.task.position.text())?;
            print(&format!("\n{}\n", text::task::asked(&case.task)))?;
            print(&format!("{}\n", text::task::to_move(&case.task.position)))?;
        }
        Format::Json => print(&format!("{:#}\n", data(&case.task.position)))?,
        Format::Source => {
            let files = if is_there { Files::Disk } else { Files::BuiltIn };
            print(&files.read_text(&case.file)?)?;
        }
    }
    Ok(ExitStatus::Passed)
}

/// The cases of a built-in suite or of one question of it, with what each is for.
fn list(suite: &Suite, format: Format) -> Result<ExitStatus, Error> {
    let mut text = String::new();
    for question in &suite.questions {
        text.push_str(&format!("{}  {}\n", question.name, question.title));
        for case in &question.cases {
            text.push_str(&format!("  {}\n", case.name));
            for line in wrap(case.description.trim(), "      ") {
                text.push_str(&format!("{line}\n"));
            }
        }
    }
    match format {
        Format::Text => print(&text)?,
        Format::Json => {
            let cases = suite.questions.iter().flat_map(|question| {
                question.cases.iter().map(|case| {
                    json!({
                        "question": question.name,
                        "case": case.name,
                        "description": case.description,
                    })
                })
            });
            print(&format!("{:#}\n", cases.collect::<Value>()))?;
        }
        Format::Source => {
            let message = format!("{} has many files; name one case of it", suite.name);
            return Err(Error::Usage(message));
        }
    }
    Ok(ExitStatus::Passed)
}

/// The position as data.
fn data(position: &Position) -> Value {
    let mut data = with_position!(position, at => common(at));
    let special = match position {
        Position::Pacman(at) => pacman(at),
        Position::Tree(at) => tree(at),
        Position::TicTacToe(_) | Position::Nim(_) | Position::Chase(_) => json!({}),
    };
    if let (Value::Object(data), Value::Object(special)) = (&mut data, special) {
        data.extend(special);
    }
    data["kind"] = json!(position.kind());
    data["text"] = json!(position.text());
    data
}

fn common<G: Domain>(at: &At<G>) -> Value {
    json!({
        "state": at.game.state_name(&at.state),
        "agents": at.game.agents(),
        "to_move": at.agent,
        "win": at.game.is_win(&at.state, 0),
        "lose": at.game.is_lose(&at.state, 0),
        "legal_actions": legal(at, at.agent),
    })
}

fn legal<G: Domain>(at: &At<G>, agent: usize) -> Value {
    let mut actions = Vec::new();
    if !at.game.is_terminal(&at.state) {
        at.game.legal_actions(&at.state, agent, &mut actions);
    }
    actions.iter().map(|action| json!(to_action(at.game.action_name(action)))).collect()
}

fn pacman(at: &At<Pacman>) -> Value {
    let (layout, state) = (&*at.game.layout, &at.state);
    let agents = (0..state.num_agents()).map(|agent| {
        let (x, y) = state.position(agent).unwrap_or_default();
        json!({
            "x": x,
            "y": y,
            "direction": state.direction(agent).map(|direction| direction.name()),
            "scared_timer": state.scared_timer(agent),
        })
    });
    json!({
        "score": state.score(),
        "win": state.is_win(),
        "lose": state.is_lose(),
        "food": state.food_count(),
        "capsules": state.capsules(layout).map(|cell| json!([cell.x, cell.y])).collect::<Value>(),
        "agents": agents.collect::<Value>(),
        "legal_actions": (0..state.num_agents()).map(|agent| legal(at, agent)).collect::<Value>(),
    })
}

fn tree(at: &At<Tree>) -> Value {
    let tree = &at.game;
    let edges = tree.states().flat_map(|state| {
        tree.edges(state).iter().map(move |(label, child)| {
            json!([tree.name(state), tree.label(*label), tree.name(*child)])
        })
    });
    let values = tree
        .states()
        .filter_map(|state| Some((tree.name(state).to_owned(), json!(Number(tree.value(state)?)))));
    let decided = |how: Decided| {
        let states = tree.states().filter(move |state| tree.decided(*state) == Some(how));
        states.map(|state| json!(tree.name(state))).collect::<Value>()
    };
    json!({
        "root": tree.name(at.state),
        "edges": edges.collect::<Value>(),
        "values": values.collect::<serde_json::Map<String, Value>>(),
        "win_states": decided(Decided::Win),
        "lose_states": decided(Decided::Lose),
    })
}

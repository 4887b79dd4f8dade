//! Reads case files.

use std::path::Path;

use plygrade_engine::games::tree::{Decided, Tree};
use plygrade_engine::search::{Algorithm, Cut, Terms};

use super::wire::{CaseFile, Game};
use super::{Case, Expect, Limits, Range, Task, Unit, Visibility, Watch};
use crate::error::CaseError;
use crate::position::{At, Position};

/// Reads the TOML case in `file`, whose text is `text`.
///
/// # Errors
/// [`CaseError`] with the place.
pub fn case(file: &Path, text: &str) -> Result<Case, CaseError> {
    let wire: CaseFile = toml::from_str(text).map_err(|error| {
        let (line, column) = error.span().map_or((None, None), |span| {
            let before = &text[..span.start.min(text.len())];
            let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
            (Some(before.matches('\n').count() + 1), Some(column))
        });
        CaseError { file: file.to_owned(), line, column, message: error.message().to_owned() }
    })?;
    let position = position(&wire.game).map_err(|message| CaseError::file(file, message))?;
    let agents = position.agents() as u32;
    let cut = match wire.cut {
        plygrade_sdk::Cut::Strict => Cut::Strict,
        plygrade_sdk::Cut::Weak => Cut::Weak,
    };
    let plies = wire.plies.or(wire.depth.map(|depth| depth.saturating_mul(agents)));
    let expect = Expect {
        action: wire.expect.action,
        value: wire.expect.value,
        value_tolerance: 1e-9,
        counts: wire
            .expect
            .next_state_calls
            .map(|n| (Unit::NextStateCalls, Range::exactly(n)))
            .into_iter()
            .collect(),
        ..Expect::default()
    };
    Ok(Case {
        name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        file: file.to_owned(),
        task: Task {
            algorithm: algorithm(&wire.agent),
            agent: wire.agent,
            depth: wire.depth,
            terms: Terms { plies, cut, ..Terms::default() },
            evaluation: None,
            arguments: Vec::new(),
            position,
            play: None,
            limits: Limits::default(),
            watch: Watch { exact_distinct: false, order: true },
        },
        expect,
        points: 1.0,
        visibility: Visibility::default(),
        hints: Vec::new(),
        description: String::new(),
        diagram: None,
    })
}

/// The search that an agent's name in a case means.
#[must_use]
pub fn algorithm(agent: &str) -> Option<Algorithm> {
    Some(match agent {
        "minimax" => Algorithm::Minimax,
        "minimax-bfs" => Algorithm::MinimaxBfs,
        "alphabeta" => Algorithm::AlphaBeta,
        "alphabeta-ordered" => Algorithm::AlphaBetaOrdered,
        "alphabeta-bounds" => Algorithm::AlphaBetaBounds,
        "iterative-deepening" => Algorithm::IterativeDeepening,
        "expectimax" => Algorithm::Expectimax,
        "reflex" => Algorithm::Reflex,
        "evaluation" => Algorithm::Evaluation,
        _ => return None,
    })
}

fn position(game: &Game) -> Result<Position, String> {
    match game {
        Game::Tree { agents, root, edges, values, win, lose } => {
            let mut tree = Tree::new(*agents);
            let state = tree.node(root);
            for (from, action, to) in edges {
                let (from, to) = (tree.node(from), tree.node(to));
                tree.add_edge(from, action, to);
            }
            for (name, value) in values {
                let id = tree.node(name);
                tree.set_value(id, *value);
            }
            for (names, decided) in [(win, Decided::Win), (lose, Decided::Lose)] {
                for name in names {
                    let id = tree.node(name);
                    tree.set_decided(id, decided);
                }
            }
            Ok(Position::Tree(At { game: tree, state, agent: 0 }))
        }
    }
}

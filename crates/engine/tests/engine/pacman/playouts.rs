//! Recorded games, move by move: legal actions, states, drawings, and the ghosts' draws.

use plygrade_engine::games::pacman::{GhostKind, Pacman, choose};
use plygrade_engine::random::MersenneTwister;
use plygrade_engine::{Domain, Game};
use serde_json::Value;

use super::shared::{action_order, direction, directions, layout, list, recorded, records};
use super::shared::{word, written};

/// Replays a record; how many of its moves were ghosts' draws.
fn replay(record: &Value) -> usize {
    let id = word(&record["id"]);
    let ghosts = list(&record["start"]["agents"]).len() - 1;
    let mut game = Pacman::new(layout(record).with_ghost_limit(ghosts));
    game.action_order = action_order(record);
    let kind = match word(&record["ghosts"]) {
        "RandomGhost" => GhostKind::Random,
        "DirectionalGhost" => GhostKind::Directional,
        other => panic!("{id}: unknown ghost {other}"),
    };
    // Pacman's moves of the records were drawn from another generator.
    let seed = record["seed"].as_i64().expect("a number");
    let mut random = MersenneTwister::seed_int(seed.into());
    let mut state = game.start();
    assert_eq!(written(&game.layout, &state), recorded(&record["start"]), "{id}: start");
    let mut draws = 0;
    for (number, step) in list(&record["steps"]).iter().enumerate() {
        let agent = step["agent"].as_u64().expect("a number") as usize;
        let action = direction(&step["action"]);
        let mut legal = Vec::new();
        game.legal_actions(&state, agent, &mut legal);
        assert_eq!(legal, directions(&step["legal"]), "{id}, step {number}: legal actions");
        if agent > 0 {
            let drawn = choose(&game, &state, agent, kind, &mut random);
            assert_eq!(drawn, action, "{id}, step {number}: draw");
            draws += 1;
        }
        state = game.successor(&state, agent, &action).expect("a recorded move is legal");
        let after = recorded(&step["after"]);
        assert_eq!(written(&game.layout, &state), after, "{id}, step {number}: {action:?}");
    }
    assert_eq!(game.text(&state), word(&record["final_board"]), "{id}");
    draws
}

#[test]
fn playouts_agree() {
    let records = records("pacman-playouts.jsonl");
    let draws: usize = records.iter().map(replay).sum();
    assert!(records.is_empty() || draws > 2000, "{draws} draws");
}

#[test]
fn snaps_agree() {
    let records = records("pacman-snaps.jsonl");
    let draws: usize = records.iter().map(replay).sum();
    assert!(records.is_empty() || draws > 1000, "{draws} draws");
}

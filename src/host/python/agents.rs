//! Which of a submission's classes a case means, and how it is made.

use plygrade_engine::search::{Algorithm, Cut, Terms};
use plygrade_wire::{Agent, Keyword};

use super::submission::Kind;
use crate::case::Task;
use crate::position::Position;

/// Search depth where a case searches to the end of the game: deeper than any game that ends.
const TO_THE_END: i64 = 1000;

/// The classes that answer for the agents of cases, by the agent.
pub(super) const CLASSES: [(&str, &[&str]); 8] = [
    ("minimax", &["MinimaxAgent", "Minimax", "MiniMax"]),
    ("alphabeta", &["AlphaBetaAgent", "AlphaBeta", "Alphabeta"]),
    ("expectimax", &["ExpectimaxAgent", "Expectimax"]),
    ("reflex", &["ReflexAgent"]),
    ("minimax-bfs", &["MinimaxBfsAgent", "BreadthFirstMinimaxAgent"]),
    ("alphabeta-ordered", &["OrderedAlphaBetaAgent"]),
    ("alphabeta-bounds", &["BoundedAlphaBetaAgent"]),
    ("iterative-deepening", &["IterativeDeepeningAgent"]),
];

/// The agent of `task`, for a submission of `kind`. `None` when its interface cannot say what the
/// case asks.
///
/// `course` says that the case is the course's own, whose agents keep the depth that they have by
/// default where the case names none.
pub(super) fn agent(task: &Task, kind: Kind, course: bool) -> Option<Agent> {
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let (mut classes, functions): (Vec<String>, Vec<String>) = match task.agent.as_str() {
        "evaluation" => (Vec::new(), named(&["better", "betterEvaluationFunction"])),
        name => match CLASSES.iter().find(|(agent, _)| *agent == name) {
            Some((_, classes)) => (named(classes), Vec::new()),
            None => (named(&[name]), named(&[name])),
        },
    };
    if functions.len() > 1 {
        classes.clear();
    }
    let own_evaluation = task.evaluation.as_deref() == Some("better");
    if own_evaluation && kind == Kind::Lab {
        return None;
    }
    let text = |(name, value): &(String, String)| (name.clone(), Keyword::Text(value.clone()));
    let mut keywords: Vec<(String, Keyword)> = task.arguments.iter().map(text).collect();
    if keywords.is_empty() && kind == Kind::Berkeley && task.agent != "reflex" {
        let depth = match (task.depth, task.terms.plies) {
            (Some(depth), _) => Some(i64::from(depth)),
            (None, None) if course => None,
            (None, None) => Some(TO_THE_END),
            (None, Some(plies)) => {
                let agents = task.position.agents() as u32;
                if !plies.is_multiple_of(agents) {
                    return None;
                }
                Some(i64::from(plies / agents))
            }
        };
        keywords.extend(depth.map(|depth| ("depth".to_owned(), Keyword::Int(depth))));
        if own_evaluation {
            keywords.push(("evalFn".to_owned(), Keyword::Text("better".to_owned())));
        }
    }
    let offers = if course { Vec::new() } else { offers(task) };
    let searches = vec![task.agent.trim_end_matches("Agent").to_lowercase()];
    Some(Agent { classes, functions, searches, keywords, offers })
}

/// The terms of `task`, for constructors that name them.
fn offers(task: &Task) -> Vec<(String, Keyword)> {
    let terms = &task.terms;
    let int = |name: &str, n: u32| (name.to_owned(), Keyword::Int(n.into()));
    let mut offers = Vec::new();
    offers.extend(terms.plies.map(|plies| int("plies", plies)));
    if task.algorithm == Some(Algorithm::AlphaBeta) {
        let cut = if terms.cut == Cut::Weak { "weak" } else { "strict" };
        offers.push(("cut".to_owned(), Keyword::Text(cut.to_owned())));
        let (alpha, beta) = terms.window;
        offers.push(("window".to_owned(), Keyword::Pair(alpha, beta)));
    }
    offers
}

/// Other terms than the case's that an agent may keep who cannot be told the case's: it takes
/// only what is in `knows`.
///
/// The course's alpha-beta is told to cut on > and <, from an open window. The lab's starts from
/// [-1, 1] and cuts on equality, and its text lets students choose. Which of them counts is decided
/// by the game: the submission must have no say in how it is judged.
pub(super) fn own_terms(task: &Task, knows: &[String]) -> Vec<Terms> {
    if task.algorithm != Some(Algorithm::AlphaBeta) {
        return Vec::new();
    }
    let takes = |term: &str| knows.iter().any(|known| known == term);
    let case = &task.terms;
    let open = Terms::default().window;
    let cuts: &[Cut] = match task.position {
        _ if takes("cut") => &[case.cut],
        Position::Tree(_) | Position::Pacman(_) => &[Cut::Strict],
        Position::TicTacToe(_) | Position::Nim(_) | Position::Chase(_) => &[Cut::Weak, Cut::Strict],
    };
    let windows: &[(f64, f64)] = match task.position {
        _ if takes("window") => &[case.window],
        // All values lie in it.
        Position::TicTacToe(_) | Position::Nim(_) => &[(-1.0, 1.0), open],
        Position::Tree(_) | Position::Pacman(_) | Position::Chase(_) => &[open],
    };
    let both = cuts.iter().flat_map(|cut| windows.iter().map(|window| (*cut, *window)));
    both.filter(|both| *both != (case.cut, case.window))
        .map(|(cut, window)| Terms { cut, window, ..*case })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::case::load;

    fn task(head: &str, game: &str) -> Task {
        let text = format!("agent = \"alphabeta\"\n{head}\n[game]\n{game}\n[expect]\nvalue = 1\n");
        load::case(Path::new("case.toml"), &text).expect("a case").task
    }

    const TREE: &str = "kind = \"tree\"\nagents = 2\nroot = \"r\"\nedges = [[\"r\", \"L\", \"a\"]]\n\
                        values = { a = 1.0 }";
    const NIM: &str = "kind = \"nim\"\npiles = [1]";
    const CHASE: &str = "kind = \"chase\"\npursuer = [1, 1]\nevader = [2, 2]";

    #[test]
    fn the_game_decides_which_terms_of_its_own_an_agent_may_keep() {
        let open = Terms::default().window;
        let others = |task: &Task, knows: &[&str]| {
            let knows: Vec<String> = knows.iter().map(|word| (*word).to_owned()).collect();
            let terms = own_terms(task, &knows);
            terms.iter().map(|terms| (terms.cut, terms.window)).collect::<Vec<_>>()
        };
        assert_eq!(others(&task("", TREE), &[]), []);
        assert_eq!(others(&task("cut = \"weak\"", TREE), &[]), [(Cut::Strict, open)]);
        assert_eq!(others(&task("cut = \"weak\"", TREE), &["cut"]), []);
        let lab = [(Cut::Weak, (-1.0, 1.0)), (Cut::Weak, open), (Cut::Strict, (-1.0, 1.0))];
        assert_eq!(others(&task("", NIM), &[]), lab);
        // Its values lie far outside [-1, 1].
        assert_eq!(others(&task("plies = 2", CHASE), &[]), [(Cut::Weak, open)]);
    }

    #[test]
    fn an_interface_that_cannot_be_told_of_an_evaluation_has_no_agent_for_it() {
        let pacman = "kind = \"pacman\"\nlayout = \"\"\"\n%%%%%\n%P.G%\n%%%%%\n\"\"\"";
        let own = "agent = \"expectimax\"\ndepth = 1\nevaluation = \"better\"";
        let text = format!("{own}\n[game]\n{pacman}\n[expect]\nvalue = 1\n");
        let task = load::case(Path::new("case.toml"), &text).expect("a case").task;
        assert!(agent(&task, Kind::Lab, false).is_none());
        assert!(agent(&task, Kind::Berkeley, false).is_some());
    }
}

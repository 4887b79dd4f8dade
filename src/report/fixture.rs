//! One report that shows every word, reason and note; all formats are snapshots of it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use plygrade_engine::search::{Algorithm, Cut, Terms};
use plygrade_sdk::{Action, Answer};

use super::{CaseReport, QuestionReport, Report};
use crate::case::expect::{KnownMistake, Quantity};
use crate::case::play::{Follow, Play, Seed};
use crate::case::{Case, Range, Unit, load};
use crate::judge::{self, Note, Reason, Verdict, Word};
use crate::position::{At, Position};
use crate::reference::{self, Reference};
use crate::suite::Chosen;
use crate::transcript::{Call, Calls, Fault, FaultKind, Game, Odd, Transcript, Turn, WrongTurn};

const TIED: &str = r#"
agent = "alphabeta"
depth = 2
[game]
kind = "tree"
agents = 2
root = "max"
edges = [
  ["max", "West", "min1"], ["max", "Center", "min2"], ["max", "East", "min3"],
  ["min1", "West", "a"], ["min1", "East", "b"],
  ["min2", "West", "c"], ["min2", "Center", "d"], ["min2", "East", "e"],
  ["min3", "West", "f"], ["min3", "East", "g"],
  ["g", "West", "h"],
]
values = { a = 10.0, b = 11.0, c = 10.0, d = 9.0, e = 1e20, f = -2.5, g = 100.0, h = 0.0 }
win = ["b"]
lose = ["f"]
"#;

const SHARED: &str = r#"
agent = "minimax"
[game]
kind = "tree"
agents = 3
root = "根"
edges = [["根", "左", "共享状态"], ["根", "右", "共享状态"], ["共享状态", "下", "叶"]]
values = { "叶" = 0.125 }
"#;

/// The report.
pub(super) fn report() -> Report {
    let questions = vec![alphabeta(), tictactoe(), faults(), games(), missing()];
    Report {
        suite_argument: "test_cases/all words".to_owned(),
        suite_chosen: Chosen::ByContent,
        sandbox: vec!["namespaces".to_owned(), "seccomp".to_owned(), "cgroups".to_owned()],
        seconds: 83.26,
        ..Report::new("solutions/wrong/everything at once.rs", "all words", questions)
    }
}

fn question(name: &str, title: &str, cases: Vec<CaseReport>) -> QuestionReport {
    let sum = |of: fn(&Verdict) -> f64| cases.iter().map(|case| of(&case.verdict)).sum();
    QuestionReport {
        name: name.to_owned(),
        title: title.to_owned(),
        points: sum(|verdict| verdict.points),
        max_points: sum(|verdict| verdict.max_points),
        cases,
    }
}

fn case(name: &str, text: &str) -> Case {
    load::case(Path::new(&format!("test_cases/all words/{name}.toml")), text)
        .expect("the fixture's cases are right")
}

/// The reference of a case, and the turn of a submission that searches by `yours`.
fn searched(case: &Case, yours: impl Fn(&mut Case)) -> (Reference, Turn) {
    let solve = |case: &Case| reference::solve(&case.task).expect("the fixture can be solved");
    let mut other = case.clone();
    yours(&mut other);
    let (reference, yours) = (solve(case), solve(&other));
    let turn = Turn {
        answer: Answer { action: yours.action.clone(), value: Some(yours.value) },
        counts: yours.counts,
        calls: Some(Calls { list: yours.calls, truncated: false }),
        ..Turn::default()
    };
    (reference, turn)
}

fn verdict(word: Word, points: f64, reasons: Vec<Reason>, notes: Vec<Note>) -> Verdict {
    Verdict { word, points, max_points: 1.0, reasons, notes }
}

fn one_turn(case: Case, reference: Reference, turn: Turn, verdict: Verdict) -> CaseReport {
    let transcript = Transcript { turns: vec![turn], seconds: 0.25, ..Transcript::default() };
    CaseReport::new(&case, Some(reference), transcript, verdict)
}

fn wrong_turn(state: &str) -> WrongTurn {
    WrongTurn { state: state.to_owned(), turn: 1, agent: 2 }
}

fn alphabeta() -> QuestionReport {
    let pass = |name, notes| {
        let case = case(name, TIED);
        let (reference, turn) = searched(&case, |_| ());
        one_turn(case, reference, turn, verdict(Word::Pass, 1.0, Vec::new(), notes))
    };
    let asks_again = Note::AsksAgain { calls: 14, needed: 7 };
    let cases = vec![
        pass("1-plain", Vec::new()),
        pass("2-asks-again", vec![asks_again]),
        tied("6-tied-root", |case| case.task.terms.cut = Cut::Weak),
        tied("7-never-cuts", |case| case.task.algorithm = Some(Algorithm::Minimax)),
        shared(),
        unanswered("8-no-answer"),
    ];
    question("alphabeta", "Alpha-beta pruning with the strict cut, as the course asks", cases)
}

fn tied(name: &str, yours: impl Fn(&mut Case)) -> CaseReport {
    let mut case = case(name, TIED);
    case.expect.counts = vec![(Unit::NextStateCalls, Range::exactly(8))];
    case.hints = vec![
        "on equal values the strict cut goes on searching; compare with v > beta, not v >= beta"
            .to_owned(),
    ];
    let (reference, turn) = searched(&case, yours);
    let names =
        |calls: &[Call]| -> Vec<String> { calls.iter().map(|call| call.child.clone()).collect() };
    let yours: BTreeSet<String> = turn.calls.iter().flat_map(|calls| names(&calls.list)).collect();
    let right: BTreeSet<String> = names(&reference.calls).into_iter().collect();
    let reasons = vec![
        Reason::WrongCount {
            unit: Unit::NextStateCalls,
            got: Some(turn.counts.next_state_calls),
            expected: Range::exactly(8),
        },
        Reason::WrongGenerated {
            unexpected: yours.difference(&right).cloned().collect(),
            missing: right.difference(&yours).cloned().collect(),
        },
    ];
    one_turn(case, reference, turn, verdict(Word::Wrong, 0.0, reasons, Vec::new()))
}

fn shared() -> CaseReport {
    let mut case = case("7-shared-states", SHARED);
    case.hints = vec!["共享的状态只需要展开一次吗？请检查你的搜索是否为每个父状态都重新请求了后继状态，并且确认轮到的智能体编号是正确的。".to_owned()];
    let (reference, mut turn) = searched(&case, |_| ());
    if let Some(calls) = &mut turn.calls {
        let again = calls.list[0].clone();
        calls.list.insert(1, again);
    }
    let reasons = vec![
        Reason::WrongOrder {
            index: 1,
            got: Some("根>共享状态".to_owned()),
            expected: Some("共享状态>叶".to_owned()),
        },
        Reason::WrongTurn(vec![wrong_turn("共享状态"), wrong_turn("根"), wrong_turn("根")]),
    ];
    one_turn(case, reference, turn, verdict(Word::Wrong, 0.0, reasons, Vec::new()))
}

fn unanswered(name: &str) -> CaseReport {
    let case = case(name, TIED);
    let (reference, turn) = searched(&case, |_| ());
    let allowed: Vec<Action> = (0..30).map(|n| Action::Word(format!("a{n}"))).collect();
    let reasons = vec![
        Reason::WrongAction { got: None, valued: false, method: None, allowed },
        Reason::WrongAction {
            got: Some("west".into()),
            valued: false,
            method: None,
            allowed: vec!["West".into(), "Center".into()],
        },
        Reason::OddAction {
            odd: Odd {
                what: "the number 1.0".to_owned(),
                advice: "return the action, not its value".to_owned(),
            },
            allowed: vec!["West".into()],
        },
        Reason::WrongGenerated {
            unexpected: ["e".to_owned(), "g".to_owned()].into(),
            missing: ["d".to_owned()].into(),
        },
        Reason::WrongValue { got: None, expected: f64::INFINITY, tolerance: 0.0 },
        Reason::WrongValue { got: Some(f64::NAN), expected: 1.5, tolerance: 0.25 },
        Reason::WrongCount {
            unit: Unit::Evaluations,
            got: None,
            expected: Range { min: 2, max: 8 },
        },
        Reason::WrongCount {
            unit: Unit::LegalActionsCalls,
            got: Some(1),
            expected: Range { min: 2, max: u64::MAX },
        },
    ];
    let notes = vec![Note::Remembers, Note::AsksWhenOver { calls: 2 }];
    one_turn(case, reference, turn, verdict(Word::Wrong, 0.0, reasons, notes))
}

fn tictactoe() -> QuestionReport {
    use plygrade_engine::games::tictactoe::{Board, TicTacToe};
    let mut case = case("corner-first", TIED);
    let position = At { game: TicTacToe::default(), state: Board::default(), agent: 0 };
    case.task.position = Position::TicTacToe(position);
    case.task.algorithm = Some(Algorithm::MinimaxBfs);
    case.task.depth = None;
    case.task.terms.plies = Some(2);
    case.task.terms.window = (-1.0, f64::INFINITY);
    let (reference, turn) = searched(&case, |_| ());
    let reasons = vec![Reason::WrongAction {
        got: Some(Action::Pair(0, 0)),
        valued: false,
        method: None,
        allowed: vec![Action::Pair(1, 1)],
    }];
    let notes = vec![
        Note::NotChecked {
            what: "the value".to_owned(),
            why: "this submission answers actions alone".to_owned(),
        },
        Note::OwnTerms(Terms { window: (-1.0, 1.0), ..Terms::default() }),
        Note::WrongTurn(vec![wrong_turn("X........")]),
    ];
    let cases = vec![one_turn(case, reference, turn, verdict(Word::Partial, 0.5, reasons, notes))];
    question("tictactoe", "", cases)
}

fn faults() -> QuestionReport {
    let faults = [
        (FaultKind::OverBudget, "more successor calls than the case allows"),
        (FaultKind::TimedOut, "more than 30 s"),
        (FaultKind::Crashed, "IndexError: list index out of range \u{1b}[31m"),
        (FaultKind::IllegalAction, "the action is not legal for agent 1: Stop"),
        (FaultKind::InvalidAnswer, ""),
        (FaultKind::Killed, "more memory than 512 MiB"),
        (FaultKind::Grader, "plygrade itself panicked in this case"),
    ];
    let mut cases: Vec<CaseReport> = faults.into_iter().map(|(k, text)| faulty(k, text)).collect();
    let mut again = faulty(faults[2].0, faults[2].1);
    again.case.name = "crashed-again".to_owned();
    cases.push(again);
    let case = case("case-error", TIED);
    let verdict = judge::no_reference(&case, "the game goes on for too long".to_owned());
    cases.push(CaseReport::new(&case, None, Transcript::default(), verdict));
    question("faults", "Whose fault it was", cases)
}

fn faulty(kind: FaultKind, message: &str) -> CaseReport {
    let word = Word::from(kind);
    let case = case(word.as_str(), TIED);
    let crashed = kind == FaultKind::Crashed;
    let mut fault = Fault::new(kind, message);
    if crashed {
        fault.traceback = [
            "  File \"multiAgents.py\", line 140, in getAction",
            "    return self.value(gameState, 0, self.depth)[1]",
            "  File \"multiAgents.py\", line 162, in value",
            "    best = children[len(children)]  # 中文注释 that makes this line of code rather long",
        ]
        .map(str::to_owned)
        .into();
        fault.state = Some(case.task.position.text());
    }
    let transcript = Transcript {
        turns: vec![Turn::default()],
        fault: Some(fault.clone()),
        output: if crashed { "depth 0\ndepth 1\n".repeat(8) } else { String::new() },
        ..Transcript::default()
    };
    let verdict = Verdict::without_points(word, 1.0, vec![Reason::Fault(fault)]);
    CaseReport::new(&case, None, transcript, verdict)
}

fn games() -> QuestionReport {
    let mut case = case("open-maze", TIED);
    case.task.algorithm = None;
    case.task.agent = "ReflexAgent".to_owned();
    case.task.play = Some(Play {
        games: 2,
        seed: Seed::Int(1),
        ghosts: Vec::new(),
        follow: Follow::Submission,
        moves: Vec::new(),
        max_moves: 100,
        time: Duration::from_secs(30),
        all_time: Duration::MAX,
    });
    let game = |score, win| Game { score, win, ..Game::default() };
    let (reference, turn) = searched(&self::case("open-maze", TIED), |_| ());
    let transcript = Transcript {
        turns: vec![turn.clone(), turn],
        games: vec![game(512.5, true), game(-301.0, false)],
        seconds: 12.5,
        ..Transcript::default()
    };
    let reasons = vec![
        Reason::MissedThresholds {
            quantity: Quantity::Score,
            got: 105.75,
            missed: vec![500.0, 1000.0],
        },
        Reason::BelowMinimum { quantity: Quantity::Wins, got: 1.0, minimum: 2.0 },
    ];
    let notes = vec![Note::ExtraCredit { points: 1.0 }];
    let verdict = Verdict { max_points: 4.0, ..verdict(Word::Partial, 2.0, reasons, notes) };
    let open = CaseReport::new(&case, Some(reference), transcript, verdict);
    question("games", "", vec![open, line(&case)])
}

/// A game along the reference's line, with everything that can be wrong with it.
fn line(case: &Case) -> CaseReport {
    let mut case = case.clone();
    case.name = "reference-line".to_owned();
    let (got, allowed) = (Some("Stop".into()), vec!["West".into(), "North".into()]);
    let state = Some("%%%%%\n%< G%\n%%%%%\nScore: -3".to_owned());
    let mut ended = Fault::new(FaultKind::Crashed, "KeyError: 'a'");
    ended.traceback = vec!["multiAgents.py, line 7, in getAction: return known['a']".to_owned()];
    ended.state.clone_from(&state);
    let explored = |number, got, expected: [u64; 2]| Reason::WrongExplored {
        number,
        got,
        expected: expected.to_vec(),
        without_stop: true,
    };
    let reasons = vec![
        Reason::Game { numbers: vec![0, 1, 2, 5], moves: 0, fault: None },
        Reason::Game { numbers: vec![3], moves: 6, fault: Some(ended) },
        Reason::WrongLength { got: 12, expected: 40 },
        explored(3, Some(41), [39, 27]),
        explored(4, None, [75, 57]),
        Reason::Suboptimal { number: 3, got, method: None, state, allowed },
        Reason::Suboptimal {
            number: 4,
            got: None,
            method: Some("getAction".to_owned()),
            state: None,
            allowed: vec!["West".into()],
        },
        Reason::QuestionEnded { case: "1-plain".to_owned() },
        Reason::DependsOn { question: "q1".to_owned() },
    ];
    let known = [KnownMistake::DepthOffByOne, KnownMistake::PartialPly];
    let notes = known.map(Note::LooksLike).to_vec();
    let verdict = verdict(Word::Wrong, 0.0, reasons, notes);
    CaseReport::new(&case, None, Transcript::default(), verdict)
}

fn missing() -> QuestionReport {
    let not_run = |n: usize| {
        let case = case(&format!("{n}-expectimax"), TIED);
        let agent = "expectimax".to_owned();
        let reasons = vec![Reason::NoSuchAgent { agent, wanted: Vec::new(), instead: None }];
        let verdict = Verdict::without_points(Word::NotRun, 1.0, reasons);
        let transcript = Transcript { missing_agent: true, ..Transcript::default() };
        CaseReport::new(&case, None, transcript, verdict)
    };
    question("expectimax", "Ghosts that move at random", (1..=9).map(not_run).collect())
}

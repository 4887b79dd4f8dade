//! Judges a Pacman game along the reference's line, in the course's order of verdicts.

use plygrade_sdk::Action;

use super::{Note, Reason, Word, games};
use crate::case::expect::{KnownMistake, Line};
use crate::transcript::{Game, Transcript, Turn};

/// The word for a game along `line`, with its reasons and notes. From top to bottom: timed out,
/// crashed, a wrong number of states at any move, right, other moves. A known mistake is a note on
/// the number: what searches too deep or too shallow sees other states, and who sees the right ones
/// does something else.
pub(super) fn judge(line: &Line, transcript: &Transcript) -> (Word, Vec<Reason>, Vec<Note>) {
    let turns = &transcript.turns;
    if let Some(game) = transcript.games.iter().find(|game| game.timed_out || game.crashed) {
        let word = if game.timed_out { Word::TimedOut } else { crash(game) };
        return (word, vec![games::reason(vec![0], game)], Vec::new());
    }
    if turns.len() != length(line) || transcript.games.is_empty() {
        let reason = Reason::WrongLength { got: turns.len(), expected: length(line) };
        return (Word::Wrong, vec![reason], Vec::new());
    }
    if let Some(reason) = wrong_explored(line, turns) {
        // The count decides, but the moves may tell where it comes from.
        let note = if is_right(line, turns) { None } else { mistakes(line, turns).next() };
        let reason = if is_silent(turns) { suboptimal(line, transcript) } else { reason };
        return (Word::Wrong, vec![reason], note.map(Note::LooksLike).into_iter().collect());
    }
    if is_right(line, turns) {
        return (Word::Pass, Vec::new(), Vec::new());
    }
    (Word::Wrong, vec![suboptimal(line, transcript)], Vec::new())
}

/// The word for a game that ended early.
pub(super) fn crash(game: &Game) -> Word {
    match (&game.fault, game.timed_out) {
        (_, true) => Word::TimedOut,
        (Some(fault), false) => fault.kind.into(),
        (None, false) => Word::Crashed,
    }
}

fn length(line: &Line) -> usize {
    line.variants.first().map_or(0, |variant| variant.moves.len())
}

/// The first move whose count is no variant's.
fn wrong_explored(line: &Line, turns: &[Turn]) -> Option<Reason> {
    turns.iter().enumerate().find_map(|(number, turn)| {
        let got = turn.counts.distinct_explored;
        let moves = line.variants.iter().filter_map(|variant| variant.moves.get(number));
        let expected: Vec<u64> = moves.map(|one| one.distinct_explored).collect();
        let right = got.is_some_and(|got| expected.contains(&got));
        let without_stop = is_without_stop(line);
        (!right).then_some(Reason::WrongExplored { number, got, expected, without_stop })
    })
}

/// Whether an agent neither searches nor answers, which explains the number of its states.
fn is_silent(turns: &[Turn]) -> bool {
    let silent = |turn: &Turn| turn.answer.action.is_none() && turn.counts.next_state_calls == 0;
    turns.first().is_some_and(silent)
}

/// Whether the variants are two, and the second one never considers `Stop`: it allows it nowhere
/// and explores no more states.
fn is_without_stop(line: &Line) -> bool {
    let [with, without] = line.variants.as_slice() else { return false };
    with.moves.iter().zip(&without.moves).all(|(with, without)| {
        !without.actions.iter().any(|action| action == "Stop")
            && without.distinct_explored <= with.distinct_explored
    })
}

/// Whether all answers stay with one variant.
fn is_right(line: &Line, turns: &[Turn]) -> bool {
    line.variants.iter().any(|variant| {
        stays_with(turns, variant.moves.iter().map(|one| one.actions.as_slice())) == turns.len()
    })
}

/// The known mistakes that explain all answers.
fn mistakes(line: &Line, turns: &[Turn]) -> impl Iterator<Item = KnownMistake> {
    let explains = |variants: &[Vec<Vec<Action>>]| {
        variants
            .iter()
            .any(|moves| stays_with(turns, moves.iter().map(Vec::as_slice)) == turns.len())
    };
    line.mistakes.iter().filter(move |(_, variants)| explains(variants)).map(|(known, _)| *known)
}

/// How many answers, from the first on, are among the allowed ones.
fn stays_with<'a>(turns: &[Turn], allowed: impl Iterator<Item = &'a [Action]>) -> usize {
    turns
        .iter()
        .zip(allowed)
        .take_while(|(turn, allowed)| {
            turn.answer.action.as_ref().is_some_and(|action| allowed.contains(action))
        })
        .count()
}

/// Where the answers leave the variant that they stay with the longest.
fn suboptimal(line: &Line, transcript: &Transcript) -> Reason {
    let turns = &transcript.turns;
    let longest = line
        .variants
        .iter()
        .map(|variant| {
            let allowed = variant.moves.iter().map(|one| one.actions.as_slice());
            (stays_with(turns, allowed), variant)
        })
        // The first of equals, which is the variant with all actions.
        .rev()
        .max_by_key(|(kept, _)| *kept);
    let (number, allowed) = match longest {
        Some((kept, variant)) => {
            (kept, variant.moves.get(kept).map(|one| one.actions.clone()).unwrap_or_default())
        }
        None => (0, Vec::new()),
    };
    let turn = turns.get(number);
    let got = turn.and_then(|turn| turn.answer.action.clone());
    let state = turn.and_then(|turn| turn.state.clone());
    Reason::Suboptimal { number, got, method: transcript.method.clone(), state, allowed }
}

#[cfg(test)]
mod tests {
    use plygrade_engine::Counts;
    use plygrade_sdk::Answer;

    use super::*;
    use crate::case::expect::{ExpectedMove, Variant};
    use crate::transcript::{Fault, FaultKind};

    fn words(actions: &str) -> Vec<Action> {
        actions.split_whitespace().map(Action::from).collect()
    }

    /// Three moves; counts 10, 20, 30 with `Stop` and 5, 15, 25 without.
    fn line() -> Line {
        let variant = |moves: [(&str, u64); 3]| Variant {
            moves: moves
                .map(|(actions, distinct_explored)| ExpectedMove {
                    actions: words(actions),
                    distinct_explored,
                })
                .to_vec(),
        };
        let list = |moves: [&str; 3]| moves.map(words).to_vec();
        Line {
            variants: vec![
                variant([("West Stop", 10), ("Stop", 20), ("East", 30)]),
                variant([("West", 5), ("North", 15), ("East", 25)]),
            ],
            mistakes: vec![
                (KnownMistake::PartialPly, vec![list(["East", "East", "East"])]),
                (
                    KnownMistake::DepthOffByOne,
                    vec![list(["East", "East", "East"]), list(["South", "West", "East"])],
                ),
            ],
        }
    }

    fn transcript(turns: [(&str, u64); 3], game: Game) -> Transcript {
        let turn = |(action, explored): (&str, u64)| Turn {
            answer: match action {
                "" => Answer::none(),
                _ => Answer::action(action.into()),
            },
            counts: Counts {
                next_state_calls: explored,
                distinct_explored: Some(explored),
                ..Counts::default()
            },
            state: Some(format!("before {action}")),
            ..Turn::default()
        };
        Transcript { turns: turns.map(turn).to_vec(), games: vec![game], ..Transcript::default() }
    }

    fn verdict(turns: [(&str, u64); 3]) -> (Word, Vec<Reason>, Vec<Note>) {
        judge(&line(), &transcript(turns, Game::default()))
    }

    #[test]
    fn either_variant_passes_and_counts_may_be_anothers() {
        let pass = (Word::Pass, Vec::new(), Vec::new());
        assert_eq!(verdict([("Stop", 10), ("Stop", 20), ("East", 30)]), pass);
        assert_eq!(verdict([("West", 5), ("North", 15), ("East", 25)]), pass);
        assert_eq!(verdict([("West", 5), ("Stop", 20), ("East", 25)]), pass);
    }

    #[test]
    fn answers_must_stay_with_one_variant() {
        let (word, reasons, _) = verdict([("Stop", 10), ("North", 20), ("East", 30)]);
        assert_eq!(word, Word::Wrong);
        let expected = Reason::Suboptimal {
            number: 1,
            got: Some("North".into()),
            method: None,
            state: Some("before North".to_owned()),
            allowed: words("Stop"),
        };
        assert_eq!(reasons, [expected]);
    }

    #[test]
    fn a_wrong_count_comes_before_everything_but_faults() {
        let expected = Reason::WrongExplored {
            number: 1,
            got: Some(21),
            expected: vec![20, 15],
            without_stop: true,
        };
        // Right moves, and moves of a known mistake.
        let right = verdict([("West", 10), ("Stop", 21), ("East", 31)]);
        assert_eq!(right, (Word::Wrong, vec![expected.clone()], Vec::new()));
        let known = verdict([("South", 10), ("West", 21), ("East", 30)]);
        let note = Note::LooksLike(KnownMistake::DepthOffByOne);
        assert_eq!(known, (Word::Wrong, vec![expected], vec![note]));
    }

    #[test]
    fn the_partial_ply_comes_before_the_depth() {
        let notes = |turns| verdict(turns).2;
        let partial = [Note::LooksLike(KnownMistake::PartialPly)];
        assert_eq!(notes([("East", 11), ("East", 20), ("East", 30)]), partial);
        let depth = [Note::LooksLike(KnownMistake::DepthOffByOne)];
        assert_eq!(notes([("South", 11), ("West", 20), ("East", 30)]), depth);
        assert_eq!(notes([("East", 11), ("West", 20), ("East", 30)]), []);
    }

    /// Whoever sees as many states as are right does not search too deep or too shallow.
    #[test]
    fn with_right_numbers_no_mistake_about_depth_is_said() {
        let (word, reasons, notes) = verdict([("South", 10), ("West", 20), ("East", 30)]);
        assert_eq!((word, notes), (Word::Wrong, Vec::new()));
        let first = matches!(reasons[..], [Reason::Suboptimal { number: 0, .. }]);
        assert!(first, "{reasons:?}");
    }

    #[test]
    fn no_answer_is_a_suboptimal_one() {
        let reason = verdict([("West", 10), ("", 20), ("East", 30)]).1;
        let expected = Reason::Suboptimal {
            number: 1,
            got: None,
            method: None,
            state: Some("before ".to_owned()),
            allowed: words("Stop"),
        };
        assert_eq!(reason, [expected]);
    }

    #[test]
    fn who_neither_searches_nor_answers_is_told_the_latter() {
        let mut silent = transcript([("", 0), ("", 0), ("", 0)], Game::default());
        let told = judge(&line(), &silent).1;
        assert!(matches!(told[..], [Reason::Suboptimal { number: 0, got: None, .. }]), "{told:?}");
        silent.turns[0].counts.next_state_calls = 4;
        let told = judge(&line(), &silent).1;
        assert!(matches!(told[..], [Reason::WrongExplored { .. }]), "{told:?}");
    }

    #[test]
    fn faults_come_first() {
        let fault = Fault::new(FaultKind::Crashed, "division by zero");
        let game = Game { crashed: true, fault: Some(fault.clone()), ..Game::default() };
        let turns = [("West", 10), ("Stop", 99), ("East", 30)];
        let (word, reasons, _) = judge(&line(), &transcript(turns, game));
        assert_eq!(word, Word::Crashed);
        assert_eq!(reasons, [Reason::Game { numbers: vec![0], moves: 0, fault: Some(fault) }]);
        let late = Fault::new(FaultKind::TimedOut, "more than 120 s in one game");
        let game = Game { crashed: true, timed_out: true, fault: Some(late), ..Game::default() };
        assert_eq!(judge(&line(), &transcript(turns, game)).0, Word::TimedOut);
    }

    #[test]
    fn a_line_that_was_not_played_to_its_end_is_wrong() {
        let whole = transcript([("West", 5), ("North", 15), ("East", 25)], Game::default());
        let short = Transcript { turns: whole.turns[..2].to_vec(), ..whole };
        let (word, reasons, _) = judge(&line(), &short);
        assert_eq!(word, Word::Wrong);
        assert_eq!(reasons, [Reason::WrongLength { got: 2, expected: 3 }]);
    }
}

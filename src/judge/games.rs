//! Judges whole games by thresholds: each one reached is a point, a minimum missed is all of them.

use super::line::crash;
use super::{Note, Reason, Verdict, Word};
use crate::case::expect::{Games, Quantity};
use crate::transcript::{Fault, Game, Transcript};

/// The verdict on games of which `max_points` can be earned; points beyond them are extra credit.
pub(super) fn judge(games: &Games, max_points: f64, transcript: &Transcript) -> Verdict {
    let played = &transcript.games;
    let mut points = 0.0;
    let mut forfeited = false;
    let mut reasons = ended_early(played);
    for quantity in Quantity::ALL {
        let Some(thresholds) = quantity.of(games) else { continue };
        let got = match quantity {
            Quantity::Score => {
                played.iter().map(|game| game.score).sum::<f64>() / played.len() as f64
            }
            Quantity::Wins => played.iter().filter(|game| game.win).count() as f64,
            Quantity::InTime => played.iter().filter(|game| !game.timed_out).count() as f64,
        };
        // Without any game the average is no number, which reaches nothing.
        let reached = |at: f64| got >= at;
        if let Some(minimum) = thresholds.minimum.filter(|minimum| !reached(*minimum)) {
            forfeited = true;
            reasons.push(Reason::BelowMinimum { quantity, got, minimum });
        }
        let missed: Vec<f64> = thresholds.at.iter().copied().filter(|at| !reached(*at)).collect();
        points += (thresholds.at.len() - missed.len()) as f64;
        if !missed.is_empty() {
            reasons.push(Reason::MissedThresholds { quantity, got, missed });
        }
    }
    if forfeited {
        points = 0.0;
    }
    let first_crash = played.iter().find(|game| game.crashed);
    let word = match first_crash {
        _ if points >= max_points && !forfeited => Word::Pass,
        _ if points > 0.0 => Word::Partial,
        Some(game) => crash(game),
        None => Word::Wrong,
    };
    let extra = points - max_points;
    let notes = if extra > 0.0 { vec![Note::ExtraCredit { points: extra }] } else { Vec::new() };
    if word == Word::Pass {
        // Nothing was lost, so what remains is no reason.
        reasons.retain(|reason| matches!(reason, Reason::Game { .. }));
    }
    Verdict { word, points, max_points, reasons, notes }
}

/// The games that ended early, those of one fault together: the same mistake ends every game.
fn ended_early(played: &[Game]) -> Vec<Reason> {
    let same = |a: &Option<Fault>, b: &Option<Fault>| match (a, b) {
        (Some(a), Some(b)) => a.is_like(b),
        (a, b) => a.is_none() && b.is_none(),
    };
    let mut groups: Vec<(Vec<usize>, &Game)> = Vec::new();
    for (number, game) in played.iter().enumerate().filter(|(_, game)| game.crashed) {
        match groups.iter_mut().find(|(_, first)| same(&first.fault, &game.fault)) {
            Some((numbers, _)) => numbers.push(number),
            None => groups.push((vec![number], game)),
        }
    }
    groups.into_iter().map(|(numbers, first)| reason(numbers, first)).collect()
}

/// The reason that these games ended early, of which `first` is the first.
pub(super) fn reason(numbers: Vec<usize>, first: &Game) -> Reason {
    Reason::Game { numbers, moves: first.moves, fault: first.fault.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::expect::Thresholds;
    use crate::transcript::FaultKind;

    fn thresholds(minimum: Option<f64>, at: &[f64]) -> Option<Thresholds> {
        Some(Thresholds { minimum, at: at.to_vec() })
    }

    /// The shape of the course's question on reflex agents, for four games.
    fn reflex() -> Games {
        Games {
            score: thresholds(None, &[500.0, 1000.0]),
            wins: thresholds(Some(1.0), &[2.0, 4.0]),
            in_time: thresholds(Some(4.0), &[]),
        }
    }

    fn won(score: f64) -> Game {
        Game { score, win: true, ..Game::default() }
    }

    fn lost(score: f64) -> Game {
        Game { score, ..Game::default() }
    }

    fn crashed_at(score: f64, kind: FaultKind) -> Game {
        let fault = Some(Fault::new(kind, "x"));
        Game { crashed: true, timed_out: kind == FaultKind::TimedOut, fault, ..lost(score) }
    }

    fn verdict(games: Games, max_points: f64, played: &[Game]) -> Verdict {
        let transcript = Transcript { games: played.to_vec(), ..Transcript::default() };
        judge(&games, max_points, &transcript)
    }

    #[test]
    fn every_threshold_is_a_point() {
        let all = verdict(reflex(), 4.0, &[won(1000.0), won(1100.0), won(900.0), won(1000.0)]);
        assert_eq!((all.word, all.points, all.reasons.len()), (Word::Pass, 4.0, 0));
        let some = verdict(reflex(), 4.0, &[won(600.0), won(1100.0), lost(200.0), lost(200.0)]);
        assert_eq!((some.word, some.points), (Word::Partial, 2.0));
        let missed =
            |quantity, got, at| Reason::MissedThresholds { quantity, got, missed: vec![at] };
        assert_eq!(
            some.reasons,
            [missed(Quantity::Score, 525.0, 1000.0), missed(Quantity::Wins, 2.0, 4.0)]
        );
    }

    #[test]
    fn a_missed_minimum_forfeits_all() {
        let played = [lost(2000.0), lost(2000.0), lost(2000.0), lost(2000.0)];
        let none = verdict(reflex(), 4.0, &played);
        assert_eq!((none.word, none.points), (Word::Wrong, 0.0));
        let reason = Reason::BelowMinimum { quantity: Quantity::Wins, got: 0.0, minimum: 1.0 };
        assert!(none.reasons.contains(&reason), "{:?}", none.reasons);
    }

    #[test]
    fn a_crashed_game_counts_with_its_score() {
        let crash = crashed_at(-100.0, FaultKind::Crashed);
        let played = [won(1400.0), won(1400.0), won(1400.0), crash];
        let some = verdict(reflex(), 4.0, &played);
        assert_eq!((some.word, some.points), (Word::Partial, 3.0));
        let out = crashed_at(5000.0, FaultKind::TimedOut);
        let none = verdict(reflex(), 4.0, &[won(1400.0), won(1400.0), won(1400.0), out]);
        assert_eq!((none.word, none.points), (Word::TimedOut, 0.0));
    }

    #[test]
    fn one_mistake_in_many_games_is_one_reason() {
        let crash = |message: &str, state: &str| {
            let state = Some(state.to_owned());
            let fault = Some(Fault { state, ..Fault::new(FaultKind::Crashed, message) });
            Game { crashed: true, fault, ..Game::default() }
        };
        let played = [crash("x", "a"), won(1.0), crash("y", "a"), crash("x", "b")];
        let reasons = verdict(reflex(), 4.0, &played).reasons;
        let told: Vec<_> = reasons
            .iter()
            .filter_map(|reason| match reason {
                Reason::Game { numbers, fault, .. } => {
                    let state = fault.as_ref().and_then(|fault| fault.state.as_deref());
                    Some((numbers.as_slice(), state))
                }
                _ => None,
            })
            .collect();
        assert_eq!(told, [(&[0, 3][..], Some("a")), (&[2][..], Some("a"))]);
    }

    #[test]
    fn points_beyond_the_most_are_extra_credit() {
        let played = [won(1000.0), won(1000.0), won(1000.0), won(1000.0)];
        let more = verdict(reflex(), 3.0, &played);
        assert_eq!((more.word, more.points, more.max_points), (Word::Pass, 4.0, 3.0));
        assert_eq!(more.notes, [Note::ExtraCredit { points: 1.0 }]);
    }

    #[test]
    fn no_games_reach_nothing() {
        let none = verdict(reflex(), 4.0, &[]);
        assert_eq!((none.word, none.points), (Word::Wrong, 0.0));
    }
}

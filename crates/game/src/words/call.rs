//! The call after an event: one short sentence with only the change, and the plain facts beside it, for a large display
//! or a voice.

use super::{Told, latest, wins_the_game, wrong_knock};
use crate::rules::score::NotCounted;
use crate::rules::{Claim, Points, Scoring};
use crate::{Act, Change, Deed, Event, Match, RoundEnd, Seat, Side, State, Turn};
use language::{say, say_count};

/// Kind of a call.
///
/// ```
/// use game::Act;
/// use game::record::Record;
/// use game::words::{CallKind, call};
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
/// let before = Record::parse(text)?.game;
/// let mut after = before.clone();
/// after.act(Act::Undo).expect("there is something to undo");
/// let call = call(&before, &after).expect("something has happened");
/// assert_eq!(call.kind, CallKind::Undone);
/// assert_eq!((call.told.title.as_str(), call.told.detail.as_str()), ("Undone: Ben's 6-3, 8 → 0", "Ben to drop"));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// A hand begins.
    Deal,
    /// A tile was dropped, and scored nothing, or its score is not claimed yet.
    Drop,
    /// A score.
    Score,
    /// Eight, as fives and threes are scored.
    Eight,
    /// A score that passes the target: it counts nothing.
    Bust,
    /// A score that counts nothing for another reason.
    NotCounted,
    /// A knock.
    Knock,
    /// Tiles were drawn.
    Draw,
    /// The hand is blocked.
    Blocked,
    /// The hand was counted and paid.
    Paid,
    /// A penalty, or a claim that was not there.
    Penalty,
    /// Pegs were moved by hand.
    Moved,
    /// A side wins the game.
    Game,
    /// A side wins the match.
    Match,
    /// The last act was taken back.
    Undone,
    /// An undone act was restored.
    Redone,
    /// An earlier act was corrected.
    Corrected,
    /// The match was abandoned.
    GivenUp,
    /// A player has a new name, or a substitute.
    Names,
    /// Something that moves no peg: tiles shown, a new deal.
    Other,
}

/// A score that has changed.
///
/// ```
/// use game::record::Record;
/// use game::words::call;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nend\n";
/// let game = Record::parse(text)?.game;
/// let call = call(&game.up_to(1), &game).expect("a drop");
/// assert_eq!((call.moves[0].from.to_string(), call.moves[0].to.to_string()), ("0".to_owned(), "4".to_owned()));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PegMove {
    /// Side it concerns.
    pub side: Side,
    /// The score before.
    pub from: Points,
    /// The score now.
    pub to: Points,
}

/// Call after a change of the match.
///
/// ```
/// use game::record::Record;
/// use game::words::{CallKind, call};
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
/// let game = Record::parse(text)?.game;
/// let call = call(&game.up_to(2), &game).expect("a drop");
/// assert_eq!((call.kind, call.who.as_str(), call.points.to_string()), (CallKind::Eight, "Ben", "8".to_owned()));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Kind of the call.
    pub kind: CallKind,
    /// The number of the event that brought it: another number is another call.
    pub event: usize,
    /// The player who dropped, knocked or was corrected; `None` if the call concerns no player.
    pub seat: Option<Seat>,
    /// Name of the player, or of the side that is paid; empty if the call concerns neither.
    pub who: String,
    /// Points to that player's side; negative if points were taken back.
    pub points: Points,
    /// Every score of the running game that changed.
    pub moves: Vec<PegMove>,
    /// The call in words.
    pub told: Told,
    /// Further news: a knock that was proved wrong.
    pub also: Vec<Told>,
}

/// Returns the call for the change from `before` to `after`; `None` if nothing has happened.
#[must_use]
pub fn call(before: &Match, after: &Match) -> Option<Call> {
    let event = after.events().len().checked_sub(1).filter(|last| *last >= before.events().len())?;
    let mut call = match &after.events()[event].act {
        Act::Undo => rewritten(before, after, CallKind::Undone),
        Act::Redo => rewritten(before, after, CallKind::Redone),
        Act::Correct { .. } => rewritten(before, after, CallKind::Corrected),
        act => happened(before, after, act, event),
    };
    call.event = event;
    call.also = proved(before, after);
    Some(call)
}

/// The scores that differ; none where another game is being played now.
fn moves(before: &State, after: &State) -> Vec<PegMove> {
    if before.legs.len() != after.legs.len() {
        return Vec::new();
    }
    let moved = after.setup.all_sides().map(|side| PegMove { side, from: before.score(side), to: after.score(side) });
    moved.filter(|moved| moved.from != moved.to).collect()
}

/// "10 → 2" where only this side's score changed, else "Ben 10 → 2, Anna 4 → 9".
fn moved_words(state: &State, moves: &[PegMove], side: Option<Side>) -> String {
    match moves {
        [only] if Some(only.side) == side => format!("{} → {}", only.from, only.to),
        all => {
            let word = |moved: &PegMove| format!("{} {} → {}", state.setup.side_name(moved.side), moved.from, moved.to);
            all.iter().map(word).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Difference between two lists of standing acts.
enum Difference {
    /// This event no longer stands.
    Out(usize),
    /// This event stands now.
    In(usize),
    /// The second replaces the first.
    Instead(usize, usize),
    Nothing,
}

fn difference(before: &Match, after: &Match) -> Difference {
    let numbers = |game: &Match| game.standing().map(|(event, _)| event).collect::<Vec<_>>();
    let (was, is) = (numbers(before), numbers(after));
    let at = was.iter().zip(&is).position(|(was, is)| was != is).unwrap_or(was.len().min(is.len()));
    let after = |list: &[usize], at: usize| list.get(at..).unwrap_or_default().to_vec();
    match (was.get(at), is.get(at)) {
        (Some(out), _) if after(&was, at + 1) == after(&is, at) => Difference::Out(*out),
        (_, Some(new)) if after(&was, at) == after(&is, at + 1) => Difference::In(*new),
        (Some(was), Some(is)) => Difference::Instead(*was, *is),
        _ => Difference::Nothing,
    }
}

/// Undo, redo and correction.
fn rewritten(before: &Match, after: &Match, kind: CallKind) -> Call {
    let (seat, mut title) = match (difference(before, after), kind) {
        (Difference::Out(event), _) => {
            let (seat, what) = subject(before, before.act_at(event));
            let words = match kind {
                CallKind::Corrected => say!("Removed: {what}", what),
                CallKind::Undone => say!("Undone: {what}", what),
                _ => say!("Removed again: {what}", what),
            };
            (seat, words)
        }
        (Difference::In(event), _) => {
            let (seat, what) = subject(after, after.act_at(event));
            let words = match kind {
                CallKind::Corrected => say!("Added: {what}", what),
                CallKind::Undone => say!("Restored: {what}", what),
                _ => say!("Redone: {what}", what),
            };
            (seat, words)
        }
        (Difference::Instead(was, is), _) => {
            let (seat, what) = instead(before.act_at(was), after, is);
            let words = match kind {
                CallKind::Undone => say!("Undone: {what}", what),
                CallKind::Redone => say!("Redone: {what}", what),
                _ => say!("Corrected: {what}", what),
            };
            (seat, words)
        }
        (Difference::Nothing, _) => (None, say!("Nothing has changed").to_owned()),
    };
    let (was, is) = (before.state(), after.state());
    let side = seat.map(|seat| is.setup.side_of(seat));
    let moves = moves(was, is);
    if !moves.is_empty() {
        title = format!("{title}, {}", moved_words(is, &moves, side));
    } else if kind == CallKind::Corrected {
        title = say!("{what}, no score changes", what = title);
    }
    let mine = moves.iter().find(|moved| Some(moved.side) == side);
    let late = before.standing().len().saturating_sub(after.standing().len());
    let change = match after.events().last() {
        Some(Event { act: Act::Correct { change, .. }, .. }) => Some(change),
        _ => None,
    };
    let ends = change.is_some_and(|change| matches!(change.plain(), Change::ReplaceAndEnd(_)));
    let late = (ends && late > 0)
        .then(|| say_count!(late, "{n} later entry no longer counts", "{n} later entries no longer count"));
    let on = change.and_then(|change| moved_on(before, after, change));
    let detail = on.into_iter().chain([stands_now(was, is)]).chain(late).filter(|part| !part.is_empty());
    Call {
        kind,
        event: 0,
        seat,
        who: seat.map_or_else(String::new, |seat| is.setup.player(seat).to_owned()),
        points: mine.map_or(Points::ZERO, |moved| moved.to - moved.from),
        told: Told { title, detail: detail.collect::<Vec<_>>().join(" · "), ..Told::default() },
        moves,
        also: Vec::new(),
    }
}

/// "the 2 drops after it are one player on"; `None` where every drop is still the same player's.
fn moved_on(before: &Match, after: &Match, change: &Change) -> Option<String> {
    let Change::Fitted { seats, .. } = change else { return None };
    let dropped = |act: Option<&Act>| match act {
        Some(Act::Play { seat, .. }) => Some(*seat),
        _ => None,
    };
    let moved =
        |event: usize| dropped(before.act_at(event)).is_some_and(|was| dropped(after.act_at(event)) != Some(was));
    match (after.standing().filter(|&(event, _)| moved(event)).count(), seats) {
        (0, _) | (_, 0) => None,
        (drops, 1) => {
            Some(say_count!(drops, "the drop after it is one player on", "the {n} drops after it are one player on"))
        }
        (drops, seats) => Some(say_count!(
            drops,
            "the drop after it is {seats} players on",
            "the {n} drops after it are {seats} players on",
            seats
        )),
    }
}

/// "Ben's drop was the 6-4, not the 5-4".
fn instead(was: Option<&Act>, after: &Match, is: usize) -> (Option<Seat>, String) {
    let setup = after.setup();
    match (was, after.act_at(is)) {
        (Some(Act::Play { seat: before, play: old, .. }), Some(Act::Play { seat, play, .. })) if before == seat => {
            let name = setup.player(*seat);
            let words = if old.tile() == play.tile() {
                say!("{name}'s {tile} is at the other place", name, tile = play.tile())
            } else {
                say!("{name}'s drop was the {tile}, not the {other}", name, tile = play.tile(), other = old.tile())
            };
            (Some(*seat), words)
        }
        (was, act) => {
            let (seat, now) = subject(after, act);
            (seat, say!("{what} instead of {other}", what = now, other = subject(after, was).1))
        }
    }
}

/// Returns the seat of an act and its name: "Ben's 5-4", "Anna's knock", "the count of the hand".
fn subject(game: &Match, act: Option<&Act>) -> (Option<Seat>, String) {
    let setup = game.setup();
    let of = |seat: &Seat, words: fn(&str) -> String| (Some(*seat), words(setup.player(*seat)));
    let plain = |words: &str| (None, words.to_owned());
    match act {
        Some(Act::Play { seat, play, .. }) => {
            (Some(*seat), say!("{name}'s {tile}", name = setup.player(*seat), tile = play.tile()))
        }
        Some(Act::Knock { seat, .. }) => of(seat, |name| say!("{name}'s knock", name)),
        Some(Act::Draw { seat, tiles, .. }) => {
            let name = setup.player(*seat);
            (Some(*seat), say_count!(tiles, "{name}'s draw", "{name}'s draw of {n} tiles", name))
        }
        Some(Act::Claim { seat }) => of(seat, |name| say!("{name}'s claim", name)),
        Some(Act::Muggins { seat }) => of(seat, |name| say!("{name}'s muggins", name)),
        Some(Act::FalseClaim { seat, .. }) => of(seat, |name| say!("{name}'s false claim", name)),
        Some(Act::Penalty { seat, .. }) => of(seat, |name| say!("{name}'s penalty", name)),
        Some(Act::Adjust { side, .. }) => {
            (Seat::new(side.index()), say!("{name}'s pegs moved by hand", name = setup.side_name(*side)))
        }
        Some(Act::Deal { leader, .. }) => of(leader, |name| say!("{name}'s lead", name)),
        Some(Act::Reveal { seat, .. }) => of(seat, |name| say!("{name}'s tiles", name)),
        Some(Act::Rename { seat, .. }) => of(seat, |name| say!("{name}'s new name", name)),
        Some(Act::Substitute { seat, .. }) => of(seat, |name| say!("{name}'s substitution", name)),
        Some(Act::Lapse) => plain(say!("the end of the time to claim")),
        Some(Act::Block) => plain(say!("the blocked hand")),
        Some(Act::Tally { .. }) => plain(say!("the count of the hand")),
        Some(Act::Score { .. }) => plain(say!("the recorded hand")),
        Some(Act::Redeal) => plain(say!("the new deal")),
        Some(Act::Abandon { .. }) => plain(say!("abandoning the match")),
        Some(Act::Start(_) | Act::Undo | Act::Redo | Act::Correct { .. }) | None => plain(say!("nothing")),
    }
}

/// Describes the state after an undo or a correction: whether a side has won, and whose turn it is.
fn stands_now(was: &State, is: &State) -> String {
    let setup = &is.setup;
    let mut parts = Vec::new();
    match (was.leg.winner.filter(|_| was.legs.len() == is.legs.len()), is.leg.winner) {
        (None, Some(side)) => parts.push(wins_the_game(setup, &setup.side_name(side))),
        (Some(side), None) if setup.pairs => {
            parts.push(say!("{pair} have not won yet", pair = setup.side_name(side)));
        }
        (Some(side), None) => parts.push(say!("{name} has not won yet", name = setup.side_name(side))),
        _ => {}
    }
    match is.running() {
        Some(_) if setup.rules.is_sheet() => parts.push(say!("enter the scores of the hand").to_owned()),
        Some(round) if round.layout.is_empty() => parts.push(say!("{name} to lead", name = setup.player(round.turn))),
        Some(round) => parts.push(say!("{name} to drop", name = setup.player(round.turn))),
        None if is.round.as_ref().is_some_and(super::super::Round::needs_tally) => {
            parts.push(say!("count the pips left").to_owned());
        }
        None if is.leg.winner.is_none() && is.round.is_some() => parts.push(say!("the hand is over").to_owned()),
        None => {}
    }
    parts.join(" · ")
}

/// Something new at the table.
fn happened(before: &Match, after: &Match, act: &Act, event: usize) -> Call {
    let (was, is) = (before.state(), after.state());
    let setup = &is.setup;
    let turn = is.round.as_ref().and_then(|round| round.turns.iter().find(|turn| turn.event == event));
    let seat = turn.map(|turn| turn.seat).or_else(|| subject(after, Some(act)).0);
    let by_side = matches!(act, Act::Tally { .. } | Act::Score { .. } | Act::Adjust { .. });
    let who = match seat {
        Some(seat) if by_side => setup.side_name(setup.side_of(seat)),
        Some(seat) => setup.player(seat).to_owned(),
        None => String::new(),
    };
    let moves = moves(was, is);
    let side = seat.map(|seat| setup.side_of(seat));
    let mine = moves.iter().find(|moved| Some(moved.side) == side);
    let points = mine.map_or(Points::ZERO, |moved| moved.to - moved.from);
    let mut told = latest(after);
    if let (Act::Adjust { why, .. }, Some(side)) = (act, side) {
        let moved = moved_words(is, &moves, Some(side));
        told.title = say!("{name}'s pegs moved by hand: {moved}", name = who, moved);
        told.detail.clone_from(why);
        told.points = String::new();
    }
    if let Some(title) = named(was, act) {
        told = Told { title, ..Told::default() };
    }
    Call { kind: kind(was, is, act, turn), event, seat, who, points, moves, told, also: Vec::new() }
}

/// Returns the words for a new name.
fn named(was: &State, act: &Act) -> Option<String> {
    match act {
        Act::Rename { seat, name } => {
            Some(say!("{name} is now called {new}", name = was.setup.player(*seat), new = name.trim()))
        }
        Act::Substitute { seat, name } => {
            Some(say!("{new} plays on for {name}", name = was.setup.player(*seat), new = name.trim()))
        }
        _ => None,
    }
}

fn kind(was: &State, is: &State, act: &Act, turn: Option<&Turn>) -> CallKind {
    let won = is.leg.winner.is_some() && (was.leg.winner.is_none() || was.legs.len() != is.legs.len());
    match act {
        _ if is.winner.is_some() && won => CallKind::Match,
        _ if won => CallKind::Game,
        Act::Play { .. } | Act::Claim { .. } | Act::Muggins { .. } => scored(is, turn),
        Act::Knock { .. } if is.round.as_ref().is_some_and(|round| round.end == Some(RoundEnd::Blocked)) => {
            CallKind::Blocked
        }
        Act::Knock { .. } => CallKind::Knock,
        Act::Draw { .. } => CallKind::Draw,
        Act::Block => CallKind::Blocked,
        Act::Lapse => CallKind::Other,
        Act::Tally { .. } | Act::Score { .. } => CallKind::Paid,
        Act::Penalty { .. } | Act::FalseClaim { .. } => CallKind::Penalty,
        Act::Adjust { .. } => CallKind::Moved,
        Act::Deal { .. } => CallKind::Deal,
        Act::Abandon { .. } => CallKind::GivenUp,
        Act::Rename { .. } | Act::Substitute { .. } => CallKind::Names,
        Act::Reveal { .. } | Act::Redeal | Act::Start(_) | Act::Undo | Act::Redo | Act::Correct { .. } => {
            CallKind::Other
        }
    }
}

/// Returns the kind of call for a drop or a claim. An unclaimed drop is only a drop.
fn scored(is: &State, turn: Option<&Turn>) -> CallKind {
    let Some(turn) = turn else { return CallKind::Drop };
    let rules = &is.setup.rules;
    let eight = rules.scoring == Scoring::FiveThree
        && match turn.deed {
            Deed::Played { points, .. } => rules.claim == Claim::Auto && points == 8,
            _ => turn.award == Points::new(8),
        };
    match turn.not_counted {
        Some(NotCounted::Overshoot) => CallKind::Bust,
        Some(_) => CallKind::NotCounted,
        None if eight => CallKind::Eight,
        None if turn.award.is_zero() => CallKind::Drop,
        None => CallKind::Score,
    }
}

/// Knocks that are proved wrong now and were not before.
fn proved(before: &Match, after: &Match) -> Vec<Told> {
    let (Some(round), setup) = (&after.state().round, after.setup()) else { return Vec::new() };
    let known = before.state().round.as_ref().filter(|old| old.event == round.event);
    let known = known.map(|old| old.wrong_knocks(&setup.rules)).unwrap_or_default();
    let new = round.wrong_knocks(&setup.rules).into_iter();
    let new = new.filter(|wrong| known.iter().all(|old| old.event != wrong.event));
    new.map(|wrong| wrong_knock(setup, &wrong)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::words::signed;

    const HAND: &str = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n[Start \"0\" \"50\"]\ndeal A\n";

    /// Plays a record, then `then`, and compares the calls.
    #[track_caller]
    fn check(acts: &str, then: Option<Act>, expected: (CallKind, &str, &str)) -> Call {
        let game = Record::parse(&format!("{HAND}{acts}end\n")).unwrap().game;
        let (before, after) = match then {
            Some(act) => {
                let mut after = game.clone();
                after.act(act).unwrap();
                (game, after)
            }
            None => {
                let acts = game.standing().len();
                (game.up_to(acts - 1), game)
            }
        };
        let call = call(&before, &after).unwrap();
        assert_eq!((call.kind, call.told.title.as_str(), call.told.points.as_str()), expected);
        call
    }

    #[test]
    fn what_happens_is_called() {
        check("A 6-6\n", None, (CallKind::Score, "Anna leads 6-6", "+4"));
        let call = check("A 6-6\nB 6-3@6-6.s1\n", None, (CallKind::Eight, "Ben dropped 6-3 on the 6-6", "+8"));
        assert_eq!((call.who.as_str(), signed(call.points), call.moves.len()), ("Ben", "+8".to_owned(), 1));
        let bust = "A 6-6\nadjust B 5 \"a slip\"\nB 6-3@6-6.s1\n";
        check(bust, None, (CallKind::Bust, "Bust: Ben dropped 6-3 on the 6-6", "bust"));
        check("A 6-6\nB knock\n", None, (CallKind::Knock, "Ben knocks", ""));
        check("A 6-6\nB knock\nA knock\n", None, (CallKind::Blocked, "The hand is blocked", ""));
        check("A 6-6\nadjust B -8 \"two holes\"\n", None, (CallKind::Moved, "Ben's pegs moved by hand: 50 → 42", ""));
    }

    #[test]
    fn what_is_taken_back_or_put_right_is_called_with_only_what_changed() {
        let eight = "A 6-6\nB 6-3@6-6.s1\n";
        let undo = check(eight, Some(Act::Undo), (CallKind::Undone, "Undone: Ben's 6-3, 58 → 50", ""));
        assert_eq!((undo.told.detail.as_str(), signed(undo.points)), ("Ben to drop", "\u{2212}8".to_owned()));
        check("A 6-6\nB knock\n", Some(Act::Undo), (CallKind::Undone, "Undone: Ben's knock", ""));

        let layout: crate::layout::Layout = "6-6".parse().unwrap();
        let other = |text: &str| {
            let play = layout.parse_play(text).unwrap();
            Box::new(Act::Play { seat: Seat::new(1).unwrap(), play, stands: false })
        };
        let correct = |text: &str| Some(Act::Correct { event: 3, change: Change::Replace(other(text)) });
        let words = "Corrected: Ben's drop was the 6-4, not the 6-3, 58 → 50";
        check(eight, correct("6-4@6-6.s1"), (CallKind::Corrected, words, ""));
        // What came after the end that a correction brings is refused, or no longer counts.
        let late = "A 6-6\nadjust B 3 \"a slip\"\nB 6-4@6-6.s1\nA 6-2@6-6.s2\n";
        let game = Record::parse(&format!("{HAND}{late}end\n")).unwrap().game;
        let instead = |change: Change| Act::Correct { event: 4, change };
        assert!(game.clone().act(instead(Change::Replace(other("6-3@6-6.s1")))).is_err());
        let ends = instead(Change::ReplaceAndEnd(other("6-3@6-6.s1")));
        let words = "Corrected: Ben's drop was the 6-3, not the 6-4, Anna 6 → 4, Ben 53 → 61";
        let call = check(late, Some(ends.clone()), (CallKind::Corrected, words, ""));
        assert_eq!(call.told.detail, "Ben wins the game · 1 later entry no longer counts");
        let mut then = game.clone();
        then.act(ends).unwrap();
        let record = Record { tags: Vec::new(), game: then.clone() }.write();
        let read = Record::parse(&record).unwrap().game;
        assert_eq!(read.state().legs_won, then.state().legs_won, "the clean record is whole");
        assert_eq!(read.state().leg.scores, then.state().leg.scores);
        let acts: Vec<Act> = then.events().iter().map(|event| event.act.clone()).collect();
        assert_eq!(Match::replay(&acts).unwrap(), then);
        let won = then.state().clone();
        then.act(Act::Undo).unwrap();
        assert_eq!(then.state(), game.state());
        then.act(Act::Redo).unwrap();
        assert_eq!(then.state(), &won);
        // Later changes come with it, and the call names only what changed.
        let words = "Corrected: Ben's drop was the 6-5, not the 6-4, Anna 6 → 4";
        check("A 6-6\nB 6-4@6-6.s1\nA 6-2@6-6.s2\n", correct("6-5@6-6.s1"), (CallKind::Corrected, words, ""));
        let words = "Corrected: Ben's drop was the 6-1, not the 6-4, no score changes";
        check("A 6-6\nB 6-4@6-6.s1\n", correct("6-1@6-6.s1"), (CallKind::Corrected, words, ""));
        let remove = Act::Correct { event: 3, change: Change::Remove };
        check(eight, Some(remove), (CallKind::Corrected, "Removed: Ben's 6-3, 58 → 50", ""));
    }

    #[test]
    fn redo_and_the_undoing_of_a_correction_are_called() {
        let mut game = Record::parse(&format!("{HAND}A 6-6\nB 6-3@6-6.s1\nend\n")).unwrap().game;
        let mut said = |act: Act| {
            let before = game.clone();
            game.act(act).unwrap();
            call(&before, &game).unwrap().told.title
        };
        assert_eq!(said(Act::Undo), "Undone: Ben's 6-3, 58 → 50");
        assert_eq!(said(Act::Redo), "Redone: Ben's 6-3, 50 → 58");
        assert_eq!(said(Act::Correct { event: 3, change: Change::Remove }), "Removed: Ben's 6-3, 58 → 50");
        assert_eq!(said(Act::Undo), "Restored: Ben's 6-3, 50 → 58");
    }

    #[test]
    fn a_knock_that_is_proved_wrong_is_said_with_the_drop_that_proves_it() {
        let acts = "A 6-6\nB knock\nA 6-5@6-6.s1\nB 6-2@6-6.s2\n";
        let call = check(acts, None, (CallKind::Drop, "Ben dropped 6-2 on the 6-6", ""));
        let [also] = call.also.as_slice() else { panic!("{:?}", call.also) };
        assert_eq!(also.title, "Ben's knock was wrong: the 6-2 would have gone");
        assert_eq!(also.detail, "these rules forbid it and set no penalty");
        let call = check(&format!("{acts}A knock\n"), None, (CallKind::Knock, "Anna knocks", ""));
        assert_eq!(call.also, [], "said once");
    }
}

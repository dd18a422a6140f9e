//! Spoken announcements: what a caller calls across a noisy table, in the fewest words the game has. What moves no peg
//! is not announced.

use super::{Call, CallKind, number, wins_the_game, wins_the_match};
use crate::rules::{Overshoot, Points, RuleSet, Scoring};
use crate::{Deed, Side, State, Turn};
use language::{Language, say, say_count};

/// Returns points as spoken: "eight", "two and a half", "minus three".
fn points_aloud(points: Points) -> String {
    let halves = points.halves();
    let size = halves.unsigned_abs();
    let words = match (size / 2, size % 2) {
        (0, 1) => say!("a half").to_owned(),
        (whole, 1) => say!("{number} and a half", number = number(whole)),
        (whole, _) => number(whole),
    };
    if halves < 0 { say!("minus {number}", number = words) } else { words }
}

/// Returns the spoken names of a side: "Anna and Chris".
fn side_aloud(state: &State, side: Side) -> String {
    name_aloud(&state.setup.side_name(side))
}

fn name_aloud(name: &str) -> String {
    let mut names = name.split('&');
    let mut all = names.next().unwrap_or_default().to_owned();
    for next in names {
        all.push_str(and(next.trim_start()));
        all.push_str(next);
    }
    all
}

/// Between two names.
fn and(next: &str) -> &'static str {
    match language::current() {
        // Spanish says no "y" before its own sound: Ana e Inés.
        Language::Spanish if next.to_lowercase().trim_start_matches('h').starts_with(['i', 'í']) => "e",
        _ => say!("and"),
    }
}

/// Returns the spoken sentence of a call, empty if nothing needs saying.
///
/// ```
/// use game::record::Record;
/// use game::words::{aloud, call};
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n[Start \"0\" \"26\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
/// let game = Record::parse(text)?.game;
/// let call = call(&game.up_to(2), &game).expect("a drop");
/// assert_eq!(aloud(&call, game.state()), "fifteen eight; Ben thirty-four");
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[must_use]
pub fn aloud(call: &Call, state: &State) -> String {
    let name = name_aloud(&call.who);
    let proved = call.also.first().map(|told| told.title.clone());
    let said = match call.kind {
        CallKind::Eight | CallKind::Score => joined(&[scored(call, state), now(call, state)]),
        CallKind::Bust => joined(&[say!("bust").to_owned(), needs(call, state)]),
        CallKind::NotCounted => say!("no score").to_owned(),
        CallKind::Knock => say!("{name} knocks", name),
        CallKind::Draw => say!("{name} draws", name),
        CallKind::Blocked => say!("blocked").to_owned(),
        CallKind::Paid => joined(&[paid(call), now(call, state)]),
        CallKind::Penalty => joined(&[say!("penalty").to_owned(), now(call, state)]),
        CallKind::Game => joined(&[won_with(call, state), wins_the_game(&state.setup, &winner(state))]),
        CallKind::Match => joined(&[won_with(call, state), wins_the_match(&state.setup, &winner(state))]),
        CallKind::Moved | CallKind::Corrected => joined(&[say!("correction").to_owned(), now(call, state)]),
        CallKind::Undone => joined(&[say!("undone").to_owned(), now(call, state)]),
        CallKind::Redone => joined(&[say!("redone").to_owned(), now(call, state)]),
        CallKind::Deal if !name.is_empty() => say!("{name} leads", name),
        CallKind::GivenUp => say!("the match is abandoned").to_owned(),
        CallKind::Deal | CallKind::Drop | CallKind::Names | CallKind::Other => String::new(),
    };
    joined(&[said, proved.unwrap_or_default()])
}

fn joined(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// The turn a call is about.
fn turn_of<'a>(call: &Call, state: &'a State) -> Option<&'a Turn> {
    let rounds = state.round.iter().chain(state.leg.rounds.last());
    rounds.flat_map(|round| &round.turns).find(|turn| turn.event == call.event)
}

/// Returns the spoken score: the count and its points if they differ ("fifteen eight"), else the points.
fn scored(call: &Call, state: &State) -> String {
    let rules = &state.setup.rules;
    let Some(Turn { deed: Deed::Played { count, points, bonus, .. }, .. }) = turn_of(call, state) else {
        return points_aloud(call.points);
    };
    let score = if *points == 0 { String::new() } else { count_and_points(rules, *count, *points) };
    let bonus = (*bonus > 0).then(|| say!("{points} for going out", points = number(u32::from(*bonus))));
    match (score.is_empty(), bonus) {
        (_, None) => score,
        (true, Some(bonus)) => bonus,
        (false, Some(bonus)) => say!("{score} and {bonus}", score, bonus),
    }
}

/// Returns "fifteen eight", the call of fives-and-threes, or "twenty for four" if that would sound like another number.
fn count_and_points(rules: &RuleSet, count: u16, points: u16) -> String {
    let (count, points) = (u32::from(count), u32::from(points));
    match rules.scoring {
        Scoring::FiveThree | Scoring::FivesUnit if count % 10 == 0 && count >= 20 => {
            say!("{count} for {award}", count = number(count), award = number(points))
        }
        Scoring::FiveThree | Scoring::FivesUnit => {
            say!("{count} {points}", count = number(count), points = number(points))
        }
        Scoring::FivesFull | Scoring::FiveThreeFull | Scoring::Headers | Scoring::None => number(points),
    }
}

/// Returns the changed scores, "Ben thirty-four", with the missing points if one drop can make them.
fn now(call: &Call, state: &State) -> String {
    let stands = |moved: &super::PegMove| format!("{} {}", side_aloud(state, moved.side), points_aloud(moved.to));
    let scores: Vec<String> = call.moves.iter().map(stands).collect();
    joined(&[scores.join(", "), needs(call, state)])
}

/// "Ben needs three", of the side that scored or went bust, where one drop can bring it.
fn needs(call: &Call, state: &State) -> String {
    let rules = &state.setup.rules;
    let Some(side) = call.seat.map(|seat| state.setup.side_of(seat)) else { return String::new() };
    let moved = call.moves.iter().any(|moved| moved.side == side && moved.to > moved.from);
    let missing = Points::new(i32::from(state.setup.target())) - state.score(side);
    let near = rules.overshoot == Overshoot::Disregarded && missing > Points::ZERO && missing <= Points::new(8);
    if !near || !(moved || call.kind == CallKind::Bust) {
        return String::new();
    }
    let (name, points) = (side_aloud(state, side), points_aloud(missing));
    if state.setup.pairs {
        return say_count!(missing, "{pair} need {points}", "{pair} need {points}", pair = name, points);
    }
    say_count!(missing, "{name} needs {points}", "{name} needs {points}", name, points)
}

/// Returns the spoken pay of a hand: "twelve for Anna".
fn paid(call: &Call) -> String {
    if call.points.is_zero() {
        return say!("nothing paid").to_owned();
    }
    say!("{points} for {name}", points = points_aloud(call.points), name = name_aloud(&call.who))
}

/// Returns the spoken winner of the game or match.
fn winner(state: &State) -> String {
    state.leg.winner.or(state.winner).map_or_else(String::new, |side| side_aloud(state, side))
}

/// The score that won, where one did.
fn won_with(call: &Call, state: &State) -> String {
    if turn_of(call, state).is_some() { scored(call, state) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::words::call;
    use crate::{Act, Change};

    /// The announcement after each act of a record's hand.
    #[track_caller]
    fn check(head: &str, acts: &str, expected: &[&str]) {
        let game = Record::parse(&format!("{head}\ndeal A\n{acts}end\n")).unwrap().game;
        let first = game.standing().len() - expected.len();
        let said: Vec<String> = (first..game.standing().len())
            .map(|n| {
                let (before, after) = (game.up_to(n), game.up_to(n + 1));
                aloud(&call(&before, &after).unwrap(), after.state())
            })
            .collect();
        assert_eq!(said, expected);
    }

    const PAFOS: &str = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n[Start \"0\" \"26\"]";

    #[test]
    fn a_hand_is_called_as_at_the_table() {
        check(
            PAFOS,
            "A 6-6\nB 6-3@6-6.s1\nA knock\nB 3-1@6-3.3\n",
            &["twelve four; Anna four", "fifteen eight; Ben thirty-four", "Anna knocks", ""],
        );
    }

    #[test]
    fn near_the_end_what_is_missing_is_said_and_a_bust_is_called_bust() {
        let near = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n[Start \"0\" \"50\"]";
        check(near, "A 6-6\nB 6-3@6-6.s1\n", &["fifteen eight; Ben fifty-eight; Ben needs three"]);
        let bust = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n[Start \"0\" \"58\"]";
        check(bust, "A 6-6\nB 6-3@6-6.s1\n", &["bust; Ben needs three"]);
    }

    #[test]
    fn each_game_has_its_own_words_for_a_score() {
        let muggins = "[Rules \"all_fives_200\"]\n[Players \"Anna\" \"Ben\"]";
        check(muggins, "A 5-5\n", &["ten; Anna ten"]);
        let twenty = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]";
        check(twenty, "A 6-6\nB 6-4@6-6.s1\nA 4-4@6-4.4\n", &["twenty for four; Anna eight"]);
    }

    #[test]
    fn after_a_correction_only_the_correction_is_said() {
        let mut game = Record::parse(&format!("{PAFOS}\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n")).unwrap().game;
        let mut said = |act: Act| {
            let before = game.clone();
            game.act(act).unwrap();
            aloud(&call(&before, &game).unwrap(), game.state())
        };
        assert_eq!(said(Act::Undo), "undone; Ben twenty-six");
        assert_eq!(said(Act::Redo), "redone; Ben thirty-four");
        assert_eq!(said(Act::Correct { event: 3, change: Change::Remove }), "correction; Ben twenty-six");
    }
}

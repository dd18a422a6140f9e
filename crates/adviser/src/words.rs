//! Sentences about advice: reasons, chances, questions without an answer.

use crate::position::{Ended, Problem};
use crate::reasons::Reason;
use game::tile::Tile;
use language::{say, say_count};
use std::fmt;

/// "41 %", "under 1 %", "over 99 %".
#[must_use]
pub fn percent(chance: f32) -> String {
    match chance * 100.0 {
        c if c <= 0.0 => "0 %".to_owned(),
        c if c < 1.0 => say!("under 1 %").to_owned(),
        c if c >= 99.95 => "100 %".to_owned(),
        c if c > 99.0 => say!("over 99 %").to_owned(),
        c => format!("{c:.0} %"),
    }
}

/// "1 point", "8 points".
#[must_use]
pub fn points(n: i16) -> String {
    say_count!(n, "{n} point", "{n} points")
}

/// A reason in words; `next` is who plays next, such as "Ben" or "the next player".
#[must_use]
pub fn reason(reason: &Reason, next: &str) -> String {
    match *reason {
        Reason::WinsTheGame => say!("wins the game").to_owned(),
        Reason::OnlyMove => say!("the only move").to_owned(),
        Reason::ScoresNow { points: n } => say!("scores {points}", points = points(n)),
        Reason::Overshoots { points: n, target } => {
            say!("{points} would pass {target}: nothing counts", points = points(n), target)
        }
        Reason::GoesOut => say!("goes out").to_owned(),
        Reason::LeavesToMake { points: n } => say!("leaves {points} to make", points = points(n)),
        Reason::StopsHisWin { elsewhere } => {
            say!("stops {next} from winning ({chance} with other tiles)", next, chance = percent(elsewhere))
        }
        Reason::AllowsHisWin { chance } => say!("lets {next} win at once ({chance})", next, chance = percent(chance)),
        Reason::DeniesReply { mean, elsewhere } => {
            let (mean, elsewhere) = (format!("{mean:.1}"), format!("{elsewhere:.1}"));
            say!("leaves {next} {mean} points on average; other tiles leave {elsewhere}", next, mean, elsewhere)
        }
        Reason::OpensReply { tile, points: n, chance } => say!(
            "{tile} would score {points} ({chance} that {next} has it)",
            tile,
            points = points(i16::from(n)),
            chance = percent(chance),
            next
        ),
        Reason::ForcesKnock { chance } => {
            say!("{next} probably cannot play ({chance})", next, chance = percent(chance))
        }
        Reason::KeepsControl { pip, own, unseen } => {
            say!("keeps control of the {pip}s ({own} in hand, {unseen} unseen)", pip, own, unseen)
        }
        Reason::RisksKnock { chance } => {
            say!("risks having nothing to play next ({chance})", chance = percent(chance))
        }
        Reason::ShedsPips { pips } => say_count!(pips, "gets rid of {n} pip", "gets rid of {n} pips"),
    }
}

/// The reason for missing advice, with the players' names instead of the numbers of their seats.
#[must_use]
pub fn problem(problem: &Problem, players: &[String]) -> String {
    told(problem, &|seat| players.get(seat).cloned().unwrap_or_else(|| seat_number(seat)))
}

/// The number of a seat without a name.
pub(crate) fn seat_number(seat: usize) -> String {
    say!("seat {seat}", seat)
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&told(self, &seat_number))
    }
}

/// Returns the words for the end of a hand.
fn ended(how: Ended) -> &'static str {
    match how {
        Ended::Blocked => say!("no player can go"),
        Ended::Out => say!("a seat played its last tile"),
    }
}

/// The reason for missing advice; `name` gives the name of the player on a seat.
pub(crate) fn told(problem: &Problem, name: &dyn Fn(usize) -> String) -> String {
    match *problem {
        Problem::Spec(why) => why.to_string(),
        Problem::NoSeat { seat, seats } => {
            say!("there is no seat {seat}: the seats are 0 to {last}", seat, last = seats - 1)
        }
        Problem::Scores { given, sides } => {
            say!("{given} scores were given, but {sides} sides play", given, sides)
        }
        Problem::Score { side, score, target } => {
            say!("side {side} is on {score}: not possible in an unfinished game to {target}", side, score, target)
        }
        Problem::NotInSet { tile } => say!("the hand holds {tile}, which is not in the set", tile),
        Problem::HeldAndPlayed { turn, tile } => {
            say!("turn {turn}: {tile} was played, but it is in the hand too", turn, tile)
        }
        Problem::HandSize { seat, expected, turns, given } => say!(
            "{name} should hold {expected} tiles after {turns} turns, the hand has {given}",
            name = name(seat),
            expected,
            turns,
            given
        ),
        Problem::WrongTurn { turn, expected, seat, drawn } => {
            let (expected, name) = (name(expected), name(seat));
            if drawn {
                say!(
                    "turn {turn}: it was {expected}'s turn, not {name}'s (after a draw, play or knock)",
                    turn,
                    expected,
                    name
                )
            } else {
                say!("turn {turn}: it was {expected}'s turn, not {name}'s", turn, expected, name)
            }
        }
        Problem::NotYourTurn { expected, seat, turns } => say!(
            "it is {expected}'s turn after {turns} turns, not {name}'s",
            expected = name(expected),
            turns,
            name = name(seat)
        ),
        Problem::Over { turn, how } => say!("turn {turn}: the hand was already over ({how})", turn, how = ended(how)),
        Problem::HandOver { how } => say!("the hand is over: {how}", how = ended(how)),
        Problem::Twice { turn, seat, tile, before } => say!(
            "turn {turn}: {name} played {tile}, but it was played at turn {before}",
            turn,
            name = name(seat),
            tile,
            before
        ),
        Problem::NoFit { turn, seat, tile, open } => {
            say!("turn {turn}: {name} played {tile}, but the open ends are {open}", turn, name = name(seat), tile, open)
        }
        Problem::Place { turn, seat, tile, ref why } => {
            say!("turn {turn}: {name} played {tile}: {why}", turn, name = name(seat), tile, why)
        }
        Problem::MustDraw { turn, seat, left } => {
            say!("turn {turn}: {name} knocked, but {left} tiles can still be drawn", turn, name = name(seat), left)
        }
        Problem::KnockAtLead { turn, seat } => {
            say!("turn {turn}: {name} knocked, but any tile can be led", turn, name = name(seat))
        }
        Problem::CannotDraw { turn, seat, drew, left } => {
            say!("turn {turn}: {name} drew {drew}, but {left} tiles can be drawn", turn, name = name(seat), drew, left)
        }
        Problem::NoTiles { turn, seat } => {
            say!("turn {turn}: {name} has no tile left to play", turn, name = name(seat))
        }
        Problem::Held { turn, seat, drew, tile, played } => held(turn, &name(seat), drew, tile, played),
        Problem::NoDeal { turn } => {
            say!("turn {turn}: no deal fits all hands, knocks and draws up to this turn", turn)
        }
    }
}

/// A knock or a draw with a tile that fitted, revealed at turn `played`, or still in the known hand.
fn held(turn: usize, name: &str, drew: bool, tile: Tile, played: Option<usize>) -> String {
    match (drew, played) {
        (true, None) => say!("turn {turn}: {name} drew, but held {tile}, which fitted", turn, name, tile),
        (false, None) => say!("turn {turn}: {name} knocked, but held {tile}, which fitted", turn, name, tile),
        (true, Some(then)) => say!(
            "turn {turn}: {name} drew, but held {tile}, which fitted (and was played at turn {then})",
            turn,
            name,
            tile,
            then
        ),
        (false, Some(then)) => say!(
            "turn {turn}: {name} knocked, but held {tile}, which fitted (and was played at turn {then})",
            turn,
            name,
            tile,
            then
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use language::{Language, within};

    #[test]
    fn chances_are_never_rounded_to_certainty() {
        for (chance, words) in
            [(0.0, "0 %"), (0.004, "under 1 %"), (0.412, "41 %"), (0.996, "over 99 %"), (1.0, "100 %")]
        {
            assert_eq!(percent(chance), words);
        }
    }

    #[test]
    fn seats_have_names() {
        let why = Problem::NotYourTurn { expected: 1, seat: 0, turns: 2 };
        let players = ["Anna".to_owned(), "Ben".to_owned()];
        assert_eq!(problem(&why, &players), "it is Ben's turn after 2 turns, not Anna's");
        assert_eq!(why.to_string(), "it is seat 1's turn after 2 turns, not seat 0's");
    }

    #[test]
    fn advice_is_given_in_spanish() {
        within(Language::Spanish, || {
            let tile = "6-5".parse().unwrap();
            let opens = Reason::OpensReply { tile, points: 1, chance: 0.3 };
            assert_eq!(reason(&opens, "Ben"), "la 6-5 daría 1 punto (30 % de que Ben la tenga)");
            assert_eq!(
                reason(&Reason::AllowsHisWin { chance: 0.004 }, "Ben"),
                "permite que Ben gane enseguida (menos del 1 %)"
            );
            let players = ["Anna".to_owned(), "Ben".to_owned()];
            let held = Problem::Held { turn: 3, seat: 1, drew: false, tile, played: None };
            assert_eq!(problem(&held, &players), "turno 3: Ben pasó, pero tenía la 6-5, que entraba");
            assert_eq!(Problem::HandOver { how: Ended::Blocked }.to_string(), "la mano terminó: nadie puede jugar");
        });
    }
}

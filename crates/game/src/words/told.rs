//! The turns of a hand in words, one line each.

use super::{ends, not_counted, play as play_words, reason, wins_the_game};
use crate::layout::Layout;
use crate::matches::fitted_all;
use crate::rules::score::NotCounted;
use crate::rules::{Claim, Extra, Penalty, Points, RuleSet};
use crate::tile::{Pip, Tile};
use crate::{Act, Deed, Match, Offence, Refusal, Round, RoundEnd, Seat, Setup, Turn, WrongKnock};
use language::{say, say_count};

/// A turn in words.
///
/// ```
/// use game::words::tell;
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let told = tell(game.setup(), game.state().round.as_ref().expect("a hand"), 2, false);
/// assert_eq!((told.title.as_str(), told.detail.as_str()), ("Anna knocks", "no 3 and no 6"));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// "Ben dropped 4-4 on the 4".
    pub title: String,
    /// "4-4 and 2 → 10 → two fives → 2".
    pub detail: String,
    /// "+2", empty where nothing was pegged.
    pub points: String,
    /// Something went wrong or did not count.
    pub bad: bool,
}

/// An award with its sign: "+8", "-2", empty for none.
#[must_use]
pub fn signed(points: Points) -> String {
    match points.halves() {
        0 => String::new(),
        1.. => format!("+{points}"),
        _ => format!("\u{2212}{}", -points),
    }
}

/// Describes turn number `n` of a hand. While its score can still be claimed, `quiet` hides the points.
#[must_use]
pub fn tell(setup: &Setup, round: &Round, n: usize, quiet: bool) -> Told {
    let Some(turn) = round.turns.get(n) else { return Told::default() };
    let name = setup.player(turn.seat);
    let mut told = match turn.deed {
        Deed::Played { .. } => return played(setup, round, n, quiet),
        Deed::Knocked { open, fits } => knocked(setup, round, turn, (open, fits)),
        Deed::Drew { tiles, .. } => {
            let later: u8 = round.turns[n + 1..].iter().map(|turn| drawn(turn.deed)).sum();
            let left = setup.rules.drawable(round.boneyard + later);
            let detail = match left {
                0 => say!("nothing left to draw").to_owned(),
                left => say_count!(left, "{n} left to draw", "{n} left to draw"),
            };
            let title = say_count!(tiles, "{name} draws a tile", "{name} draws {n} tiles", name);
            Told { title, detail, ..Told::default() }
        }
        Deed::Skipped => {
            Told { title: say!("{name}: the next player can't answer the first tile", name), ..Told::default() }
        }
        Deed::FirstPass => {
            let left = turn.award.is_zero() && turn.not_counted.is_none();
            let detail = if left { say!("its points stay below").to_owned() } else { String::new() };
            Told { title: say!("{name} makes the first pass of the game", name), detail, ..Told::default() }
        }
        Deed::Claimed => {
            Told { title: say!("{name} takes the score", name), detail: score_of(setup, round, n), ..Told::default() }
        }
        Deed::CalledMuggins => {
            Told { title: say!("{name} calls muggins", name), detail: score_of(setup, round, n), ..Told::default() }
        }
        Deed::ClaimedFalsely => Told { title: say!("{name} made a false claim", name), bad: true, ..Told::default() },
        Deed::Lapsed => {
            Told { title: say!("No claim in time").to_owned(), detail: score_of(setup, round, n), ..Told::default() }
        }
        Deed::Offended(offence) => {
            Told { title: format!("{name}: {}", offence_words(offence)), bad: true, ..Told::default() }
        }
        Deed::Tallied => {
            let side = setup.side_name(setup.side_of(turn.seat));
            Told { title: say!("{name}: end of the hand", name = side), ..Told::default() }
        }
        Deed::Reset => {
            let side = setup.side_name(setup.side_of(turn.seat));
            Told { title: say!("{name}: back to zero", name = side), ..Told::default() }
        }
        Deed::Adjusted => {
            let side = setup.side_name(setup.side_of(turn.seat));
            Told { title: say!("{name}: pegs moved by hand", name = side), ..Told::default() }
        }
    };
    told.points = signed(turn.award);
    add_not_counted(setup, turn, &mut told);
    told
}

/// The tiles a turn took from the boneyard.
const fn drawn(deed: Deed) -> u8 {
    match deed {
        Deed::Drew { tiles, .. } => tiles,
        _ => 0,
    }
}

/// Describes a knock: the pips that were open, or the tile that shows it wrong.
fn knocked(setup: &Setup, round: &Round, turn: &Turn, (open, fits): (u16, Option<Tile>)) -> Told {
    let title = say!("{name} knocks", name = setup.player(turn.seat));
    let wrong = round.wrong_knocks(&setup.rules).into_iter().find(|wrong| wrong.event == turn.event);
    let detail = match (fits, &wrong) {
        (Some(tile), _) => say!("although the {tile} fits", tile),
        (None, Some(wrong)) => would_have_gone(wrong),
        (None, None) => cannot(open),
    };
    Told { title, detail, points: String::new(), bad: fits.is_some() || wrong.is_some() }
}

/// Beside a knock that was wrong.
pub(crate) fn would_have_gone(wrong: &WrongKnock) -> String {
    say!("wrong: the {tile} would have gone", tile = wrong.tile)
}

fn played(setup: &Setup, round: &Round, n: usize, quiet: bool) -> Told {
    let turn = &round.turns[n];
    let Deed::Played { play, points, bonus, wrong, out, .. } = turn.deed else { return Told::default() };
    let name = setup.player(turn.seat);
    let words = play_words(&round.layout, &play);
    let mut title = match play.on {
        None => say!("{name} leads {play}", name, play = words),
        Some(_) => say!("{name} dropped {play}", name, play = words),
    };
    if wrong {
        title = say!("{play}, a wrong play that stands", play = title);
    }
    let layout = layout_at(round, n);
    if quiet {
        let detail = say!("ends {ends} · is there a score?", ends = ends(&layout, &setup.rules));
        return Told { title, detail, points: String::new(), bad: wrong };
    }
    let mut detail = reason(&layout, &setup.rules);
    if bonus > 0 {
        detail.push_str(&bonus_words(setup, round, n, bonus));
    } else if out {
        detail = format!("{detail} · {}", say!("out"));
    }
    if setup.rules.claim != Claim::Auto && points > 0 && !is_taken(round, n) {
        detail = format!("{detail} · {}", say!("not claimed"));
    }
    let mut told = Told { title, detail, points: signed(turn.award), bad: wrong };
    add_not_counted(setup, turn, &mut told);
    told
}

/// Returns the words for bonus points: " · 25 for a skip: no other player could go".
fn bonus_words(setup: &Setup, round: &Round, n: usize, bonus: u16) -> String {
    let rules = &setup.rules;
    let Deed::Played { play, out, .. } = round.turns[n].deed else { return String::new() };
    let tile = play.tile();
    let open = layout_at(round, n.saturating_sub(1)).open_pips(rules);
    let acts = round.turns[..n].iter().filter(|turn| matches!(turn.deed, Deed::Knocked { .. } | Deed::Played { .. }));
    let knocks = acts.rev().take_while(|turn| matches!(turn.deed, Deed::Knocked { .. })).count();
    let capicua = fitted_all(tile, open);
    let chip = rules.out_bonus.with_tile(tile, open);
    let doubled = capicua && rules.capicua == Extra::Double;
    let blank = tile == Tile::double(Pip::BLANK);
    let parts = [
        (out, if doubled { 2 * chip } else { chip }, Bonus::Out),
        (out && capicua, rules.capicua.points(), Bonus::Capicua),
        (out && blank, rules.blank_out, Bonus::BlankOut),
        (knocks + 1 >= setup.seats(), rules.skip_all, Bonus::Skip),
        (true, u16::MAX, Bonus::Knocks),
    ];
    let (mut left, mut words) = (bonus, String::new());
    for (is_so, points, bonus) in parts {
        // In pairs the points for going out wait for the partner: unpaid points are left out.
        let points = if points == u16::MAX { left } else { points };
        if is_so && points > 0 && points <= left {
            left -= points;
            words = format!("{words} · {}", bonus.words(points));
        }
    }
    words
}

/// Kind of bonus points.
#[derive(Clone, Copy)]
enum Bonus {
    Out,
    Capicua,
    BlankOut,
    Skip,
    Knocks,
}

impl Bonus {
    fn words(self, points: u16) -> String {
        match self {
            Self::Out => say!("{points} for going out", points),
            Self::Capicua => say!("{points} for capicúa: going out with a tile that fitted both ends", points),
            Self::BlankOut => say!("{points} for going out with the double blank", points),
            Self::Skip => say!("{points} for a skip: no other player could go", points),
            Self::Knocks => say!("{points} for the knocks", points),
        }
    }
}

/// Reports whether the score of turn `n` was claimed or called.
fn is_taken(round: &Round, n: usize) -> bool {
    let after = round.turns[n + 1..].iter().take_while(|turn| !matches!(turn.deed, Deed::Played { .. }));
    after.into_iter().any(|turn| matches!(turn.deed, Deed::Claimed | Deed::CalledMuggins))
}

/// The layout after turn `n`.
fn layout_at(round: &Round, n: usize) -> Layout {
    let drops = round.turns.iter().take(n + 1).filter(|turn| matches!(turn.deed, Deed::Played { .. })).count();
    round.layout.prefix(drops)
}

fn score_of(setup: &Setup, round: &Round, n: usize) -> String {
    reason(&layout_at(round, n), &setup.rules)
}

fn add_not_counted(setup: &Setup, turn: &Turn, told: &mut Told) {
    let Some(why) = turn.not_counted else { return };
    let words = not_counted(why, &setup.rules, setup.target());
    told.bad = true;
    told.points = "0".to_owned();
    if why == NotCounted::Overshoot {
        told.title = say!("Bust: {play}", play = told.title);
        told.points = say!("bust").to_owned();
    }
    told.detail = if told.detail.is_empty() { words } else { format!("{} · {words}", told.detail) };
}

/// "no 4 and no 2".
fn cannot(open: u16) -> String {
    let pips: Vec<u32> = (0..=12).filter(|pip| open >> pip & 1 == 1).collect();
    let mut words = String::new();
    for (i, pip) in pips.iter().enumerate() {
        words = match i {
            0 => say!("no {pip}", pip),
            _ if i + 1 == pips.len() => say!("{list} and no {pip}", list = words, pip),
            _ => say!("{list}, no {pip}", list = words, pip),
        };
    }
    words
}

/// An offence in words.
#[must_use]
pub fn offence_words(offence: Offence) -> &'static str {
    match offence {
        Offence::WrongKnock => say!("knocked or drew with a playable tile"),
        Offence::Misplay => say!("played against the rules"),
        Offence::OverDraw => say!("took too many tiles"),
    }
}

/// The penalty a rule set has for an offence.
#[must_use]
pub const fn penalty_of(rules: &RuleSet, offence: Offence) -> Penalty {
    match offence {
        Offence::WrongKnock => rules.wrong_knock,
        Offence::Misplay => rules.misplay,
        Offence::OverDraw => rules.over_draw,
    }
}

/// Returns the words for a penalty; `None` if there is none.
#[must_use]
pub fn penalty_words(penalty: Penalty) -> Option<String> {
    match penalty {
        Penalty::None => None,
        Penalty::Barred => Some(say!("no score in play for the rest of the hand").to_owned()),
        Penalty::BarredOnce => Some(say!("no score with the next drop").to_owned()),
        Penalty::Back(points) => Some(say!("{points} back", points)),
        Penalty::OpponentsOn(points) => Some(say!("{points} to the others", points)),
        Penalty::BackOrOn(points) => Some(say!("{points} back, with fewer {points} to the others", points)),
        Penalty::HandLost => Some(say!("the hand is lost").to_owned()),
    }
}

/// A knock that was wrong, the tile that shows it, and what the rules give for it.
#[must_use]
pub fn wrong_knock(setup: &Setup, wrong: &WrongKnock) -> Told {
    let cost = match penalty_words(setup.rules.wrong_knock) {
        Some(cost) => say!("by these rules: {cost}", cost),
        None => say!("these rules forbid it and set no penalty").to_owned(),
    };
    let name = setup.player(wrong.seat);
    let title = say!("{name}'s knock was wrong: the {tile} would have gone", name, tile = wrong.tile);
    Told { title, detail: cost, points: String::new(), bad: true }
}

/// Describes the latest turn or the end of a hand. A score that can still be claimed is not mentioned.
#[must_use]
pub fn latest(game: &Match) -> Told {
    let setup = game.setup();
    let Some(round) = &game.state().round else {
        return Told { title: say!("Shuffle and draw").to_owned(), ..Told::default() };
    };
    let open = round.claim_open(&setup.rules).is_some();
    if !round.is_running()
        && (!open || round.settled)
        && let Some(told) = hand_end(setup, round)
    {
        return told;
    }
    let Some(n) = round.turns.len().checked_sub(1) else {
        let size = setup.rules.hand_size(setup.seats()).unwrap_or(0);
        let name = setup.player(round.leader);
        // The same hand is dealt again, not another one.
        let again = game.standing().nth_back(1).is_some_and(|(_, act)| matches!(act, Act::Redeal));
        let hand = game.state().leg.rounds.len() + 1;
        let title =
            if again { say!("Dealt again: {name} leads", name) } else { say!("Hand {hand}: {name} leads", hand, name) };
        return Told { title, detail: say!("{size} tiles each", size), ..Told::default() };
    };
    let told = tell(setup, round, n, open && matches!(round.turns[n].deed, Deed::Played { .. }));
    match game.act_at(round.turns[n].event) {
        // Why pegs were moved is worth more than that they were.
        Some(Act::Adjust { why, .. }) => Told { detail: why.clone(), ..told },
        _ => told,
    }
}

/// Describes the end of a hand and what it paid.
#[must_use]
pub fn hand_end(setup: &Setup, round: &Round) -> Option<Told> {
    let title = match round.end? {
        RoundEnd::ChippedOut(seat) => say!("{name} went out", name = setup.player(seat)),
        RoundEnd::Blocked => say!("The hand is blocked").to_owned(),
        RoundEnd::GivenAway(seat) => say!("{name} gives the hand away", name = setup.player(seat)),
        RoundEnd::Won(side) => wins_the_game(setup, &setup.side_name(side)),
    };
    if !round.settled {
        // What going out with this tile has already paid is shown before the hands are counted.
        let last = round.turns.iter().rposition(|turn| matches!(turn.deed, Deed::Played { .. }));
        let out = matches!(round.end, Some(RoundEnd::ChippedOut(_)));
        let last = last.filter(|&n| out && matches!(round.turns[n].deed, Deed::Played { bonus: 1.., .. }));
        let paid = last.map_or_else(String::new, |n| match round.turns[n].deed {
            Deed::Played { bonus, .. } => bonus_words(setup, round, n, bonus),
            _ => String::new(),
        });
        let points = last.map_or_else(String::new, |n| signed(round.turns[n].award));
        let asks = format!("{}{paid}", say!("how many pips are left in the hands?"));
        return Some(Told { title, detail: asks, points, bad: false });
    }
    let paid = |turn: &&Turn| matches!(turn.deed, Deed::Tallied);
    let awards: Vec<String> = round
        .turns
        .iter()
        .filter(paid)
        .map(|turn| format!("{} {}", setup.side_name(setup.side_of(turn.seat)), signed(turn.award)))
        .chain(blocked_why(setup, round))
        .chain(reset_words(round))
        .collect();
    let last = round.turns.len().checked_sub(1).map(|n| tell(setup, round, n, false));
    let detail = match (awards.is_empty(), round.replay, last) {
        (_, true, _) => say!("the same hand is dealt again").to_owned(),
        (false, ..) => awards.join(", "),
        (true, false, Some(last)) => {
            format!("{} · {}", last.title, last.detail).trim_end_matches([' ', '·']).to_owned()
        }
        (true, false, None) => String::new(),
    };
    // What the last drop scored is not paid for the knocks after it.
    let knocked = round.turns.last().is_some_and(|turn| matches!(turn.deed, Deed::Knocked { .. }));
    let points = round.last_drop().filter(|_| !knocked).map(|turn| signed(turn.award)).unwrap_or_default();
    let wrong = round.wrong_knocks(&setup.rules);
    let wrong = wrong.iter().map(|wrong| {
        say!("{name} knocked with the {tile} in hand", name = setup.player(wrong.seat), tile = wrong.tile)
    });
    let parts: Vec<String> = std::iter::once(detail).chain(wrong).filter(|part| !part.is_empty()).collect();
    let points = if awards.is_empty() { points } else { String::new() };
    Some(Told { title, detail: parts.join(" · "), points, bad: false })
}

/// Explains a blocked hand: "Jos's 20 against 25".
fn blocked_why(setup: &Setup, round: &Round) -> Option<String> {
    let won = round.won.filter(|_| round.end == Some(RoundEnd::Blocked))?;
    let pair = won.seat.is_none() && setup.pairs;
    let name = won.seat.map_or_else(|| setup.side_name(won.side), |seat| setup.player(seat).to_owned());
    let (lowest, next) = won.pips?;
    Some(match (lowest == next, pair) {
        (true, false) => say_count!(lowest, "{name} wins at {n} pip each", "{name} wins at {n} pips each", name),
        (true, true) => say_count!(lowest, "{name} win at {n} pip each", "{name} win at {n} pips each", name),
        (false, false) => {
            say_count!(lowest, "{name} has {n} pip against {next}", "{name} has {n} pips against {next}", name, next)
        }
        (false, true) => {
            say_count!(lowest, "{name} have {n} pip against {next}", "{name} have {n} pips against {next}", name, next)
        }
    })
}

/// Describes scores that went back to zero at the end of a hand.
fn reset_words(round: &Round) -> Option<String> {
    round.reset.then(|| say!("all scores back to zero").to_owned())
}

/// A refusal with the players' names instead of the letters of their seats.
#[must_use]
pub fn refusal(refusal: &Refusal, setup: &Setup) -> String {
    let name = |seat: &Seat| setup.player(*seat).to_owned();
    match refusal {
        Refusal::NotYourTurn { seat, turn } => {
            say!("it is {turn} to play, not {name}", turn = name(turn), name = name(seat))
        }
        Refusal::NotHeld { seat, tile } => say!("{name} does not hold {tile}", name = name(seat), tile),
        Refusal::HeldBy { holder, tile } => say!("{name} holds {tile}", name = name(holder), tile),
        Refusal::HandEmpty { seat } => say!("{name} has no tiles left", name = name(seat)),
        Refusal::CanPlay { seat, tile } => say!("{name} can play {tile}", name = name(seat), tile),
        Refusal::MustLead { seat } => say!("{name} leads: any first tile can be played", name = name(seat)),
        Refusal::TallyMissing { seat } => say!("enter the pips left in {name}'s hand", name = name(seat)),
        Refusal::TallyImpossible { seat, pips, tiles, least, most } => say!(
            "{name} can't have {pips} pips left: any {tiles} of the remaining tiles add up to between \
                {least} and {most}",
            pips,
            name = name(seat),
            tiles,
            least,
            most
        ),
        Refusal::LaterEvent { why, .. } => {
            say!("that would make a later drop impossible: {why}", why = self::refusal(why, setup))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;

    fn check(record: &str, expected: &[(&str, &str, &str)]) {
        let record = Record::parse(record).unwrap();
        let state = record.game.state();
        let round = state.round.as_ref().unwrap();
        let told: Vec<Told> = (0..round.turns.len()).map(|n| tell(&state.setup, round, n, false)).collect();
        let told: Vec<(&str, &str, &str)> =
            told.iter().map(|t| (t.title.as_str(), t.detail.as_str(), t.points.as_str())).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_hand_is_told() {
        check(
            "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n[Start \"0\" \"58\"]\ndeal A\nA 6-6 +4\nB 6-3@6-6.s1\nA knock\nend\n",
            &[
                ("Anna leads 6-6", "6-6 → 12 → four threes → 4", "+4"),
                (
                    "Bust: Ben dropped 6-3 on the 6-6",
                    "6-6 and 3 → 15 → three fives and five threes → 8 · past 61, so nothing counts",
                    "bust",
                ),
                ("Anna knocks", "no 3 and no 6", ""),
            ],
        );
    }

    #[test]
    fn a_knock_that_the_record_contradicts_says_which_tile_fits() {
        let head = "[Rules \"pafos hand_sizes=3/-/-\"]\n[Players \"Anna\" \"Ben\"]\n";
        let known = "deal A B:6-4,1-1,2-2\nA 6-6 +4\nB knock stands\nend\n";
        check(
            &format!("{head}{known}"),
            &[("Anna leads 6-6", "6-6 → 12 → four threes → 4", "+4"), ("Ben knocks", "although the 6-4 fits", "")],
        );
        let proved = "deal A\nA 6-6 +4\nB knock\nA 6-5@6-6.s1\nB 6-2@6-6.s2\nend\n";
        let game = Record::parse(&format!("{head}{proved}")).unwrap().game;
        let told = tell(game.setup(), game.state().round.as_ref().unwrap(), 1, false);
        assert_eq!((told.detail.as_str(), told.bad), ("wrong: the 6-2 would have gone", true));
    }

    #[test]
    fn a_pair_wins_in_the_plural() {
        let setup = |pairs| Setup { pairs, ..Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]) };
        assert_eq!(wins_the_game(&setup(false), "Anna"), "Anna wins the game");
        assert_eq!(wins_the_game(&setup(true), "Anna & Cleo"), "Anna & Cleo win the game");
    }

    /// Every part of a bonus has its name: all others skipped, and then out with a tile that fitted both ends.
    #[test]
    fn every_bonus_is_told_by_its_name() {
        check(
            "[Rules \"latin_200 hand_sizes=-/-/2\"]\n[Players \"A\" \"B\" \"C\" \"D\"]\n[Pairs \"yes\"]\n\ndeal A\nA 6-6\n\
             B knock\nC knock\nD knock\nA 6-3@6-6.s1 +50\nend\n",
            &[
                ("A leads 6-6", "ends 6-6", ""),
                ("B knocks", "no 6", ""),
                ("A: the next player can't answer the first tile", "", "+25"),
                ("C knocks", "no 6", ""),
                ("D knocks", "no 6", ""),
                (
                    "A dropped 6-3 on the 6-6",
                    "ends 6-6 and 3 · 25 for capicúa: going out with a tile that fitted both ends · 25 for a skip: \
                     no other player could go",
                    "+50",
                ),
            ],
        );
        check(
            "[Rules \"latin_500 hand_sizes=2/-/-\"]\n[Players \"A\" \"B\"]\n\ndeal A\nA 6-6\nB 6-0@6-6.s1\nA 0-0@6-0.0 +100\nend\n",
            &[
                ("A leads 6-6", "ends 6-6", ""),
                ("B dropped 6-0 on the 6-6", "ends 6-6 and 0", ""),
                ("A dropped 0-0 on the 0", "ends 6-6 and 0-0 · 100 for going out with the double blank", "+100"),
            ],
        );
    }
}

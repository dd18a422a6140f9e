//! A game's rules as one player explains them to another: plain sentences made from the rule set, so that the house's
//! own rules read as well as a preset.

use super::{fives, number, penalty_words, target_words, threes};
use crate::rules::score::play_points;
use crate::rules::{
    Blocked, BlockedBy, BlockedTie, Claim, Crossed, Drawing, EngineOrder, ExposedTile, Extra, FalseClaim, FirstLead,
    LeadTile, LeftDoubles, NextLead, NoDouble, OutBonus, Overshoot, PairOut, Pairs, PartnerDeduction, Penalty, PipPay,
    Reset, RuleSet, Scoring, SheetKind, Spinner, Split, TieBreak, WinCheck, Wins,
};
use language::{say, say_count};

/// A few sentences under a heading.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::plain;
///
/// let chapters = plain(&RuleSet::parse("pafos target=121")?);
/// let winning = chapters.iter().find(|chapter| chapter.title == "Winning").expect("every game ends");
/// assert_eq!(winning.sentences[0], "You must land on 121 exactly: a score that goes past it does not count.");
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Subject of the section.
    pub title: &'static str,
    /// Whole sentences, at least one.
    pub sentences: Vec<String>,
}

/// The rules in plain sentences, in the order in which they matter at the table.
#[must_use]
pub fn plain(rules: &RuleSet) -> Vec<Chapter> {
    let chapters = if rules.is_sheet() {
        vec![
            (say!("Sitting down"), sheet_start(rules)),
            (say!("After each hand"), sheet_hand(rules)),
            (say!("Winning"), winning(rules)),
        ]
    } else {
        vec![
            (say!("Sitting down"), sitting_down(rules)),
            (say!("The lead"), lead(rules)),
            (say!("Your turn"), turn(rules)),
            (say!("Scoring as you play"), scoring(rules)),
            (say!("The end of a hand"), hand_end(rules)),
            (say!("Winning"), winning(rules)),
            (say!("Slips"), slips(rules)),
        ]
    };
    let chapters = chapters.into_iter().filter(|(_, sentences)| !sentences.is_empty());
    chapters.map(|(title, sentences)| Chapter { title, sentences }).collect()
}

/// Returns each count of the ends that pays, with its points; empty if counts pay nothing.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::paying_counts;
///
/// let pays = paying_counts(&RuleSet::preset("pafos")?);
/// assert!(pays.contains(&(15, 8)) && pays.contains(&(20, 4)) && !pays.iter().any(|(count, _)| *count == 21));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn paying_counts(rules: &RuleSet) -> Vec<(u16, u16)> {
    if rules.is_sheet() {
        return Vec::new();
    }
    let possible = super::counts(rules).filter(|count| super::is_possible(rules, *count));
    possible.map(|count| (count, play_points(rules, count))).filter(|(_, points)| *points > 0).collect()
}

fn some(words: &str) -> Option<String> {
    (!words.is_empty()).then(|| words.to_owned())
}

fn all(sentences: impl IntoIterator<Item = Option<String>>) -> Vec<String> {
    sentences.into_iter().flatten().collect()
}

fn set_name(rules: &RuleSet) -> String {
    let high = rules.set_size.get();
    let high = if matches!(high, 6 | 9 | 12) { number(u32::from(high)) } else { high.to_string() };
    say!("a double-{high} set, {tiles} tiles", high, tiles = rules.tiles().len())
}

fn sitting_down(rules: &RuleSet) -> Vec<String> {
    let hands: Vec<(usize, u8)> = (2..=RuleSet::SEATS).filter_map(|n| Some((n, rules.hand_size(n)?))).collect();
    let same = hands.windows(2).all(|two| two[0].1 == two[1].1);
    let players = |n: usize| super::number::small(n);
    let hands = match (hands.first(), hands.last()) {
        (Some((only, tiles)), Some((last, _))) if only == last => {
            say!("It is a game for {players}, with {tiles} tiles each.", players = players(*only), tiles)
        }
        (Some((_, tiles)), _) if same => {
            let names: Vec<String> = hands.iter().map(|(n, _)| players(*n)).collect();
            say!("It is a game for {players}, with {tiles} tiles each.", players = any_of(&names), tiles)
        }
        _ => {
            let part = |(n, tiles): &(usize, u8)| say!("{players} players take {tiles}", players = players(*n), tiles);
            let parts: Vec<String> = hands.iter().map(part).collect();
            say!("{list} tiles each.", list = capital(&parts.join(", ")))
        }
    };
    let four = rules.hand_size(4).is_some();
    let pairs = match rules.pairs {
        Pairs::Always if four => {
            say!("Four play as two pairs, partners facing each other, one score for each pair.")
        }
        Pairs::Optional if four => say!("Four may play as two pairs, partners facing each other, or each alone."),
        _ => "",
    };
    all([
        Some(say!("Play with {set}, face down and shuffled.", set = set_name(rules))),
        Some(hands),
        some(pairs),
        (rules.rewash_doubles > 0).then(|| {
            say_count!(
                rules.rewash_doubles,
                "A hand with {n} doubles or more may be shuffled and dealt again.",
                "A hand with {n} doubles or more may be shuffled and dealt again.",
            )
        }),
    ])
}

/// "two, three or four".
fn any_of(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => say!("{list} or {last}", list = rest.join(", "), last),
        None => String::new(),
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn lead(rules: &RuleSet) -> Vec<String> {
    let first = match rules.first_lead {
        FirstLead::HighestTileLot => say!("For the first hand each player draws one tile: the most pips leads."),
        FirstLead::Lots => say!("Draw lots for who leads the first hand."),
        FirstLead::HighestDouble => say!("The highest double leads the first hand."),
    };
    let high = rules.set_size.get();
    let tile = match rules.lead_tile {
        LeadTile::Any => say!("Any tile may be led.").to_owned(),
        LeadTile::HighestDouble => say!("The highest double leads.").to_owned(),
        LeadTile::SetDoubleFirst => {
            say!("The first hand begins with the {high}-{high}, later ones with any tile.", high)
        }
        LeadTile::HighestDoubleFirst => {
            say!("The first hand begins with the highest double held, later ones with any tile.").to_owned()
        }
        LeadTile::HighestDoubleUnlessWon => say!(
            "The highest double leads the first hand and every hand after one without a winner, else \
                any tile."
        )
        .to_owned(),
    };
    let no_double = match rules.no_double {
        NoDouble::Irrelevant => "",
        NoDouble::Redeal => say!("If no one holds a double, shuffle and deal again."),
        NoDouble::HeaviestSingle => say!("If no one holds a double, the heaviest tile leads."),
        NoDouble::HeaviestHand => say!("If no one holds a double, the player with the most pips leads any tile."),
    };
    let next_leg = if rules.next_leg == rules.next_lead { "" } else { next_game(rules.next_leg) };
    all([some(first), Some(tile), some(no_double), some(next_hand(rules.next_lead)), some(next_leg)])
}

fn next_hand(lead: NextLead) -> &'static str {
    match lead {
        NextLead::RotateLeft => say!("The lead passes to the left after each hand."),
        NextLead::Winner => {
            say!("The winner of a hand leads the next; after a blocked hand without a winner, draw lots.")
        }
        NextLead::WinnerOut => {
            say!("The player who goes out leads the next hand; after a blocked hand the highest double leads.")
        }
        NextLead::Loser => {
            say!("The loser of a hand leads the next; after a blocked hand without a winner, draw lots.")
        }
        NextLead::Lots => say!("Draw lots again for every hand."),
        NextLead::Ask => say!("For later hands agree among yourselves: most pass the lead to the left."),
        NextLead::SameTest => say!("The leader of each later hand is found in the same way."),
    }
}

fn next_game(lead: NextLead) -> &'static str {
    match lead {
        NextLead::RotateLeft => say!("The player to the left of the last leader leads the next game of the match."),
        NextLead::Winner | NextLead::WinnerOut => say!("The winner of the last hand leads the next game of the match."),
        NextLead::Loser => say!("The loser of the last hand leads the next game of the match."),
        NextLead::Lots => say!("Draw lots for who leads the next game of the match."),
        NextLead::Ask => say!("Agree who leads the next game of the match."),
        NextLead::SameTest => say!("The leader of the next game of the match is found as in the first."),
    }
}

fn turn(rules: &RuleSet) -> Vec<String> {
    let two = rules.double_exits == 2;
    let doubles = match (rules.spinner, rules.ends_after_sides) {
        (Spinner::None, _) => {
            say!("Doubles go crosswise and are played on at their sides only, so the line has two ends.").to_owned()
        }
        (Spinner::First, true) => {
            say!("The first double is the spinner: once both its sides are covered, tiles go on its two ends as well.")
                .to_owned()
        }
        (Spinner::First, false) => {
            say!("The first double is the spinner: tiles go on its two sides and its two ends.").to_owned()
        }
        (Spinner::AllAfterSides, true) => {
            say!("Every double is a spinner: once both its sides are covered, tiles go on its two ends as well.")
                .to_owned()
        }
        (Spinner::AllAfterSides, false) => {
            say!("Every double is a spinner: tiles go on its sides and its ends.").to_owned()
        }
        (Spinner::AllAtOnce, _) if two => {
            say!("Every double branches as soon as it is played: both its ends are open.").to_owned()
        }
        (Spinner::AllAtOnce, _) => {
            say!("Every double branches as soon as it is played: its far side and both its ends are open.").to_owned()
        }
    };
    let stuck = match rules.drawing {
        Drawing::Never => say!("There is no drawing: if you can't play, knock, and the next player goes.").to_owned(),
        Drawing::UntilPlayable if rules.boneyard_reserve == 0 => {
            say!("If you can't play, draw from the boneyard until you can; when no tile is left to draw, knock.")
                .to_owned()
        }
        Drawing::UntilPlayable => say_count!(
            rules.boneyard_reserve,
            "If you can't play, draw from the boneyard, all but its last tile, until you can; when no \
                tile is left to draw, knock.",
            "If you can't play, draw from the boneyard, all but its last {n} tiles, until you can; when \
                no tile is left to draw, knock.",
        ),
    };
    let may_draw = rules.voluntary_draw && rules.drawing != Drawing::Never;
    all([
        some(say!("Play one tile on an open end: the halves that touch must match.")),
        rules
            .cross_first
            .then(|| say!("No other place opens until the first double is covered on all four sides.").to_owned()),
        Some(doubles),
        rules.inline_doubles.then(|| say!("A double may also be played end to end.").to_owned()),
        Some(stuck),
        may_draw.then(|| say!("You may draw even when you could play.").to_owned()),
        rules
            .reversal
            .then(|| say!("A tile that also fits the other end may be turned round after it was played.").to_owned()),
    ])
}

fn scoring(rules: &RuleSet) -> Vec<String> {
    let ends = say!("After each tile add up the open ends; a double at an end counts both its halves.");
    let how = match rules.scoring {
        Scoring::None => String::new(),
        Scoring::FiveThree => say!(
            "{ends} If fives go into the total you score one for each five, if threes do, one for each three: 15 is {sum}, so 8.",
            ends,
            sum = super::all_of(&[fives(3), threes(5)])
        ),
        Scoring::FivesFull => {
            say!("{ends} If the total is a multiple of five, you score the total: 15 for 15.", ends)
        }
        Scoring::FivesUnit => {
            say!("{ends} If the total is a multiple of five, you score one for each five: 3 for 15.", ends)
        }
        Scoring::FiveThreeFull => {
            say!("{ends} You score the total if fives go into it, and again if threes do: 12 for 12, 30 for 15.", ends)
        }
        Scoring::Headers => {
            say!("If both ends show the same number after your tile, you score 2; with a double at one of them, 3.")
                .to_owned()
        }
    };
    let pays_ends = !matches!(rules.scoring, Scoring::None | Scoring::Headers);
    let crossed = match rules.crossed {
        Crossed::OpenEnds if pays_ends => {
            say!("A double with both sides covered still counts one half for each of its open ends.")
        }
        Crossed::Nothing if pays_ends && rules.spinner != Spinner::None => {
            say!("A double with both sides covered no longer counts; a tile on its end counts like any other end.")
        }
        _ => "",
    };
    let [skip_double, skip_other] = rules.lead_skip;
    let pays = rules.scoring != Scoring::None;
    let mut sentences = all([
        some(&how),
        some(crossed),
        (pays && rules.first_score_min > 0)
            .then(|| say!("Your first score of a game must be {least} or more.", least = rules.first_score_min)),
        pays.then(|| claim(rules)).and_then(|words| some(&words)),
    ]);
    sentences.extend(all([
        (rules.knock_bonus > 0).then(|| {
            say!("For every knock just before your tile you score {points}.", points = points(u16::from(rules.knock_bonus)))
        }),
        (skip_double.max(skip_other) > 0).then(|| {
            say!(
                "If the player after you cannot answer the first tile of the hand, you score {points} when it was a double, {other} when it was not.",
                points = points(skip_double),
                other = points(skip_other)
            )
        }),
        (rules.first_pass[0] > 0).then(|| {
            let [pass, least] = rules.first_pass;
            say!(
                "The side that makes the first pass of a game scores {points}; if it has none yet, the first hand that pays {least} or more takes them.",
                points = points(pass),
                least
            )
        }),
        (rules.skip_all > 0).then(|| {
            say!(
                "If all the others have knocked since your last tile, your next tile scores {points}.",
                points = points(rules.skip_all)
            )
        }),
    ]));
    if sentences.is_empty() {
        sentences.push(say!("You score nothing during the hand; the points come at its end.").to_owned());
    }
    sentences
}

fn points(n: u16) -> String {
    if n == 0 { say!("no point").to_owned() } else { say_count!(n, "{n} point", "{n} points") }
}

fn claim(rules: &RuleSet) -> String {
    let wrong = match rules.false_claim {
        FalseClaim::TakenBack => say!("A score called wrongly is taken back."),
        FalseClaim::OpponentMarks => say!("A score called wrongly goes to your opponent."),
    };
    match rules.claim {
        Claim::Auto => String::new(),
        Claim::MustClaim => {
            format!("{} {wrong}", say!("Call your score before the next tile is played, or it is lost."))
        }
        Claim::Muggins => format!(
            "{} {wrong}",
            say!(
                "Call your score before the next tile is played; until then another player may call \
                    “muggins” and take it."
            )
        ),
    }
}

fn hand_end(rules: &RuleSet) -> Vec<String> {
    let pairs = rules.pairs != Pairs::No && rules.hand_size(4).is_some();
    let ends = match (rules.play_on, rules.pair_out) {
        (true, _) => say!("When a player goes out, the others play on until the hand is blocked."),
        (false, PairOut::Both) if pairs => {
            say!("A hand ends when a player has no tile left; among pairs, when both partners of a pair have none.")
        }
        _ => say!("A hand ends when a player has no tile left."),
    };
    let partner = pairs && rules.pair_out == PairOut::One;
    let deduction = match rules.partner_deduction {
        _ if !partner => "",
        PartnerDeduction::Off => "",
        PartnerDeduction::Raw => say!("Your partner's pips are then taken off."),
        PartnerDeduction::Round5 => say!("Your partner's pips, to the nearest five, are then taken off."),
        PartnerDeduction::Inside => say!("Your partner's pips are taken off before that is rounded."),
    };
    let counts = rules.out_bonus.is_points() && matches!(rules.blocked, Blocked::None | Blocked::WinnerOutBonus);
    let doubles = match rules.left_doubles {
        LeftDoubles::OneHalf if !counts => say!("A double left in a hand counts only one half."),
        _ => "",
    };
    all([
        some(ends),
        out(rules),
        some(deduction),
        some(bands(rules).as_str()),
        capicua(rules),
        (rules.blank_out > 0)
            .then(|| say!("Going out with the double blank scores {points} more.", points = points(rules.blank_out))),
        hand_bonus(rules),
        Some(blocked(rules)),
        (rules.carry > 0).then(|| {
            say!(
                "A hand without a winner adds {points} to the next one that is won; another such hand \
                    adds as much again.",
                points = points(rules.carry)
            )
        }),
        some(doubles),
        (rules.double_blank > 0 && !counts)
            .then(|| say!("The double blank left in a hand counts {points}.", points = rules.double_blank)),
    ])
}

/// Returns the sentence about capicúa.
fn capicua(rules: &RuleSet) -> Option<String> {
    match rules.capicua {
        Extra::NONE => None,
        Extra::Points(n) => Some(say!(
            "Going out with a tile, not a double, that would have fitted every open end (capic\u{fa}a) scores {points} more.",
            points = points(n)
        )),
        Extra::Double => some(say!(
            "Going out with a tile, not a double, that would have fitted every open end (capic\u{fa}a) makes the hand count double."
        )),
    }
}

/// Returns the sentence about bands of pips.
fn bands(rules: &RuleSet) -> String {
    match rules.pips_pay {
        PipPay::Each => String::new(),
        PipPay::Bands { least, upto, pays, step } => say!(
            "Pips are paid by bands: {least} to {upto} pay {pays}, every further {step} or part of them 1 more, fewer than {least} nothing.",
            least,
            upto,
            pays,
            step
        ),
    }
}

fn out(rules: &RuleSet) -> Option<String> {
    let words = match rules.out_bonus {
        OutBonus::Points(0) => say!("Going out itself scores nothing."),
        OutBonus::Points(n) => {
            let points = points(u16::from(n));
            return Some(say!("Going out scores {points}, added to what the last tile makes.", points));
        }
        OutBonus::Kinds([any, double, both, crossed]) => {
            return Some(say!(
                "Going out scores {any}, with a double {double}, with a tile that fits both ends {both}, with a double that does {crossed}.",
                any,
                double,
                both,
                crossed
            ));
        }
        OutBonus::Sum => say!("Going out scores all the pips left in the opponents' hands."),
        OutBonus::All => say!("Going out scores all the pips left in the other hands, your partner's too."),
        OutBonus::Round5 => say!("Going out scores the pips left in the opponents' hands, to the nearest five."),
        OutBonus::Round5Unit => {
            say!("Going out scores one point for every five pips left in the opponents' hands, to the nearest five.")
        }
    };
    some(words)
}

fn hand_bonus(rules: &RuleSet) -> Option<String> {
    let paid: Vec<String> = rules.hand_bonus.iter().filter(|points| **points > 0).map(u16::to_string).collect();
    let points = paid.join(", ");
    match paid.len() {
        0 => None,
        1 => Some(say!("Winning one of the first hands of a game pays extra: {points}.", points)),
        n => {
            let number = super::number::small(n);
            Some(say!("Winning one of the first {number} hands of a game pays extra: {points}.", number, points))
        }
    }
}

fn blocked(rules: &RuleSet) -> String {
    let gets = match rules.blocked {
        Blocked::None => return say!("A blocked hand, in which no player can go, pays no one.").to_owned(),
        Blocked::Staircase => {
            return say!("In a blocked hand each player scores the difference to each opponent with more pips.")
                .to_owned();
        }
        Blocked::WinnerBalance => say!("scores the difference to each of the others"),
        Blocked::WinnerBalanceRound5Unit => say!("scores the difference to the others, one point for every five"),
        Blocked::WinnerTotalSplit => say!("scores the pips of the others"),
        Blocked::WinnerTotalRound5Split => say!("scores the pips of the others, to the nearest five"),
        Blocked::WinnerOutBonus => say!("scores what going out would have"),
        Blocked::WinnerTotalLessOwn => say!("scores the pips of the others less its own"),
        Blocked::WinnerAll => say!("scores all the pips that are left, its own too"),
    };
    let who = match rules.blocked_by {
        BlockedBy::Hands => say!("the lightest hand"),
        BlockedBy::Sides => say!("the pair or player with the fewest pips, both hands of a pair taken together,"),
        BlockedBy::Locker => say!("the lighter hand of the last player and the next"),
    };
    let tie = match (rules.blocked_tie, rules.split) {
        (BlockedTie::Split, Split::Floor) => say!("Equal hands share that, whole points only."),
        (BlockedTie::Split, Split::HalfPoints) => say!("Equal hands share that, half points too."),
        (BlockedTie::Nobody, _) => say!("Equal hands score nothing."),
        (BlockedTie::Replay, _) => say!("If two are equal the hand is dealt again with the same lead."),
        (BlockedTie::Locker, _) => say!("If they are equal, the player of the last tile wins."),
        (BlockedTie::Leader, _) => say!("If two are equal, the side that led wins."),
    };
    say!("When the hand is blocked, {who} {gets}. {tie}", who, gets, tie)
}

fn winning(rules: &RuleSet) -> Vec<String> {
    let lowest = rules.wins == Wins::Lowest;
    let target = target_words(rules);
    let end = match (rules.rounds, rules.target.of(2), rules.overshoot) {
        (0, _, Overshoot::Disregarded) => {
            say!("You must land on {target} exactly: a score that goes past it does not count.", target)
        }
        (0, _, Overshoot::Counts) if lowest => {
            say!("The game ends when a side reaches {target}, and the lowest score wins.", target)
        }
        (0, _, Overshoot::Counts) => say!("{target} points or more win the game.", target),
        (hands, 0, _) if lowest => {
            say_count!(hands, "After {n} hand the lowest score wins.", "After {n} hands the lowest score wins.")
        }
        (hands, 0, _) => {
            say_count!(hands, "After {n} hand the highest score wins.", "After {n} hands the highest score wins.")
        }
        (hands, ..) if lowest => {
            say_count!(
                hands,
                "After {n} hand, or when a side reaches {target}, the lowest score wins.",
                "After {n} hands, or when a side reaches {target}, the lowest score wins.",
                target
            )
        }
        (hands, ..) => {
            say_count!(
                hands,
                "After {n} hand, or when a side reaches {target}, the highest score wins.",
                "After {n} hands, or when a side reaches {target}, the highest score wins.",
                target
            )
        }
    };
    let check = match rules.win_check {
        _ if rules.is_sheet() || rules.rounds > 0 => "",
        WinCheck::EveryAward => say!("The game ends as soon as a side gets there."),
        WinCheck::HandEnd => {
            say!("The hand is played to its end first; if several got there, the highest score wins.")
        }
    };
    let tie = match rules.tie_break {
        TieBreak::None => "",
        TieBreak::OneMoreHand => say!("If two are level, play one more hand, and again until one is ahead."),
        TieBreak::HandPerPlayer => {
            say!("If two are level, play as many more hands as there are players, until one is ahead.")
        }
    };
    let reset = match rules.reset {
        Reset::Never => "",
        Reset::AllScored => say!("As soon as every side has scored, all scores go back to zero."),
        Reset::OneAll => say!(
            "As soon as every side has scored, all scores go back to zero; at one all the next winner \
                has two, the others zero."
        ),
    };
    all([
        Some(end),
        some(reset),
        some(check),
        (!rules.win_on_lead && !rules.is_sheet())
            .then(|| say!("The first tile of a hand cannot win the game.").to_owned()),
        some(tie),
        (rules.skunk > 0).then(|| say!("A loser with fewer than {points} is skunked.", points = rules.skunk)),
    ])
}

fn slips(rules: &RuleSet) -> Vec<String> {
    let exposed = match rules.exposed_tile {
        ExposedTile::Nothing => "",
        ExposedTile::Reshuffle => {
            say!("A tile shown while drawing: shuffle and draw again; a tile shown later is picked up.")
        }
        ExposedTile::Directed => {
            say!("A tile shown by accident may be played only where your opponent says, and does not score.")
        }
    };
    all([
        penalty_words(rules.wrong_knock).map(|cost| say!("Knocking or drawing with a playable tile: {cost}.", cost)),
        penalty_words(rules.misplay).map(|cost| say!("A tile played where it does not fit: {cost}.", cost)),
        unknown_offender(rules),
        penalty_words(rules.over_draw).map(|cost| say!("Drawing too many tiles: {cost}.", cost)),
        some(exposed),
    ])
}

/// Returns the rule for a given-away hand with an unknown offender.
fn unknown_offender(rules: &RuleSet) -> Option<String> {
    let given_away = [rules.misplay, rules.wrong_knock].contains(&Penalty::HandLost);
    given_away.then(|| say!("If it is not known who it was, deal the hand again with the same lead.").to_owned())
}

fn sheet_start(rules: &RuleSet) -> Vec<String> {
    let high = if rules.engine_from > 0 { rules.engine_from } else { rules.set_size.get() };
    let engine = match rules.engine {
        EngineOrder::Any => None,
        EngineOrder::Down => Some(say!(
            "The first hand begins with the {high}-{high}, the next with the double below, and so on down to 0-0.",
            high
        )),
        EngineOrder::Up => Some(say!(
            "The first hand begins with 0-0, the next with the double above, and so on up to the {high}-{high}.",
            high
        )),
    };
    let most = super::number::small(RuleSet::SHEET_SEATS);
    all([Some(sheet_set(rules)), Some(say!("Two to {most} players sit down.", most)), engine])
}

/// A sheet keeps games of larger sets than those that are read and played here.
fn sheet_set(rules: &RuleSet) -> String {
    if rules.engine_from > rules.set_size.get() {
        return say!(
            "Play the game you like with a double-{high} set: only the scores are kept here.",
            high = rules.engine_from
        );
    }
    say!("Play the game you like with {set}: only the scores are kept here.", set = set_name(rules))
}

fn sheet_hand(rules: &RuleSet) -> Vec<String> {
    let head = match rules.sheet {
        SheetKind::Own => say!("Each player adds up the pips left in hand, typed or counted by the camera."),
        SheetKind::No | SheetKind::Winner => {
            say!("The winner of a hand scores the pips left in the other hands.")
        }
    };
    let lowest = rules.wins == Wins::Lowest;
    let out = match rules.out_bonus {
        OutBonus::Points(0) => None,
        OutBonus::Points(n) if lowest => Some(say!("The player who goes out takes {n} off.", n)),
        OutBonus::Points(n) | OutBonus::Kinds([n, ..]) => Some(say!("The player who goes out scores {n} more.", n)),
        _ if rules.sheet == SheetKind::Own => None,
        OutBonus::Sum | OutBonus::All => some(say!("Going out scores all of them.")),
        OutBonus::Round5 => some(say!("Going out scores them to the nearest five.")),
        OutBonus::Round5Unit => some(say!("Going out scores one point for every five of them.")),
    };
    let doubles = match rules.left_doubles {
        LeftDoubles::Both => "",
        LeftDoubles::OneHalf => say!("A double counts only one half."),
    };
    all([
        some(head),
        out,
        (rules.sheet == SheetKind::Winner).then(|| blocked(rules)),
        (rules.double_blank > 0).then(|| say!("The double blank counts {points}.", points = rules.double_blank)),
        some(doubles),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Choices, sets};

    fn text(rules: &RuleSet) -> String {
        plain(rules).into_iter().flat_map(|chapter| chapter.sentences).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_score_sheet_without_a_target_ends_after_its_hands() {
        let sheet = RuleSet::parse("any_sheet target=0 rounds=3").unwrap();
        let text = format!("{} {}", crate::words::about(&sheet), text(&sheet));
        assert!(text.contains("After 3 hands the highest score wins.") && !text.contains("100"), "{text}");
        let once = RuleSet::parse("any_sheet target=0 rounds=1").unwrap();
        assert!(
            plain(&once).iter().any(|chapter| chapter.sentences.iter().any(|one| one.contains("After 1 hand the")))
        );
    }

    /// A page that stays the same when a rule changes would be silent about it.
    #[test]
    fn every_rule_that_matters_changes_a_sentence() {
        // The places of tiles and the camera's view of a double are left off a page of rules.
        let silent = ["ends_after_sides", "double_exits", "next_leg"];
        for axis in RuleSet::AXES.iter().filter(|axis| !silent.contains(&axis.key)) {
            let told = sets::all().any(|preset| {
                let values: Vec<String> = match RuleSet::choices(axis.key) {
                    Some(Choices::Listed(values)) => values.iter().map(|value| (*value).to_owned()).collect(),
                    _ => ["7", "3", "25", "back:8", "5/5/5", "25/50", "50/25/0/0", "3-20:2/10"]
                        .map(str::to_owned)
                        .to_vec(),
                };
                values.iter().any(|value| {
                    let mut house = preset.rules.clone();
                    house.set(axis.key, value).is_ok() && house != preset.rules && text(&house) != text(&preset.rules)
                })
            });
            assert!(told, "no sentence tells of {}", axis.key);
        }
    }

    #[test]
    fn sentences_are_whole_and_short() {
        for preset in sets::all() {
            let chapters = plain(&preset.rules);
            assert!(chapters.len() >= 3, "{}", preset.title);
            for sentence in chapters.iter().flat_map(|chapter| &chapter.sentences) {
                let words = sentence.split_whitespace().count();
                assert!(sentence.ends_with('.') && words <= 45, "{}: {sentence}", preset.title);
                assert!(!sentence.contains("  ") && !sentence.contains('_'), "{sentence}");
            }
        }
    }

    #[test]
    fn the_league_game_is_told_as_its_document_has_it() {
        let told = text(&RuleSet::preset("pafos").unwrap());
        for part in [
            "double-six set, 28 tiles",
            "Two players take 7, four players take 6 tiles each.",
            "15 is three fives and five threes, so 8",
            "There is no drawing: if you can't play, knock",
            "when both partners of a pair have none",
            "Going out scores 1 point, added to what the last tile makes.",
            "pays no one",
            "land on 61 exactly",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }

    #[test]
    fn counts_that_pay_are_those_of_the_documents() {
        let of = |id: &str| paying_counts(&RuleSet::preset(id).unwrap());
        let five_three = [3, 5, 6, 9, 10, 12, 15, 18, 20].map(|count| (count, crate::rules::score::five_three(count)));
        assert_eq!(of("pafos"), five_three, "no line of double-six comes to more than 22");
        assert!(of("all_fives_200").iter().all(|(count, points)| count == points && count % 5 == 0));
        assert!(of("block").is_empty() && of("mexican_train").is_empty());
    }
}

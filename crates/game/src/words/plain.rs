//! A game's rules as one player tells them to another: plain sentences made from the rule set, so that the house's own
//! rules read as well as a preset.

use super::{counted, penalty_words, times};
use crate::rules::score::play_points;
use crate::rules::{
    Blocked, BlockedBy, BlockedTie, Claim, Crossed, Drawing, EngineOrder, ExposedTile, FalseClaim, FirstLead, LeadTile,
    LeftDoubles, NextLead, NoDouble, OutBonus, Overshoot, PairOut, Pairs, PartnerDeduction, Penalty, RuleSet, Scoring,
    SheetKind, Spinner, Split, TieBreak, WinCheck, Wins,
};

/// A few sentences under a heading.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::plain;
///
/// let chapters = plain(&RuleSet::parse("pafos target=121")?);
/// let winning = chapters.iter().find(|chapter| chapter.title == "Winning").expect("every game ends");
/// assert_eq!(winning.sentences[0], "You must land on 121 exactly: a score that would go past it counts nothing.");
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// What it is about.
    pub title: &'static str,
    /// Whole sentences, at least one.
    pub sentences: Vec<String>,
}

/// The rules in plain sentences, in the order in which they matter at the table.
#[must_use]
pub fn plain(rules: &RuleSet) -> Vec<Chapter> {
    let chapters = if rules.is_sheet() {
        vec![("Sitting down", sheet_start(rules)), ("After each hand", sheet_hand(rules)), ("Winning", winning(rules))]
    } else {
        vec![
            ("Sitting down", sitting_down(rules)),
            ("The lead", lead(rules)),
            ("Your turn", turn(rules)),
            ("Scoring as you play", scoring(rules)),
            ("The end of a hand", hand_end(rules)),
            ("Winning", winning(rules)),
            ("Slips", slips(rules)),
        ]
    };
    let chapters = chapters.into_iter().filter(|(_, sentences)| !sentences.is_empty());
    chapters.map(|(title, sentences)| Chapter { title, sentences }).collect()
}

/// What scores what: each count of the ends that pays, with its points; empty where counts pay nothing.
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

fn said(words: &str) -> Option<String> {
    (!words.is_empty()).then(|| words.to_owned())
}

fn all(sentences: impl IntoIterator<Item = Option<String>>) -> Vec<String> {
    sentences.into_iter().flatten().collect()
}

fn set_name(rules: &RuleSet) -> String {
    let high = rules.set_size.get();
    let name = match high {
        6 => "double-six".to_owned(),
        9 => "double-nine".to_owned(),
        12 => "double-twelve".to_owned(),
        n => format!("double-{n}"),
    };
    format!("a {name} set, {} tiles", rules.tiles().len())
}

fn sitting_down(rules: &RuleSet) -> Vec<String> {
    let hands: Vec<(usize, u8)> = (2..=4).filter_map(|n| Some((n, rules.hand_size(n)?))).collect();
    let same = hands.windows(2).all(|two| two[0].1 == two[1].1);
    let players = |n: usize| ["two", "three", "four"][n - 2];
    let hands = match (hands.first(), hands.last()) {
        (Some((only, tiles)), Some((last, _))) if only == last => {
            format!("It is a game for {}, with {tiles} tiles each.", players(*only))
        }
        (Some((_, tiles)), _) if same => {
            let names: Vec<&str> = hands.iter().map(|(n, _)| players(*n)).collect();
            format!("It is a game for {}, with {tiles} tiles each.", any_of(&names))
        }
        _ => {
            let parts: Vec<String> =
                hands.iter().map(|(n, tiles)| format!("{} players take {tiles}", players(*n))).collect();
            format!("{} tiles each.", capital(&parts.join(", ")))
        }
    };
    let four = rules.hand_size(4).is_some();
    let pairs = match rules.pairs {
        Pairs::Always if four => "Four play as two pairs, partners facing each other, one score for each pair.",
        Pairs::Optional if four => "Four may play as two pairs, partners facing each other, or each alone.",
        _ => "",
    };
    all([
        Some(format!("Play with {}, face down and shuffled.", set_name(rules))),
        Some(hands),
        said(pairs),
        (rules.rewash_doubles > 0)
            .then(|| format!("A hand with {} doubles or more may be shuffled and dealt again.", rules.rewash_doubles)),
    ])
}

/// "two, three or four".
fn any_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn lead(rules: &RuleSet) -> Vec<String> {
    let first = match rules.first_lead {
        FirstLead::HighestTileLot => "For the first hand everybody draws one tile: the most pips lead.",
        FirstLead::Lots => "Draw lots for who leads the first hand.",
        FirstLead::HighestDouble => "Whoever holds the highest double leads the first hand.",
    };
    let high = rules.set_size.get();
    let tile = match rules.lead_tile {
        LeadTile::Any => "Any tile may be led.".to_owned(),
        LeadTile::HighestDouble => "The tile that is led is the highest double anybody holds.".to_owned(),
        LeadTile::SetDoubleFirst => format!("The first hand begins with the {high}-{high}, later ones with any tile."),
        LeadTile::HighestDoubleFirst => {
            "The first hand begins with the highest double anybody holds, later ones with any tile.".to_owned()
        }
    };
    let no_double = match rules.no_double {
        NoDouble::Irrelevant => "",
        NoDouble::Redeal => "If nobody holds a double, shuffle and deal again.",
        NoDouble::HeaviestSingle => "If nobody holds a double, the heaviest tile leads.",
        NoDouble::HeaviestHand => "If nobody holds a double, whoever holds the most pips leads any tile.",
    };
    let next_leg = if rules.next_leg == rules.next_lead { "" } else { next_game(rules.next_leg) };
    all([said(first), Some(tile), said(no_double), said(next_hand(rules.next_lead)), said(next_leg)])
}

const fn next_hand(lead: NextLead) -> &'static str {
    match lead {
        NextLead::RotateLeft => "After each hand the lead passes to the left, whoever won.",
        NextLead::Winner => "Whoever wins a hand leads the next; after a blocked one that nobody won, draw lots.",
        NextLead::Loser => "Whoever loses a hand leads the next; after a blocked one that nobody won, draw lots.",
        NextLead::Lots => "Draw lots again for every hand.",
        NextLead::Ask => "For later hands agree among yourselves: most pass the lead to the left.",
        NextLead::SameTest => "Every later hand finds its leader in the same way.",
    }
}

const fn next_game(lead: NextLead) -> &'static str {
    match lead {
        NextLead::RotateLeft => "A new game of the match goes on to the left of whoever led the last hand.",
        NextLead::Winner => "Whoever won the last hand leads the next game of the match.",
        NextLead::Loser => "Whoever lost the last hand leads the next game of the match.",
        NextLead::Lots => "Draw lots for who leads the next game of the match.",
        NextLead::Ask => "Agree who leads the next game of the match.",
        NextLead::SameTest => "The next game of the match finds its leader as the first did.",
    }
}

fn turn(rules: &RuleSet) -> Vec<String> {
    let exits = if rules.double_exits == 2 { "both its ends" } else { "its far side and both its ends" };
    let doubles = match (rules.spinner, rules.ends_after_sides) {
        (Spinner::None, _) => {
            "Doubles lie crosswise and are played on at their sides only, so the line has two ends.".to_owned()
        }
        (Spinner::First, true) => {
            "The first double is the spinner: once both its sides are covered, tiles go on its two ends as well."
                .to_owned()
        }
        (Spinner::First, false) => {
            "The first double is the spinner: tiles go on its two sides and its two ends.".to_owned()
        }
        (Spinner::AllAfterSides, true) => {
            "Every double is a spinner: once both its sides are covered, tiles go on its two ends as well.".to_owned()
        }
        (Spinner::AllAfterSides, false) => "Every double is a spinner: tiles go on its sides and its ends.".to_owned(),
        (Spinner::AllAtOnce, _) => format!("Every double branches as soon as it lies: {exits} are open to tiles."),
    };
    let reserve = match rules.boneyard_reserve {
        0 => String::new(),
        1 => ", all but its last tile".to_owned(),
        n => format!(", all but its last {n} tiles"),
    };
    let stuck = match rules.drawing {
        Drawing::Never => "Nothing is drawn: if you cannot play, knock, and the next player goes on.".to_owned(),
        Drawing::UntilPlayable => format!(
            "If you cannot play, draw from the boneyard{reserve} until you can; when there is nothing left to draw, knock."
        ),
    };
    let may_draw = rules.voluntary_draw && rules.drawing != Drawing::Never;
    all([
        said("Lay one tile against an open end: the halves that touch must be alike."),
        rules
            .cross_first
            .then(|| "Nothing else is open until the first double is covered on all four sides.".to_owned()),
        Some(doubles),
        rules.inline_doubles.then(|| "A double may also be laid end to end.".to_owned()),
        Some(stuck),
        may_draw.then(|| "You may draw even when you could play.".to_owned()),
        rules.reversal.then(|| "A tile that fits the other end too may be turned round after it was laid.".to_owned()),
    ])
}

fn scoring(rules: &RuleSet) -> Vec<String> {
    let ends = "After each tile add up the open ends; a double at an end counts both its halves.";
    let how = match rules.scoring {
        Scoring::None => String::new(),
        Scoring::FiveThree => format!(
            "{ends} If fives go into the total you score one for each five, if threes do, one for each three: 15 is {} and {}, so 8.",
            times(3, "five"),
            times(5, "three")
        ),
        Scoring::FivesFull => format!("{ends} If the total is a multiple of five, you score the total: 15 for 15."),
        Scoring::FivesUnit => {
            format!("{ends} If the total is a multiple of five, you score one for each five: 3 for 15.")
        }
        Scoring::FiveThreeFull => {
            format!("{ends} You score the total if fives go into it, and again if threes do: 12 for 12, 30 for 15.")
        }
        Scoring::Headers => {
            "If both ends show the same number after your tile, you score 2; with a double at one of them, 3."
                .to_owned()
        }
    };
    let pays_ends = !matches!(rules.scoring, Scoring::None | Scoring::Headers);
    let crossed = match rules.crossed {
        Crossed::OpenEnds if pays_ends => {
            "A double with both sides covered goes on counting one half for each of its ends that is open."
        }
        Crossed::Nothing if pays_ends && rules.spinner != Spinner::None => {
            "A double with both sides covered counts nothing any more; a tile on its end counts as any end does."
        }
        _ => "",
    };
    let [skip_double, skip_other] = rules.lead_skip;
    let pays = rules.scoring != Scoring::None;
    let mut sentences = all([
        said(&how),
        said(crossed),
        (pays && rules.first_score_min > 0)
            .then(|| format!("Your first score of a game must be {} or more.", rules.first_score_min)),
        pays.then(|| claim(rules)).and_then(|words| said(&words)),
    ]);
    sentences.extend(all([
        (rules.knock_bonus > 0).then(|| {
            format!("For every knock just before your tile you score {}.", points(u16::from(rules.knock_bonus)))
        }),
        (skip_double.max(skip_other) > 0).then(|| {
            format!(
                "If the player after you cannot answer the first tile of the hand, you score {} when it was a double, {} when it was not.",
                points(skip_double),
                points(skip_other)
            )
        }),
        (rules.skip_all > 0).then(|| {
            format!("If everybody else has knocked since your last tile, your next tile scores {}.", points(rules.skip_all))
        }),
    ]));
    if sentences.is_empty() {
        sentences.push("Nothing scores while the hand is played; it is the end of the hand that pays.".to_owned());
    }
    sentences
}

fn points(n: u16) -> String {
    counted(usize::from(n), "point", "points")
}

fn claim(rules: &RuleSet) -> String {
    let wrong = match rules.false_claim {
        FalseClaim::TakenBack => "A score that is called and is not there is taken back.",
        FalseClaim::OpponentMarks => "A score that is called and is not there is marked by your opponent.",
    };
    match rules.claim {
        Claim::Auto => String::new(),
        Claim::MustClaim => format!("Call your score before the next tile is laid, or it is lost. {wrong}"),
        Claim::Muggins => format!(
            "Call your score before the next tile is laid; until then anybody else may call \u{201c}muggins\u{201d} and take it. {wrong}"
        ),
    }
}

fn hand_end(rules: &RuleSet) -> Vec<String> {
    let pairs = rules.pairs != Pairs::No && rules.hand_size(4).is_some();
    let ends = match (rules.play_on, rules.pair_out) {
        (true, _) => "When a player is out the others play on until nobody can.",
        (false, PairOut::Both) if pairs => {
            "A hand ends when a player has no tile left; among pairs, when both partners of a pair have none."
        }
        _ => "A hand ends when a player has no tile left.",
    };
    let partner = pairs && rules.pair_out == PairOut::One;
    let deduction = match rules.partner_deduction {
        _ if !partner => "",
        PartnerDeduction::Off => "",
        PartnerDeduction::Raw => "Your partner's pips are then taken off.",
        PartnerDeduction::Round5 => "Your partner's pips, to the nearest five, are then taken off.",
        PartnerDeduction::Inside => "Your partner's pips are taken off before that is rounded.",
    };
    let counts = matches!(rules.out_bonus, OutBonus::Points(_))
        && matches!(rules.blocked, Blocked::None | Blocked::WinnerOutBonus);
    let doubles = match rules.left_doubles {
        LeftDoubles::OneHalf if !counts => "A double left in a hand counts one half only.",
        _ => "",
    };
    let bonus = |n: u16, what: &str| (n > 0).then(|| format!("{what} scores {} more.", points(n)));
    all([
        said(ends),
        out(rules),
        said(deduction),
        bonus(
            rules.capicua,
            "Going out with a tile, not a double, that would have fitted every open end (capic\u{fa}a)",
        ),
        bonus(rules.blank_out, "Going out with the double blank"),
        hand_bonus(rules),
        Some(blocked(rules)),
        said(doubles),
        (rules.double_blank > 0 && !counts)
            .then(|| format!("The double blank left in a hand counts {}.", rules.double_blank)),
    ])
}

fn out(rules: &RuleSet) -> Option<String> {
    let going_out = "Going out scores";
    match rules.out_bonus {
        OutBonus::Points(0) => said("Going out scores nothing by itself."),
        OutBonus::Points(n) => {
            Some(format!("{going_out} {}, counted together with what the last tile makes.", points(u16::from(n))))
        }
        OutBonus::Sum => Some(format!("{going_out} all the pips left in the opponents' hands.")),
        OutBonus::All => Some(format!("{going_out} all the pips left in the other hands, your partner's too.")),
        OutBonus::Round5 => Some(format!("{going_out} the pips left in the opponents' hands, to the nearest five.")),
        OutBonus::Round5Unit => Some(format!(
            "{going_out} one point for every five pips left in the opponents' hands, to the nearest five."
        )),
    }
}

fn hand_bonus(rules: &RuleSet) -> Option<String> {
    let paid: Vec<String> = rules.hand_bonus.iter().filter(|points| **points > 0).map(u16::to_string).collect();
    (!paid.is_empty()).then(|| {
        let which = ["first", "first two", "first three", "first four"][paid.len() - 1];
        format!("Winning one of the {which} hands of a game pays extra: {}.", paid.join(", "))
    })
}

fn blocked(rules: &RuleSet) -> String {
    let head = "If nobody can play, the hand is blocked";
    let who = match rules.blocked_by {
        BlockedBy::Hands => "the lightest hand",
        BlockedBy::Sides => "the pair or player with the fewest pips, both hands of a pair taken together,",
        BlockedBy::Locker => "of whoever laid the last tile and the next player the lighter hand",
    };
    let gets = match rules.blocked {
        Blocked::None => return format!("{head} and pays nobody."),
        Blocked::Staircase => {
            return format!("{head}: everybody scores the difference to each opponent with more pips.");
        }
        Blocked::WinnerBalance => "scores the difference to each of the others",
        Blocked::WinnerBalanceRound5Unit => "scores the difference to the others, one point for every five",
        Blocked::WinnerTotalSplit => "scores the pips of the others",
        Blocked::WinnerTotalRound5Split => "scores the pips of the others, to the nearest five",
        Blocked::WinnerOutBonus => "scores what going out would have",
        Blocked::WinnerTotalLessOwn => "scores the pips of the others less its own",
        Blocked::WinnerAll => "scores all the pips that are left, its own too",
    };
    let tie = match (rules.blocked_tie, rules.split) {
        (BlockedTie::Split, Split::Floor) => "Equal hands share that, whole points only.",
        (BlockedTie::Split, Split::HalfPoints) => "Equal hands share that, half points too.",
        (BlockedTie::Nobody, _) => "Equal hands score nothing.",
        (BlockedTie::Replay, _) => "If two are equal the hand is dealt again with the same lead.",
        (BlockedTie::Locker, _) => "If they are equal, whoever laid the last tile has won it.",
    };
    format!("{head}: {who} {gets}. {tie}")
}

fn winning(rules: &RuleSet) -> Vec<String> {
    let who = if rules.wins == Wins::Lowest { "lowest" } else { "highest" };
    let end = match (rules.rounds, rules.target, rules.overshoot) {
        (0, target, Overshoot::Disregarded) => {
            format!("You must land on {target} exactly: a score that would go past it counts nothing.")
        }
        (0, target, Overshoot::Counts) if rules.wins == Wins::Lowest => {
            format!("The game ends when somebody has {target} or more, and the lowest score wins.")
        }
        (0, target, Overshoot::Counts) => format!("{target} points or more win the game."),
        (hands, 0, _) => format!("After {hands} hands the {who} score wins."),
        (hands, target, _) => {
            format!("After {hands} hands, or when somebody has {target} or more, the {who} score wins.")
        }
    };
    let check = match rules.win_check {
        _ if rules.is_sheet() || rules.rounds > 0 => "",
        WinCheck::EveryAward => "The game is over as soon as somebody gets there.",
        WinCheck::HandEnd => "The hand is played to its end first; of several who got there the highest score wins.",
    };
    let tie = match rules.tie_break {
        TieBreak::None => "",
        TieBreak::OneMoreHand => "If two are level, play one more hand, and again until somebody is ahead.",
        TieBreak::HandPerPlayer => {
            "If two are level, play as many more hands as there are players, until somebody is ahead."
        }
    };
    all([
        Some(end),
        said(check),
        (!rules.win_on_lead && !rules.is_sheet()).then(|| "The first tile of a hand cannot win the game.".to_owned()),
        said(tie),
        (rules.skunk > 0).then(|| format!("A loser with fewer than {} is skunked.", rules.skunk)),
    ])
}

fn slips(rules: &RuleSet) -> Vec<String> {
    let costs = |what: &str, penalty: Penalty| Some(format!("{what}: {}.", penalty_words(penalty)?));
    let exposed = match rules.exposed_tile {
        ExposedTile::Nothing => "",
        ExposedTile::Reshuffle => "A tile shown while drawing: shuffle and draw again; shown later, it is picked up.",
        ExposedTile::Directed => {
            "A tile shown by accident may be played only where your opponent says, and does not score."
        }
    };
    all([
        costs("Knocking or drawing with a tile that could be played", rules.wrong_knock),
        costs("A tile played where it does not fit", rules.misplay),
        costs("Drawing too many tiles", rules.over_draw),
        said(exposed),
    ])
}

fn sheet_start(rules: &RuleSet) -> Vec<String> {
    let high = if rules.engine_from > 0 { rules.engine_from } else { rules.set_size.get() };
    let engine = match rules.engine {
        EngineOrder::Any => String::new(),
        EngineOrder::Down => {
            format!("The first hand begins with the {high}-{high}, the next with the double below it, down to 0-0.")
        }
        EngineOrder::Up => {
            format!("The first hand begins with 0-0, the next with the double above it, up to the {high}-{high}.")
        }
    };
    all([
        Some(sheet_set(rules)),
        Some(format!("Two to {} players sit down.", times_of(RuleSet::SHEET_SEATS))),
        said(&engine),
    ])
}

/// A sheet keeps games of larger sets than those that are read and played here.
fn sheet_set(rules: &RuleSet) -> String {
    if rules.engine_from > rules.set_size.get() {
        return format!(
            "Play the game you like with a double-{} set: only the scores are kept here.",
            rules.engine_from
        );
    }
    format!("Play the game you like with {}: only the scores are kept here.", set_name(rules))
}

fn times_of(n: usize) -> String {
    super::NUMBERS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

fn sheet_hand(rules: &RuleSet) -> Vec<String> {
    let head = match rules.sheet {
        SheetKind::Own => "Everybody adds the pips left in the hand, typed or counted by the camera.",
        SheetKind::No | SheetKind::Winner => "Whoever wins a hand is paid for the pips left in the other hands.",
    };
    let lowest = rules.wins == Wins::Lowest;
    let out = match rules.out_bonus {
        OutBonus::Points(0) => String::new(),
        OutBonus::Points(n) if lowest => format!("Whoever goes out takes {n} off."),
        OutBonus::Points(n) => format!("Whoever goes out scores {n} more."),
        _ if rules.sheet == SheetKind::Own => String::new(),
        OutBonus::Sum | OutBonus::All => "Going out scores all of them.".to_owned(),
        OutBonus::Round5 => "Going out scores them to the nearest five.".to_owned(),
        OutBonus::Round5Unit => "Going out scores one point for every five of them.".to_owned(),
    };
    let doubles = match rules.left_doubles {
        LeftDoubles::Both => "",
        LeftDoubles::OneHalf => "A double counts one half only.",
    };
    all([
        said(head),
        said(&out),
        (rules.sheet == SheetKind::Winner).then(|| blocked(rules)),
        (rules.double_blank > 0).then(|| format!("The double blank counts {}.", rules.double_blank)),
        said(doubles),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Choices, sets};

    fn text(rules: &RuleSet) -> String {
        plain(rules).into_iter().flat_map(|chapter| chapter.sentences).collect::<Vec<_>>().join(" ")
    }

    /// A page that stays the same when a rule changes would be silent about it.
    #[test]
    fn every_rule_that_matters_changes_a_sentence() {
        // Where the tiles lie and what the camera may see of a double are no news on a page of rules.
        let silent = ["ends_after_sides", "double_exits", "next_leg"];
        for axis in RuleSet::AXES.iter().filter(|axis| !silent.contains(&axis.key)) {
            let told = sets::all().any(|preset| {
                let values: Vec<String> = match RuleSet::choices(axis.key) {
                    Some(Choices::Listed(values)) => values.iter().map(|value| (*value).to_owned()).collect(),
                    _ => ["7", "3", "25", "back:8", "5/5/5", "25/50", "50/25/0/0"].map(str::to_owned).to_vec(),
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
            "Nothing is drawn: if you cannot play, knock",
            "when both partners of a pair have none",
            "Going out scores 1 point, counted together with what the last tile makes.",
            "blocked and pays nobody",
            "land on 61 exactly",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }

    #[test]
    fn counts_that_pay_are_those_of_the_documents() {
        let of = |id: &str| paying_counts(&RuleSet::preset(id).unwrap());
        let five_three = [3, 5, 6, 9, 10, 12, 15, 18, 20].map(|count| (count, crate::rules::score::five_three(count)));
        assert_eq!(of("pafos"), five_three, "RULES section 1: no line of double-six comes to more than 22");
        assert!(of("all_fives_200").iter().all(|(count, points)| count == points && count % 5 == 0));
        assert!(of("block").is_empty() && of("mexican_train").is_empty());
    }
}

//! Score table of a game, in a few short lines.

use crate::rules::{
    Blocked, BlockedBy, BlockedTie, Claim, Extra, OutBonus, Pairs, PartnerDeduction, PipPay, Reset, RuleSet, Scoring,
    SheetKind, Wins,
};
use crate::words::target_words;
use language::say;

/// Family of a game.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::Family;
///
/// assert_eq!(Family::of(&RuleSet::preset("muggins")?), Family::AllFives);
/// assert_eq!(Family::of(&RuleSet::preset("mexican_train")?).name(), "Score sheets");
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Fives and threes.
    FivesAndThrees,
    /// All-fives, muggins, five-up.
    AllFives,
    /// Block and draw, in pairs too.
    BlockAndDraw,
    /// All other tiles on the table.
    Others,
    /// Games of which only the scores are kept.
    ScoreSheets,
}

impl Family {
    /// Every family, in the order of the list.
    pub const ALL: [Self; 5] =
        [Self::FivesAndThrees, Self::AllFives, Self::BlockAndDraw, Self::Others, Self::ScoreSheets];

    /// Returns the players' name for the family.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FivesAndThrees => say!("Fives and threes"),
            Self::AllFives => say!("All-fives, muggins"),
            Self::BlockAndDraw => say!("Block, draw, pairs"),
            Self::Others => say!("Other layouts"),
            Self::ScoreSheets => say!("Score sheets"),
        }
    }

    /// The family of a rule set.
    #[must_use]
    pub const fn of(rules: &RuleSet) -> Self {
        if rules.is_sheet() {
            return Self::ScoreSheets;
        }
        match rules.scoring {
            Scoring::FiveThree | Scoring::FiveThreeFull => Self::FivesAndThrees,
            Scoring::FivesFull | Scoring::FivesUnit => Self::AllFives,
            Scoring::Headers => Self::Others,
            Scoring::None if rules.cross_first || !matches!(rules.spinner, crate::rules::Spinner::None) => Self::Others,
            Scoring::None => Self::BlockAndDraw,
        }
    }
}

/// Returns the score table: lines of what is paid and how much.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::score_table;
///
/// let table = score_table(&RuleSet::preset("pafos")?);
/// assert_eq!(table[0], ("in play".to_owned(), "one for each five and each three in the ends".to_owned()));
/// assert_eq!(table.last().map(|(_, value)| value.as_str()), Some("exactly 61"));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn score_table(rules: &RuleSet) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let mut line = |name: &str, value: String| {
        if !value.is_empty() {
            lines.push((name.to_owned(), value));
        }
    };
    match rules.sheet {
        SheetKind::No => line(say!("in play"), in_play(rules)),
        SheetKind::Own => line(say!("each hand"), say!("what is left in each hand").to_owned()),
        SheetKind::Winner => {}
    }
    if rules.sheet != SheetKind::Own {
        line(say!("going out"), out(rules));
        line(say!("blocked"), blocked(rules));
    } else if let OutBonus::Points(points @ 1..) = rules.out_bonus {
        let off = rules.wins == Wins::Lowest;
        line(say!("going out"), if off { say!("{points} off", points) } else { points.to_string() });
    }
    line(say!("pips"), bands(rules));
    line(say!("bonuses"), bonuses(rules));
    if rules.double_blank > 0 {
        line(say!("double blank"), rules.double_blank.to_string());
    }
    line(if rules.rounds > 0 { say!("hands") } else { say!("game") }, end(rules));
    lines
}

fn in_play(rules: &RuleSet) -> String {
    let pays = match rules.scoring {
        Scoring::None => return say!("nothing").to_owned(),
        Scoring::FiveThree => say!("one for each five and each three in the ends"),
        Scoring::FivesFull => say!("the ends, if they are a multiple of five"),
        Scoring::FivesUnit => say!("one for each five in the ends"),
        Scoring::FiveThreeFull => say!("the ends, for fives and again for threes"),
        Scoring::Headers => say!("2 for two ends alike, 3 with a double"),
    };
    let claimed = match rules.claim {
        Claim::Auto => pays.to_owned(),
        Claim::MustClaim => say!("{pays}, if it is claimed", pays),
        Claim::Muggins => say!("{pays}, to the first to claim", pays),
    };
    match rules.first_score_min {
        0 => claimed,
        least => say!("{pays}; the first {least} at least", pays = claimed, least),
    }
}

fn out(rules: &RuleSet) -> String {
    let pays = match rules.out_bonus {
        OutBonus::Points(points) => return points.to_string(),
        OutBonus::Kinds([any, double, both, crossed]) => {
            return say!(
                "{any}, double {double}, both ends {both}, double at both {crossed}",
                any,
                double,
                both,
                crossed
            );
        }
        OutBonus::Sum => say!("the opponents' pips"),
        OutBonus::All => say!("all pips of the others"),
        OutBonus::Round5 => say!("the opponents' pips, to the nearest five"),
        OutBonus::Round5Unit => say!("one for each five of the opponents' pips"),
    };
    let partner = rules.pairs != Pairs::No && rules.partner_deduction != PartnerDeduction::Off;
    if partner { say!("{pays}; in pairs less the partner's", pays) } else { pays.to_owned() }
}

fn blocked(rules: &RuleSet) -> String {
    let pays = match rules.blocked {
        Blocked::None => return say!("nothing").to_owned(),
        Blocked::Staircase => return say!("each player the difference to each heavier hand").to_owned(),
        Blocked::WinnerBalance => say!("the difference to each other hand"),
        Blocked::WinnerBalanceRound5Unit => say!("one for each five of the differences"),
        Blocked::WinnerTotalSplit => say!("the others' pips"),
        Blocked::WinnerTotalRound5Split => say!("the others' pips, to the nearest five"),
        Blocked::WinnerOutBonus => say!("as for going out"),
        Blocked::WinnerTotalLessOwn => say!("the others' pips less its own"),
        Blocked::WinnerAll => say!("all pips"),
    };
    let who = match rules.blocked_by {
        BlockedBy::Hands => say!("the lightest hand"),
        BlockedBy::Sides => say!("the lightest side"),
        BlockedBy::Locker => say!("the lighter of the blocker and the next"),
    };
    let tie = match rules.blocked_tie {
        BlockedTie::Split => say!("equals share"),
        BlockedTie::Nobody => say!("equal: no one"),
        BlockedTie::Replay => say!("equal: played again"),
        BlockedTie::Locker => say!("equal: the blocker"),
        BlockedTie::Leader => say!("equal: who led"),
    };
    say!("{who} {pays} · {tie}", who, pays, tie)
}

fn bonuses(rules: &RuleSet) -> String {
    let mut parts = Vec::new();
    match rules.capicua {
        Extra::NONE => {}
        Extra::Points(points) => parts.push(say!("capicúa {points}", points)),
        Extra::Double => parts.push(say!("capicúa doubles").to_owned()),
    }
    if rules.blank_out > 0 {
        parts.push(say!("out with 0-0 {points}", points = rules.blank_out));
    }
    let [double, single] = rules.lead_skip;
    if double > 0 || single > 0 {
        parts.push(say!("skip on the lead {double} or {single}", double, single));
    }
    if rules.first_pass[0] > 0 {
        parts.push(say!("first pass {points}", points = rules.first_pass[0]));
    }
    if rules.skip_all > 0 {
        parts.push(say!("skip of all {points}", points = rules.skip_all));
    }
    if rules.hand_bonus[0] > 0 {
        let hands: Vec<String> = rules.hand_bonus.iter().map(u16::to_string).collect();
        parts.push(say!("first hands {points}", points = hands.join(", ")));
    }
    if rules.knock_bonus > 0 {
        parts.push(say!("each knock {points}", points = rules.knock_bonus));
    }
    if rules.carry > 0 {
        parts.push(say!("after a hand without a winner {points}", points = rules.carry));
    }
    parts.join(" · ")
}

/// Returns the bands of pips: "2 for 3 to 20, every 10 more 1".
fn bands(rules: &RuleSet) -> String {
    match rules.pips_pay {
        PipPay::Each => String::new(),
        PipPay::Bands { least, upto, pays, step } => {
            say!("{least} to {upto}: {pays}, every {step} more 1", least, upto, pays, step)
        }
    }
}

fn end(rules: &RuleSet) -> String {
    let lowest = rules.wins == Wins::Lowest;
    let target = target_words(rules);
    let end = match (rules.rounds, rules.target.of(2), rules.overshoot) {
        (0, _, crate::rules::Overshoot::Disregarded) => say!("exactly {target}", target),
        (0, ..) if lowest => say!("until {target}, the lowest wins", target),
        (0, ..) => say!("to {target}", target),
        (hands, 0, _) if lowest => say!("{hands}, the lowest wins", hands),
        (hands, 0, _) => say!("{hands}, the highest wins", hands),
        (hands, ..) if lowest => say!("{hands}, or to {target}; the lowest wins", hands, target),
        (hands, ..) => say!("{hands}, or to {target}; the highest wins", hands, target),
    };
    match rules.reset {
        Reset::Never => end,
        Reset::AllScored | Reset::OneAll => say!("{end} without an answer", end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sets;

    fn check(rules: &str, expected: &[(&str, &str)]) {
        let table = score_table(&RuleSet::parse(rules).unwrap());
        let lines: Vec<(&str, &str)> = table.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(lines, expected, "{rules}");
    }

    #[test]
    fn what_scores_what() {
        check(
            "latin_200",
            &[
                ("in play", "nothing"),
                ("going out", "the opponents' pips"),
                ("blocked", "the lighter of the blocker and the next the others' pips · equal: the blocker"),
                ("bonuses", "capicúa 25 · skip on the lead 25 or 50 · skip of all 25"),
                ("game", "to 200"),
            ],
        );
        check(
            "muggins_six",
            &[
                ("in play", "the ends, if they are a multiple of five, to the first to claim"),
                ("going out", "the opponents' pips"),
                ("blocked", "each player the difference to each heavier hand"),
                ("game", "to 100"),
            ],
        );
        check(
            "sheet_winner",
            &[
                ("going out", "the opponents' pips"),
                ("blocked", "the lightest hand the others' pips less its own · equal: no one"),
                ("game", "to 100"),
            ],
        );
        check(
            "mexican_train double_blank=50",
            &[("each hand", "what is left in each hand"), ("double blank", "50"), ("hands", "13, the lowest wins")],
        );
    }

    /// One plain sentence each, and a table that says how a hand pays and how the game ends.
    #[test]
    fn every_game_has_a_sentence_and_a_table() {
        for preset in sets::all() {
            let id = preset.rules.id;
            let about = preset.about;
            assert!(about.ends_with('.') && about.matches(". ").count() == 0, "{id}: one sentence: {about}");
            assert!(about.chars().count() <= 130, "{id}: {} letters", about.chars().count());
            let table = score_table(&preset.rules);
            let names: Vec<&str> = table.iter().map(|(name, _)| name.as_str()).collect();
            assert!(names.len() >= 2 && names.iter().any(|name| ["game", "hands"].contains(name)), "{id}: {names:?}");
            assert!(table.iter().all(|(_, value)| value.chars().count() <= 90), "{id}: {table:?}");
        }
    }
}

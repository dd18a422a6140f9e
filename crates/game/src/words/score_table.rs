//! What a game pays, in a few short lines: what stands on its card.

use crate::rules::{Blocked, OutBonus, RuleSet, Scoring, SheetKind, Wins};

/// What family a game belongs to.
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
    /// Whatever else lies on the table.
    Others,
    /// Games of which only the scores are kept.
    ScoreSheets,
}

impl Family {
    /// Every family, in the order of the list.
    pub const ALL: [Self; 5] =
        [Self::FivesAndThrees, Self::AllFives, Self::BlockAndDraw, Self::Others, Self::ScoreSheets];

    /// What players call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FivesAndThrees => "Fives and threes",
            Self::AllFives => "All-fives, muggins",
            Self::BlockAndDraw => "Block, draw, pairs",
            Self::Others => "Other layouts",
            Self::ScoreSheets => "Score sheets",
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

/// What a game pays: lines of what for and how much.
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
        SheetKind::No => line("in play", in_play(rules).to_owned()),
        SheetKind::Own => line("each hand", "what is left in each hand".to_owned()),
        SheetKind::Winner => {}
    }
    if rules.sheet != SheetKind::Own {
        line("going out", out(rules));
        line("blocked", blocked(rules).to_owned());
    } else if let OutBonus::Points(points @ 1..) = rules.out_bonus {
        line("going out", if rules.wins == Wins::Lowest { format!("{points} off") } else { points.to_string() });
    }
    line("bonuses", bonuses(rules));
    if rules.double_blank > 0 {
        line("double blank", rules.double_blank.to_string());
    }
    line(if rules.rounds > 0 { "hands" } else { "game" }, end(rules));
    lines
}

const fn in_play(rules: &RuleSet) -> &'static str {
    match rules.scoring {
        Scoring::None => "nothing",
        Scoring::FiveThree => "one for each five and each three in the ends",
        Scoring::FivesFull => "the ends, if they are a multiple of five",
        Scoring::FivesUnit => "one for each five in the ends",
        Scoring::FiveThreeFull => "the ends, for fives and again for threes",
        Scoring::Headers => "2 for two ends alike, 3 with a double",
    }
}

fn out(rules: &RuleSet) -> String {
    match rules.out_bonus {
        OutBonus::Points(points) => points.to_string(),
        OutBonus::Sum => "the opponents' pips".to_owned(),
        OutBonus::All => "all pips of the others".to_owned(),
        OutBonus::Round5 => "the opponents' pips, to the nearest five".to_owned(),
        OutBonus::Round5Unit => "one for each five of the opponents' pips".to_owned(),
    }
}

const fn blocked(rules: &RuleSet) -> &'static str {
    match rules.blocked {
        Blocked::None => "nothing",
        Blocked::Staircase => "everybody the difference to each heavier hand",
        Blocked::WinnerBalance => "the lightest the difference to each other hand",
        Blocked::WinnerBalanceRound5Unit => "the lightest one for each five of the differences",
        Blocked::WinnerTotalSplit => "the lightest the pips of the others",
        Blocked::WinnerTotalRound5Split => "the lightest the others' pips, to the nearest five",
        Blocked::WinnerOutBonus => "the lightest as for going out",
        Blocked::WinnerTotalLessOwn => "the lightest the others' pips less its own",
        Blocked::WinnerAll => "the lightest all pips",
    }
}

fn bonuses(rules: &RuleSet) -> String {
    let mut parts = Vec::new();
    if rules.capicua > 0 {
        parts.push(format!("capicúa {}", rules.capicua));
    }
    if rules.blank_out > 0 {
        parts.push(format!("out with 0-0 {}", rules.blank_out));
    }
    let [double, single] = rules.lead_skip;
    if double > 0 || single > 0 {
        parts.push(format!("skip on the lead {double} or {single}"));
    }
    if rules.skip_all > 0 {
        parts.push(format!("skip of all {}", rules.skip_all));
    }
    if rules.hand_bonus[0] > 0 {
        let hands: Vec<String> = rules.hand_bonus.iter().map(u16::to_string).collect();
        parts.push(format!("first hands {}", hands.join(", ")));
    }
    if rules.knock_bonus > 0 {
        parts.push(format!("each knock {}", rules.knock_bonus));
    }
    parts.join(" · ")
}

fn end(rules: &RuleSet) -> String {
    let who = if rules.wins == Wins::Lowest { "lowest" } else { "highest" };
    match (rules.rounds, rules.target, rules.overshoot) {
        (0, target, crate::rules::Overshoot::Disregarded) => format!("exactly {target}"),
        (0, target, _) if rules.wins == Wins::Lowest => format!("until {target}, the lowest wins"),
        (0, target, _) => format!("to {target}"),
        (rounds, 0, _) => format!("{rounds}, the {who} wins"),
        (rounds, target, _) => format!("{rounds}, or to {target}; the {who} wins"),
    }
}

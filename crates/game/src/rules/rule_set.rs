//! [`RuleSet`]: every axis with its value, read, checked and written.

use super::axis::AxisValue;
use super::named::*;
use super::{Choices, Extra, OutBonus, Penalty, PipPay, RuleError, Target, sets};
use crate::near::{near, nearest};
use crate::tile::{Pip, TileSet};
use std::fmt;

/// Name and meaning of one axis.
///
/// ```
/// use game::rules::RuleSet;
///
/// let target = RuleSet::AXES.iter().find(|axis| axis.key == "target").expect("every game has one");
/// assert!(target.what.starts_with("Points that win the game"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The key in rule texts.
    pub key: &'static str,
    /// Description for the rules page, in English; [`language::said`] translates it.
    pub what: &'static str,
}

/// Defines [`RuleSet`] and its text access from one list, so that no axis can be forgotten in either.
macro_rules! axes {
    ($($field:ident: $type:ty, sentence!($what:literal);)+) => {
        /// A game's rules, one public field an axis. The presets' values and their sources stand in [`sets`].
        ///
        /// ```
        /// use game::rules::{RuleSet, Spinner};
        ///
        /// let house = RuleSet::parse("pafos target=121 spinner=first")?;
        /// assert_eq!((house.target.of(2), house.spinner), (121, Spinner::First));
        /// assert_eq!(house.to_string(), "pafos spinner=first target=121");
        /// assert_eq!(house.hand_size(2), Some(7));
        /// # Ok::<(), game::rules::RuleError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct RuleSet {
            /// The preset this is, or was made from: `pafos`, `all_fives_200`, ... Stable: stored on disk.
            pub id: &'static str,
            /// The name of a house rule; `None` for a preset as its document has it.
            pub house: Option<String>,
            $(#[doc = $what] pub $field: $type,)+
        }

        impl RuleSet {
            /// Every axis, in the order of the rules table.
            pub const AXES: &'static [Axis] = &[$(Axis { key: stringify!($field), what: $what },)+];

            /// The value of an axis as text, `None` if the axis does not exist.
            #[must_use]
            pub fn get(&self, key: &str) -> Option<String> {
                match key {
                    $(stringify!($field) => Some(self.$field.text()),)+
                    _ => None,
                }
            }

            /// The values allowed for an axis, `None` if the axis does not exist.
            #[must_use]
            pub fn choices(key: &str) -> Option<Choices> {
                match key {
                    $(stringify!($field) => Some(<$type as AxisValue>::choices()),)+
                    _ => None,
                }
            }

            /// Sets one axis from text. The result may contradict itself, which [`Self::check`] finds.
            ///
            /// # Errors
            /// No such axis, or not one of its values.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), RuleError> {
                let bad = |choices: Choices| RuleError::BadValue {
                    key: key.to_owned(), value: value.to_owned(), choices: choices.to_string(),
                };
                match key {
                    $(stringify!($field) => {
                        self.$field = AxisValue::parse(value).ok_or_else(|| bad(<$type as AxisValue>::choices()))?;
                    })+
                    _ => return Err(no_axis(key)),
                }
                Ok(())
            }
        }
    };
}

axes! {
    set_size: Pip, sentence!("Highest double of the tile set: 6, 9 or 12.");
    hand_sizes: [u8; 5], sentence!("Tiles per hand for two/three/four/five/six players; `-` if that many can't play.");
    pairs: Pairs, sentence!("Whether four players can be two pairs with one score each.");
    pair_out: PairOut, sentence!("Whether a hand in pairs ends when one player goes out, or when both of a pair have.");
    first_lead: FirstLead, sentence!("Who leads the first hand.");
    lead_tile: LeadTile, sentence!("Which tile may be led.");
    no_double: NoDouble, sentence!("What happens if the highest double leads and no player has a double.");
    next_lead: NextLead, sentence!("Who leads the following hands.");
    next_leg: NextLead, sentence!("Who leads the first hand of the next game of a match.");
    rewash_doubles: u8, sentence!("Doubles in one hand that allow a new deal; 0 = never.");
    spinner: Spinner, sentence!("Which doubles take tiles on their ends.");
    ends_after_sides: bool, sentence!("Whether both sides of a spinner must be covered before its ends are played.");
    double_exits: u8, sentence!("Places to play a double adds when its ends are open at once: 3 = far side and both ends, 2 = both ends.");
    cross_first: bool, sentence!("Whether the first double must be covered on all four sides before any other place opens.");
    inline_doubles: bool, sentence!("Whether a double may be played end to end instead of crosswise.");
    crossed: Crossed, sentence!("What a double with both sides covered counts.");
    scoring: Scoring, sentence!("What the count of the ends pays.");
    first_score_min: u16, sentence!("The fewest points for a side's first score; 0 = any.");
    claim: Claim, sentence!("How a score in play is taken.");
    false_claim: FalseClaim, sentence!("What happens to a score that was claimed wrongly.");
    drawing: Drawing, sentence!("What a player who can't go does with the boneyard.");
    boneyard_reserve: u8, sentence!("Tiles at the end of the boneyard that are never drawn.");
    voluntary_draw: bool, sentence!("Whether a player who can play may draw.");
    knock_bonus: u8, sentence!("Points to the next player for each knock just before their tile.");
    lead_skip: [u16; 2], sentence!("Points for a first tile that makes the next player knock: for a double, and for any other tile.");
    first_pass: [u16; 2], sentence!("Points for the first pass of a game, and what a hand must pay to take them while that side has none.");
    skip_all: u16, sentence!("Points for a player's next tile after all the others have knocked.");
    play_on: bool, sentence!("Whether the hand continues after a player goes out, until no player can go.");
    out_bonus: OutBonus, sentence!("What going out pays: a number of points, or the pips left in the other hands.");
    partner_deduction: PartnerDeduction, sentence!("What a partner's leftover pips take off the bonus for going out.");
    capicua: Extra, sentence!("Points for going out with a tile, not a double, that fitted every open end; or the hand counts double.");
    blank_out: u16, sentence!("Points for going out with the double blank.");
    hand_bonus: [u16; 4], sentence!("Points for winning the first, second, third and fourth hand of a game.");
    pips_pay: PipPay, sentence!("What the pips left in hand are worth: a point each, or points by bands.");
    blocked: Blocked, sentence!("What a blocked hand pays.");
    blocked_by: BlockedBy, sentence!("Whose pips are compared in a blocked hand.");
    blocked_tie: BlockedTie, sentence!("What happens if two hands tie as the lightest in a blocked hand.");
    carry: u16, sentence!("Points that a hand without a winner adds to the next one; another such hand adds them again.");
    split: Split, sentence!("What happens to a share that does not divide evenly.");
    left_doubles: LeftDoubles, sentence!("How doubles left in a hand are added up.");
    double_blank: u8, sentence!("What a double blank left in a hand counts.");
    sheet: SheetKind, sentence!("Whether only a score sheet is kept, without a layout.");
    wins: Wins, sentence!("Who wins: the highest score or the lowest.");
    rounds: u8, sentence!("The game ends after this many hands, whatever the scores; 0 = only the target ends it.");
    engine: EngineOrder, sentence!("The double that each hand begins with.");
    engine_from: u8, sentence!("The highest double that hands begin with, up to 18; 0 = that of the set.");
    reset: Reset, sentence!("Whether a hand won by another side resets all scores to zero.");
    target: Target, sentence!("Points that win the game, like 61, or by two/three/four/five/six players, like 61/61/121; on a score sheet 0 = none.");
    overshoot: Overshoot, sentence!("What happens to a score above the target.");
    win_on_lead: bool, sentence!("Whether the first tile of a hand can win the game.");
    win_check: WinCheck, sentence!("When Sixty-One checks whether a side has won.");
    tie_break: TieBreak, sentence!("What happens if two sides reach the target with equal scores.");
    skunk: u16, sentence!("A loser below this score is skunked; 0 = no skunks.");
    wrong_knock: Penalty, sentence!("The penalty for knocking or drawing with a playable tile.");
    misplay: Penalty, sentence!("The penalty for a tile played against the rules.");
    over_draw: Penalty, sentence!("The penalty for taking too many tiles.");
    exposed_tile: ExposedTile, sentence!("What happens to a tile shown by accident.");
    reversal: bool, sentence!("Whether a tile that fits the other end may be turned round after it was played.");
}

impl RuleSet {
    /// Returns the preset with this id.
    ///
    /// # Errors
    /// The id is unknown; the error names the nearest one.
    pub fn preset(id: &str) -> Result<Self, RuleError> {
        let found = sets::all().find(|preset| preset.rules.id == id);
        found.map(|preset| preset.rules.clone()).ok_or_else(|| RuleError::UnknownSet {
            id: id.to_owned(),
            nearest: near(id, sets::all().map(|preset| preset.rules.id)),
        })
    }

    /// Reads `ID name=value ..`, the form that [`fmt::Display`] writes, and checks the whole.
    ///
    /// # Errors
    /// The first word that is wrong, or why the whole cannot be played.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let mut words = text.split_whitespace();
        let mut rules = Self::preset(words.next().unwrap_or(""))?;
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| RuleError::NotAPair { text: word.to_owned() })?;
            rules.set(key, value)?;
        }
        rules.check()?;
        Ok(rules)
    }

    /// Checks whether a game can be played by these rules at all.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), RuleError> {
        let set = TileSet::full(self.set_size).len();
        if self.engine_from > Self::HIGHEST_ENGINE {
            return Err(RuleError::NoSuchEngine { from: self.engine_from });
        }
        if self.sheet != SheetKind::No {
            return if self.target.of(2) == 0 && self.rounds == 0 { Err(RuleError::NoEnd) } else { Ok(()) };
        }
        for (players, &tiles) in (2..).zip(&self.hand_sizes) {
            if players * usize::from(tiles) > set {
                return Err(RuleError::TooManyTiles { players, tiles, set });
            }
        }
        if self.hand_sizes == [0; 5] {
            return Err(RuleError::NoPlayers);
        }
        if (2..=Self::SEATS).any(|players| self.target.of(players) == 0) {
            return Err(RuleError::NoTarget);
        }
        if !matches!(self.double_exits, 2 | 3) {
            return Err(RuleError::BadExits { exits: self.double_exits });
        }
        Ok(())
    }

    /// Every axis with its value, in the order of the rules table.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        Self::AXES.iter().filter_map(|axis| Some((axis.key, self.get(axis.key)?)))
    }

    /// The axes that differ from the preset of the same id.
    #[must_use]
    pub fn changes(&self) -> Vec<(&'static str, String)> {
        let preset = Self::preset(self.id).ok();
        let same = |key, value: &String| preset.as_ref().and_then(|rules| rules.get(key)).as_ref() == Some(value);
        self.entries().filter(|(key, value)| !same(*key, value)).collect()
    }

    /// Tiles per hand, `None` if that many players can't play.
    #[must_use]
    pub fn hand_size(&self, players: usize) -> Option<u8> {
        let size = *self.hand_sizes.get(players.checked_sub(2)?)?;
        (size > 0).then_some(size)
    }

    /// The most players of a game with a layout.
    pub const SEATS: usize = 6;

    /// Reports whether that many can play.
    #[must_use]
    pub fn seats(&self, players: usize) -> bool {
        match self.sheet {
            SheetKind::No => self.hand_size(players).is_some(),
            SheetKind::Own | SheetKind::Winner => (2..=Self::SHEET_SEATS).contains(&players),
        }
    }

    /// The most players of a score sheet.
    pub const SHEET_SEATS: usize = 10;

    /// Reports whether only a score sheet is kept.
    #[must_use]
    pub const fn is_sheet(&self) -> bool {
        !matches!(self.sheet, SheetKind::No)
    }

    /// The highest double of the sets that are on sale.
    pub const HIGHEST_ENGINE: u8 = 18;

    /// The pips on a half of the double that a hand begins with after `hands` hands, `None` if the rules leave it open.
    ///
    /// ```
    /// use game::rules::RuleSet;
    ///
    /// assert_eq!(RuleSet::preset("mexican_train")?.engine_after(1), Some(11));
    /// assert_eq!(RuleSet::parse("mexican_train engine_from=15 rounds=16")?.engine_after(0), Some(15));
    /// # Ok::<(), game::rules::RuleError>(())
    /// ```
    #[must_use]
    pub fn engine_after(&self, hands: usize) -> Option<u8> {
        let highest = if self.engine_from > 0 { self.engine_from } else { self.set_size.get() };
        let up = u8::try_from(hands % (usize::from(highest) + 1)).ok()?;
        match self.engine {
            EngineOrder::Any => None,
            EngineOrder::Down => Some(highest - up),
            EngineOrder::Up => Some(up),
        }
    }

    /// The tile set that is played with.
    #[must_use]
    pub const fn tiles(&self) -> TileSet {
        TileSet::full(self.set_size)
    }

    /// Returns the number of tiles that can still be drawn from a boneyard of this size.
    #[must_use]
    pub fn drawable(&self, boneyard: u8) -> u8 {
        match self.drawing {
            Drawing::Never => 0,
            Drawing::UntilPlayable => boneyard.saturating_sub(self.boneyard_reserve),
        }
    }
}

impl fmt::Display for RuleSet {
    /// The id and every axis that differs from the preset: `pafos target=121`. The house name is not part of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)?;
        self.changes().iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

fn no_axis(key: &str) -> RuleError {
    let keys = RuleSet::AXES.iter().map(|axis| axis.key);
    RuleError::UnknownAxis { key: key.to_owned(), nearest: nearest(key, keys).unwrap_or("target") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn presets_are_sound_and_their_text_round_trips() {
        let ids: BTreeSet<&str> = sets::all().map(|preset| preset.rules.id).collect();
        let titles: BTreeSet<&str> = sets::all().map(|preset| preset.title).collect();
        let n = sets::all().count();
        assert_eq!((ids.len(), titles.len()), (n, n), "two presets of one name");
        for preset in sets::all() {
            let id = preset.rules.id;
            assert_eq!(preset.rules.check(), Ok(()), "{id}");
            assert_eq!(preset.rules.to_string(), id);
            assert_eq!(RuleSet::parse(id).as_ref(), Ok(&preset.rules));
            for clause in preset.clauses {
                assert!(preset.rules.get(clause.axis).is_some(), "{id}: no axis {}", clause.axis);
            }
        }
    }

    #[test]
    fn every_axis_takes_its_own_text_and_refuses_nonsense() {
        for preset in sets::all() {
            for (key, value) in preset.rules.entries() {
                let mut rules = preset.rules.clone();
                rules.set(key, &value).unwrap();
                assert_eq!(rules, preset.rules);
                let error = rules.set(key, "nonsense").unwrap_err();
                assert!(error.to_string().contains(key), "{error}");
            }
        }
    }

    #[test]
    fn house_rules_round_trip() {
        let text = "pafos hand_sizes=9/-/6 out_bonus=0 target=121 win_on_lead=no wrong_knock=back:8";
        assert_eq!(RuleSet::parse(text).unwrap().to_string(), text);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("pafo", "`pafos`"),
            ("muggin", "`muggins`"),
            ("", "there is no rule set ``"),
            ("pafos targt=5", "`target`"),
            ("pafos target=-5", "0 to 10000"),
            ("pafos target", "`target` is not a rule"),
            ("pafos hand_sizes=20/-/-", "2 hands of 20"),
            ("pafos target=0", "at least 1"),
        ] {
            let error = RuleSet::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}

//! Rule sets as data: every way in which the five rule documents and the clubs' variants differ is an axis of
//! [`RuleSet`], and the engine matches on the axes, never on a rule set's id.
//!
//! The presets are in [`sets`], one file each, with the clauses of their sources. A house rule is a preset with some
//! axes set differently, written `pafos target=121 hand_sizes=9/-/6` and read by [`RuleSet::parse`].

#![warn(missing_docs, clippy::wildcard_enum_match_arm)]

mod axis;
mod points;
pub mod score;
pub mod sets;
mod values;

pub use points::{Points, PointsError};
pub use sets::{Clause, PRESETS, Preset, SHEETS, Source};
pub use values::{Extra, OutBonus, Penalty, PipPay, Target};

use crate::tile::{Pip, TileSet};
pub use axis::Choices;
use axis::{AxisValue, choices};
use language::{said, say};
use std::fmt;

choices! {
    /// Whether four players may be two pairs.
    Pairs {
        /// Everybody for himself.
        No = "no",
        /// Four may play either way.
        Optional = "optional",
        /// Four are always two pairs.
        Always = "always",
    }
}

choices! {
    /// When a pair is out.
    PairOut {
        /// The hand ends with the first player out.
        One = "one",
        /// The hand continues until both of a pair are out.
        Both = "both",
    }
}

choices! {
    /// Leader of the first hand.
    FirstLead {
        /// Everybody draws a tile, the most pips lead.
        HighestTileLot = "highest_tile_lot",
        /// By lot.
        Lots = "lots",
        /// The holder of the highest double.
        HighestDouble = "highest_double",
    }
}

choices! {
    /// Tiles that may be led.
    LeadTile {
        /// Any tile of the hand.
        Any = "any",
        /// The highest double that is held.
        HighestDouble = "highest_double",
        /// The double of the set in the first hand (6-6 with double-six), then any.
        SetDoubleFirst = "set_double_first",
        /// The highest double that is held in the first hand of a game, then any.
        HighestDoubleFirst = "highest_double_first",
        /// The highest double held in a game's first hand, after a hand without a winner and after a reset, else any.
        HighestDoubleUnlessWon = "highest_double_unless_won",
    }
}

choices! {
    /// Rule when the highest double must be led and no player has one.
    NoDouble {
        /// Cannot happen in this game.
        Irrelevant = "-",
        /// All tiles go back and are drawn again.
        Redeal = "redeal",
        /// The heaviest single leads; of two equally heavy ones that with the higher half.
        HeaviestSingle = "heaviest_single",
        /// The player with the most pips leads any tile.
        HeaviestHand = "heaviest_hand",
    }
}

choices! {
    /// Leader of the next hand, and of the next leg.
    NextLead {
        /// The player to the left of the last leader, regardless of the winner.
        RotateLeft = "rotate_left",
        /// The winner of the hand; by lot after a hand without a winner.
        Winner = "winner",
        /// The player who went out; after a block the holder of the highest double.
        WinnerOut = "winner_out",
        /// The loser of the hand (two sides); by lot after a hand without a winner.
        Loser = "loser",
        /// By lot again.
        Lots = "lots",
        /// The players say; to the left is offered first.
        Ask = "ask",
        /// The test of the first hand again.
        SameTest = "same_test",
    }
}

choices! {
    /// Doubles that take tiles on their ends, and when.
    Spinner {
        /// No double: one line.
        None = "none",
        /// The first double, once both sides are covered.
        First = "first",
        /// Every double, once both sides are covered (see `ends_after_sides`).
        AllAfterSides = "all_after_sides",
        /// Every double, at once.
        AllAtOnce = "all_at_once",
    }
}

choices! {
    /// Value of a double with both sides covered.
    Crossed {
        /// It counts nothing.
        Nothing = "nothing",
        /// One half for each end that is still open (the Sniff count).
        OpenEnds = "open_ends",
    }
}

choices! {
    /// Pay for the count of the ends.
    Scoring {
        /// Nothing is paid in play.
        None = "none",
        /// The number of fives and the number of threes in the count.
        FiveThree = "five_three",
        /// The count itself, if it is a multiple of five.
        FivesFull = "fives_full",
        /// The number of fives, if it is a multiple of five.
        FivesUnit = "fives_unit",
        /// The count itself for fives, and again for threes: 12 for 12, 60 for 30.
        FiveThreeFull = "five_three_full",
        /// Two points for two ends alike, three when a double is one of them (Bergen); the count plays no part.
        Headers = "headers",
    }
}

choices! {
    /// Way of taking a score in play.
    Claim {
        /// The score is pegged at once.
        Auto = "auto",
        /// The player takes it before the next play, or it is lost.
        MustClaim = "must_claim",
        /// The score must be called; until then any other player may call it.
        Muggins = "muggins",
    }
}

choices! {
    /// Drawing from the boneyard.
    Drawing {
        /// The boneyard sleeps: who cannot play knocks.
        Never = "never",
        /// A player who can't play draws until they can.
        UntilPlayable = "until_playable",
    }
}

choices! {
    /// Deduction for a partner's tiles from the bonus for going out.
    PartnerDeduction {
        /// Nothing is taken off.
        Off = "off",
        /// The partner's pips, from the rounded bonus; may go below zero.
        Raw = "raw",
        /// The partner's pips rounded to five, from the rounded bonus.
        Round5 = "round5",
        /// The partner's pips, before rounding.
        Inside = "inside",
    }
}

choices! {
    /// Pay for a blocked hand.
    Blocked {
        /// It pays nothing.
        None = "none",
        /// Each player the difference to every opponent with more pips, unrounded.
        Staircase = "staircase",
        /// The lightest hand the balance to each other hand.
        WinnerBalance = "winner_balance",
        /// The winner's balance, to the nearest five, one point per five.
        WinnerBalanceRound5Unit = "winner_balance_round5_unit",
        /// The lightest hand all pips of the others.
        WinnerTotalSplit = "winner_total_split",
        /// The winner's total, to the nearest five.
        WinnerTotalRound5Split = "winner_total_round5_split",
        /// The lightest hand the points for going out.
        WinnerOutBonus = "winner_out_bonus",
        /// The lightest hand all pips of the others less its own.
        WinnerTotalLessOwn = "winner_total_less_own",
        /// The lightest hand all pips that are left, its own too.
        WinnerAll = "winner_all",
    }
}

choices! {
    /// Hands that are compared when a hand is blocked.
    BlockedBy {
        /// Every hand with every other.
        Hands = "hands",
        /// Both hands of a pair together.
        Sides = "sides",
        /// Only the hands of the player of the last tile and of the next player.
        Locker = "locker",
    }
}

choices! {
    /// A tie for the lightest of a blocked hand.
    BlockedTie {
        /// The tied hands share.
        Split = "split",
        /// No side is paid.
        Nobody = "nobody",
        /// The hand is played again with the same lead.
        Replay = "replay",
        /// The player of the last tile wins.
        Locker = "locker",
        /// The side that led has won it, else the next of the tied in the order of play.
        Leader = "leader",
    }
}

choices! {
    /// Effect of a won hand on the scores, in games that a side must win without an answer.
    Reset {
        /// Scores never go back.
        Never = "never",
        /// Once every side has scored, all go back to nothing (six-love).
        AllScored = "all_scored",
        /// All scores go back, but at one all the next winner goes to two and the others to zero.
        OneAll = "one_all",
    }
}

choices! {
    /// A share that does not divide.
    Split {
        /// Whole points, the rest is dropped.
        Floor = "floor",
        /// Half points are kept.
        HalfPoints = "half_points",
    }
}

choices! {
    /// A score above the target.
    Overshoot {
        /// The whole award is disregarded: the target must be met exactly.
        Disregarded = "disregarded",
        /// The score counts: the target or more.
        Counts = "counts",
    }
}

choices! {
    /// When a win is checked.
    WinCheck {
        /// After every award.
        EveryAward = "every_award",
        /// At the end of the hand; of the sides at the target, the highest score wins.
        HandEnd = "hand_end",
    }
}

choices! {
    /// Two sides at the target with equal scores.
    TieBreak {
        /// Cannot happen.
        None = "none",
        /// One more hand, repeated.
        OneMoreHand = "one_more_hand",
        /// As many hands as there are players, repeated.
        HandPerPlayer = "hand_per_player",
    }
}

choices! {
    /// A tile that was shown by accident.
    ExposedTile {
        /// The rules leave it open.
        Nothing = "nothing",
        /// At the deal the tiles are shuffled and drawn again; later it is picked up.
        Reshuffle = "reshuffle",
        /// The tile may be played only as the opponent directs, and does not score.
        Directed = "directed",
    }
}

choices! {
    /// A score that was claimed wrongly.
    FalseClaim {
        /// The score is taken back.
        TakenBack = "taken_back",
        /// The opponent marks it.
        OpponentMarks = "opponent_marks",
    }
}

choices! {
    /// Count of the doubles left in a hand.
    LeftDoubles {
        /// Both halves.
        Both = "both",
        /// One half.
        OneHalf = "one_half",
    }
}

choices! {
    /// A match without a layout: who writes down what after each hand.
    SheetKind {
        /// The layout is kept, drop by drop.
        No = "no",
        /// All players add the pips left in their own hands.
        Own = "own",
        /// The winner of the hand is paid for the pips left in the others' hands.
        Winner = "winner",
    }
}

choices! {
    /// Winning score.
    Wins {
        /// The highest.
        Highest = "highest",
        /// The lowest.
        Lowest = "lowest",
    }
}

choices! {
    /// The double that a hand begins with.
    EngineOrder {
        /// No set double: the lead decides.
        Any = "any",
        /// The highest of the set first, then one less each hand, down to the double blank, and again.
        Down = "down",
        /// The double blank first, then one more each hand, and again.
        Up = "up",
    }
}

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
                    _ => return Err(RuleError::no_axis(key)),
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

/// Error of a text that is not a rule set.
///
/// ```
/// use game::rules::RuleSet;
///
/// let error = RuleSet::parse("pafos targt=121").expect_err("a slip of the finger");
/// assert_eq!(error.to_string(), "there is no rule `targt`; did you mean `target`?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// No preset with that id.
    UnknownSet {
        /// The id asked for.
        id: String,
        /// The id that was meant, if one is near.
        nearest: Option<&'static str>,
    },
    /// No axis with that name.
    UnknownAxis {
        /// The name asked for.
        key: String,
        /// The key that is nearest to it.
        nearest: &'static str,
    },
    /// A value the axis cannot take.
    BadValue {
        /// The axis.
        key: String,
        /// The value that was read.
        value: String,
        /// Possible values.
        choices: String,
    },
    /// The text is not `key=value`.
    NotAPair {
        /// The text that was read.
        text: String,
    },
    /// The hands need more tiles than the set has.
    TooManyTiles {
        /// Players at the table.
        players: usize,
        /// Tiles a hand.
        tiles: u8,
        /// Tiles of the set.
        set: usize,
    },
    /// The rules allow no number of players.
    NoPlayers,
    /// The rules have no winning score.
    NoTarget,
    /// No set has that double.
    NoSuchEngine {
        /// The double that was set.
        from: u8,
    },
    /// A score sheet without an end.
    NoEnd,
    /// A spinner axis out of its range.
    BadExits {
        /// The number that was set.
        exits: u8,
    },
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSet { id, nearest: Some(nearest) } => {
                f.write_str(&say!("there is no rule set `{id}`; did you mean `{nearest}`?", id, nearest))
            }
            Self::UnknownSet { id, nearest: None } => {
                f.write_str(&say!("there is no rule set `{id}`; to list them, run `sixty-one rules list`", id))
            }
            Self::UnknownAxis { key, nearest } => {
                f.write_str(&say!("there is no rule `{key}`; did you mean `{nearest}`?", key, nearest))
            }
            Self::BadValue { key, value, choices } => {
                f.write_str(&say!("the rule `{key}` can't be `{value}`: choose {choices}", key, value, choices))
            }
            Self::NotAPair { text } => {
                f.write_str(&say!("`{text}` is not a rule: use `name=value`, like `target=121`", text))
            }
            Self::TooManyTiles { players, tiles, set } => f.write_str(&say!(
                "{players} hands of {tiles} need more tiles than the {set} in the set",
                players,
                tiles,
                set
            )),
            Self::NoPlayers => f.write_str(say!("hand sizes -/-/- leave no number of players that can play")),
            Self::NoTarget => f.write_str(say!("the target must be at least 1")),
            Self::NoSuchEngine { from } => {
                f.write_str(&say!("no set has a double {from}: hands begin with 18 at most", from))
            }
            Self::NoEnd => f.write_str(say!("a score sheet needs a target or a number of hands")),
            Self::BadExits { exits } => {
                f.write_str(&say!("a double can add 2 or 3 places to play, not {exits}", exits))
            }
        }
    }
}

impl std::error::Error for RuleError {}

impl RuleError {
    fn no_axis(key: &str) -> Self {
        let keys = RuleSet::AXES.iter().map(|axis| axis.key);
        Self::UnknownAxis { key: key.to_owned(), nearest: nearest(key, keys).unwrap_or("target") }
    }
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

    /// The name players know: that of the house rule, else that of the preset in the language they chose.
    #[must_use]
    pub fn title(&self) -> String {
        title_said(&self.kept_title())
    }

    /// Returns the name as stored: that of the house rule, else that of the preset in English. [`title_said`]
    /// translates it.
    #[must_use]
    pub fn kept_title(&self) -> String {
        match (&self.house, sets::all().find(|preset| preset.rules.id == self.id)) {
            (Some(house), _) => house.clone(),
            (None, Some(preset)) if preset.rules == *self => preset.title.to_owned(),
            (None, Some(preset)) => format!("{}{OF_HOUSE}", game_of(preset.title)),
            (None, None) => self.id.to_owned(),
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

/// Ending of the stored name of changed rules that were not named.
const OF_HOUSE: &str = ", house rules";

/// The game that a preset's title names, without the set, the target and the league, which a house may have changed.
fn game_of(title: &str) -> &str {
    let game = title.split([',', '(']).next().unwrap_or(title).trim_end();
    let figure = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match game.rsplit_once(' ').filter(|(_, last)| figure(last)).and_then(|(rest, _)| rest.rsplit_once(' ')) {
        Some((game, _)) => game,
        None => game,
    }
}

/// A stored name for display: a preset's in the language people chose, a house rule's unchanged.
///
/// ```
/// use game::rules::{RuleSet, title_said};
/// use language::{Language, within};
///
/// let kept = RuleSet::preset("pafos")?.kept_title();
/// assert_eq!(title_said(&kept), "Fives-and-threes (Pafos league)");
/// assert_eq!(within(Language::Spanish, || title_said(&kept)), "Cincos y treses (liga Pafos)");
/// assert_eq!(within(Language::Spanish, || title_said("Red Lion")), "Red Lion");
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn title_said(kept: &str) -> String {
    if let Some(preset) = sets::all().find(|preset| preset.title == kept) {
        return said(preset.title).to_owned();
    }
    let of_house = kept.strip_suffix(OF_HOUSE);
    match of_house.and_then(|game| sets::all().find(|preset| game_of(preset.title) == game)) {
        Some(preset) => say!("{game}, house rules", game = game_of(said(preset.title))),
        None => kept.to_owned(),
    }
}

/// The candidate with the smallest edit distance to `text`, of which the first 64 characters count; the first of equals.
pub(crate) fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text: String = text.chars().take(64).collect();
    candidates.min_by_key(|candidate| strsim::levenshtein(&text, candidate))
}

/// The candidate that was meant: no more than a third of its letters are wrong.
pub(crate) fn near<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest(text, candidates).filter(|found| strsim::levenshtein(text, found) * 3 <= found.len().max(3))
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

//! The presets, one file each, with the words of their sources. Ids are stable: stored on disk and typed by people.
//!
//! A further rule set is a file here and its name in the list below; lists, menus, help, tests and golden counts walk
//! [`PRESETS`]. What the axes cannot say becomes a new axis of [`RuleSet`], never a special case of one id.

use super::{
    Blocked, BlockedBy, BlockedTie, Claim, Crossed, Drawing, EngineOrder, ExposedTile, Extra, FalseClaim, FirstLead,
    LeadTile, LeftDoubles, NextLead, NoDouble, OutBonus, Overshoot, PairOut, Pairs, PartnerDeduction, Penalty, PipPay,
    Reset, RuleSet, Scoring, SheetKind, Spinner, Split, Target, TieBreak, WinCheck, Wins,
};
use crate::tile::Pip;
use language::say;
use std::fmt;

/// Makes the modules of the presets and the list of them.
macro_rules! presets {
    ($($name:ident)+) => {
        $(mod $name;)+

        /// Every game that is played with a layout: first those of the rule documents in their order, then those of public
        /// pages.
        pub static PRESETS: &[Preset] = &[$($name::PRESET,)+];
    };
}

mod any_sheet;
mod chicken_foot;
mod mexican_train;
mod sheet_winner;

/// Every game of which only a score sheet is kept.
pub static SHEETS: &[Preset] = &[mexican_train::PRESET, chicken_foot::PRESET, sheet_winner::PRESET, any_sheet::PRESET];

/// Every preset: the games with a layout, then the score sheets.
pub fn all() -> impl Iterator<Item = &'static Preset> + Clone {
    PRESETS.iter().chain(SHEETS)
}

presets! {
    pafos
    all_fives_200
    branching_draw_100
    sbyc_club
    block
    draw
    muggins
    all_fives_150
    all_fives_six_200
    all_fives_six_250
    muggins_six
    block_six
    draw_six
    latin_200
    latin_500
    bergen
    sebastopol
    leek
    teesdale
    pub_fives_threes
    mind_sports
    harrogate
    domino_pool
    five_up
    brazil_seven
    cuba_oriente
    cuba_nine
    jamaica_partner
    jamaica_cut_throat
    new_york
    spain_300
    brasilia_150
    fives_pairs_51
    partnership_100
}

/// Common rules of British fives-and-threes leagues where their pages are silent: one line, no drawing, pairs of four
/// that play until both of one are out, exactly 61, one point for going out.
const BRITISH: RuleSet = RuleSet {
    hand_sizes: [7, 0, 6, 0, 0],
    pairs: Pairs::Always,
    pair_out: PairOut::Both,
    first_lead: FirstLead::HighestTileLot,
    lead_tile: LeadTile::Any,
    no_double: NoDouble::Irrelevant,
    next_lead: NextLead::RotateLeft,
    next_leg: NextLead::RotateLeft,
    scoring: Scoring::FiveThree,
    out_bonus: OutBonus::Points(1),
    blocked: Blocked::None,
    blocked_tie: BlockedTie::Split,
    target: Target::all(61),
    overshoot: Overshoot::Disregarded,
    win_check: WinCheck::EveryAward,
    tie_break: TieBreak::None,
    ..PLAIN
};

/// Common rules that sources leave unsaid: one line of double-six tiles, no pairs, nothing paid in play, nothing
/// drawn, no penalties, a draw not paid, the game over at the end of a hand. A preset overrides what its
/// source says otherwise.
const PLAIN: RuleSet = RuleSet {
    id: "",
    house: None,
    set_size: pip(6),
    hand_sizes: [7, 7, 7, 0, 0],
    pairs: Pairs::No,
    pair_out: PairOut::One,
    first_lead: FirstLead::HighestDouble,
    lead_tile: LeadTile::HighestDouble,
    no_double: NoDouble::HeaviestSingle,
    next_lead: NextLead::SameTest,
    next_leg: NextLead::SameTest,
    rewash_doubles: 0,
    spinner: Spinner::None,
    ends_after_sides: true,
    double_exits: 3,
    cross_first: false,
    inline_doubles: false,
    crossed: Crossed::Nothing,
    scoring: Scoring::None,
    first_score_min: 0,
    claim: Claim::Auto,
    false_claim: FalseClaim::TakenBack,
    drawing: Drawing::Never,
    boneyard_reserve: 0,
    voluntary_draw: false,
    knock_bonus: 0,
    lead_skip: [0; 2],
    first_pass: [0; 2],
    skip_all: 0,
    play_on: false,
    out_bonus: OutBonus::Sum,
    partner_deduction: PartnerDeduction::Off,
    capicua: Extra::NONE,
    blank_out: 0,
    hand_bonus: [0; 4],
    pips_pay: PipPay::Each,
    blocked: Blocked::WinnerTotalLessOwn,
    blocked_by: BlockedBy::Hands,
    blocked_tie: BlockedTie::Nobody,
    carry: 0,
    split: Split::Floor,
    left_doubles: LeftDoubles::Both,
    double_blank: 0,
    sheet: SheetKind::No,
    wins: Wins::Highest,
    rounds: 0,
    engine: EngineOrder::Any,
    engine_from: 0,
    reset: Reset::Never,
    target: Target::all(100),
    overshoot: Overshoot::Counts,
    win_on_lead: true,
    win_check: WinCheck::HandEnd,
    tie_break: TieBreak::OneMoreHand,
    skunk: 0,
    wrong_knock: Penalty::None,
    misplay: Penalty::None,
    over_draw: Penalty::None,
    exposed_tile: ExposedTile::Nothing,
    reversal: false,
};

/// The words of a source behind the value of an axis.
///
/// ```
/// use game::rules::{Clause, PRESETS};
///
/// let words = |clause: &Clause| clause.words;
/// let target = PRESETS[0].clauses.iter().find(|clause| clause.axis == "target").map(words);
/// assert!(target.is_some_and(|words| words.contains("61")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The axis, one of [`RuleSet::AXES`].
    pub axis: &'static str,
    /// Words of the source.
    pub words: &'static str,
}

/// Source of a rule set.
///
/// ```
/// use game::rules::Source;
///
/// assert_eq!(Source::Document("003").to_string(), "rule document 003");
/// assert_eq!(Source::Page("https://example.org").to_string(), "https://example.org");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// One of the numbered rule documents the program was made from.
    Document(&'static str),
    /// A public page, by its address.
    Page(&'static str),
    /// Nowhere: what the players at the table say.
    Table,
}

impl Source {
    /// The number or the address alone.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document(name) | Self::Page(name) => name,
            Self::Table => "the players",
        }
    }
}

impl fmt::Display for Source {
    /// "rule document 003", or the address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(number) => f.write_str(&say!("rule document {number}", number)),
            Self::Page(address) => f.write_str(address),
            Self::Table => f.write_str(say!("the players at the table")),
        }
    }
}

/// A rule set as its source has it.
///
/// ```
/// use game::rules::PRESETS;
///
/// let spinner = PRESETS.iter().find(|preset| preset.rules.id == "all_fives_150").expect("a preset");
/// assert_eq!((spinner.title, spinner.rules.target.of(2)), ("All-fives with one spinner, to 150", 150));
/// ```
#[derive(Clone, Debug)]
pub struct Preset {
    /// The name players know it by, in English: what is kept. [`language::said`] says it.
    pub title: &'static str,
    /// The game in one sentence, in English; [`language::said`] says it.
    pub about: &'static str,
    /// Source of the rule set.
    pub source: Source,
    /// The values of all axes.
    pub rules: RuleSet,
    /// Clauses of the source; an axis without a clause is the project's reading or common custom.
    pub clauses: &'static [Clause],
}

/// A pip value known to be in range.
const fn pip(value: u8) -> Pip {
    match Pip::new(value) {
        Some(pip) => pip,
        None => Pip::MAX,
    }
}

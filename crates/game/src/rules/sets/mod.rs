//! The presets, one file each, with the words of their sources. Ids are stable: stored on disk and typed by people.
//!
//! A further rule set is a file here and its name in the list below; lists, menus, help, tests and golden counts walk
//! [`PRESETS`]. What the axes cannot say becomes a new axis of [`RuleSet`], never a special case of one id.

use super::RuleSet;
use crate::tile::Pip;
use std::fmt;

/// Makes the modules of the presets and the list of them.
macro_rules! presets {
    ($($name:ident)+) => {
        $(mod $name;)+

        /// Every preset: first those of the rule documents in their order, then those of public pages.
        pub static PRESETS: &[Preset] = &[$($name::PRESET,)+];
    };
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
}

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
    /// What the source says.
    pub words: &'static str,
}

/// Where a rule set is written down.
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
}

impl Source {
    /// The number or the address alone.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document(name) | Self::Page(name) => name,
        }
    }
}

impl fmt::Display for Source {
    /// "rule document 003", or the address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(number) => write!(f, "rule document {number}"),
            Self::Page(address) => f.write_str(address),
        }
    }
}

/// A rule set as its source has it.
///
/// ```
/// use game::rules::PRESETS;
///
/// let spinner = PRESETS.iter().find(|preset| preset.rules.id == "all_fives_150").expect("a preset");
/// assert_eq!((spinner.title, spinner.rules.target), ("All-fives with one spinner, to 150", 150));
/// ```
#[derive(Clone, Debug)]
pub struct Preset {
    /// The name players know it by.
    pub title: &'static str,
    /// The game in one sentence.
    pub about: &'static str,
    /// Where it is written down.
    pub source: Source,
    /// The values of all axes.
    pub rules: RuleSet,
    /// Where the source says so; an axis without a clause is the project's reading or common custom.
    pub clauses: &'static [Clause],
}

/// A pip value known to be in range.
const fn pip(value: u8) -> Pip {
    match Pip::new(value) {
        Some(pip) => pip,
        None => Pip::MAX,
    }
}

//! The seven presets, one file each, with the words of their sources. Ids are stable: stored on disk and typed by people.

mod all_fives_200;
mod block;
mod branching_draw_100;
mod draw;
mod muggins;
mod pafos;
mod sbyc_club;

use super::RuleSet;
use crate::tile::Pip;

/// The words of a rule document behind the value of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The axis, one of [`RuleSet::AXES`].
    pub axis: &'static str,
    /// What the document says.
    pub words: &'static str,
}

/// A rule set as its document has it.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The name players know it by.
    pub title: &'static str,
    /// The game in one sentence.
    pub about: &'static str,
    /// The number of its rule document.
    pub source: &'static str,
    /// The values of all axes.
    pub rules: RuleSet,
    /// Where the document says so; an axis without a clause is the project's reading or common custom.
    pub clauses: &'static [Clause],
}

/// The seven presets, in the order of the rule documents.
pub static PRESETS: &[Preset] = &[
    pafos::PRESET,
    all_fives_200::PRESET,
    branching_draw_100::PRESET,
    sbyc_club::PRESET,
    block::PRESET,
    draw::PRESET,
    muggins::PRESET,
];

/// A pip value known to be in range.
const fn pip(value: u8) -> Pip {
    match Pip::new(value) {
        Some(pip) => pip,
        None => Pip::MAX,
    }
}

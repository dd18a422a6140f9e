//! Rule sets as data: every way in which the five rule documents and the clubs' variants differ is an axis of
//! [`RuleSet`], and the engine matches on the axes, never on a rule set's id.
//!
//! The presets are in [`sets`], one file each, with the clauses of their sources. A house rule is a preset with some
//! axes set differently, written `pafos target=121 hand_sizes=9/-/6` and read by [`RuleSet::parse`].

#![warn(missing_docs, clippy::wildcard_enum_match_arm)]

mod axis;
mod error;
mod named;
mod points;
mod rule_set;
pub mod score;
pub mod sets;
mod title;
mod values;

pub use axis::Choices;
pub use error::RuleError;
pub use named::{
    Blocked, BlockedBy, BlockedTie, Claim, Crossed, Drawing, EngineOrder, ExposedTile, FalseClaim, FirstLead, LeadTile,
    LeftDoubles, NextLead, NoDouble, Overshoot, PairOut, Pairs, PartnerDeduction, Reset, Scoring, SheetKind, Spinner,
    Split, TieBreak, WinCheck, Wins,
};
pub use points::{Points, PointsError};
pub use rule_set::{Axis, RuleSet};
pub use sets::{Clause, PRESETS, Preset, SHEETS, Source};
pub use title::title_said;
pub use values::{Extra, OutBonus, Penalty, PipPay, Target};

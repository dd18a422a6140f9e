//! Looking back: figures over many games, and a generator of seasons to try them on. Pure: folds over matches, no
//! files, no clock.
//!
//! [`Facts`] is what a match leaves for statistics: its turns in order, flat and small. Everything else is a fold
//! over a slice of them: [`Figures`] of a player, [`HeadToHead`], [`elo()`], [`standings`], [`csv`]. Choosing games (by
//! date, players, rule set) is choosing elements of the slice, and every figure knows over how many games it is.

pub mod csv;
mod elo;
mod facts;
mod figures;
pub mod season;
mod table;

pub use elo::{Rating, elo};
pub use facts::{Did, Facts, LegFacts, TurnFact};
pub use figures::{Figures, HeadToHead, Rate};
pub use table::{Standing, WinPoints, standings};

//! Looking back: figures over many games. Pure: folds over matches, no files, no clock.
//!
//! [`Facts`] is what a match leaves for statistics: its turns in order, flat and small. Everything else is a fold
//! over a slice of them: [`Figures`] of a player, [`HeadToHead`], [`elo()`], [`standings`], [`trend()`], [`Card`], a
//! [`League`], [`csv`]. Choosing games (by date, players, rule set: [`Choice`]) is choosing elements of the slice, and every figure knows over how many games it is.

mod card;
mod choice;
mod counting;
pub mod csv;
mod elo;
mod evening;
mod facts;
mod figures;
mod gather;
mod league;
mod quoted;
mod sums;
mod table;
mod trend;

pub use card::{Card, CardLine};
pub use choice::{Choice, SIMULATED, is_simulated, same_name};
pub use counting::HeadToHead;
pub use elo::{Rating, elo, elo_of};
pub use evening::evenings;
pub use facts::{Did, Facts, LegFacts, StoodIn, TurnFact};
pub use figures::{Figures, Rate};
pub use league::{Entrant, Fixture, FixtureName, League, PlayedMatch, round_robin};
pub use quoted::Quoted;
pub use sums::{LeagueSums, PlayerSums, SMOOTH, Sums};
pub use table::{Standing, WinPoints, standings};
pub use trend::{TrendPoint, smoothed, trend};

//! Domino games as they are played with real tiles: rules, layouts, matches and figures. Nothing here knows a clock, a
//! thread, a file, a pixel or a widget; random numbers come from a seed. Read it in this order.
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`tile`] | pips, tiles, sets of tiles, their notation |
//! | [`rules`] | a rule set as data over axes, the presets with their sources, points and awards |
//! | [`layout`] | tiles as they lie: places to play, counting ends, a notation for whole layouts |
//! | [`Match`] | a match as events: acts, state as their fold, undo, corrections; [`record`] writes it down |
//! | [`replay`] | a match act by act, in words, with scores and what is worth seeing |
//! | [`stats`] | figures of players over many matches, standings, Elo, tables for spreadsheets |
//! | [`self_play`] | whole matches played by a seed, seasons of them |
//! | [`words`] | what people are told about ends, counts and points |
//! | [`rng`] | the seeded generator |

#![warn(missing_docs)]

pub mod layout;
mod matches;
pub mod replay;
pub mod rng;
pub mod rules;
pub mod self_play;
pub mod stats;
pub mod tile;
pub mod words;

pub use matches::record;
pub use matches::{Act, Change, Event, Match, Offence, Refusal, ReplayError};
pub use matches::{Deed, Hand, Pending, Round, RoundEnd, Turn, WrongKnock, left_pips};
pub use matches::{Leg, NextLeader, Seat, Setup, SetupError, Side, State};

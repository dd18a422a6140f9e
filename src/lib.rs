//! Sixty-One keeps the score of dominoes played with real tiles: it knows the rules, keeps the match as events,
//! reads the table, advises, and never loses a drop.
//!
//! # The map
//!
//! The core is pure: no pixels, clock, thread, file or widget; random numbers come from a seed. Read it in this order.
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`tile`] | pips, tiles, sets of tiles, their notation |
//! | [`rules`] | a rule set as data over axes, the seven presets with their sources, points and awards |
//! | [`layout`] | tiles as they lie: places to play, counting ends, a notation for whole layouts |
//! | [`game`] | a match as events: acts, state as their fold, undo, corrections, the portable record |
//! | [`advice`] | which tile to play and why: belief, search, exact solver, race tables, review, computer players |
//! | [`reading`] | seen tiles to a layout: plane, joins, most probable legal layout, ends, doubts; fusing over frames |
//! | [`stats`] | figures of players over many matches, standings, Elo, tables for spreadsheets |
//! | [`sheet`] | the printable result sheet, as the bytes of a PDF |
//! | [`rng`] | the seeded generator |
//! | [`words`] | what people are told about ends, counts and points |
//!
//! Around it, each owning one outside thing: [`frame`] and [`picture`] (pixels in memory, picture files), [`vision`] (from a
//! picture to seen tiles; one file names tract), [`sim`] (draws tables with known truth), [`camera`] (pictures of the
//! table, wherever they come from), [`live`] (watches the table and proposes drops), [`latest`] (a mailbox between
//! threads, the only lock), [`store`] (the sessions on disk, the only one that names rusqlite), [`adviser`]
//! (threads that think for the window), [`awake`] (keeps the screen from sleeping), [`ui`] (the window, the only one that
//! knows egui) and [`cli`], one file a sub-command.
//!
//! # Invariants
//!
//! - A rule set is data. Nothing asks for a rule set's id; what differs is an axis.
//! - Places to play and counting ends are two different sets.
//! - Events are facts and are only added. Undo and correction are events too; state is always derived from events, never
//!   patched, so the replay of any prefix is the state the match had then.
//! - The table wins: what lies there can be recorded although the rules forbid it, and is marked.
//! - Nothing from outside makes the core panic or fail: it refuses with a reason that a player understands.

#![warn(missing_docs)]

pub mod advice;
pub mod adviser;
pub mod awake;
pub mod camera;
pub mod cli;
pub mod frame;
pub mod game;
pub mod latest;
pub mod layout;
pub mod live;
pub mod picture;
pub mod reading;
pub mod rng;
pub mod rules;
pub mod sheet;
pub mod sim;
pub mod stats;
pub mod store;
pub mod tile;
pub mod ui;
pub mod vision;
pub mod words;

//! Sixty-One keeps the score of dominoes played with real tiles: it knows the rules, keeps the match as events,
//! reads the table, advises, and never loses a drop.
//!
//! # The map
//!
//! The core is in separate crates without clocks, threads, files or widgets. Read them in this order.
//!
//! | crate | what it knows |
//! | --- | --- |
//! | [`game`] | tiles, rules, layouts, a match as events, figures over many matches, and what people are told about them |
//! | [`eye`] | pictures; from a picture to seen tiles (one file names tract) and from these to the layout, its ends and doubts |
//! | [`tracker`] | pictures over time, and from these to what happened on the table |
//! | [`adviser`] | which tile to play and why |
//! | [`scene`] | draws a table as a camera would see it: for the demonstration, the tests and the training |
//! | [`simulator`] | plays a made-up evening before a made-up camera |
//! | [`store`] | the sessions on disk; the only one that names rusqlite |
//! | `club` | an evening of many tables: fixtures, keys, the record; one folder names PostgreSQL |
//! | [`server`] | shows a table to phones and screens of the local network, and takes what they enter |
//!
//! Around them this one, the program, a folder for each thing outside:
//!
//! | folder | what it knows |
//! | --- | --- |
//! | [`table`] | the match on the table with its record: the only way to change one |
//! | [`camera`] | pictures of the table, wherever they come from |
//! | [`live`] | watches the table and proposes drops |
//! | [`advice`] | threads that think for the window and for phones |
//! | [`feed`] | tells other programs; one file names rumqttc |
//! | [`voice`] | speaks and clicks |
//! | [`sheet`] | the result sheet, as the bytes of a PDF |
//! | [`worker`] | threads beside the window, over a mailbox that is the only lock |
//! | [`platform`] | the system: dialogs, clock, language, screen, motion, certificate, links that were given out, HTTP |
//! | [`widgets`] | what is drawn with, by egui: tiles, buttons, the peg board, also as a picture file |
//! | [`ui`] | the window |
//! | [`cli`] | the command line, one file a sub-command |
//!
//! `crates/lab` is the workshop, a program that does not ship: data for training, tournaments, whole games watched, measuring.
//!
//! # Invariants
//!
//! - A rule set is data. Nothing asks for a rule set's id; what differs is an axis.
//! - Places to play and counting ends are two different sets.
//! - Events are facts and are only added. Undo and correction are events too; state is always derived from events, never
//!   patched, so the replay of any prefix is the state the match had then.
//! - The table wins: an illegal play on the table can be recorded, and is marked.
//! - Nothing from outside makes the core panic or fail: it refuses with a reason that a player understands.
//! - Who may import whom is held by `tests/sixty_one/tidy.rs`.

#![warn(missing_docs)]

pub mod advice;
pub mod camera;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(not(target_arch = "wasm32"))]
pub mod feed;
pub mod live;
pub mod platform;
pub mod sheet;
pub mod table;
pub mod ui;
pub mod voice;
pub mod widgets;
pub mod worker;

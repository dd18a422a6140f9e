//! Sixty-One keeps the score of dominoes played with real tiles: it knows the rules, keeps the match as events,
//! reads the table, advises, and never loses a drop.
//!
//! # The map
//!
//! What the program knows lives in crates of its own, which know no clock, thread, file or widget. Read them in this order.
//!
//! | crate | what it knows |
//! | --- | --- |
//! | [`game`] | tiles, rules, layouts, a match as events, figures over many matches, and what people are told about them |
//! | [`eye`] | pictures; from a picture to seen tiles (one file names tract) and from these to the layout, its ends and doubts |
//! | [`adviser`] | which tile to play and why |
//! | [`scene`] | draws a table as a camera would see it: for the demonstration, the tests and the training |
//! | [`simulator`] | plays a made-up evening before a made-up camera |
//! | [`store`] | the sessions on disk; the only one that names rusqlite |
//! | `club` | an evening of many tables: fixtures, keys, the record; one folder names PostgreSQL |
//! | [`server`] | shows a table to phones and screens of the local network, and takes what they enter |
//!
//! Around them this one, the program, each module owning one outside thing: [`camera`] (pictures of the table, wherever they come
//! from), [`live`] (watches the table and proposes drops), [`worker`] (the threads beside the window) over [`latest`] (a mailbox between threads, the only lock), [`sheet`] (the result sheet, as the bytes of a PDF), [`advising`] (threads
//! that think for the window), [`recorded`] (how a drop came to be recorded, in words), [`awake`] (keeps the screen from sleeping), [`voice`] (speaks and clicks), [`motion`] (does the system ask for less of it), [`spoken`] (the language the system is set to), [`dialogs`] (the platform's, for files), [`clock`] (handed to what knows none itself), [`headless`] (a table without a window), [`my_hand`] (advice for phones), [`certificate`] (keeps the door's own), [`feed`] (tells other programs; one file names rumqttc), `http` (how others of the local network are asked), [`widgets`]
//! (what is drawn with, by egui: tiles, buttons, the peg board, also as a picture file), [`ui`] (the window) and [`cli`], one file a
//! sub-command.
//!
//! `crates/lab` is the workshop, a program that does not ship: data for training, tournaments, whole games watched, measuring.
//!
//! # Invariants
//!
//! - A rule set is data. Nothing asks for a rule set's id; what differs is an axis.
//! - Places to play and counting ends are two different sets.
//! - Events are facts and are only added. Undo and correction are events too; state is always derived from events, never
//!   patched, so the replay of any prefix is the state the match had then.
//! - The table wins: what lies there can be recorded although the rules forbid it, and is marked.
//! - Nothing from outside makes the core panic or fail: it refuses with a reason that a player understands.
//! - Who may import whom is held by `tests/sixty_one/tidy.rs`.

#![warn(missing_docs)]

pub mod advising;
pub mod awake;
pub mod camera;
#[cfg(not(target_arch = "wasm32"))]
pub mod certificate;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod clock;
pub mod counting;
pub mod dialogs;
#[cfg(not(target_arch = "wasm32"))]
pub mod feed;
#[cfg(not(target_arch = "wasm32"))]
pub mod headless;
#[cfg(not(target_arch = "wasm32"))]
mod http;
pub mod latest;
pub mod live;
pub mod motion;
#[cfg(not(target_arch = "wasm32"))]
pub mod my_hand;
pub mod recorded;
pub mod sheet;
pub mod spoken;
pub mod ui;
pub mod voice;
pub mod widgets;
pub mod worker;

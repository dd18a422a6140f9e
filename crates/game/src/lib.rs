//! Domino games played with real tiles: rules, layouts, matches and figures. No clock, thread, file, pixel or widget is
//! used here; random numbers come from a seed. It builds wherever Rust does.
//!
//! # The map
//!
//! Read it in this order; a module knows those above it.
//!
//! | module | what it knows |
//! | --- | --- |
//! | [`tile`] | pips, tiles, sets of tiles, their notation |
//! | [`rules`] | a rule set as data over axes, the presets with their sources, points and awards |
//! | [`layout`] | tiles as they lie: places to play, counting ends, a notation for whole layouts |
//! | [`Match`] | a match as events: acts, state as their fold, undo, corrections; [`record`] writes it down |
//! | [`words`] | what people are told about ends, counts, turns, hands and clauses |
//! | [`replay`] | a match act by act, in words, with scores and what is worth seeing |
//! | [`league`] | a season: teams, fixtures, results as facts, its table |
//! | [`stats`] | figures of players over many matches, standings, Elo, tables for spreadsheets |
//! | [`rng`] | the seeded generator |
//! | [`self_play`] | whole matches played by a seed, seasons of them |
//!
//! # A hand, from the deal to the award
//!
//! ```
//! use game::layout::Play;
//! use game::rules::RuleSet;
//! use game::{Act, Match, RoundEnd, Seat, Setup, record::Record, words};
//!
//! // League fives-and-threes, with two tiles a hand for brevity.
//! let rules = RuleSet::parse("pafos hand_sizes=2/-/-")?;
//! let mut game = Match::start(Setup::new(rules, &["Anna", "Ben"]))?;
//! let (anna, ben) = (Seat::FIRST, Seat::FIRST.left(2));
//! game.act(Act::Deal { leader: anna, hands: vec![] })?;
//!
//! // Anna leads the 6-6, Ben lays the 6-3 beside it, Anna goes out with the 3-1.
//! game.act(Act::Play { seat: anna, play: Play::lead("6-6".parse()?), stands: false })?;
//! for (seat, text) in [(ben, "6-3@6-6.s1"), (anna, "3-1@6-3.3")] {
//!     let play = game.state().running().expect("the hand goes on").layout.parse_play(text)?;
//!     game.act(Act::Play { seat, play, stands: false })?;
//! }
//!
//! // Every turn can be told with its reason.
//! let round = game.state().round.as_ref().expect("a hand was dealt");
//! let told: Vec<String> = (0..3).map(|turn| words::tell(game.setup(), round, turn, false).detail).collect();
//! assert_eq!(told, [
//!     "6-6 → 12 → four threes → 4",
//!     "6-6 and 3 → 15 → three fives and five threes → 8",
//!     "6-6 and 1 → 13 → neither fives nor threes → 0 · 1 for going out",
//! ]);
//! assert_eq!(round.end, Some(RoundEnd::ChippedOut(anna)));
//! assert_eq!(game.state().leg.scores.iter().map(ToString::to_string).collect::<Vec<_>>(), ["5", "8"]);
//!
//! // And the match written down reads back as the same match.
//! let text = Record { tags: vec![], game: game.clone() }.write();
//! assert!(text.ends_with("deal A\nA 6-6 +4\nB 6-3@6-6.s1 +8\nA 3-1@6-3.3 +1\nend\n"));
//! assert_eq!(Record::parse(&text)?.game.state(), game.state());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Invariants
//!
//! - A rule set is data: code matches on the axes of [`rules::RuleSet`] and never asks for an id. A further preset is one
//!   file and one name in the list of [`rules::sets`].
//! - Places where a tile can go and ends that are counted are two different sets.
//! - Events are facts and are only added; undo and correction are events too. The state is the fold of the events that
//!   stand, so the state of any prefix is the state the match had then.
//! - A wrong play on the table can be recorded, and is marked. What is impossible is refused with a reason that a
//!   player understands, and nothing changes.
//! - No text makes a parser panic, and what is written is read back as the same.
//! - Sentences for people are in the language they chose (the crate `language`); records, notations, ids and stored
//!   rule names are the same in every language.
//! - The same seed gives the same match on every machine. Points are whole or half numbers, never floating ones.

#![warn(missing_docs)]

pub mod layout;
pub mod league;
mod matches;
pub mod name;
mod near;
pub mod replay;
pub mod rng;
pub mod rules;
pub mod self_play;
pub mod stats;
pub mod tile;
pub mod words;

pub use matches::record;
pub use matches::{Act, Before, Change, Event, FirstPass, Match, Offence, Refusal, ReplayError};
pub use matches::{Deed, Hand, HandWinner, Pending, Round, RoundEnd, Turn, WrongKnock, left_pips};
pub use matches::{Leg, NextLeader, Relieved, Seat, SeatError, Setup, SetupError, Side, State, lead_rank};

/// The example of the README is run too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

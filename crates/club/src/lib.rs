//! A club's server: games that tables send are kept in one record and stand on boards. The record is the data folder, or a
//! PostgreSQL database that several servers share; the tables notice no difference.
//!
//! | module | what it knows |
//! | --- | --- |
//! | `ledger` | where games are kept: the interface of both records |
//! | `folder` | the data folder, in the SQLite that is built in |
//! | `shared` | a data folder under several servers of one process, for simulations |
//! | `postgres` | a PostgreSQL database; the only folder that names its crate |
//! | `live` | a game that is being sent: how it stands, and its chain of hashes |
//! | `mended` | what a table corrects beside its matches: deleted and restored ones, and names |
//! | `room` | the server's program: takes what tables send and keeps the boards |
//! | `fixtures` | which fixture is played where, from what was called and what was played |
//! | `played` | what tables played, as games of the seasons' meetings |
//! | `season` | what is recorded of seasons |
//! | `heard` | the tables that are present |
//! | `hall` | the secretary's wishes, and their answers on boards and to tables |
//! | `called` | the fixture that a table is called to |
//! | `links` | links of a database's servers |
//! | `keys`, `keyring` | clubs' keys; how they are made and withdrawn |
//!
//! # Invariants
//! - What was answered to a table is on the disk of the record. What is sent again is there once.
//! - A record that cannot be used stops nothing but the sending: tables send it again later, and the boards stay.

#![warn(missing_docs)]

pub mod called;
mod decided;
mod fixtures;
mod folder;
mod hall;
mod heard;
mod keyring;
mod keys;
mod leagues;
mod ledger;
mod links;
mod live;
mod mended;
mod played;
mod postgres;
mod room;
mod season;
mod shared;

pub use hall::{ClubAnswer, ClubSaid};
pub use keyring::{KeyRing, KeyRingError};
pub use keys::{BadClub, ClubKey};
pub use leagues::{LeagueBook, LeagueBookError};
pub use ledger::LedgerError;
pub use links::{LinkRow, LinkTable};
pub use room::{ClubRoom, MOST_TABLES};
pub use shared::SharedFolder;

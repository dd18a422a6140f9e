//! The sessions on disk: an append-only log of events in SQLite. The only crate that names `rusqlite`.
//!
//! # In short, for the app
//! ```no_run
//! use store::{self, Journal, Timestamp};
//! # fn demo(events: &[store::Event], at: Timestamp) -> Result<(), Box<dyn std::error::Error>> {
//! let folder = store::default_folder().ok_or("no home folder")?;
//! let opened = store::open_or_recover(&folder, at)?;      // or Store::open, which never repairs
//! for notice in &opened.notices { println!("{notice}"); }  // words for the person at the table
//! let mut journal = Journal::new(opened.store);
//! let game = journal.new_match_id();
//! let saved = journal.record(game, events, at);            // one act = one transaction; never fails, see below
//! if let Some(trouble) = journal.trouble() {               // the red bar
//!     println!("{} drops not saved: {}", journal.unsaved(), trouble);
//! }
//! journal.retry();                                         // every second or so while unsaved() > 0
//! if let Some(store) = journal.store() {                   // None only while the folder cannot be opened
//!     let log = store.load(game)?;                         // in order; fold `stored.event`
//! }
//! # Ok(()) }
//! ```
//! [`Store::append`] returns after the commit (WAL, `synchronous=FULL`): move the peg then. [`Journal`] wraps it:
//! unsaved acts are kept in memory in order, retried, and can be exported.
//!
//! # What is stored
//! - `event`: one row an event, one transaction an act. Never updated, never deleted (triggers say so too). Each row
//!   carries the hash of the row before, game by game (`log/chain.rs`), so damage is found and the longest sound prefix
//!   of whole acts is known.
//! - The first event of a game holds its frozen rules and players. Game number 0 is the book (`Book`): deletions and returns
//!   of games, merged players, house rules, also as events.
//! - Everything else in the file (`summary`, ..) is derived from the log and may be dropped: [`Store::rebuild`].
//!   [`Store::matches`] and [`Store::players`] read it, [`Store::facts_of`] gives what statistics fold.
//! - The latest acts stand a second time in a text file beside the database, with the end of every game
//!   (`rescue/mirror.rs`). It is synced after each commit, so any one file may be damaged or go and nothing is lost; with more
//!   than one, what is lost is known by name.
//! - Pictures kept as evidence are files beside the database with a quota ([`Pictures`]); they are the first thing
//!   to go when space is short.
//!
//! # When something is wrong
//! A damaged or foreign file is never written to: [`open_or_recover`] keeps it aside, byte for byte, under a dated name
//! and makes a new one from every event whose checksum still holds, anywhere in the file (`rescue/salvage.rs`), and
//! from the backups. A newer schema or a folder without write permission opens read-only. [`Store::export`] and
//! [`Store::import_file`] exchange whole games (`exchange/share.rs` has the format); what a backup or an exported file
//! still has of a game that lost its end is named (`rescue/sources.rs`).
//!
//! # Locking
//! One writer: a lock file in the folder, held as long as the [`Store`] lives. A second instance gets
//! [`OpenError::InUse`]; reading beside the writer works ([`Store::open_read_only`]).
//!
//! # Time
//! The store has no clock: time stamps come in as arguments and order nothing (`seq` and `n` do).

#![warn(missing_docs)]

mod derived;
mod error;
mod exchange;
mod files;
#[cfg(test)]
mod golden;
mod id;
mod journal;
mod log;
mod open;
mod rescue;
mod sqlite;
mod store;

pub use derived::archive::{Archive, Archived};
pub use derived::book::{Book, BookNote, FixtureCall};
pub use derived::packed::{pack_result, unpack_result};
pub use derived::project::SideSummary;
pub use derived::summary::{MatchSummary, PlayerRecord, began};
pub use error::{ImportError, OpenError, StoreError};
pub use exchange::letter::record_in;
pub use exchange::message::{Piece, event_of, pieces_of, read_pieces};
pub use exchange::share::Imported;
pub use files::disk::{self, export_folders};
pub use files::kept::{KeptFile, keep_json, kept_json};
pub use files::pictures::Pictures;
pub use files::place::write_private;
pub use id::fresh_id;
pub use id::{BadMatchId, MatchId, Seq};
pub use journal::{Journal, Moved, Saved};
pub use log::append::StoredEvent;
pub use log::chain::{Hash, Row, genesis, hex, unhex};
pub use log::codec::{Event, act_of_text, act_to_text};
pub use log::evidence::{Evidence, Origin};
pub use log::time::{LocalTime, Timestamp};
pub use open::{Notice, Opened, check_and_recover, default_folder, make_folder, open_or_recover};
pub use rescue::backup::{Backup, BackupReason, BackupTask, newest_good_backup};
pub use rescue::check::{CheckReport, CheckTask};
pub use rescue::copies::{CopyOutcome, SyncedCopy};
pub use rescue::recover::{Lost, Recovery, restore};
pub use rescue::sources::RecoverySource;
pub use store::{ReadOnly, Store};

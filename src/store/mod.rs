//! The sessions on disk: an append-only log of events in SQLite. The only folder that names `rusqlite`.
//!
//! # In short, for the app
//! ```no_run
//! use sixty_one::store::{self, Journal, Timestamp};
//! # fn demo(events: &[sixty_one::store::Event], at: Timestamp) -> Result<(), Box<dyn std::error::Error>> {
//! let folder = store::default_folder().ok_or("no home folder")?;
//! let opened = store::open_or_recover(&folder, at)?;      // or Store::open, which never repairs
//! for notice in &opened.notices { println!("{notice}"); }  // words for the person at the table
//! let mut journal = Journal::new(opened.store);
//! let game = journal.new_game_id();
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
//! [`Store::append`] returns after the commit (WAL, `synchronous=FULL`): move the peg then. [`Journal`] wraps it: what
//! cannot be stored is kept in memory in order, retried, and can be exported.
//!
//! # What is stored
//! - `event`: one row an event, one transaction an act. Never updated, never deleted (triggers say so too). Each row
//!   carries the hash of the row before, game by game (`chain.rs`), so damage is found and the longest sound prefix
//!   of whole acts is known.
//! - The first event of a game holds its frozen rules and players. Game number 0 is the book (`Book`): deletions and returns
//!   of games, merged players, house rules, also as events.
//! - Everything else in the file (`summary`, ..) is derived from the log and may be dropped: [`Store::rebuild`].
//!   [`Store::games`] and [`Store::players`] read it, [`Store::facts_of`] gives what statistics fold.
//! - The latest acts stand a second time in a text file beside the database, with the end of every game
//!   (`mirror.rs`). It is synced after each commit, so any one file may be damaged or go and nothing is lost; with more
//!   than one, what is lost is known by name.
//! - Pictures kept as evidence are files beside the database with a quota ([`Pictures`]); they are the first thing
//!   to go when space is short.
//!
//! # When something is wrong
//! A damaged or foreign file is never written to: [`open_or_recover`] keeps it aside, byte for byte, under a dated
//! name and makes a new one from every event whose checksum still holds, wherever it lies (`salvage.rs`), and from
//! the backups. A newer schema or a folder without write permission opens read-only. [`Store::export`] and
//! [`Store::import_file`] exchange whole games (`share.rs` has the format); what a backup or an exported file still has of a
//! game that lost its end is named (`ways.rs`).
//!
//! # Locking
//! One writer: a lock file in the folder, held as long as the [`Store`] lives. A second instance gets
//! [`OpenError::InUse`]; reading beside the writer works ([`Store::open_read_only`]).
//!
//! # Time
//! The store has no clock: time stamps come in as arguments and order nothing (`seq` and `n` do).

mod append;
mod archive;
mod backup;
mod book;
mod chain;
mod check;
mod codec;
pub mod disk;
mod error;
mod evidence;
mod intake;
mod journal;
mod kept;
mod letter;
mod mirror;
mod open;
mod packed;
#[cfg(not(target_arch = "wasm32"))]
mod parcel;
mod pictures;
mod place;
mod project;
mod recover;
mod salvage;
mod schema;
mod share;
mod summary;
mod time;
mod ways;

pub use append::StoredEvent;
pub use archive::{Archive, Archived};
pub use backup::{Backup, BackupReason, BackupTask, newest_good_backup};
pub use book::{Book, BookNote, Call};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use chain::{Hash, Row, genesis, hex, unhex};
pub use check::{CheckReport, CheckTask};
pub use codec::Event;
pub(crate) use codec::{act_of_text, act_to_text};
pub use error::{OpenError, StoreError};
pub use evidence::{Evidence, Origin};
pub use journal::{Journal, Moved, Saved};
pub use kept::{keep_json, kept_json};
pub use open::{Notice, Opened, ReadOnly, check_and_recover, default_folder, open_or_recover};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use packed::{pack_result, unpack_result};
#[cfg(not(target_arch = "wasm32"))]
pub use parcel::pieces_of;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use parcel::{Piece, event_of, read_pieces};
pub use pictures::Pictures;
pub use place::write_private;
pub use project::SideSummary;
pub use recover::{Lost, Recovery, restore};
pub use share::{ImportError, Imported};
pub use summary::{GameSummary, PlayerRecord};
pub use time::Timestamp;
pub use ways::{WayBack, export_folders};

use disk::File;
use language::say;
use place::Place;
use rusqlite::Connection;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

/// A game's name for life, also in other installations: 63 random bits, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(i64);

impl GameId {
    /// The stream that is about the games rather than one of them.
    pub(crate) const BOOK: Self = Self(0);

    /// The id made from `seed`: the same seed gives the same id.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let bits = game::rng::Rng::new(seed).next_u64() >> 1;
        // Zero is the book.
        Self(if bits == 0 { 1 } else { bits.cast_signed() })
    }

    pub(crate) const fn bits(self) -> i64 {
        self.0
    }

    /// The game whose bits another database has.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) const fn of_bits(bits: i64) -> Self {
        Self(bits)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for GameId {
    type Err = BadGameId;

    fn from_str(text: &str) -> Result<Self, BadGameId> {
        let bad = || BadGameId { text: text.to_owned() };
        if text.len() != 16 || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(bad());
        }
        match i64::from_str_radix(text, 16) {
            Ok(bits) if bits > 0 => Ok(Self(bits)),
            Ok(_) | Err(_) => Err(bad()),
        }
    }
}

/// The text is not a game id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("`{text}` is not the id of a game: 16 digits from 0-9 and a-f are needed", text = .text))]
pub struct BadGameId {
    text: String,
}

/// Place of an event in the database, from 1, rising with every event stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq(pub i64);

/// The files of one data folder.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    folder: PathBuf,
}

impl Files {
    fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    fn database(&self) -> PathBuf {
        self.folder.join("sessions.db")
    }

    /// What SQLite keeps beside `database`: the write-ahead log, its index, and while the file is being made a
    /// rollback journal.
    fn companions(database: &Path) -> [PathBuf; 3] {
        ["-wal", "-shm", "-journal"].map(|suffix| {
            let mut name = database.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        })
    }

    fn lock(&self) -> PathBuf {
        self.folder.join("sessions.lock")
    }

    /// A database being made to take the place of a damaged one.
    fn rebuilt(&self) -> PathBuf {
        self.folder.join("sessions.rebuilt.db")
    }

    fn rebuilt_mirror(&self) -> PathBuf {
        self.folder.join("sessions.rebuilt.mirror")
    }

    /// Says that the next start must look at everything.
    fn suspect(&self) -> PathBuf {
        self.folder.join("sessions.suspect")
    }

    /// The latest acts a second time.
    fn mirror(&self) -> PathBuf {
        self.folder.join("sessions.mirror")
    }

    fn backups(&self) -> PathBuf {
        self.folder.join("backups")
    }

    /// Where damaged databases are put, untouched.
    fn kept_aside(&self) -> PathBuf {
        self.folder.join("kept-aside")
    }

    fn pictures(&self) -> PathBuf {
        self.folder.join("pictures")
    }
}

/// The sessions, open. `Send`, not `Sync`: one thread at a time.
#[derive(Debug)]
pub struct Store {
    conn: Connection,
    files: Files,
    /// Why nothing may be written, if so.
    read_only: Option<ReadOnly>,
    /// Which file was opened, to know whether it is still the one at its path.
    place: Place,
    /// The latest acts a second time; `None` for a store that only reads.
    mirror: Option<mirror::Writer>,
    /// The place of the log up to which a sound backup made since the start goes; 0 without one.
    backed_up: Arc<AtomicI64>,
    /// Held for as long as the store may write.
    _lock: Option<File>,
    /// A copy made to read a folder that cannot be written; goes with the store.
    _copy: Option<place::Copy>,
}

impl Store {
    /// The data folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.files.folder
    }

    /// Why nothing can be written; `None` for a store that writes.
    #[must_use]
    pub const fn read_only(&self) -> Option<&ReadOnly> {
        self.read_only.as_ref()
    }

    /// The pictures kept as evidence.
    #[must_use]
    pub fn pictures(&self) -> Pictures {
        Pictures::new(&self.files.pictures())
    }
}

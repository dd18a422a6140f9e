//! Ledger of a club's server: one interface, so that neither tables nor boards depend on the kind of database.

use super::decided::Decided;
use super::keys::ClubKey;
use game::stats::Facts;
use language::say;
use server::TableName;
use std::fmt::Debug;
use store::{Book, MatchId, OpenError, Row, StoreError};

/// Reason why the record cannot be used now. The messages are for the person who runs the server.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The database does not answer, or not as it should.
    #[error("{}", say!("can't use the database: {why}", why = .0))]
    Away(String),
    /// A game in it is not as it was written.
    #[error("{}", say!("can't use the database: {why}", why = .0))]
    Damaged(String),
    /// Made by a newer program.
    #[error("{}", say!("the database has version {found}; this program supports up to {known}", found = .found, known = .known))]
    Newer {
        /// Version of the database.
        found: i32,
        /// The newest that is known here.
        known: i32,
    },
    /// The text is not the address of a database.
    #[error("{}", say!("`{text}` is not the address of a PostgreSQL database, such as postgres://user@host/sixty_one", text = .0))]
    Address(String),
    /// A thread or timer failed.
    #[error("{}", say!("can't start a task for the database: {why}", why = .0))]
    System(#[from] std::io::Error),
    /// The clubs' keys exist and cannot be used: then no table may join, rather than all.
    #[error("{}", say!("no table can join: {why}; restore the file, or delete it with its copy and make new keys", why = .0))]
    Keys(String),
    /// The data folder does not accept the notes beside the games.
    #[error("{}", say!("can't write to the data folder: {why}", why = .0))]
    Disk(std::io::Error),
    /// The data folder cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The data folder does not take or give it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Additions to a game: its next rows after the end known to the sender. They carry the hash of that end.
#[derive(Debug)]
pub(crate) struct Addition<'a> {
    pub(crate) name: &'a TableName,
    pub(crate) rows: &'a [Row],
    /// Facts for the table of matches, once the match is decided.
    pub(crate) facts: Option<&'a Facts>,
}

impl Addition<'_> {
    /// The game; no rows are of none.
    pub(crate) fn game(&self) -> Option<MatchId> {
        self.rows.first().map(|row| row.game)
    }
}

/// A game as far as it was asked for.
#[derive(Debug)]
pub(crate) struct LedgerGame {
    /// The table that sent it last; where that is not known only the club.
    pub(crate) name: TableName,
    pub(crate) rows: Vec<Row>,
}

/// Changes made by another server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LedgerNews {
    /// These games continued.
    Games(Vec<MatchId>),
    /// A key was made or withdrawn.
    Keys,
    /// A link was given out or withdrawn.
    Links,
    /// A league was saved, a fixture called.
    Book,
    /// News were lost for a while: everything may have changed.
    Missed,
}

pub(crate) type Kept<T> = Result<T, LedgerError>;

/// A database of a club's server.
pub(crate) trait Ledger: Debug {
    /// The games of these that are here, each with the number of its events.
    fn counts(&mut self, games: &[MatchId]) -> Kept<Vec<(MatchId, u32)>>;

    /// A game's rows behind its first `after`; `None` for one that is not here.
    fn load(&mut self, game: MatchId, after: u32) -> Kept<Option<LedgerGame>>;

    /// Adds to games, all of it or nothing, and returns when it is on the disk. `false`: the game has another end by now, and
    /// nothing was added to it.
    fn append(&mut self, additions: &[Addition<'_>]) -> Kept<Vec<bool>>;

    /// The newest game of each table that was heard of lately.
    fn tables(&mut self) -> Kept<Vec<(TableName, MatchId)>>;

    /// The decided matches, each with its club.
    fn results(&mut self) -> Kept<Vec<(String, Facts)>>;

    /// The clubs' keys, withdrawn ones too.
    fn keys(&mut self) -> Kept<Vec<ClubKey>>;

    /// What should be known of the last readings.
    fn take_words(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The codes of links that an older version kept in clear text, by their letter. They are not kept there any more.
    fn old_codes(&mut self) -> Kept<Vec<(String, String)>> {
        Ok(Vec::new())
    }

    /// The book: leagues and calls.
    fn book(&mut self) -> Kept<Book>;

    /// Writes into the book what `decide` makes of it, under a lock; returns the book after it and the answer, or why
    /// nothing was written.
    fn note(&mut self, decide: &mut dyn FnMut(&Book) -> Decided) -> Kept<Result<(Book, String), String>>;

    /// Tells other servers that these tables are connected here; returns the tables that are connected elsewhere.
    fn connected(&mut self, _here: &[TableName]) -> Kept<Vec<TableName>> {
        Ok(Vec::new())
    }

    /// Returns the changes made by others since the last call.
    fn news(&mut self) -> Vec<LedgerNews>;
}

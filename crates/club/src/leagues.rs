//! Saving, listing and removing leagues in a record, on the command line.

use super::fixtures::check;
use super::ledger::{Ledger as _, LedgerError};
use super::postgres::PostgresLedger;
use game::stats::League;
use std::path::{Path, PathBuf};
use store::{Book, BookNote, OpenError, Store, StoreError, Timestamp};

/// Why a league was not saved, listed or removed.
#[derive(Debug, thiserror::Error)]
pub enum LeagueBookError {
    /// Where leagues are kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A server or a window has the folder.
    #[error("{}", language::say!("{why}; while its server runs a league is saved on the secretary's page", why = .0))]
    InUse(OpenError),
    /// The data folder does not open.
    #[error(transparent)]
    Open(OpenError),
    /// It does not take or give it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The league itself.
    #[error("{0}")]
    League(String),
}

/// The leagues of one record.
#[derive(Debug)]
pub struct LeagueBook(Record);

#[derive(Debug)]
enum Record {
    Folder(PathBuf),
    Postgres(Box<PostgresLedger>),
}

impl LeagueBook {
    /// The leagues of a data folder, while nothing else has it open.
    #[must_use]
    pub fn of_folder(folder: &Path) -> Self {
        Self(Record::Folder(folder.to_owned()))
    }

    /// The leagues of a database, whose servers may be running.
    ///
    /// # Errors
    /// It cannot be used.
    pub fn of_database(address: &str) -> Result<Self, LeagueBookError> {
        Ok(Self(Record::Postgres(Box::new(PostgresLedger::open(address)?))))
    }

    /// Leagues, and what is called.
    ///
    /// # Errors
    /// The record.
    pub fn read(&mut self) -> Result<Book, LeagueBookError> {
        match &mut self.0 {
            Record::Folder(folder) => match Store::open_read_only(folder) {
                Ok(store) => Ok(store.book()?),
                Err(OpenError::NoSessions { .. }) => Ok(Book::default()),
                Err(why) => Err(LeagueBookError::Open(why)),
            },
            Record::Postgres(ledger) => Ok(ledger.book()?),
        }
    }

    /// Saves a league, in the place of one of its name.
    ///
    /// # Errors
    /// It cannot be played so; the record.
    pub fn save(&mut self, league: &League) -> Result<(), LeagueBookError> {
        check(league).map_err(LeagueBookError::League)?;
        self.write(&BookNote::League(league.clone()))
    }

    /// Takes a league off the list; its matches stay.
    ///
    /// # Errors
    /// There is none, the record.
    pub fn remove(&mut self, name: &str) -> Result<(), LeagueBookError> {
        if !self.read()?.leagues.contains_key(name) {
            return Err(LeagueBookError::League(language::say!("there is no league `{name}`", name)));
        }
        self.write(&BookNote::LeagueRemoved(name.to_owned()))
    }

    fn write(&mut self, note: &BookNote) -> Result<(), LeagueBookError> {
        match &mut self.0 {
            Record::Folder(folder) => {
                let opened = Store::open(folder).map_err(|why| match why {
                    OpenError::InUse { .. } => LeagueBookError::InUse(why),
                    other => LeagueBookError::Open(other),
                });
                Ok(opened?.store.write_notes(std::slice::from_ref(note), Timestamp::now())?)
            }
            Record::Postgres(ledger) => {
                let written = ledger.note(&mut |_| Ok((vec![note.clone()], String::new())))?;
                written.map(drop).map_err(LeagueBookError::League)
            }
        }
    }
}

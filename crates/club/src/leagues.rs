//! Saving, listing and removing leagues in a record, on the command line.

use super::fixtures::check;
use super::ledger::{Ledger as _, LedgerError};
use super::postgres::PostgresLedger;
use game::league::{Author, Season, SeasonFact};
use game::stats::League;
use std::path::{Path, PathBuf};
use store::{Book, BookNote, OpenError, Store, StoreError, Timestamp};

/// Reason why a league was not saved, listed or removed.
#[derive(Debug, thiserror::Error)]
pub enum LeagueBookError {
    /// The ledger failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A server or a window has the folder.
    #[error("{}", language::say!("{why}; while the server runs, save leagues on the secretary's page", why = .0))]
    InUse(OpenError),
    /// The data folder does not open.
    #[error(transparent)]
    Open(OpenError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The league itself.
    #[error("{0}")]
    League(String),
}

/// The leagues of one record.
#[derive(Debug)]
pub struct LeagueBook(LeagueStorage);

#[derive(Debug)]
enum LeagueStorage {
    Folder(PathBuf),
    Postgres(Box<PostgresLedger>),
}

impl LeagueBook {
    /// The leagues of a data folder, while nothing else has it open.
    #[must_use]
    pub fn of_folder(folder: &Path) -> Self {
        Self(LeagueStorage::Folder(folder.to_owned()))
    }

    /// Opens the leagues of a database, even while its servers run.
    ///
    /// # Errors
    /// The database can't be used.
    pub fn of_database(address: &str) -> Result<Self, LeagueBookError> {
        Ok(Self(LeagueStorage::Postgres(Box::new(PostgresLedger::open(address)?))))
    }

    /// Returns leagues and calls.
    ///
    /// # Errors
    /// The record.
    pub fn read(&mut self) -> Result<Book, LeagueBookError> {
        match &mut self.0 {
            LeagueStorage::Folder(folder) => match Store::open_read_only(folder) {
                Ok(store) => Ok(store.book()?),
                Err(OpenError::NoSessions { .. }) => Ok(Book::default()),
                Err(why) => Err(LeagueBookError::Open(why)),
            },
            LeagueStorage::Postgres(ledger) => Ok(ledger.book()?),
        }
    }

    /// Saves a league, in the place of one of its name.
    ///
    /// # Errors
    /// It cannot be played so; the record.
    pub fn save(&mut self, league: &League) -> Result<(), LeagueBookError> {
        check(league).map_err(LeagueBookError::League)?;
        self.write(|_| Ok(BookNote::League(league.clone())))
    }

    /// Takes a league off the list; its matches stay.
    ///
    /// # Errors
    /// No such league, or the ledger failed.
    pub fn remove(&mut self, name: &str) -> Result<(), LeagueBookError> {
        self.write(|book| match book.leagues.contains_key(name) {
            true => Ok(BookNote::LeagueRemoved(name.to_owned())),
            false => Err(language::say!("there is no league `{name}`", name)),
        })
    }

    /// Begins a season; its id.
    ///
    /// # Errors
    /// It cannot be played so; the record.
    pub fn begin_season(&mut self, fact: &SeasonFact) -> Result<String, LeagueBookError> {
        let season = store::fresh_id();
        self.record(&season, &Author::Secretary, |_| Ok(fact.clone()))?;
        Ok(season)
    }

    /// Records a fact of a season, by its id: the one that `decide` returns for its current state.
    ///
    /// # Errors
    /// The season refuses it; the record.
    pub fn record(
        &mut self,
        season: &str,
        by: &Author,
        mut decide: impl FnMut(&Season) -> Result<SeasonFact, String>,
    ) -> Result<(), LeagueBookError> {
        self.write(|book| {
            let entries = book.seasons.get(season).map(Vec::as_slice).unwrap_or_default();
            let stands = Season::of(entries);
            let fact = decide(&stands)?;
            stands.check(by, &fact).map_err(|why| why.to_string())?;
            let number = entries.last().map_or(0, |last| last.number + 1);
            Ok(BookNote::Season { season: season.to_owned(), number, by: by.clone(), fact })
        })
    }

    /// Writes the result of `decide` on the current book, under a lock.
    fn write(&mut self, mut decide: impl FnMut(&Book) -> Result<BookNote, String>) -> Result<(), LeagueBookError> {
        match &mut self.0 {
            LeagueStorage::Folder(folder) => {
                let opened = Store::open(folder).map_err(|why| match why {
                    OpenError::InUse { .. } => LeagueBookError::InUse(why),
                    other => LeagueBookError::Open(other),
                });
                let mut store = opened?.store;
                let note = decide(&store.book()?).map_err(LeagueBookError::League)?;
                Ok(store.write_notes(&[note], Timestamp::now())?)
            }
            LeagueStorage::Postgres(ledger) => {
                let written = ledger.note(&mut |book| Ok((vec![decide(book)?], String::new())))?;
                written.map(drop).map_err(LeagueBookError::League)
            }
        }
    }
}

//! Making, listing and withdrawing clubs' keys, on the command line.

use super::folder::FolderKeys;
use super::keys::{BadClub, ClubKey, club_name, hash_of};
use super::ledger::LedgerError;
use super::postgres::PostgresLedger;
use language::say;
use std::path::Path;
use store::Timestamp;

/// Reason why a key was not made, listed or withdrawn.
#[derive(Debug, thiserror::Error)]
pub enum KeyRingError {
    /// The club's name.
    #[error(transparent)]
    Club(#[from] BadClub),
    /// The ledger failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// There are no random numbers.
    #[error("{}", say!("can't make a key: this machine gives no random numbers ({why})", why = .0))]
    Random(String),
    /// No key to withdraw.
    #[error("{}", say!("{club} has no key to withdraw", club = .0))]
    NoKey(String),
}

/// The keys of one record.
#[derive(Debug)]
pub struct KeyRing(KeyStorage);

#[derive(Debug)]
enum KeyStorage {
    Folder(FolderKeys),
    Postgres(Box<PostgresLedger>),
}

impl KeyRing {
    /// Opens the keys of a data folder, even while its server runs.
    #[must_use]
    pub fn of_folder(folder: &Path) -> Self {
        Self(KeyStorage::Folder(FolderKeys::of(folder)))
    }

    /// The keys of a database.
    ///
    /// # Errors
    /// It cannot be used.
    pub fn of_database(address: &str) -> Result<Self, KeyRingError> {
        Ok(Self(KeyStorage::Postgres(Box::new(PostgresLedger::open(address)?))))
    }

    /// Notices of damage that a copy made good.
    pub fn take_words(&mut self) -> Vec<String> {
        match &mut self.0 {
            KeyStorage::Folder(keys) => keys.take_words(),
            KeyStorage::Postgres(_) => Vec::new(),
        }
    }

    /// Every key that was ever made.
    ///
    /// # Errors
    /// The record.
    pub fn list(&mut self) -> Result<Vec<ClubKey>, KeyRingError> {
        Ok(match &mut self.0 {
            KeyStorage::Folder(keys) => keys.read()?,
            KeyStorage::Postgres(ledger) => ledger.read_keys()?,
        })
    }

    /// Makes a key and returns it once; only its hash is kept.
    ///
    /// # Errors
    /// The name is not valid, or the ledger failed.
    pub fn make(&mut self, club: &str) -> Result<String, KeyRingError> {
        let club = club_name(club)?;
        let key = server::fresh_key().map_err(|why| KeyRingError::Random(why.to_string()))?;
        let kept = ClubKey { club, hash: hash_of(&key), made_ms: Timestamp::now().0, withdrawn_ms: None };
        match &mut self.0 {
            KeyStorage::Folder(keys) => keys.update(|all| all.push(kept))?,
            KeyStorage::Postgres(ledger) => ledger.add_key(&kept)?,
        }
        Ok(key)
    }

    /// Withdraws every key of a club and returns their number.
    ///
    /// # Errors
    /// The club has no key, or the ledger failed.
    pub fn withdraw(&mut self, club: &str) -> Result<usize, KeyRingError> {
        let (club, now) = (club_name(club)?, Timestamp::now().0);
        let mut withdrawn = 0;
        match &mut self.0 {
            KeyStorage::Folder(keys) => {
                keys.update(|all| {
                    for key in all.iter_mut().filter(|key| key.club == club && key.withdrawn_ms.is_none()) {
                        key.withdrawn_ms = Some(now);
                        withdrawn += 1;
                    }
                })?;
            }
            KeyStorage::Postgres(ledger) => withdrawn = ledger.withdraw_keys(&club, now)?,
        }
        if withdrawn == 0 { Err(KeyRingError::NoKey(club)) } else { Ok(withdrawn) }
    }
}

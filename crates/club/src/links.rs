//! The links of a league's servers in their database, for what starts a server and what withdraws links.

use super::ledger::LedgerError;
use super::postgres::PostgresLedger;

/// A link: letter, hash, milliseconds since 1970.
pub type LinkRow = (String, [u8; 32], i64);

/// The links in a database.
#[derive(Debug)]
pub struct LinkTable(PostgresLedger);

impl LinkTable {
    /// Connects.
    ///
    /// # Errors
    /// The database cannot be used.
    pub fn open(address: &str) -> Result<Self, LedgerError> {
        Ok(Self(PostgresLedger::open(address)?))
    }

    /// The links that open, the oldest first.
    ///
    /// # Errors
    /// The database cannot be used.
    pub fn read(&mut self) -> Result<Vec<LinkRow>, LedgerError> {
        self.0.read_links()
    }

    /// Changes which links open, in one step with reading them.
    ///
    /// # Errors
    /// The database cannot be used.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Vec<LinkRow>) -> T) -> Result<T, LedgerError> {
        self.0.change_links(change)
    }
}

//! The links of a league's servers in their database, for what starts a server and what withdraws links.

use super::ledger::LedgerError;
use super::postgres::PostgresLedger;

/// The links in a database: letter, hash, milliseconds since 1970.
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
    pub fn read(&mut self) -> Result<Vec<(String, [u8; 32], i64)>, LedgerError> {
        self.0.read_links()
    }

    /// Exactly these open from now on.
    ///
    /// # Errors
    /// The database cannot be used.
    pub fn write(&mut self, links: &[(String, [u8; 32], i64)]) -> Result<(), LedgerError> {
        self.0.write_links(links)
    }
}

//! A look at everything: pages, checksums, and whether what is derived says what the log says.

use super::{GameId, Store, StoreError, open};

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CheckReport {
    /// Events in the log.
    pub events: u64,
    /// Games in the log, hidden ones too.
    pub games: u64,
    /// Everything that is wrong, in words; empty when all is well.
    pub problems: Vec<String>,
}

impl CheckReport {
    /// Is all well?
    #[must_use]
    pub const fn is_good(&self) -> bool {
        self.problems.is_empty()
    }
}

impl Store {
    /// Checks pages (`integrity_check`), chains, stored forms and derived tables. Reads everything; run it in the
    /// background on a store from [`Store::open_read_only`].
    ///
    /// # Errors
    /// If the database cannot be read at all. Damage is part of the report instead.
    pub fn check(&self) -> Result<CheckReport, StoreError> {
        let mut report = CheckReport::default();
        let mut note = |problem: String| report.problems.push(problem);
        if let Err(StoreError::Corrupt { detail }) = open::page_check(&self.conn, "integrity_check") {
            note(format!("pages: {detail}"));
        }
        match open::chain_check(&self.conn) {
            Ok(broken) => {
                for (game, detail) in broken {
                    note(format!("game {game}: {detail}"));
                }
            }
            Err(StoreError::Corrupt { detail }) => note(format!("log: {detail}")),
            Err(error) => return Err(error),
        }
        for problem in self.wrong_lines().unwrap_or_else(|error| vec![format!("list: {error}")]) {
            note(problem);
        }
        let count = |sql: &str| self.conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        report.events = count("SELECT count(*) FROM event")?.unsigned_abs();
        report.games = count("SELECT count(DISTINCT game) FROM event WHERE game <> 0")?.unsigned_abs();
        Ok(report)
    }

    /// The ids of all games in the log, hidden ones too, in the order in which they began.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn game_ids(&self) -> Result<Vec<GameId>, StoreError> {
        super::summary::game_ids(&self.conn)
    }
}

//! The links of a league's servers, as hashes: one that was given out by a server opens every server of the database.

use super::{Kept, PostgresLedger, hash_of, listen};
use crate::links::LinkRow;
use tokio_postgres::Row;

const READ: &str = "SELECT kind, hash, made_ms FROM open_link ORDER BY made_ms, hash";

impl PostgresLedger {
    /// The links that open, the oldest first.
    pub(crate) fn read_links(&mut self) -> Kept<Vec<LinkRow>> {
        Ok(rows(&self.ask(async |line| line.client.query(READ, &[]).await)?))
    }

    /// Changes which links open. Two servers that do so at once wait for each other, so that neither loses what the other added.
    pub(crate) fn change_links<T>(&mut self, change: impl FnOnce(&mut Vec<LinkRow>) -> T) -> Kept<T> {
        self.ask(async |line| {
            let step = line.client.transaction().await?;
            step.execute("LOCK TABLE open_link IN EXCLUSIVE MODE", &[]).await?;
            let mut links = rows(&step.query(READ, &[]).await?);
            let came_of_it = change(&mut links);
            let kinds: Vec<&str> = links.iter().map(|(kind, ..)| kind.as_str()).collect();
            let hashes: Vec<&[u8]> = links.iter().map(|(_, hash, _)| hash.as_slice()).collect();
            let made: Vec<i64> = links.iter().map(|(.., made)| *made).collect();
            step.execute("DELETE FROM open_link", &[]).await?;
            let sql = "INSERT INTO open_link (kind, hash, made_ms)
                       SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[]) ON CONFLICT DO NOTHING";
            step.execute(sql, &[&kinds, &hashes, &made]).await?;
            step.execute(&line.tell, &[&listen::CHANNEL, &listen::LINKS]).await?;
            step.commit().await?;
            Ok(came_of_it)
        })
    }
}

fn rows(rows: &[Row]) -> Vec<LinkRow> {
    rows.iter().filter_map(|row| Some((row.get(0), hash_of(row.get(1))?, row.get(2)))).collect()
}

//! The links of a league's servers, as hashes: one that was given out by a server opens every server of the database.

use super::{Kept, PostgresLedger, hash_of, listen};

impl PostgresLedger {
    /// The links that open, the oldest first: letter, hash, milliseconds since 1970.
    pub(crate) fn read_links(&mut self) -> Kept<Vec<(String, [u8; 32], i64)>> {
        let rows = self.ask(async |line| {
            line.client.query("SELECT kind, hash, made_ms FROM open_link ORDER BY made_ms, hash", &[]).await
        })?;
        Ok(rows.iter().filter_map(|row| Some((row.get(0), hash_of(row.get(1))?, row.get(2)))).collect())
    }

    /// Exactly these open from now on.
    pub(crate) fn write_links(&mut self, links: &[(String, [u8; 32], i64)]) -> Kept<()> {
        let kinds: Vec<&str> = links.iter().map(|(kind, ..)| kind.as_str()).collect();
        let hashes: Vec<&[u8]> = links.iter().map(|(_, hash, _)| hash.as_slice()).collect();
        let made: Vec<i64> = links.iter().map(|(.., made)| *made).collect();
        self.ask(async |line| {
            let step = line.client.transaction().await?;
            step.execute("LOCK TABLE open_link IN EXCLUSIVE MODE", &[]).await?;
            step.execute("DELETE FROM open_link", &[]).await?;
            let sql = "INSERT INTO open_link (kind, hash, made_ms)
                       SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[]) ON CONFLICT DO NOTHING";
            step.execute(sql, &[&kinds, &hashes, &made]).await?;
            step.execute(&line.tell, &[&listen::CHANNEL, &listen::LINKS]).await?;
            step.commit().await
        })
    }
}

//! Leagues and calls in the database, and which tables are connected at any of its servers.

use super::{Kept, Line, PostgresLedger, listen, schema};
use crate::decided::Decided;
use server::TableName;
use store::{Book, Timestamp};
use tokio_postgres::{Error, GenericClient};

/// A table that nothing was heard of for so long is not connected.
const LATELY: &str = "heard > now() - interval '1 minute'";

/// One that nothing was heard of for so long is forgotten.
const REMEMBERED: &str = "heard > now() - interval '1 day'";

async fn read(client: &impl GenericClient) -> Result<Book, Error> {
    let rows = client.query("SELECT kind, version, payload, at_ms FROM book ORDER BY n", &[]).await?;
    let mut book = Book::default();
    for row in &rows {
        let version = u32::try_from(row.get::<_, i32>(1)).unwrap_or_default();
        book.take_row(row.get(0), version, row.get(2), row.get(3));
    }
    Ok(book)
}

async fn write(
    line: &mut Line,
    now_ms: i64,
    decide: &mut dyn FnMut(&Book) -> Decided,
) -> Result<Result<(Book, String), String>, Error> {
    let step = line.client.transaction().await?;
    step.batch_execute(schema::BOOK_LOCK).await?;
    let mut book = read(&step).await?;
    let (notes, said) = match decide(&book) {
        Ok(decided) => decided,
        Err(why) => return Ok(Err(why)),
    };
    for note in &notes {
        let (kind, version, payload) = note.row();
        let small = i32::try_from(version).unwrap_or(i32::MAX);
        let sql = "INSERT INTO book (at_ms, version, kind, payload) VALUES ($1, $2, $3, $4)";
        step.execute(sql, &[&now_ms, &small, &kind, &payload]).await?;
        book.take_row(&kind, version, &payload, now_ms);
    }
    if !notes.is_empty() {
        step.execute(&line.tell, &[&listen::CHANNEL, &listen::BOOK]).await?;
    }
    step.commit().await?;
    Ok(Ok((book, said)))
}

impl PostgresLedger {
    pub(crate) fn read_book(&mut self) -> Kept<Book> {
        self.ask(async |line| read(&line.client).await)
    }

    pub(crate) fn write_book(
        &mut self,
        decide: &mut dyn FnMut(&Book) -> Decided,
    ) -> Kept<Result<(Book, String), String>> {
        let now_ms = Timestamp::now().0;
        self.ask(async |line| write(line, now_ms, decide).await)
    }

    /// Writes down which tables are connected here; those that are connected anywhere.
    pub(super) fn read_places(&mut self, here: &[TableName]) -> Kept<Vec<TableName>> {
        let clubs: Vec<&str> = here.iter().map(|name| name.club.as_str()).collect();
        let places: Vec<&str> = here.iter().map(|name| name.table.as_str()).collect();
        let rows = self.ask(async |line| {
            // In one order, so that two servers never wait for each other.
            let sql = "INSERT INTO place (club, place) SELECT * FROM unnest($1::text[], $2::text[]) ORDER BY 1, 2
                       ON CONFLICT (club, place) DO UPDATE SET heard = now()";
            line.client.execute(sql, &[&clubs, &places]).await?;
            line.client.execute(&format!("DELETE FROM place WHERE NOT ({REMEMBERED})"), &[]).await?;
            line.client.query(&format!("SELECT club, place FROM place WHERE {LATELY}"), &[]).await
        })?;
        Ok(rows.iter().map(|row| TableName { club: row.get(0), table: row.get(1) }).collect())
    }
}

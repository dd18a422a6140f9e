//! Checks everything: pages, checksums, and whether derived tables match the log.

use crate::error::StoreError;
use crate::files::disk;
use crate::files::names::Files;
use crate::id::MatchId;
use crate::rescue::mirror::Mirror;
use crate::rescue::sources;
use crate::store::Store;
use crate::{open, sqlite};
use language::say;
use std::collections::BTreeMap;
use std::io::Write as _;

/// Result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CheckReport {
    /// Events in the log.
    pub events: u64,
    /// Games in the log, hidden ones too.
    pub games: u64,
    /// Everything that is wrong, in words; empty when all is well.
    pub problems: Vec<String>,
    /// Sources that still have the missing events, in words.
    pub recovery_sources: Vec<String>,
}

impl CheckReport {
    /// Reports whether nothing is damaged.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Check of all pages and checksums, independent of the store: [`Self::run`] it on any thread while the store
/// continues.
#[derive(Debug)]
pub struct CheckTask {
    files: Files,
}

impl CheckTask {
    /// Checks everything. Damage is not changed; the next start also checks everything and mends it with
    /// [`crate::open::open_or_recover`].
    ///
    /// # Errors
    /// The damage. A file that can't be read at the moment is not evidence of damage.
    pub fn run(self) -> Result<(), String> {
        // Read before the database, which only grows meanwhile.
        let mirror = Mirror::read(&self.files.mirror());
        let Ok(conn) = sqlite::connect_reader(&self.files.database()) else { return Ok(()) };
        let verdict = sqlite::page_check(&conn, "integrity_check").and_then(|()| sqlite::chain_check(&conn));
        let damage = match verdict {
            Ok(broken) if broken.is_empty() => {
                let missing = mirror.missing(&conn, true).unwrap_or_default();
                missing.first().map(|lost| {
                    say!(
                        "{here} events of {who}, previously {once}",
                        here = lost.here,
                        who = lost.who,
                        once = lost.once
                    )
                })
            }
            Ok(broken) => broken.into_iter().next().map(|(game, detail)| say!("match {game}: {detail}", game, detail)),
            Err(StoreError::Corrupt { detail }) => Some(detail),
            Err(_) => None,
        };
        let Some(damage) = damage else { return Ok(()) };
        // Without the marker the damage is found again in the background, and reported again.
        drop(disk::create_private(&self.files.suspect()).and_then(|mut file| file.write_all(damage.as_bytes())));
        Err(damage)
    }
}

impl Store {
    /// A look at everything, to be made on another thread.
    #[must_use]
    pub fn check_task(&self) -> CheckTask {
        CheckTask { files: self.files.clone() }
    }

    /// Checks pages (`integrity_check`), chains, stored forms and derived tables. Reads everything; run it in the
    /// background on a store from [`Store::open_read_only`].
    ///
    /// # Errors
    /// If the database cannot be read at all. Damage is part of the report instead.
    pub fn check(&self) -> Result<CheckReport, StoreError> {
        let (database, place) = (self.database(), std::thread::Builder::new().name("pages".to_owned()));
        // The pages are looked at beside the games.
        let pages = std::thread::scope(|scope| {
            let look = || {
                sqlite::connect_reader(&database)
                    .map_err(StoreError::from)
                    .and_then(|conn| sqlite::page_check(&conn, "integrity_check"))
            };
            let pages = place.spawn_scoped(scope, look);
            let games = self.wrong_games();
            (pages.map(|work| work.join()), games)
        });
        let mut problems = Vec::new();
        match pages.0 {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(StoreError::Corrupt { detail }))) => problems.push(say!("pages: {detail}", detail)),
            Ok(Ok(Err(error))) => return Err(error),
            Ok(Err(_panic)) => return Err(StoreError::Other { detail: say!("the check was interrupted").to_owned() }),
            Err(error) => return Err(error.into()),
        }
        let mut short = BTreeMap::new();
        match pages.1 {
            Ok(wrong) => {
                short.extend(wrong.iter().filter_map(|wrong| wrong.short));
                problems.extend(wrong.into_iter().map(|wrong| wrong.words));
            }
            Err(StoreError::Corrupt { detail }) => problems.push(say!("log: {detail}", detail)),
            Err(error) => return Err(error),
        }
        let missing = Mirror::read(&self.files.mirror()).missing(&self.conn, true).unwrap_or_default();
        short.extend(missing.iter().map(|lost| (lost.game, lost.here)));
        problems.extend(self.vouch()?);
        problems.extend(open::torn_log(&self.files, &self.conn));
        let count = |sql: &str| self.conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        let events = count("SELECT count(*) FROM event")?.unsigned_abs();
        let games = count("SELECT count(*) FROM event WHERE n = 1 AND game <> 0")?.unsigned_abs();
        Ok(CheckReport { events, games, problems, recovery_sources: self.recovery_sources(&short) })
    }

    /// For each game that is short: which file has more of it, and where its pictures are.
    fn recovery_sources(&self, short: &BTreeMap<MatchId, u32>) -> Vec<String> {
        let mut ways = sources::recovery_sources(&self.files, short);
        let words = short.iter().flat_map(|(&game, here)| {
            let file = ways.remove(&game).map(|way| {
                say!(
                    "match {game}: {way}, {here} here. To restore it from backups, run `sixty-one \
                        sessions rebuild`; from another file, `sixty-one sessions import FILE`",
                    game,
                    way,
                    here
                )
            });
            let pictures = Some(sources::pictures_words(&self.files, game)).filter(|words| !words.is_empty());
            file.into_iter()
                .chain(pictures.map(|words| say!("match {game}: {detail}", game, detail = words)))
                .collect::<Vec<_>>()
        });
        words.collect()
    }

    /// Checks that need a full read: every event of the table is found through the indexes, and every game goes as far
    /// as the second record says. Returns the problems in words, none if all is well.
    ///
    /// # Errors
    /// If the database cannot be read at all.
    pub fn vouch(&self) -> Result<Vec<String>, StoreError> {
        let mirror = Mirror::read(&self.files.mirror());
        let conn = self.conn.unchecked_transaction()?;
        let count = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0));
        let rows = count("SELECT count(*) FROM event NOT INDEXED")?;
        let places = count("SELECT count(*) FROM event INDEXED BY sqlite_autoindex_event_1")?;
        let last = count("SELECT coalesce(max(seq), 0) FROM event NOT INDEXED")?;
        let starts = count("SELECT count(*) FROM event INDEXED BY event_game_start WHERE n = 1")?;
        let games = count("SELECT count(DISTINCT game) FROM event INDEXED BY sqlite_autoindex_event_1")?;
        let mut problems = Vec::new();
        if rows != places || rows != last || starts != games {
            problems.push(say!(
                "the log has {rows} events up to number {last}, but its indexes find {places} in \
                    {games} matches and {starts} beginnings; open the window or run `rebuild` to mend it",
                rows,
                last,
                places,
                games,
                starts
            ));
        }
        problems.extend(mirror.missing(&conn, true)?.iter().map(ToString::to_string));
        Ok(problems)
    }

    /// The ids of all games in the log, hidden ones too, in the order in which they began.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn match_ids(&self) -> Result<Vec<MatchId>, StoreError> {
        crate::derived::lines::match_ids(&self.conn)
    }
}

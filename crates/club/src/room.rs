//! The program of a club's server: what tables send goes into the record and on the boards.

use super::folder::FolderLedger;
use super::heard::HallNews;
use super::keys::{self, ClubKey};
use super::ledger::{Addition, Kept, Ledger, LedgerError, LedgerNews};
use super::live::{LiveGame, Taken};
use super::mended;
use super::played::{self, by_time};
use super::postgres::PostgresLedger;
use super::shared::SharedFolder;
use game::Match;
use game::stats::{Facts, League, WinPoints};
use language::say;
use server::{
    Boards, LinkHash, LinkKind, LooseGame, MessageAnswer, MessageContent, MessageRefusal, TableMessage, TableName,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Book, MatchId, read_pieces};

/// A match that nothing was heard of for so long is off the board.
const OLD: Duration = Duration::from_secs(12 * 3600);
/// Most tables at once.
pub const MOST_TABLES: usize = 2000;
/// Tries when another server may have added to a game meanwhile: then it is read again.
const TRIES: usize = 3;
/// Shortest time between two new tables of matches.
const STANDINGS_PAUSE: Duration = Duration::from_secs(2);

/// A table on the board.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) game: MatchId,
    pub(crate) heard: Instant,
}

/// The server's program: its memory of the record, and the record.
#[derive(Debug)]
pub struct ClubRoom {
    pub(crate) ledger: Box<dyn Ledger>,
    pub(crate) boards: Boards,
    pub(crate) most_tables: usize,
    pub(crate) keys: Vec<ClubKey>,
    /// Recorded games in play at the tables.
    pub(crate) games: BTreeMap<MatchId, LiveGame>,
    pub(crate) places: BTreeMap<TableName, Place>,
    pub(crate) results: BTreeMap<MatchId, (String, Facts)>,
    /// Clubs with a table of matches that is out of date.
    pub(crate) stale: BTreeSet<String>,
    pub(crate) standings_made: Option<Instant>,
    /// The fault of the record, reported once.
    pub(crate) trouble: Option<String>,
    /// The fault of the keys, likewise.
    pub(crate) keys_trouble: Option<String>,
    /// Whether news may have been missed.
    pub(crate) missed: bool,
    pub(crate) words: Vec<String>,
    /// Leagues and calls.
    pub(crate) book: Book,
    pub(crate) hall: HallNews,
    /// Games of seasons that count for no meeting, by the season.
    pub(crate) loose: BTreeMap<String, Vec<LooseGame>>,
    /// Whether some matches may not be counted for the seasons yet.
    pub(crate) played: bool,
    /// Tables with a match that changed since the last call.
    pub(crate) moved: BTreeMap<TableName, u64>,
    pub(crate) links_moved: bool,
    /// Tables for which two machines joining as one was reported.
    pub(crate) told_twice: BTreeSet<TableName>,
}

impl ClubRoom {
    /// Opens the data folder; what should be known of how is returned too.
    ///
    /// # Errors
    /// The reason it cannot be used.
    pub fn open(folder: &Path, title: &str, boards: &Boards) -> Result<(Self, Vec<String>), LedgerError> {
        let (ledger, notices) = FolderLedger::open(folder)?;
        Ok((Self::begin(Box::new(ledger), title, boards)?, notices))
    }

    /// Opens one of several servers over a shared folder.
    ///
    /// # Errors
    /// The reason it cannot be used.
    pub fn share(folder: &SharedFolder, title: &str, boards: &Boards) -> Result<Self, LedgerError> {
        Self::begin(Box::new(folder.ledger()), title, boards)
    }

    /// Opens a PostgreSQL database and brings its tables up to date. `wake` is called, from another thread, when another server
    /// did something.
    ///
    /// # Errors
    /// The reason it cannot be used.
    pub fn connect(
        address: &str,
        title: &str,
        boards: &Boards,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Result<Self, LedgerError> {
        let mut ledger = PostgresLedger::open(address)?;
        ledger.listen(wake)?;
        Self::begin(Box::new(ledger), title, boards)
    }

    fn begin(ledger: Box<dyn Ledger>, title: &str, boards: &Boards) -> Kept<Self> {
        boards.begin(title);
        let mut room = Self {
            ledger,
            boards: boards.clone(),
            most_tables: MOST_TABLES,
            keys: Vec::new(),
            games: BTreeMap::new(),
            places: BTreeMap::new(),
            results: BTreeMap::new(),
            stale: BTreeSet::new(),
            standings_made: None,
            trouble: None,
            keys_trouble: None,
            missed: false,
            words: Vec::new(),
            book: Book::default(),
            hall: HallNews::default(),
            loose: BTreeMap::new(),
            played: true,
            moved: BTreeMap::new(),
            links_moved: false,
            told_twice: BTreeSet::new(),
        };
        // Without its keys a server does not start.
        room.keys = room.ledger.keys()?;
        room.look_at_everything()?;
        room.show_standings();
        room.show_hall();
        Ok(room)
    }

    /// The codes of links that an older version kept in clear text; they are kept there no longer.
    ///
    /// # Errors
    /// The record.
    pub fn old_codes(&mut self) -> Result<Vec<(LinkKind, LinkHash)>, LedgerError> {
        let codes = self.ledger.old_codes()?;
        Ok(codes
            .iter()
            .filter_map(|(letter, code)| Some((LinkKind::of_letter(letter)?, LinkHash::of_code(code)?)))
            .collect())
    }

    /// Reports whether links were made or withdrawn elsewhere since the last call.
    pub const fn take_link_news(&mut self) -> bool {
        std::mem::replace(&mut self.links_moved, false)
    }

    /// Sets the most tables at once, if it is to be other than [`MOST_TABLES`].
    pub const fn let_in(&mut self, most_tables: usize) {
        self.most_tables = most_tables;
    }

    /// News of the record: it cannot be used, or works again.
    pub fn take_words(&mut self) -> Vec<String> {
        self.words.extend(self.ledger.take_words());
        std::mem::take(&mut self.words)
    }

    /// Takes what tables send, all of it in one step of the record; the answers in the same order.
    pub fn take(&mut self, messages: &[TableMessage]) -> Vec<MessageAnswer> {
        let mut answers: Vec<Option<MessageAnswer>> = messages.iter().map(|_| None).collect();
        for _ in 0..TRIES {
            let waiting: Vec<usize> = (0..messages.len()).filter(|at| answers[*at].is_none()).collect();
            if waiting.is_empty() {
                break;
            }
            self.take_once(messages, &waiting, &mut answers);
        }
        let again =
            || Err(MessageRefusal::Later(say!("another table is sending the same match: try again").to_owned()));
        answers.into_iter().map(|answer| answer.unwrap_or_else(again)).collect()
    }

    /// Does one step: adds valid rows, and answers if no other writer was faster.
    fn take_once(&mut self, messages: &[TableMessage], waiting: &[usize], answers: &mut [Option<MessageAnswer>]) {
        let mut step = Step::default();
        for &at in waiting {
            let message = &messages[at];
            match self.prepare(message, &mut step) {
                Ok((name, games)) => step.messages.push((at, name, games)),
                Err(refusal) => answers[at] = Some(Err(refusal)),
            }
        }
        let moved = match self.commit(&step) {
            Ok(moved) => moved,
            Err(why) => {
                let refusal = self.away(&why);
                for (at, ..) in &step.messages {
                    answers[*at] = Some(Err(refusal.clone()));
                }
                return;
            }
        };
        for (at, name, games) in &step.messages {
            if games.iter().any(|game| moved.contains(game)) {
                continue;
            }
            let asked = match &messages[*at].content {
                MessageContent::Have(ids) => ids.iter().filter_map(|id| id.parse().ok()).collect(),
                MessageContent::Games(_) | MessageContent::Gone(_) | MessageContent::Named(_) => games.clone(),
            };
            let mut call = self.call_line(name);
            if let Some(other) = self.hall.other(name, &messages[*at].by) {
                call.push_str(&format!("twice {other}\n"));
                let words = say!(
                    "two machines have joined as {table}: {one} and {other}",
                    table = name.table,
                    one = messages[*at].from,
                    other
                );
                if self.told_twice.insert(name.clone()) {
                    self.words.push(words);
                }
            }
            answers[*at] = Some(self.have(&asked).map(|here| here + &call));
        }
    }

    fn have(&mut self, games: &[MatchId]) -> MessageAnswer {
        let known = |game: &MatchId| self.games.get(game).map(|live| (*game, live.events()));
        let here: Option<Vec<_>> = games.iter().map(known).collect();
        let counts = match here {
            Some(here) => here,
            None => self.ledger.counts(games).map_err(|why| self.away(&why))?,
        };
        Ok(counts.into_iter().map(|(game, events)| format!("{game} {events}\n")).collect())
    }

    /// Checks a message against the games as they will stand; its games.
    fn prepare(
        &mut self,
        message: &TableMessage,
        step: &mut Step,
    ) -> Result<(TableName, Vec<MatchId>), MessageRefusal> {
        let club = keys::club_of(&self.keys, message.key.as_deref()).map_err(MessageRefusal::Key)?;
        let name = TableName { club, table: message.table.clone() };
        let known = self.places.contains_key(&name);
        if self.places.len() >= self.most_tables && !known {
            return Err(MessageRefusal::Wrong(say!(
                "{n} tables have joined, which is the limit",
                n = self.most_tables
            )));
        }
        self.hall.hear(&name, &message.by, message.from);
        let json = match &message.content {
            MessageContent::Games(json) => json,
            MessageContent::Have(_) => return Ok((name, Vec::new())),
            MessageContent::Gone(_) | MessageContent::Named(_) => {
                let mended = self.mended(&name, &message.content);
                return mended.map(|()| (name, Vec::new())).map_err(|why| self.away(&why));
            }
        };
        let wrong = |why: store::ImportError| MessageRefusal::Wrong(why.to_string());
        let pieces = read_pieces(json).map_err(wrong)?;
        let mut games = Vec::new();
        for piece in &pieces {
            let mut live = match step.games.get(&piece.game) {
                Some(prepared) => prepared.live.clone(),
                None => self.live(piece.game, &name).map_err(|why| self.away(&why))?,
            };
            if !live.name.club.is_empty() && live.name.club != name.club {
                return Err(MessageRefusal::Wrong(say!("match {game} belongs to another club", game = piece.game)));
            }
            let mut taken = live.take(piece).map_err(wrong)?;
            if matches!(taken, Taken::Gap) && !step.games.contains_key(&piece.game) {
                // Another server may have the missing rows, with its news on their way.
                self.follow(piece.game).map_err(|why| self.away(&why))?;
                live = self.live(piece.game, &name).map_err(|why| self.away(&why))?;
                taken = live.take(piece).map_err(wrong)?;
            }
            if let Taken::Rows(rows) = taken {
                live.name.clone_from(&name);
                step.put(live, rows);
            }
            games.push(piece.game);
        }
        Ok((name, games))
    }

    /// A table has deleted games, brought deleted ones back, or corrected the names in some.
    fn mended(&mut self, name: &TableName, content: &MessageContent) -> Kept<()> {
        let mut notes = Vec::new();
        for note in mended::notes(&self.book, content) {
            // A club mends only its own matches.
            if self.ledger.load(note.0, 0)?.is_some_and(|loaded| loaded.name.club == name.club) {
                notes.push(note.1);
            }
        }
        if notes.is_empty() {
            return Ok(());
        }
        if let Ok((book, _)) = self.ledger.note(&mut |_| Ok((notes.clone(), String::new())))? {
            self.book = book;
        }
        // What counts is read again.
        self.missed = true;
        Ok(())
    }

    /// Reads a game from the record.
    fn live(&mut self, game: MatchId, name: &TableName) -> Kept<LiveGame> {
        if let Some(live) = self.games.get(&game) {
            return Ok(live.clone());
        }
        Ok(self.load(game)?.unwrap_or_else(|| LiveGame::new(game, name.clone())))
    }

    fn load(&mut self, game: MatchId) -> Kept<Option<LiveGame>> {
        let Some(loaded) = self.ledger.load(game, 0)? else { return Ok(None) };
        let mut live = LiveGame::new(game, loaded.name);
        live.follow(&loaded.rows).map_err(LedgerError::Damaged)?;
        Ok(Some(live))
    }

    /// Puts a step into the record, then on the boards; the games that have moved on meanwhile.
    fn commit(&mut self, step: &Step) -> Kept<BTreeSet<MatchId>> {
        let facts: Vec<Option<Facts>> = step.games.values().map(|prepared| prepared.live.facts()).collect();
        let additions: Vec<Addition<'_>> = step
            .games
            .values()
            .zip(&facts)
            .filter(|(prepared, _)| !prepared.rows.is_empty())
            .map(|(prepared, facts)| Addition {
                name: &prepared.live.name,
                rows: &prepared.rows,
                facts: facts.as_ref(),
            })
            .collect();
        if additions.is_empty() {
            return Ok(BTreeSet::new());
        }
        let added = self.ledger.append(&additions)?;
        let games: Vec<(MatchId, bool)> = additions
            .iter()
            .filter_map(Addition::game)
            .zip(added.into_iter().chain(std::iter::repeat(false)))
            .collect();
        self.well();
        let mut moved = BTreeSet::new();
        for (game, added) in games {
            match step.games.get(&game) {
                Some(prepared) if added => self.put(prepared.live.clone()),
                _ => {
                    self.games.remove(&game);
                    moved.insert(game);
                }
            }
        }
        Ok(moved)
    }

    /// A game went on: it is the one on its table's board, and its result counts.
    fn put(&mut self, live: LiveGame) {
        let (game, name) = (live.id(), live.name.clone());
        let before = self.places.insert(name.clone(), Place { game, heard: Instant::now() });
        if let Some(before) = before.filter(|before| before.game != game) {
            self.games.remove(&before.game);
        }
        self.count(game, &name.club, live.facts());
        let snapshot = self.boards.show(&name, live.game().cloned());
        self.moved.insert(name, snapshot);
        let sides = live.sides(&self.book);
        if self.games.insert(game, live).and_then(|before| before.sides(&self.book)) != sides {
            self.hall.stale = true;
        }
    }

    /// Counts a match in its club's table, or no longer. A board goes on showing a match that its table deleted.
    fn count(&mut self, game: MatchId, club: &str, facts: Option<Facts>) {
        let facts = facts.filter(|_| !self.book.deleted.contains(&game));
        let before = self.results.get(&game).map(|(_, facts)| facts);
        let facts = facts.map(|mut facts| {
            facts.rename(|name| self.book.player_in(game, name).to_owned());
            facts.turns = Vec::new();
            facts
        });
        if before == facts.as_ref() {
            return;
        }
        match facts {
            Some(facts) => drop(self.results.insert(game, (club.to_owned(), facts))),
            None => drop(self.results.remove(&game)),
        }
        self.stale.insert(club.to_owned());
        (self.hall.stale, self.played) = (true, true);
    }

    /// Counts finished matches for the seasons.
    fn count_for_seasons(&mut self) -> Kept<()> {
        self.played = false;
        if self.book.seasons.is_empty() {
            return Ok(());
        }
        let results = by_time(self.results.values().map(|(_, facts)| facts));
        let places = &self.places;
        let table = |record: &str| {
            let of = places.iter().find(|(_, place)| place.game.to_string() == record);
            of.map_or_else(|| say!("a table").to_owned(), |(name, _)| name.table.clone())
        };
        let mut loose = BTreeMap::new();
        let written = self.ledger.note(&mut |book| {
            let counted = played::count(book, &results, table);
            loose = counted.loose;
            Ok((counted.notes, String::new()))
        })?;
        if let Ok((book, _)) = written {
            self.book = book;
        }
        self.loose = loose;
        self.hall.stale = true;
        Ok(())
    }

    /// Does the periodic work: news of other servers, departed tables, the tables of matches.
    pub fn tick(&mut self) {
        for news in self.ledger.news() {
            let heard = match news {
                LedgerNews::Games(games) => games.into_iter().try_for_each(|game| self.follow(game)),
                LedgerNews::Keys => self.read_keys(),
                LedgerNews::Book => self.read_book(),
                LedgerNews::Links => {
                    self.links_moved = true;
                    Ok(())
                }
                LedgerNews::Missed => {
                    (self.missed, self.links_moved) = (true, true);
                    Ok(())
                }
            };
            if let Err(why) = heard {
                self.missed = true;
                self.away(&why);
            }
        }
        if self.missed {
            match self.look_at_everything() {
                Ok(()) => self.well(),
                Err(why) => drop(self.away(&why)),
            }
        }
        if self.played
            && !self.missed
            && let Err(why) = self.count_for_seasons()
        {
            (self.played, _) = (true, self.away(&why));
        }
        let gone: Vec<TableName> =
            self.places.iter().filter(|(_, place)| place.heard.elapsed() > OLD).map(|(name, _)| name.clone()).collect();
        for name in gone {
            if let Some(place) = self.places.remove(&name) {
                self.games.remove(&place.game);
            }
            let snapshot = self.boards.show(&name, None);
            self.moved.insert(name, snapshot);
        }
        if self.standings_made.is_none_or(|made| made.elapsed() > STANDINGS_PAUSE) {
            self.show_standings();
        }
        self.hall_tick();
    }

    /// Takes the tables with a changed match, each with the snapshot of its board and its state; without a match the
    /// table has left.
    pub fn take_moved(&mut self) -> Vec<(TableName, u64, Option<&Match>)> {
        let moved = std::mem::take(&mut self.moved);
        let stands = |(name, snapshot): (TableName, u64)| {
            let game = self.places.get(&name).and_then(|place| self.games.get(&place.game)).and_then(LiveGame::game);
            (name, snapshot, game)
        };
        moved.into_iter().map(stands).collect()
    }

    /// Another server added to a game.
    fn follow(&mut self, game: MatchId) -> Kept<()> {
        let mut live = self.games.get(&game).cloned();
        let after = live.as_ref().map_or(0, LiveGame::events);
        let Some(loaded) = self.ledger.load(game, after)? else { return Ok(()) };
        let mut next = live.take().unwrap_or_else(|| LiveGame::new(game, loaded.name.clone()));
        next.name = loaded.name;
        next.follow(&loaded.rows).map_err(LedgerError::Away)?;
        if !loaded.rows.is_empty() {
            self.put(next);
        }
        Ok(())
    }

    /// After a start, and whenever something may have been missed.
    fn look_at_everything(&mut self) -> Kept<()> {
        self.read_keys()?;
        self.read_book()?;
        let results = self.ledger.results()?;
        self.stale.extend(self.results.values().map(|(club, _)| club.clone()));
        self.stale.extend(results.iter().map(|(club, _)| club.clone()));
        let book = &self.book;
        let game = |(club, mut facts): (String, Facts)| {
            let game = facts.id.parse().ok().filter(|game| !book.deleted.contains(game))?;
            facts.rename(|name| book.player_in(game, name).to_owned());
            Some((game, (club, facts)))
        };
        self.results = results.into_iter().filter_map(game).collect();
        self.played = true;
        let tables = self.ledger.tables()?;
        let games: Vec<MatchId> = tables.iter().map(|(_, game)| *game).collect();
        let counts: BTreeMap<MatchId, u32> = self.ledger.counts(&games)?.into_iter().collect();
        for (name, game) in tables {
            let known = self.games.get(&game).map_or(0, LiveGame::events);
            if counts.get(&game).is_some_and(|events| *events > known) {
                self.follow_at(game, name)?;
            }
        }
        self.missed = false;
        Ok(())
    }

    /// Follows a game whose table is known from the record.
    fn follow_at(&mut self, game: MatchId, name: TableName) -> Kept<()> {
        match self.load(game) {
            Ok(Some(mut live)) => {
                live.name = name;
                self.put(live);
                Ok(())
            }
            Ok(None) => Ok(()),
            // One damaged game must not hide the others.
            Err(LedgerError::Damaged(why)) => {
                self.words.push(why);
                Ok(())
            }
            Err(why) => Err(why),
        }
    }

    fn show_standings(&mut self) {
        for club in std::mem::take(&mut self.stale) {
            let league = League { worth: WinPoints::default(), ..League::default() };
            let facts = self.results.values().filter(|(of, _)| *of == club).map(|(_, facts)| facts);
            let facts: Vec<&Facts> = facts.collect();
            self.boards.show_standings(&club, league.standings(facts));
            self.standings_made = Some(Instant::now());
        }
    }

    /// Notes that the record cannot be used: reported once, and to the table so that it sends again.
    pub(crate) fn away(&mut self, why: &LedgerError) -> MessageRefusal {
        let why = why.to_string();
        if self.trouble.as_ref() != Some(&why) {
            self.words.push(say!("{why}. The tables keep their records and send them again.", why));
            self.trouble = Some(why);
        }
        MessageRefusal::Later(
            say!("the club's record can't be written at the moment; it will be sent again").to_owned(),
        )
    }

    pub(crate) fn well(&mut self) {
        if self.trouble.take().is_some() {
            self.words.push(say!("The club's record works again.").to_owned());
        }
    }
}

/// A game as it will stand, and the rows that make it so.
#[derive(Debug)]
struct Prepared {
    live: LiveGame,
    rows: Vec<store::Row>,
}

/// Changes of several messages, before they are made.
#[derive(Debug, Default)]
struct Step {
    games: BTreeMap<MatchId, Prepared>,
    /// Messages that were in order, with their tables and games.
    messages: Vec<(usize, TableName, Vec<MatchId>)>,
}

impl Step {
    fn put(&mut self, live: LiveGame, rows: Vec<store::Row>) {
        match self.games.get_mut(&live.id()) {
            Some(prepared) => {
                prepared.live = live;
                prepared.rows.extend(rows);
            }
            None => drop(self.games.insert(live.id(), Prepared { live, rows })),
        }
    }
}

//! All games in memory, for a screen that lists, searches and counts: read once, then only new ones.

use crate::derived::book::Book;
use crate::derived::lines::{Line, fold_match, games_after, lines, stale_games, stored_facts};
use crate::derived::summary::MatchSummary;
use crate::error::StoreError;
use crate::id::MatchId;
use crate::log::rows;
use crate::store::Store;
use game::rules::RuleSet;
use game::stats::{Choice, Facts, Figures, StoodIn, same_name};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A game as lists and statistics need it.
#[derive(Debug)]
pub struct Archived {
    /// Line of the list; names as they were entered.
    pub summary: MatchSummary,
    /// Facts under the names that count, without turns; `None` for a match without an intact beginning.
    pub facts: Option<Facts>,
    /// Searchable text: dates, rules and players in lower case, made on first use.
    words: OnceLock<String>,
    /// The day on which it began.
    day: OnceLock<i32>,
}

impl PartialEq for Archived {
    fn eq(&self, other: &Self) -> bool {
        (&self.summary, &self.facts) == (&other.summary, &other.facts)
    }
}

impl Eq for Archived {}

impl Archived {
    const fn new(summary: MatchSummary, facts: Option<Facts>) -> Self {
        Self { summary, facts, words: OnceLock::new(), day: OnceLock::new() }
    }

    /// The day on which it began, counted from 1970-01-01.
    #[must_use]
    pub fn day(&self) -> i32 {
        *self.day.get_or_init(|| self.summary.began().day_number())
    }

    fn words(&self) -> &str {
        self.words.get_or_init(|| {
            let (began, summary) = (self.summary.began(), &self.summary);
            let players: Vec<&str> = match &self.facts {
                Some(facts) => facts.names().collect(),
                None => summary.sides.iter().flat_map(|side| &side.players).map(String::as_str).collect(),
            };
            let (date, day, names) = (began.date_text(), began.day_words(), players.join(" "));
            format!("{date} {day} {} {} {names}", summary.rules, summary.title).to_lowercase()
        })
    }

    /// Reports whether it contains this word, in small letters. A word that can't be part of a date is first compared
    /// with the cheap fields.
    fn has(&self, word: &str) -> bool {
        if self.words.get().is_none() && !could_be_of_a_date(word) {
            let said = |text: &str| contains(text, word);
            let named = match &self.facts {
                Some(facts) => facts.names().any(said),
                None => self.summary.sides.iter().flat_map(|side| &side.players).any(|name| said(name)),
            };
            return named || said(&self.summary.rules) || said(&self.summary.title);
        }
        self.words().contains(word)
    }

    /// Reports whether it selects this game.
    #[must_use]
    pub fn is_meant(&self, choice: &Choice) -> bool {
        let Some(facts) = &self.facts else { return choice.is_all() };
        let searched = choice.words.to_lowercase();
        choice.takes_but_words(facts) && searched.split_whitespace().all(|word| self.has(word))
    }
}

/// Reports whether a word, in small letters and without a space, can be part of a date like `2026-11-21` or `sat 21 nov
/// 2026`.
fn could_be_of_a_date(word: &str) -> bool {
    const NAMES: [&str; 19] = [
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
        "oct", "nov", "dec",
    ];
    word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') || NAMES.iter().any(|name| name.contains(word))
}

/// All games at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    /// The newest first, hidden ones too.
    pub games: Vec<Arc<Archived>>,
    /// The book at that moment.
    pub book: Book,
    /// The place of the log up to which this goes.
    seq: i64,
}

impl Archive {
    /// Reports whether it ends exactly with `other`.
    #[must_use]
    pub const fn is_as(&self, other: &Self) -> bool {
        self.seq == other.seq
    }

    /// The game of this id.
    #[must_use]
    pub fn game(&self, id: MatchId) -> Option<&Archived> {
        self.games.iter().find(|game| game.summary.id == id).map(Arc::as_ref)
    }

    /// The facts of the games that are not hidden, without turns, in the order in which they began.
    pub fn facts(&self) -> impl DoubleEndedIterator<Item = &Facts> {
        self.games.iter().rev().filter(|game| !game.summary.is_hidden()).filter_map(|game| game.facts.as_ref())
    }
}

impl Store {
    /// Reads all games. Those in `before` are reused, so that the cost depends only on new ones. Works on a store that
    /// only reads, beside the writer, from any thread.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn archive(&self, before: Option<&Archive>) -> Result<Archive, StoreError> {
        // One snapshot for all queries, because the writer may continue.
        let conn = self.conn.unchecked_transaction()?;
        let seq = rows::last_seq(&conn)?;
        if let Some(before) = before.filter(|before| before.seq == seq) {
            return Ok(before.clone());
        }
        let book = self.book()?;
        let mut archive = match before.filter(|before| before.seq < seq && before.book.merged == book.merged) {
            Some(before) => before.continued(&conn, book)?,
            None => Archive::anew(&conn, book)?,
        };
        archive.seq = seq;
        archive.games.sort_by_key(|game| Reverse((game.summary.started, game.summary.id)));
        Ok(archive)
    }
}

impl Store {
    /// The games that are meant, without their turns, the newest first, hidden ones too: many times as fast as
    /// [`Self::archive`].
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn list(&self, choice: &Choice) -> Result<Vec<Archived>, StoreError> {
        let conn = self.conn.unchecked_transaction()?;
        let book = self.book()?;
        let words = choice.words.to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut presets = BTreeMap::new();
        let mut games = Vec::new();
        for (id, line) in lines(&conn, |line| could_be_meant(line, choice, &words, &book))? {
            let names: Vec<String> = line.stood_in.iter().map(|name| book.player(name).to_owned()).collect();
            let summary = MatchSummary::of(line, id, &book);
            let rules = presets.entry(summary.rules.clone()).or_insert_with_key(|id| RuleSet::preset(id).ok());
            let facts = rules.as_ref().map(|rules| without_turns(&summary, rules, names, &book));
            games.push(Archived::new(summary, facts));
        }
        games.retain(|game| game.is_meant(choice));
        games.sort_unstable_by_key(|game| Reverse((game.summary.started, game.summary.id)));
        Ok(games)
    }
}

/// Reports whether this can be the line of a selected game: a cheap test that rules out most lines of a long list.
fn could_be_meant(line: &Line, choice: &Choice, words: &[&str], book: &Book) -> bool {
    let named = |word: &str| line.names().any(|name| contains(book.player(name), word));
    let said = |word: &str| line.rules().into_iter().any(|text| contains(text, word));
    choice.player.as_ref().is_none_or(|player| line.names().any(|name| same_name(book.player(name), player)))
        && words.iter().all(|word| could_be_of_a_date(word) || named(word) || said(word))
}

/// Reports whether the text contains the lower-case word, ignoring case.
fn contains(text: &str, word: &str) -> bool {
    if text.is_ascii() && word.is_ascii() && !word.is_empty() {
        return text.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()));
    }
    text.to_lowercase().contains(word)
}

/// Returns the facts in a list line, under the names that count.
fn without_turns(summary: &MatchSummary, rules: &RuleSet, stood_in: Vec<String>, book: &Book) -> Facts {
    let seats = summary.sides.iter().enumerate().flat_map(|(side, of)| of.players.iter().map(move |name| (side, name)));
    let (side_of, players) = seats.map(|(side, name)| (side, book.player(name).to_owned())).unzip();
    Facts {
        id: summary.id.to_string(),
        at_ms: summary.started.0,
        utc_offset: summary.utc_offset,
        rules: rules.id,
        title: summary.title.clone(),
        best_of: summary.best_of,
        target: 0,
        players,
        side_of,
        sides: summary.sides.len(),
        legs_won: summary.sides.iter().map(|side| side.legs).collect(),
        winner: summary.winner,
        abandoned: summary.abandoned,
        legs: Vec::new(),
        seats: Vec::new(),
        stood_in: stood_in.into_iter().map(|player| StoodIn { player, side: 0, figures: Figures::default() }).collect(),
        turns: Vec::new(),
    }
}

impl Archive {
    fn anew(conn: &rusqlite::Connection, book: Book) -> Result<Self, StoreError> {
        let mut facts = stored_facts(conn).unwrap_or_default();
        for game in stale_games(conn)? {
            facts.remove(&game);
        }
        let mut games = Vec::new();
        for (id, line) in lines(conn, |_| true)? {
            let facts = match facts.remove(&id) {
                Some(facts) => Some(facts),
                None => fold_match(conn, id)?.1,
            };
            games.push(archived(MatchSummary::of(line, id, &book), facts, &book));
        }
        Ok(Self { games, book, seq: 0 })
    }

    fn continued(&self, conn: &rusqlite::Connection, book: Book) -> Result<Self, StoreError> {
        let new = games_after(conn, self.seq)?;
        let mut games: Vec<Arc<Archived>> =
            self.games.iter().filter(|game| !new.contains(&game.summary.id)).cloned().collect();
        for game in &mut games {
            let deleted = book.deleted.contains(&game.summary.id);
            if deleted != game.summary.deleted {
                let summary = MatchSummary { deleted, ..game.summary.clone() };
                *game = Arc::new(Archived::new(summary, game.facts.clone()));
            }
        }
        for id in new {
            let (line, facts) = fold_match(conn, id)?;
            games.push(archived(MatchSummary::of(line, id, &book), facts, &book));
        }
        Ok(Self { games, book, seq: 0 })
    }
}

fn archived(summary: MatchSummary, facts: Option<Facts>, book: &Book) -> Arc<Archived> {
    let mut facts = facts;
    if let Some(facts) = &mut facts {
        facts.turns = Vec::new();
        if !(book.merged.is_empty() && book.named.is_empty()) {
            facts.rename(|name| book.player_in(summary.id, name).to_owned());
        }
    }
    let archived = Archived::new(summary, facts);
    // Searched and drawn by the window, which is not to wait then.
    _ = (archived.words(), archived.day());
    Arc::new(archived)
}

//! Topics that watchers of a club's server follow: one table, a club's board, or everything. Each part is made on the
//! first request, once for all watchers, so five thousand watchers of five hundred tables cost only what is new.

use super::board_page::{BoardNews, board_live, clubs_live, table_live, table_part};
use super::season::tonight_live;
use super::secretary::{EveningSheet, fixture_words};
use super::secretary_page::secretary_live;
use crate::bulletin::Bulletin;
use crate::name::TableName;
use crate::per_language::PerLanguage;
use crate::rights::LinkHash;
use crate::snapshot::{LivePart, event};
use bytes::Bytes;
use game::Match;
use game::stats::{FixtureName, Standing};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// A board is sent no more often: many tables change it.
const BOARD_PAUSE: Duration = Duration::from_millis(500);

/// A topic to watch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Topic {
    /// Everything there is: the board of the only club, or the list of clubs.
    Everything,
    Club(String),
    Table(TableName),
    /// The secretary's view of a league, or of the first. Never made from a watcher's request.
    Secretary(Option<String>),
    /// Tonight's meetings of a season, by its id.
    Tonight(String),
}

impl Topic {
    /// `club=..&table=..`; anything else is everything.
    pub(crate) fn of_fields(fields: &[(String, String)]) -> Self {
        let field = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
        match (field("club"), field("table")) {
            _ if field("page").as_deref() == Some("tonight") => Self::Tonight(field("id").unwrap_or_default()),
            (club, Some(table)) => Self::Table(TableName { club: club.unwrap_or_default(), table }),
            (Some(club), None) => Self::Club(club),
            (None, None) => Self::Everything,
        }
    }

    /// Two snapshots of it are at least so far apart.
    pub(crate) const fn pause(&self) -> Duration {
        match self {
            Self::Table(_) => Duration::ZERO,
            Self::Everything | Self::Club(_) | Self::Secretary(_) | Self::Tonight(_) => BOARD_PAUSE,
        }
    }
}

/// Part of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardPart {
    /// The part of a page that changes.
    Live,
    /// The feed: the tables that changed after the snapshot that was sent last.
    Feed(u64),
}

/// State of a table, and its parts of boards, made on the first request.
struct BoardTable {
    number: u64,
    game: Arc<Match>,
    section: PerLanguage<Option<String>>,
    line: PerLanguage<Option<String>>,
}

/// The news of one topic, for all its watchers.
struct TopicNews {
    number: watch::Sender<u64>,
    printed: PerLanguage<Option<(u64, Bytes)>>,
}

#[derive(Default)]
struct BoardState {
    title: String,
    number: u64,
    tables: BTreeMap<TableName, BoardTable>,
    standings: BTreeMap<String, Vec<Standing>>,
    evening: EveningSheet,
    /// Fixture called to each table.
    calls: BTreeMap<TableName, FixtureName>,
    topics: BTreeMap<Topic, TopicNews>,
}

/// The boards; every clone is the same.
#[derive(Clone, Default)]
pub struct Boards(Arc<Mutex<BoardState>>);

impl std::fmt::Debug for Boards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Boards").finish_non_exhaustive()
    }
}

#[derive(Serialize)]
struct FeedTable<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    club: &'a str,
    name: &'a str,
    table: Bulletin,
}

impl Boards {
    fn state(&self) -> MutexGuard<'_, BoardState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Names the evening. From now on boards are shown, not a single table.
    pub fn begin(&self, title: &str) {
        let mut state = self.state();
        title.clone_into(&mut state.title);
        state.number += 1;
    }

    /// Returns the name of the evening.
    #[must_use]
    pub fn title(&self) -> String {
        self.state().title.clone()
    }

    /// Reports whether boards are shown.
    pub(crate) fn begun(&self) -> bool {
        self.state().number > 0
    }

    /// Shows a table's present state; `None` takes it off the boards. Returns the number of this snapshot, as sent in
    /// the feed.
    pub fn show(&self, name: &TableName, game: Option<Match>) -> u64 {
        let mut state = self.state();
        state.number += 1;
        let number = state.number;
        match game {
            Some(game) => {
                let table = BoardTable {
                    number,
                    game: Arc::new(game),
                    section: PerLanguage::default(),
                    line: PerLanguage::default(),
                };
                state.tables.insert(name.clone(), table);
            }
            None => drop(state.tables.remove(name)),
        }
        state.tell(&Topic::Table(name.clone()));
        state.tell(&Topic::Club(name.club.clone()));
        state.tell(&Topic::Everything);
        number
    }

    /// Leagues and calls.
    pub fn show_evening(&self, evening: EveningSheet) {
        let mut state = self.state();
        if state.evening == evening {
            return;
        }
        state.number += 1;
        let calls = evening.calls();
        let tables =
            |league: &EveningSheet| league.leagues.iter().map(|league| league.standings.clone()).collect::<Vec<_>>();
        let mut told = BTreeSet::new();
        if tables(&state.evening) != tables(&evening) || state.evening.seasons != evening.seasons {
            told.insert(Topic::Everything);
            told.extend(state.topics.keys().filter(|topic| matches!(topic, Topic::Club(_))).cloned());
        }
        for name in state.calls.keys().chain(calls.keys()).filter(|name| state.calls.get(*name) != calls.get(*name)) {
            told.extend([Topic::Everything, Topic::Club(name.club.clone()), Topic::Table(name.clone())]);
        }
        let hall = |topic: &&Topic| matches!(topic, Topic::Secretary(_) | Topic::Tonight(_));
        told.extend(state.topics.keys().filter(hall).cloned());
        (state.evening, state.calls) = (evening, calls);
        told.iter().for_each(|topic| state.tell(topic));
    }

    /// Returns the name of the evening, its leagues and its calls.
    pub(crate) fn evening(&self) -> (String, EveningSheet) {
        let state = self.state();
        (state.title.clone(), state.evening.clone())
    }

    /// Everything that opens a captain's link.
    #[must_use]
    pub fn captains(&self) -> Vec<LinkHash> {
        self.state().evening.captains().map(|(hash, ..)| hash).collect()
    }

    /// The table of all matches of a club.
    pub fn show_standings(&self, club: &str, standings: Vec<Standing>) {
        let mut state = self.state();
        state.number += 1;
        state.standings.insert(club.to_owned(), standings);
        state.tell(&Topic::Club(club.to_owned()));
        state.tell(&Topic::Everything);
    }

    /// Follows a topic: its newest snapshot at once, then every change.
    pub(crate) fn listen(&self, topic: &Topic) -> watch::Receiver<u64> {
        let mut state = self.state();
        let number = state.number;
        let empty = |news: &TopicNews| news.number.is_closed();
        // Watching a board that never existed leaves nothing behind.
        if state.topics.len() > 2 * state.tables.len() + 64 {
            state.topics.retain(|_, news| !empty(news));
        }
        let news = state
            .topics
            .entry(topic.clone())
            .or_insert_with(|| TopicNews { number: watch::Sender::new(number), printed: PerLanguage::default() });
        let mut heard = news.number.subscribe();
        heard.mark_changed();
        heard
    }

    /// A part as an event of a stream, with the snapshot that it shows.
    pub(crate) fn print(&self, topic: &Topic, part: BoardPart) -> (u64, Bytes) {
        let mut state = self.state();
        let snapshot = state.number;
        match part {
            BoardPart::Feed(after) => (snapshot, state.feed(topic, after)),
            BoardPart::Live => {
                let heard = state.topics.get(topic).map(|news| *news.number.borrow());
                let printed = state.topics.get(topic).and_then(|news| news.printed.here().as_ref());
                if let (Some(heard), Some((number, bytes))) = (heard, printed)
                    && *number >= heard
                {
                    return (snapshot, bytes.clone());
                }
                let html = state.live(topic);
                let bytes = event(&LivePart { snapshot, said: "", html: &html });
                if let Some(news) = state.topics.get_mut(topic) {
                    *news.printed.here_mut() = Some((snapshot, bytes.clone()));
                }
                (snapshot, bytes)
            }
        }
    }

    /// The part of a page that changes, and the evening's name.
    pub(crate) fn page_of(&self, topic: &Topic) -> (String, String) {
        let mut state = self.state();
        (state.title.clone(), state.live(topic))
    }

    /// A table on its own.
    pub(crate) fn table(&self, name: &TableName) -> maud::Markup {
        self.state().table(name)
    }
}

impl BoardState {
    fn tell(&mut self, topic: &Topic) {
        let number = self.number;
        if let Some(news) = self.topics.get(topic) {
            news.number.send_replace(number);
        }
    }

    fn live(&mut self, topic: &Topic) -> String {
        match topic {
            Topic::Table(name) => self.table(name).into_string(),
            Topic::Club(club) => self.board(club, &EveningSheet::default()),
            Topic::Secretary(league) => secretary_live(&self.evening, league.as_deref()).into_string(),
            Topic::Tonight(season) => tonight_live(&self.evening, season).into_string(),
            Topic::Everything => {
                let mut clubs: BTreeMap<String, usize> = self.standings.keys().map(|club| (club.clone(), 0)).collect();
                for name in self.tables.keys() {
                    *clubs.entry(name.club.clone()).or_default() += 1;
                }
                let evening = self.evening.clone();
                match clubs.len() {
                    0 | 1 => self.board(&clubs.into_keys().next().unwrap_or_default(), &evening),
                    _ => clubs_live(&self.title, &clubs, &evening).into_string(),
                }
            }
        }
    }

    fn table(&self, name: &TableName) -> maud::Markup {
        let call = self.calls.get(name).map(fixture_words);
        table_live(call.as_deref(), self.tables.get(name).map(|table| &*table.game))
    }

    fn board(&mut self, club: &str, evening: &EveningSheet) -> String {
        let mut sections = String::new();
        for (name, table) in self.tables.iter_mut().filter(|(name, _)| name.club == club) {
            let section = table.section.here_mut().get_or_insert_with(|| table_part(name, &table.game).into_string());
            sections.push_str(section);
        }
        let standings = self.standings.get(club).map(Vec::as_slice).unwrap_or_default();
        let title = if club.is_empty() { &self.title } else { club };
        let called = self.calls.iter().filter(|(name, _)| name.club == club);
        let calls: Vec<(&str, String)> = called.map(|(name, who)| (name.table.as_str(), fixture_words(who))).collect();
        board_live(
            title,
            &sections,
            BoardNews { calls: &calls, leagues: &evening.leagues, seasons: &evening.seasons, standings },
        )
        .into_string()
    }

    /// `{"edition":..,"tables":[..]}` with what changed after a snapshot.
    fn feed(&mut self, topic: &Topic, after: u64) -> Bytes {
        let mut text = format!("data: {{\"edition\":{},\"tables\":[", self.number);
        let mut comma = "";
        let mut add = |name: &TableName, table: &mut BoardTable| {
            if table.number <= after {
                return;
            }
            let line = table.line.here_mut().get_or_insert_with(|| {
                let line = FeedTable { club: &name.club, name: &name.table, table: Bulletin::of(&table.game) };
                serde_json::to_string(&line).unwrap_or_else(|_| "{}".to_owned())
            });
            // Writing into a string cannot fail.
            _ = write!(text, "{comma}{line}");
            comma = ",";
        };
        match topic {
            Topic::Table(name) => {
                if let Some(table) = self.tables.get_mut(name) {
                    add(name, table);
                }
            }
            Topic::Club(club) => {
                self.tables
                    .iter_mut()
                    .filter(|(name, _)| name.club == *club)
                    .for_each(|(name, table)| add(name, table));
            }
            Topic::Everything | Topic::Secretary(_) | Topic::Tonight(_) => {
                self.tables.iter_mut().for_each(|(name, table)| add(name, table));
            }
        }
        text.push_str("]}\n\n");
        Bytes::from(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    fn name(club: &str, table: &str) -> TableName {
        TableName { club: club.to_owned(), table: table.to_owned() }
    }

    #[test]
    fn whoever_looks_at_a_table_hears_of_that_table_only() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
        let game = Record::parse(text).unwrap().game;
        let boards = Boards::default();
        assert!(!boards.begun());
        boards.begin("Friday");
        let [one, two] = [name("Paphos", "One"), name("Limassol", "One")];
        boards.show(&one, Some(game.clone()));
        let mut heard = boards.listen(&Topic::Table(one.clone()));
        assert!(heard.has_changed().unwrap());
        heard.mark_unchanged();
        boards.show(&two, Some(game.clone()));
        assert!(!heard.has_changed().unwrap(), "that is another club's");
        let (snapshot, all) = boards.print(&Topic::Everything, BoardPart::Feed(0));
        let all: serde_json::Value = serde_json::from_slice(&all[6..]).unwrap();
        assert_eq!((all["edition"].as_u64(), all["tables"].as_array().map(Vec::len)), (Some(snapshot), Some(2)));
        boards.show(&one, Some(game));
        assert!(heard.has_changed().unwrap());
        let (_, news) = boards.print(&Topic::Everything, BoardPart::Feed(snapshot));
        let news: serde_json::Value = serde_json::from_slice(&news[6..]).unwrap();
        assert_eq!((&news["tables"][0]["club"], news["tables"].as_array().map(Vec::len)), (&"Paphos".into(), Some(1)));
        let (_, page) = boards.page_of(&Topic::Everything);
        assert!(page.contains("?club=Limassol") && page.contains("?club=Paphos"), "{page}");
        assert!(boards.page_of(&Topic::Club("Paphos".to_owned())).1.contains("<h2>"));
        boards.show(&one, None);
        boards.show(&two, None);
        assert!(boards.page_of(&Topic::Table(one)).1.contains("No match is on the table"));
    }
}

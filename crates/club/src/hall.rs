//! The club's hall: the secretary's requests, the tables present, and the fixtures shown on the boards and sent to the
//! tables.

use super::fixtures::{Hall, HallTable, counted};
use super::keys::ClubKey;
use super::ledger::{Kept, LedgerError};
use super::live::LiveGame;
use super::played::by_time;
use super::room::ClubRoom;
use crate::called::{CalledFixture, CalledGame, CalledMeeting};
use game::league::{Lead, Lineup, Meeting, MeetingState, Season, SlotResult, TeamId};
use game::stats::{Card, FixtureName, Standing, WinPoints};
use language::say;
use server::{EveningSheet, FixtureState, LinkHash, SecretaryWish, TableName};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use store::{Book, Timestamp};

/// A table that nothing was heard of for so long is not connected: its `join` asks every five seconds.
const SILENT: Duration = Duration::from_secs(60);
/// Shortest time between two new sheets, except for the secretary.
const SHEET_PAUSE: Duration = Duration::from_secs(1);
/// Pause between two checks of the connected tables.
const PLACES_PAUSE: Duration = Duration::from_secs(10);
/// Matches that began so long ago are of the evening.
const EVENING_MS: i64 = 24 * 3600 * 1000;
/// Most matches on a card.
const MOST_ON_A_CARD: usize = 1000;

/// Answer to a secretary: words, or a paper to print.
#[derive(Debug)]
pub enum ClubSaid {
    /// Result in words.
    Words(String),
    /// A season has begun, by its id.
    Begun(String),
    /// The code of a captain's new link.
    Captain(String),
    /// The matches of the evening.
    Card {
        /// The name of the evening.
        title: String,
        /// The day.
        date: String,
        /// The matches.
        card: Card,
    },
    /// The table of a league.
    Standings {
        /// The league.
        league: String,
        /// The day.
        date: String,
        /// Lines of the table, the leader first.
        table: Vec<Standing>,
    },
}

/// The answer to a secretary's wish, or the refusal, in words.
pub type ClubAnswer = Result<ClubSaid, String>;

impl ClubRoom {
    pub(crate) fn read_book(&mut self) -> Kept<()> {
        let book = self.ledger.book()?;
        let changed = book != self.book;
        self.book = book;
        if changed {
            // At once: a captain's link that another server withdrew opens nothing any more.
            self.show_hall();
        }
        self.hall.stale = true;
        Ok(())
    }

    /// Does what the secretary wishes; when it is answered it is on the disk of the record and on the boards.
    ///
    /// # Errors
    /// The reason it cannot be done, in words for the secretary.
    pub fn wish(&mut self, wish: &SecretaryWish) -> ClubAnswer {
        match wish {
            SecretaryWish::Card => return self.card(),
            SecretaryWish::Standings(league) => return self.standings_sheet(league),
            SecretaryWish::CallRound { .. }
            | SecretaryWish::Call { .. }
            | SecretaryWish::Withdraw(_)
            | SecretaryWish::SaveLeague { .. }
            | SecretaryWish::RemoveLeague(_)
            | SecretaryWish::Record(_) => {}
            SecretaryWish::Captain { season, team } => return self.captain(season, *team),
            SecretaryWish::NoCaptain { season, team } => {
                let decided = self.ledger.note(&mut |book| super::season::name_captain(book, season, *team, None));
                return self.written(decided).map(|_| ClubSaid::Words(String::new()));
            }
            SecretaryWish::Link { .. } | SecretaryWish::MakeKey(_) | SecretaryWish::WithdrawKeys(_) => {
                return Err(say!("this server keeps no links or keys").to_owned());
            }
        }
        let (tables, now_ms) = (self.tables(), Timestamp::now().0);
        let results = by_time(self.results.values().map(|(_, facts)| facts));
        let decided = self.ledger.note(&mut |book| {
            let hall = Hall { book, results: &results, tables: &tables, loose: &self.loose, now_ms };
            hall.decide(wish)
        });
        let said = self.written(decided)?;
        // What begins is found by its id.
        match wish {
            SecretaryWish::Record(record) if record.form == "begin" => Ok(ClubSaid::Begun(said)),
            _ => Ok(ClubSaid::Words(said)),
        }
    }

    /// Writes a decision to disk and shows it on the boards, or returns the reason for a refusal.
    fn written(&mut self, decided: Kept<Result<(Book, String), String>>) -> Result<String, String> {
        match decided {
            Ok(Ok((book, said))) => {
                self.book = book;
                // After a player joined or a day moved, earlier games may count.
                self.played = true;
                self.well();
                self.show_hall();
                Ok(said)
            }
            Ok(Err(why)) => Err(why),
            Err(why) => {
                self.away(&why);
                Err(say!("can't write the club's record at the moment: try again").to_owned())
            }
        }
    }

    /// A new link for a captain; its code.
    fn captain(&mut self, season: &str, team: TeamId) -> ClubAnswer {
        let (code, hash) = server::fresh_code()
            .map_err(|why| say!("can't make links: this machine gives no random numbers ({why})", why))?;
        let decided = self.ledger.note(&mut |book| super::season::name_captain(book, season, team, Some(hash)));
        self.written(decided)?;
        Ok(ClubSaid::Captain(code))
    }

    /// Everything that opens a captain's link.
    #[must_use]
    pub fn captains(&self) -> Vec<LinkHash> {
        self.boards.captains()
    }

    /// Every table that was heard of tonight, in the order in which people count them.
    fn tables(&self) -> Vec<HallTable> {
        let names: BTreeSet<&TableName> =
            self.places.keys().chain(self.hall.heard.keys()).chain(&self.hall.elsewhere).collect();
        let table = |name: &TableName| HallTable {
            name: name.clone(),
            here: self.hall.heard.contains_key(name) || self.hall.elsewhere.contains(name),
            sides: self
                .places
                .get(name)
                .and_then(|place| self.games.get(&place.game))
                .and_then(|live: &LiveGame| live.sides(&self.book)),
        };
        let mut tables: Vec<HallTable> = names.into_iter().map(table).collect();
        tables.sort_by_cached_key(|table| counted(&table.name));
        tables
    }

    fn sheet(&self) -> EveningSheet {
        let results = by_time(self.results.values().map(|(_, facts)| facts));
        let (tables, now_ms) = (self.tables(), Timestamp::now().0);
        let hall = Hall { book: &self.book, results: &results, tables: &tables, loose: &self.loose, now_ms };
        let open = self.keys.iter().filter(|key| key.withdrawn_ms.is_none()).map(|key| key.club.clone());
        let clubs: BTreeSet<String> = open.collect();
        EveningSheet { clubs: clubs.into_iter().collect(), ..hall.sheet() }
    }

    /// Reads the clubs' keys again, after one was made or withdrawn here.
    pub fn follow_keys(&mut self) {
        if let Err(why) = self.read_keys() {
            self.away(&why);
        }
        self.show_hall();
    }

    /// Reads the keys again. Where they are lost or damaged, those of before count, and never none: that would let
    /// everybody in.
    pub(crate) fn read_keys(&mut self) -> Kept<()> {
        match self.ledger.keys() {
            Ok(keys) => {
                (self.keys, self.keys_trouble) = (keys, None);
                self.hall.stale = true;
            }
            Err(LedgerError::Keys(why)) => {
                if self.keys.is_empty() {
                    self.keys.push(ClubKey::of_nobody());
                }
                if self.keys_trouble.as_ref() != Some(&why) {
                    self.words.push(say!("{why}; the keys known so far still count", why));
                    self.keys_trouble = Some(why);
                }
            }
            Err(why) => return Err(why),
        }
        Ok(())
    }

    /// Shows how the fixtures stand.
    pub(crate) fn show_hall(&mut self) {
        let sheet = self.sheet();
        self.hall.calls = lines_of(&self.book, &sheet);
        self.boards.show_evening(sheet);
        (self.hall.stale, self.hall.made) = (false, Some(Instant::now()));
    }

    /// Does the periodic work.
    pub(crate) fn hall_tick(&mut self) {
        if self.hall.looked.is_none_or(|looked| looked.elapsed() > PLACES_PAUSE) {
            self.hall.looked = Some(Instant::now());
            self.hall.heard.retain(|_, heard| heard.elapsed() < SILENT);
            let here: Vec<TableName> = self.hall.heard.keys().cloned().collect();
            match self.ledger.connected(&here) {
                Ok(tables) => self.hall.elsewhere = tables.into_iter().collect(),
                Err(why) => drop(self.away(&why)),
            }
            // A table may have gone home, and a call may have become old.
            self.hall.stale = true;
        }
        if self.hall.stale && self.hall.made.is_none_or(|made| made.elapsed() > SHEET_PAUSE) {
            self.show_hall();
        }
    }

    /// Returns the line that calls a table; empty without a call.
    pub(crate) fn call_line(&self, name: &TableName) -> String {
        self.hall.calls.get(name).cloned().unwrap_or_default()
    }

    /// The matches of the evening as a sheet to print.
    fn card(&self) -> ClubAnswer {
        let now = Timestamp::now();
        let tonight = self.results.values().map(|(_, facts)| facts).filter(|facts| now.0 - facts.at_ms < EVENING_MS);
        let results = by_time(tonight);
        let newest = &results[results.len().saturating_sub(MOST_ON_A_CARD)..];
        if newest.is_empty() {
            return Err(say!("no match has finished yet").to_owned());
        }
        let card = Card::of(newest.iter().copied(), WinPoints::default());
        Ok(ClubSaid::Card { title: self.boards.title(), date: now.day_words(), card })
    }

    /// The table of a league as a sheet to print.
    fn standings_sheet(&self, name: &str) -> ClubAnswer {
        let league =
            self.book.leagues.get(name).ok_or_else(|| say!("the league {league} no longer exists", league = name))?;
        let table = league.standings(by_time(self.results.values().map(|(_, facts)| facts)));
        Ok(ClubSaid::Standings { league: name.to_owned(), date: Timestamp::now().day_words(), table })
    }
}

/// Returns the players of an entrant, if they are certain.
fn players(book: &Book, league: &str, entrant: &str) -> Vec<String> {
    let entrants = book.leagues.get(league).map(|league| league.entrants.as_slice()).unwrap_or_default();
    let found = entrants.iter().find(|known| known.name == entrant);
    found.filter(|found| found.members.len() <= 2).map(|found| found.members.clone()).unwrap_or_default()
}

/// The message for each called table: a line that begins with a word that is not a game's number.
fn lines_of(book: &Book, sheet: &EveningSheet) -> BTreeMap<TableName, String> {
    let fixtures = sheet.leagues.iter().flat_map(|league| &league.fixtures);
    let line = |name: &FixtureName| {
        let call = CalledFixture {
            league: name.league.clone(),
            round: u32::try_from(name.round).unwrap_or(u32::MAX),
            home: name.home.clone(),
            away: name.away.clone(),
            players: [&name.home, &name.away].map(|entrant| players(book, &name.league, entrant)),
        };
        // Strings and a number only: it cannot fail.
        format!("call {}\n", serde_json::to_string(&call).unwrap_or_default())
    };
    let called = fixtures.filter_map(|fixture| match &fixture.state {
        FixtureState::Called(table) => Some((table.clone(), line(&fixture.name))),
        FixtureState::Open | FixtureState::Playing(_) | FixtureState::Played => None,
    });
    let mut lines: BTreeMap<TableName, String> = called.collect();
    for (season, meeting) in sheet.meetings().filter(|(_, meeting)| meeting.state == MeetingState::Open) {
        let season = &season.season;
        let called = meeting_of(sheet, season, meeting);
        if called.games.is_empty() {
            continue;
        }
        let line = format!("meeting {}\n", serde_json::to_string(&called).unwrap_or_default());
        for table in sheet.tables_of(season, meeting) {
            lines.entry(table.name.clone()).or_default().push_str(&line);
        }
    }
    lines
}

/// A meeting as its tables hear of it.
fn meeting_of(sheet: &EveningSheet, season: &Season, meeting: &Meeting) -> CalledMeeting {
    let teams = [meeting.planned.home, meeting.planned.away];
    let home_leads = match season.form.lead {
        Lead::Home => Some(true),
        Lead::Away => Some(false),
        // Which of two games at two tables is the first, only the players know.
        Lead::Drawn | Lead::AwayFirst => None,
    };
    let mut games: Vec<CalledGame> = Vec::new();
    for (slot, result) in season.form.slots.iter().zip(&meeting.slots) {
        let game = CalledGame {
            pairs: slot.lineup == Lineup::Pairs,
            rules: slot.rules.clone(),
            best_of: slot.best_of,
            home_leads,
        };
        let lacking = *result == SlotResult::Open && sheet.lacking(season, meeting, slot.lineup) > 0;
        if lacking && !games.contains(&game) {
            games.push(game);
        }
    }
    CalledMeeting {
        season: season.title.clone(),
        round: meeting.planned.round,
        teams: teams.map(|team| season.team_name(team).to_owned()),
        squads: teams.map(|team| season.teams.get(&team).map(|team| team.squad.players.clone()).unwrap_or_default()),
        squads_only: season.form.squads_only,
        games,
    }
}

//! The book: what is recorded about games rather than in one. It is a log like a game's (number 0), so deleting a game,
//! restoring it, merging a player, saving house rules and leagues are events too, and nothing is ever overwritten.

use crate::error::StoreError;
use crate::id::MatchId;
use crate::log::codec::{self, Fact};
use crate::log::rows;
use crate::log::time::Timestamp;
use crate::store::Store;
use game::league::{Author, SeasonEntry, SeasonFact};
use game::rules::RuleSet;
use game::stats::{Entrant, FixtureName, League, WinPoints};
use language::say;
use serde::Deserialize as _;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Every kind of event of the book; the golden folder of the tests has one of each.
pub(crate) const KINDS: [&str; 14] = [
    "game_deleted",
    "game_restored",
    "game_named",
    "players_merged",
    "players_parted",
    "player_removed",
    "player_restored",
    "house_rules_saved",
    "house_rules_removed",
    "league_saved",
    "league_removed",
    "fixture_called",
    "fixture_withdrawn",
    "season_fact",
];

/// The state of the book: the fold of its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// Games that are hidden; they are all still there.
    pub deleted: BTreeSet<MatchId>,
    /// Games that were hidden once and brought back.
    pub restored: BTreeSet<MatchId>,
    /// Names in single games that a table corrected later, and the names that count there.
    pub named: BTreeMap<MatchId, BTreeMap<String, String>>,
    /// Names under which a player was entered by mistake, and the name that counts.
    pub merged: BTreeMap<String, String>,
    /// Players who were taken off the lists; their matches stay.
    pub removed: BTreeSet<String>,
    /// House rules by name.
    pub house_rules: BTreeMap<String, RuleSet>,
    /// Leagues by name.
    pub leagues: BTreeMap<String, League>,
    /// Fixtures that were called to a table, and not withdrawn since.
    pub calls: BTreeMap<FixtureName, FixtureCall>,
    /// Seasons by their ids: everything that was recorded of each, in order.
    pub seasons: BTreeMap<String, Vec<SeasonEntry>>,
}

/// A fixture is to be played there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FixtureCall {
    /// The club of the table, where clubs have keys.
    pub club: String,
    /// The table.
    pub table: String,
    /// Time of the call, in milliseconds since 1970 UTC.
    pub at_ms: i64,
}

/// Entry in the book of a club's server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookNote {
    /// A league, in the place of one of its name.
    League(League),
    /// A league is off the list.
    LeagueRemoved(String),
    /// A fixture is called.
    Called(FixtureName, FixtureCall),
    /// A call was withdrawn.
    Withdrawn(FixtureName),
    /// A game is deleted at its table.
    MatchDeleted(MatchId),
    /// A deleted match was restored.
    MatchRestored(MatchId),
    /// The names that count in a match, for those that were entered; in the place of what was said of it before.
    MatchNamed(MatchId, BTreeMap<String, String>),
    /// Something happened in a season.
    Season {
        /// Id of the season.
        season: String,
        /// The number of the fact in it.
        number: u64,
        /// Author of the fact.
        by: Author,
        /// The fact.
        fact: SeasonFact,
    },
}

impl BookNote {
    fn fact(&self) -> Fact {
        let of = |name: &FixtureName| json!({ "league": name.league, "round": name.round, "home": name.home, "away": name.away });
        let (kind, payload) = match self {
            Self::League(league) => ("league_saved", json!({ "league": encode_league(league) })),
            Self::LeagueRemoved(name) => ("league_removed", json!({ "name": name })),
            Self::Called(name, call) => {
                let mut payload = of(name);
                payload["club"] = call.club.as_str().into();
                payload["table"] = call.table.as_str().into();
                ("fixture_called", payload)
            }
            Self::Withdrawn(name) => ("fixture_withdrawn", of(name)),
            Self::MatchDeleted(game) => ("game_deleted", json!({ "game": game.to_string() })),
            Self::MatchRestored(game) => ("game_restored", json!({ "game": game.to_string() })),
            Self::MatchNamed(game, names) => ("game_named", json!({ "game": game.to_string(), "names": names })),
            Self::Season { season, number, by, fact } => {
                ("season_fact", json!({ "season": season, "number": number, "by": by, "fact": fact }))
            }
        };
        Fact { kind: kind.to_owned(), version: 1, payload }
    }

    /// Returns the kind, the format version and the content, for another kind of ledger.
    pub fn row(&self) -> (String, u32, String) {
        let fact = self.fact();
        (fact.kind, fact.version, crate::log::chain::canonical(&fact.payload))
    }
}

impl Book {
    /// The name that counts for a name that was entered.
    #[must_use]
    pub fn player<'a>(&'a self, entered: &'a str) -> &'a str {
        let mut name = entered;
        // A chain of merges is followed; `merge_players` keeps it free of circles, the bound keeps a foreign one short.
        for _ in 0..=self.merged.len() {
            match self.merged.get(name) {
                Some(next) => name = next,
                None => return name,
            }
        }
        name
    }

    /// The name that counts for a name that was entered in this game.
    #[must_use]
    pub fn player_in<'a>(&'a self, id: MatchId, entered: &'a str) -> &'a str {
        let corrected = self.named.get(&id).and_then(|names| names.get(entered));
        self.player(corrected.map_or(entered, String::as_str))
    }

    /// Adds an event that was kept elsewhere.
    pub fn take_row(&mut self, kind: &str, version: u32, payload: &str, at_ms: i64) {
        if let Ok(payload) = serde_json::from_str(payload) {
            self.take(&Fact { kind: kind.to_owned(), version, payload }, at_ms);
        }
    }

    /// Adds one event. Kinds that a newer program wrote are passed over.
    fn take(&mut self, fact: &Fact, at_ms: i64) {
        let text = |key: &str| fact.payload[key].as_str().unwrap_or_default().to_owned();
        if !KINDS.contains(&fact.kind.as_str()) {
            return;
        }
        match fact.kind.as_str() {
            "game_deleted" => self.take_game(&text("game"), |book, game| {
                book.deleted.insert(game);
                book.restored.remove(&game);
            }),
            "game_restored" => self.take_game(&text("game"), |book, game| {
                book.deleted.remove(&game);
                book.restored.insert(game);
            }),
            "game_named" => {
                let names = BTreeMap::deserialize(&fact.payload["names"]).unwrap_or_default();
                self.take_game(&text("game"), |book, game| drop(book.named.insert(game, names)));
            }
            "players_merged" => drop(self.merged.insert(text("from"), text("into"))),
            "players_parted" => drop(self.merged.remove(&text("from"))),
            "player_removed" => drop(self.removed.insert(text("name"))),
            "player_restored" => drop(self.removed.remove(&text("name"))),
            "house_rules_saved" => {
                if let Ok(rules) = codec::decode_rules(&fact.payload["rules"]) {
                    self.house_rules.insert(rules.kept_title(), rules);
                }
            }
            "house_rules_removed" => drop(self.house_rules.remove(&text("name"))),
            "league_saved" => {
                if let Some(league) = decode_league(&fact.payload["league"]) {
                    self.leagues.insert(league.name.clone(), league);
                }
            }
            "league_removed" => drop(self.leagues.remove(&text("name"))),
            "fixture_called" => {
                let call = FixtureCall { club: text("club"), table: text("table"), at_ms };
                self.calls.extend(fixture_of(&fact.payload).map(|name| (name, call)));
            }
            "fixture_withdrawn" => {
                if let Some(name) = fixture_of(&fact.payload) {
                    self.calls.remove(&name);
                }
            }
            "season_fact" => drop(self.take_season(&fact.payload, at_ms)),
            _ => {}
        }
    }

    fn take_game(&mut self, game: &str, change: impl FnOnce(&mut Self, MatchId)) {
        if let Ok(game) = game.parse() {
            change(self, game);
        }
    }

    /// Adds a season's fact. Facts that a newer program wrote are passed over.
    fn take_season(&mut self, payload: &Value, at_ms: i64) -> Option<()> {
        let season = payload["season"].as_str()?.to_owned();
        let number = payload["number"].as_u64()?;
        let by = Author::deserialize(&payload["by"]).ok()?;
        let fact = SeasonFact::deserialize(&payload["fact"]).ok()?;
        self.seasons.entry(season).or_default().push(SeasonEntry { number, at_ms, by, fact });
        Some(())
    }
}

/// `{"name":..,"entrants":[{"name":..,"members":[..]}],"twice":..,"matches":..,"worth":[win, draw, loss, leg],
/// "rules":..?,"from":..?,"until":..?}`; times in milliseconds since 1970 UTC.
pub(crate) fn encode_league(league: &League) -> Value {
    let entrant = |entrant: &Entrant| json!({ "name": entrant.name, "members": entrant.members });
    let worth = league.worth;
    let mut value = json!({
        "name": league.name,
        "entrants": league.entrants.iter().map(entrant).collect::<Vec<_>>(),
        "twice": league.twice,
        "matches": league.matches,
        "worth": [worth.win, worth.draw, worth.loss, worth.leg],
    });
    if let Some(rules) = &league.rules {
        value["rules"] = rules.as_str().into();
    }
    for (key, at) in [("from", league.from_ms), ("until", league.until_ms)] {
        if let Some(at) = at {
            value[key] = at.into();
        }
    }
    value
}

fn fixture_of(value: &Value) -> Option<FixtureName> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let round = usize::try_from(value["round"].as_u64()?).ok()?;
    Some(FixtureName { league: text("league")?, round, home: text("home")?, away: text("away")? })
}

fn decode_league(value: &Value) -> Option<League> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let entrant = |value: &Value| {
        let members = value["members"].as_array()?.iter().map(text).collect::<Option<Vec<_>>>()?;
        Some(Entrant { name: text(&value["name"])?, members })
    };
    let worth = value["worth"].as_array()?.iter().map(|n| n.as_u64().and_then(|n| u32::try_from(n).ok()));
    let [win, draw, loss, leg] = worth.collect::<Option<Vec<u32>>>()?[..] else { return None };
    Some(League {
        name: text(&value["name"])?,
        entrants: value["entrants"].as_array()?.iter().map(entrant).collect::<Option<Vec<_>>>()?,
        rules: text(&value["rules"]),
        from_ms: value["from"].as_i64(),
        until_ms: value["until"].as_i64(),
        twice: value["twice"].as_bool()?,
        matches: u8::try_from(value["matches"].as_u64()?).ok()?,
        worth: WinPoints { win, draw, loss, leg },
    })
}

impl Store {
    /// Returns the book, or its intact part if it is damaged.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn book(&self) -> Result<Book, StoreError> {
        let (rows, _damage) = rows::sound_rows(&self.conn, MatchId::BOOK)?;
        let mut book = Book::default();
        for row in rows {
            if let Ok(fact) = rows::fact_of(&row) {
                book.take(&fact, row.at_ms);
            }
        }
        Ok(book)
    }

    /// Hides a game; [`Self::restore_match`] brings it back.
    ///
    /// # Errors
    /// [`StoreError::NoMatch`], or why nothing was stored.
    pub fn delete_match(&mut self, id: MatchId, at: Timestamp) -> Result<(), StoreError> {
        self.known(id)?;
        self.note("game_deleted", json!({ "game": id.to_string() }), at)
    }

    /// Brings a hidden game back.
    ///
    /// # Errors
    /// [`StoreError::NoMatch`], or why nothing was stored.
    pub fn restore_match(&mut self, id: MatchId, at: Timestamp) -> Result<(), StoreError> {
        self.known(id)?;
        self.note("game_restored", json!({ "game": id.to_string() }), at)
    }

    /// Counts the games of the player entered as `from` for `into`. Merging a name with itself, or back into a name
    /// that was merged into it, parts the two instead.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn merge_players(&mut self, from: &str, into: &str, at: Timestamp) -> Result<(), StoreError> {
        let book = self.book()?;
        if book.player(into) == from || from == into {
            return self.part_player(into, at);
        }
        self.note("players_merged", json!({ "from": from, "into": into }), at)
    }

    /// Takes a merge back.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn part_player(&mut self, from: &str, at: Timestamp) -> Result<(), StoreError> {
        self.note("players_parted", json!({ "from": from }), at)
    }

    /// Takes a player off the lists, or puts them on again; their matches stay.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn remove_player(&mut self, name: &str, removed: bool, at: Timestamp) -> Result<(), StoreError> {
        self.note(if removed { "player_removed" } else { "player_restored" }, json!({ "name": name }), at)
    }

    /// Saves house rules under their name, in the place of rules that had it.
    ///
    /// # Errors
    /// Rules without a name, or why nothing was stored.
    pub fn save_house_rules(&mut self, rules: &RuleSet, at: Timestamp) -> Result<(), StoreError> {
        if rules.house.is_none() {
            return Err(StoreError::Other { detail: say!("house rules need a name").to_owned() });
        }
        self.note("house_rules_saved", json!({ "rules": codec::encode_rules(rules) }), at)
    }

    /// Takes house rules off the list; games that were played by them keep them.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn remove_house_rules(&mut self, name: &str, at: Timestamp) -> Result<(), StoreError> {
        self.note("house_rules_removed", json!({ "name": name }), at)
    }

    /// Saves a league under its name, in the place of one that had it.
    ///
    /// # Errors
    /// A league without a name, or why nothing was stored.
    pub fn save_league(&mut self, league: &League, at: Timestamp) -> Result<(), StoreError> {
        if league.name.trim().is_empty() {
            return Err(StoreError::Other { detail: say!("a league needs a name").to_owned() });
        }
        self.note("league_saved", json!({ "league": encode_league(league) }), at)
    }

    /// Takes a league off the list; its matches stay.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn remove_league(&mut self, name: &str, at: Timestamp) -> Result<(), StoreError> {
        self.note("league_removed", json!({ "name": name }), at)
    }

    /// Writes what a club's server has to remember, all of it or nothing.
    ///
    /// # Errors
    /// The reason nothing was stored.
    pub fn write_notes(&mut self, notes: &[BookNote], at: Timestamp) -> Result<(), StoreError> {
        let facts: Vec<Fact> = notes.iter().map(BookNote::fact).collect();
        if facts.is_empty() { Ok(()) } else { self.append_facts(MatchId::BOOK, None, &facts, at).map(drop) }
    }

    fn known(&self, id: MatchId) -> Result<(), StoreError> {
        if self.events_stored(id)? == 0 { Err(StoreError::NoMatch { game: id }) } else { Ok(()) }
    }

    fn note(&mut self, kind: &str, payload: Value, at: Timestamp) -> Result<(), StoreError> {
        let fact = Fact { kind: kind.to_owned(), version: 1, payload };
        self.append_facts(MatchId::BOOK, None, &[fact], at).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stored form: do not change this test when it fails, add a version.
    #[test]
    fn a_league_is_stored_as_it_always_was() {
        let league = League {
            name: "Winter".to_owned(),
            entrants: vec![Entrant::parse("Anna"), Entrant::parse("Ship: Ben, Cleo")],
            rules: Some("pafos".to_owned()),
            from_ms: Some(5),
            until_ms: None,
            twice: true,
            matches: 3,
            worth: WinPoints::default(),
        };
        let value = encode_league(&league);
        let stored = r#"{"entrants":[{"members":["Anna"],"name":"Anna"},{"members":["Ben","Cleo"],"name":"Ship"}],"from":5,"matches":3,"name":"Winter","rules":"pafos","twice":true,"worth":[2,1,0,0]}"#;
        assert_eq!(crate::log::chain::canonical(&value), stored);
        assert_eq!(decode_league(&value), Some(league));
        assert_eq!(decode_league(&json!({ "name": "x" })), None);
    }

    /// The stored form: do not change this test when it fails, add a version.
    #[test]
    fn a_call_is_stored_as_it_always_was() {
        let text = |words: &str| words.to_owned();
        let name = FixtureName { league: text("Winter"), round: 2, home: text("Anna"), away: text("Ben & Cleo") };
        let call = FixtureCall { club: text("Paphos"), table: text("Table 3"), at_ms: 0 };
        let (kind, version, payload) = BookNote::Called(name.clone(), call.clone()).row();
        let stored =
            r#"{"away":"Ben & Cleo","club":"Paphos","home":"Anna","league":"Winter","round":2,"table":"Table 3"}"#;
        assert_eq!((kind.as_str(), version, payload.as_str()), ("fixture_called", 1, stored));
        let mut book = Book::default();
        book.take_row(&kind, version, &payload, 7);
        assert_eq!(book.calls.get(&name), Some(&FixtureCall { at_ms: 7, ..call }));
        let (kind, version, payload) = BookNote::Withdrawn(name).row();
        assert_eq!(
            (kind.as_str(), payload.as_str()),
            ("fixture_withdrawn", r#"{"away":"Ben & Cleo","home":"Anna","league":"Winter","round":2}"#)
        );
        book.take_row(&kind, version, &payload, 8);
        book.take_row("of_a_newer_program", 1, "{}", 9);
        assert_eq!(book, Book::default());
    }

    /// The stored form: do not change this test when it fails, add a version.
    #[test]
    fn a_season_is_stored_as_it_always_was() {
        use game::league::{MeetingId, TeamId};
        let fact = SeasonFact::Moved { meetings: vec![(MeetingId(3), None)], reason: "snow".to_owned() };
        let note = |by, number, fact| BookNote::Season { season: "s1".to_owned(), number, by, fact };
        let (kind, version, payload) = note(Author::Secretary, 7, fact.clone()).row();
        let stored =
            r#"{"by":"secretary","fact":{"moved":{"meetings":[[3,null]],"reason":"snow"}},"number":7,"season":"s1"}"#;
        assert_eq!((kind.as_str(), version, payload.as_str()), ("season_fact", 1, stored));
        let mut book = Book::default();
        book.take_row(&kind, version, &payload, 9);
        book.take_row(
            &kind,
            version,
            r#"{"by":"secretary","fact":{"of_a_newer_program":{}},"number":8,"season":"s1"}"#,
            9,
        );
        assert_eq!(book.seasons["s1"], [SeasonEntry { number: 7, at_ms: 9, by: Author::Secretary, fact }]);
        let joined = SeasonFact::PlayerJoined { player: "Una".to_owned(), team: TeamId(2) };
        let (kind, version, payload) = note(Author::Captain(TeamId(2)), 8, joined.clone()).row();
        assert_eq!(
            payload,
            r#"{"by":{"captain":2},"fact":{"player_joined":{"player":"Una","team":2}},"number":8,"season":"s1"}"#
        );
        book.take_row(&kind, version, &payload, 9);
        assert_eq!(book.seasons["s1"][1].fact, joined);
    }
}

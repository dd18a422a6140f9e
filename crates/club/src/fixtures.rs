//! Calls fixtures to tables. Calls are in the book and played fixtures in the results; the state of each fixture
//! follows from both. Pure: times are arguments.

use super::decided::Decided;
use game::league::Day;
use game::stats::{Entrant, Facts, Fixture, FixtureName, League};
use language::{say, say_count};
use server::{
    EveningSheet, FixtureLine, FixtureState, LeagueSheet, LooseGame, SecretaryWish, TableLine, TableName, fixture_words,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use store::{Book, BookNote, FixtureCall, Timestamp};

/// A call is for the evening.
const OLD_MS: i64 = 12 * 3600 * 1000;
/// Most entrants of a league: with more its fixtures are too many for one page.
const MOST_ENTRANTS: usize = 64;
/// Longest name of a league.
const MOST_LETTERS: usize = 40;

/// A table known to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HallTable {
    pub(crate) name: TableName,
    /// Whether the table was heard of in the last minute or so.
    pub(crate) here: bool,
    /// Players there, by side, until the match is over.
    pub(crate) sides: Option<Vec<Vec<String>>>,
}

/// Everything that decides how fixtures stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hall<'a> {
    pub(crate) book: &'a Book,
    /// Matches that are over, oldest first.
    pub(crate) results: &'a [&'a Facts],
    /// In the order in which people count them.
    pub(crate) tables: &'a [HallTable],
    /// Games of seasons that count for no meeting.
    pub(crate) loose: &'a BTreeMap<String, Vec<LooseGame>>,
    pub(crate) now_ms: i64,
}

impl Hall<'_> {
    /// Everything as the boards and the secretary see it.
    pub(crate) fn sheet(&self) -> EveningSheet {
        let leagues: Vec<LeagueSheet> = self.book.leagues.values().map(|league| self.league(league)).collect();
        let evening = EveningSheet { leagues, ..EveningSheet::default() };
        let calls = evening.calls();
        let tables = self.tables.iter().map(|table| TableLine {
            name: table.name.clone(),
            called: calls.get(&table.name).cloned(),
            here: table.here,
            sides: table.sides.clone().unwrap_or_default(),
        });
        let seasons = super::season::sheets(self.book, self.loose).into_iter().map(Arc::new).collect();
        let today = Day(Timestamp(self.now_ms).day_number());
        EveningSheet { today, seasons, tables: tables.collect(), leagues: evening.leagues, clubs: Vec::new() }
    }

    fn league(&self, league: &League) -> LeagueSheet {
        let results = || self.results.iter().copied();
        let line = |fixture: &Fixture| FixtureLine {
            name: league.name_of(fixture),
            points: (!fixture.played.is_empty()).then(|| fixture.points()),
            state: self.state(league, fixture),
        };
        let day = |at: i64| Day(Timestamp(at).day_number());
        LeagueSheet {
            name: league.name.clone(),
            league: league.clone(),
            from: league.from_ms.map(day),
            until: league.until_ms.map(|end| day(end - 1)),
            fixtures: league.fixtures(results()).iter().map(line).collect(),
            standings: league.standings(results()),
        }
    }

    fn state(&self, league: &League, fixture: &Fixture) -> FixtureState {
        if league.is_played(fixture) {
            return FixtureState::Played;
        }
        let call = self.book.calls.get(&league.name_of(fixture));
        let Some(call) = call.filter(|call| self.now_ms - call.at_ms < OLD_MS) else { return FixtureState::Open };
        let name = TableName { club: call.club.clone(), table: call.table.clone() };
        let plays = |table: &HallTable| table.sides.as_ref().is_some_and(|sides| meets(league, fixture, sides));
        if self.tables.iter().any(|table| table.name == name && plays(table)) {
            FixtureState::Playing(name)
        } else {
            FixtureState::Called(name)
        }
    }

    /// The result of a wish.
    ///
    /// # Errors
    /// The reason nothing does, in words.
    pub(crate) fn decide(&self, wish: &SecretaryWish) -> Decided {
        match wish {
            SecretaryWish::CallRound { league, round } => self.call_round(league, *round),
            SecretaryWish::Call { fixture, table } => self.call(fixture, table),
            SecretaryWish::Withdraw(fixture) => Ok(self.withdraw(fixture)),
            SecretaryWish::SaveLeague { name, entrants, twice, matches, from, until } => {
                let start = |day: &Day| Timestamp::parse_date(&day.to_string());
                let league = League {
                    name: name.trim().to_owned(),
                    twice: *twice,
                    matches: (*matches).max(1),
                    from_ms: from.as_ref().and_then(start).map(|at| at.0),
                    until_ms: until.as_ref().and_then(start).map(|at| at.next_day().0),
                    ..self.book.leagues.get(name.trim()).cloned().unwrap_or_default()
                };
                self.save(league, entrants)
            }
            SecretaryWish::RemoveLeague(name) => {
                self.named(name)?;
                Ok((vec![BookNote::LeagueRemoved(name.clone())], say!("{name} was removed", name)))
            }
            SecretaryWish::Record(record) => super::season::record(self.book, record),
            SecretaryWish::Card
            | SecretaryWish::Standings(_)
            | SecretaryWish::MakeKey(_)
            | SecretaryWish::WithdrawKeys(_)
            | SecretaryWish::Captain { .. }
            | SecretaryWish::NoCaptain { .. }
            | SecretaryWish::Link { .. } => Err(say!("this report can be printed, not saved").to_owned()),
        }
    }

    fn named(&self, league: &str) -> Result<&League, String> {
        self.book.leagues.get(league).ok_or_else(|| say!("the league {league} no longer exists", league))
    }

    fn call_round(&self, league: &str, round: usize) -> Decided {
        let league = self.named(league)?;
        let evening = self.sheet();
        let mut engaged = engaged(&evening);
        let mut free = self.free(&evening);
        let lines = evening.leagues.iter().find(|sheet| sheet.name == league.name).map(|sheet| &sheet.fixtures);
        let open: Vec<&FixtureLine> = lines
            .into_iter()
            .flatten()
            .filter(|line| line.name.round == round && line.state == FixtureState::Open)
            .collect();
        if open.is_empty() {
            return Err(say!("every fixture of round {round} has been called", round));
        }
        let (mut notes, mut waiting, mut hindered) = (Vec::new(), 0, Vec::new());
        for line in open {
            if let Err(why) = may_be_called(line, lines.map_or(&[], Vec::as_slice), &engaged) {
                hindered.push(why);
                continue;
            }
            let Some(table) = free.next() else {
                waiting += 1;
                continue;
            };
            for who in [&line.name.home, &line.name.away] {
                engaged.insert(who.clone(), say!("{who} is called to {table}", who, table = table.table));
            }
            notes.push(BookNote::Called(line.name.clone(), call_to(table)));
        }
        if notes.is_empty() && waiting > 0 {
            return Err(say!(
                "no table is free: a table is free when it is connected and no match is in progress there"
            )
            .to_owned());
        }
        let mut said = vec![match notes.len() {
            0 => say!("no fixture of round {round} can be called now", round),
            called => say_count!(called, "{n} fixture is called", "{n} fixtures are called"),
        }];
        if waiting > 0 {
            said.push(say!("{waiting} wait for a free table", waiting));
        }
        said.extend(hindered);
        let said = said.join("; ");
        if notes.is_empty() { Err(said) } else { Ok((notes, said)) }
    }

    fn call(&self, fixture: &FixtureName, table: &TableName) -> Decided {
        self.named(&fixture.league)?;
        let evening = self.sheet();
        let sheet = evening.leagues.iter().find(|sheet| sheet.name == fixture.league);
        let lines = sheet.map_or(&[][..], |sheet| sheet.fixtures.as_slice());
        let line = lines.iter().find(|line| line.name == *fixture);
        let line = line.ok_or(say!("the league has changed: that fixture is no longer in it"))?;
        let who = say!("{home} v {away}", home = fixture.home, away = fixture.away);
        match &line.state {
            FixtureState::Open => {}
            FixtureState::Called(at) | FixtureState::Playing(at) if at == table => {
                return Ok((Vec::new(), say!("{who} is called to {table}", who, table = at.table)));
            }
            FixtureState::Called(at) => {
                return Err(say!("{who} is called to {table}: withdraw that first", who, table = at.table));
            }
            FixtureState::Playing(at) => return Err(say!("{who} is being played at {table}", who, table = at.table)),
            FixtureState::Played => return Err(say!("{who} has been played", who)),
        }
        if let Some(other) = evening.calls().get(table) {
            return Err(say!("{who} is already called to {table}", who = fixture_words(other), table = table.table));
        }
        if !self.tables.iter().any(|known| known.name == *table) {
            return Err(say!("{table} has not connected tonight", table = table.table));
        }
        may_be_called(line, lines, &engaged(&evening))?;
        let note = BookNote::Called(fixture.clone(), call_to(table));
        Ok((vec![note], say!("{who} is called to {table}", who, table = table.table)))
    }

    fn withdraw(&self, fixture: &FixtureName) -> (Vec<BookNote>, String) {
        let called = self.book.calls.contains_key(fixture);
        let notes = if called { vec![BookNote::Withdrawn(fixture.clone())] } else { Vec::new() };
        (notes, say!("{home} v {away} is no longer called", home = fixture.home, away = fixture.away))
    }

    /// Saves a league, unless that would move fixtures that were played or called.
    fn save(&self, league: League, entrants: &str) -> Decided {
        let lines = entrants.lines().map(str::trim).filter(|line| !line.is_empty());
        let league = League { entrants: lines.map(Entrant::parse).collect(), ..league };
        check(&league)?;
        let names = |league: &League| league.entrants.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
        let before = self.book.leagues.get(&league.name);
        let moves = before.is_some_and(|before| names(before) != names(&league) || before.twice && !league.twice);
        let begun = |before: &League| {
            self.league(before).fixtures.iter().any(|line| line.points.is_some() || line.state != FixtureState::Open)
        };
        if moves && before.is_some_and(begun) {
            return Err(say!(
                "{league} has begun, and this would move its fixtures: save it under another name, or begin a season, \
                 which teams can join late",
                league = league.name
            ));
        }
        let said =
            say!("{league} is saved, with {entrants} entrants", league = league.name, entrants = league.entrants.len());
        Ok((vec![BookNote::League(league)], said))
    }

    /// The tables that could be called to, in their order.
    fn free<'b>(&'b self, evening: &EveningSheet) -> impl Iterator<Item = &'b TableName> + use<'b> {
        let free: BTreeSet<TableName> =
            evening.tables.iter().filter(|line| line.doing().is_none()).map(|line| line.name.clone()).collect();
        self.tables.iter().map(|table| &table.name).filter(move |name| free.contains(*name))
    }
}

/// Checks whether a club's server can call the fixtures of this league.
///
/// # Errors
/// The fault, in words.
pub(crate) fn check(league: &League) -> Result<(), String> {
    league.check()?;
    if league.name.chars().count() > MOST_LETTERS {
        return Err(say!("a league name needs 1 to {n} letters", n = MOST_LETTERS));
    }
    if league.entrants.len() > MOST_ENTRANTS {
        return Err(say!("a league has at most {n} entrants", n = MOST_ENTRANTS));
    }
    let mut letters = league.name.chars().chain(league.entrants.iter().flat_map(|entrant| entrant.name.chars()));
    if letters.any(char::is_control) { Err(say!("a name can contain letters only").to_owned()) } else { Ok(()) }
}

/// Reports whether these sides play this fixture.
fn meets(league: &League, fixture: &Fixture, sides: &[Vec<String>]) -> bool {
    let sides: Vec<Vec<&str>> = sides.iter().map(|side| side.iter().map(String::as_str).collect()).collect();
    let of = league.entrants_of(&sides);
    of == Some((fixture.home, fixture.away)) || of == Some((fixture.away, fixture.home))
}

/// All players who are called or play a fixture, in all leagues, each with the reason.
fn engaged(evening: &EveningSheet) -> BTreeMap<String, String> {
    let mut engaged = BTreeMap::new();
    for line in evening.leagues.iter().flat_map(|league| &league.fixtures) {
        let (FixtureState::Called(at) | FixtureState::Playing(at)) = &line.state else { continue };
        for who in [&line.name.home, &line.name.away] {
            engaged.insert(who.clone(), say!("{who} is called to {table}", who, table = at.table));
        }
    }
    engaged
}

/// A player is called to one table at a time, and of two fixtures of the same two the earlier is played first: their
/// next match counts for it.
fn may_be_called(line: &FixtureLine, all: &[FixtureLine], engaged: &BTreeMap<String, String>) -> Result<(), String> {
    if let Some(why) = [&line.name.home, &line.name.away].iter().find_map(|who| engaged.get(*who)) {
        return Err(why.clone());
    }
    let pair = |name: &FixtureName| BTreeSet::from([name.home.clone(), name.away.clone()]);
    let earlier = |other: &&FixtureLine| {
        other.name.round < line.name.round
            && other.state != FixtureState::Played
            && pair(&other.name) == pair(&line.name)
    };
    match all.iter().find(earlier) {
        Some(first) => {
            let FixtureName { home, away, round, .. } = &first.name;
            Err(say!("{home} and {away} have round {round} to play first", home, away, round))
        }
        None => Ok(()),
    }
}

fn call_to(table: &TableName) -> FixtureCall {
    // When is what the record says.
    FixtureCall { club: table.club.clone(), table: table.table.clone(), at_ms: 0 }
}

/// Returns a sort key that counts like people: "Table 2" before "Table 10".
pub(crate) fn counted(name: &TableName) -> (String, Vec<(String, u64)>) {
    let mut parts = vec![(String::new(), 0_u64)];
    for letter in name.table.chars() {
        let last = parts.len() - 1;
        match letter.to_digit(10) {
            Some(digit) => parts[last].1 = parts[last].1.saturating_mul(10).saturating_add(u64::from(digit)),
            None if parts[last].1 > 0 => parts.push((letter.to_lowercase().collect(), 0)),
            None => parts[last].0.extend(letter.to_lowercase()),
        }
    }
    (name.club.clone(), parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Setup;
    use game::rules::RuleSet;
    use game::self_play::play_match;

    const NOW: i64 = 1_700_000_000_000;

    fn name(table: &str) -> TableName {
        TableName { club: String::new(), table: table.to_owned() }
    }

    fn table(name_: &str, plays: Option<[&str; 2]>) -> HallTable {
        let sides = plays.map(|sides| sides.iter().map(|who| vec![(*who).to_owned()]).collect());
        HallTable { name: name(name_), here: true, sides }
    }

    fn result(players: [&str; 2], seed: u64) -> Facts {
        let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &players);
        let game = play_match(setup, &[0.9, 0.1], false, seed).unwrap();
        Facts::of(&seed.to_string(), NOW, game.state(), |name| name)
    }

    fn league(book: &mut Book, name: &str, who: &[&str], twice: bool) {
        let entrants = who.iter().map(|text| Entrant::parse(text)).collect();
        let league = League { name: name.to_owned(), entrants, twice, matches: 1, ..League::default() };
        book.leagues.insert(league.name.clone(), league);
    }

    /// Decides, writes it down, and returns the answer.
    fn act(book: &mut Book, results: &[&Facts], tables: &[HallTable], wish: &SecretaryWish) -> Result<String, String> {
        let (notes, said) = Hall { book, results, tables, loose: &BTreeMap::new(), now_ms: NOW }.decide(wish)?;
        for note in notes {
            let (kind, version, payload) = note.row();
            book.take_row(&kind, version, &payload, NOW);
        }
        Ok(said)
    }

    fn round(league: &str, round: usize) -> SecretaryWish {
        SecretaryWish::CallRound { league: league.to_owned(), round }
    }

    fn states(book: &Book, results: &[&Facts], tables: &[HallTable]) -> Vec<(usize, String, FixtureState)> {
        let sheet = Hall { book, results, tables, loose: &BTreeMap::new(), now_ms: NOW }.sheet();
        let line =
            |line: &FixtureLine| (line.name.round, format!("{}{}", line.name.home, line.name.away), line.state.clone());
        sheet.leagues[0].fixtures.iter().map(line).collect()
    }

    #[test]
    fn a_round_goes_to_the_free_tables_and_the_rest_waits() {
        let mut book = Book::default();
        league(&mut book, "Winter", &["A", "B", "C", "D", "E", "F"], false);
        let tables = [table("T2", None), table("T9", Some(["x", "y"])), table("T10", None)];
        let said = act(&mut book, &[], &tables, &round("Winter", 1)).unwrap();
        assert_eq!(said, "2 fixtures are called; 1 wait for a free table");
        let now = states(&book, &[], &tables);
        assert_eq!(now[0], (1, "AF".to_owned(), FixtureState::Called(name("T2"))));
        assert_eq!(now[1].2, FixtureState::Called(name("T10")), "a table where others play is not free");
        assert_eq!(now[2].2, FixtureState::Open);
        // Each player and each table is called only once.
        let why = act(&mut book, &[], &tables, &round("Winter", 2)).unwrap_err();
        assert!(why.contains("called to"), "{why}");
        let call = |fixture: usize, at: &str| {
            let sheet =
                Hall { book: &book, results: &[], tables: &tables, loose: &BTreeMap::new(), now_ms: NOW }.sheet();
            let fixture = sheet.leagues[0].fixtures[fixture].name.clone();
            SecretaryWish::Call { fixture, table: name(at) }
        };
        let (taken, there, elsewhere, unknown) = (call(2, "T2"), call(0, "T2"), call(0, "T9"), call(2, "T77"));
        let by_hand = call(2, "T9");
        assert!(act(&mut book, &[], &tables, &taken).unwrap_err().contains("is already called to T2"));
        assert!(act(&mut book, &[], &tables, &there).unwrap().contains("is called to T2"), "twice is once");
        assert!(act(&mut book, &[], &tables, &elsewhere).unwrap_err().contains("withdraw"));
        assert!(act(&mut book, &[], &tables, &unknown).unwrap_err().contains("T77 has not connected"));
        assert!(act(&mut book, &[], &tables, &by_hand).is_ok(), "by hand a table where others play is called for next");
        let sheet = Hall { book: &book, results: &[], tables: &tables, loose: &BTreeMap::new(), now_ms: NOW }.sheet();
        assert_eq!(sheet.tables[1].doing().as_deref(), Some("x v y play; C v D is called"));
    }

    #[test]
    fn a_call_is_over_with_its_match_or_when_it_is_withdrawn_or_old() {
        let mut book = Book::default();
        league(&mut book, "Winter", &["A", "B", "C", "D"], false);
        let tables = [table("T1", None), table("T2", None)];
        act(&mut book, &[], &tables, &round("Winter", 1)).unwrap();
        // The called two sit down, in the other order.
        let playing = [table("T1", Some(["d", "A"])), table("T2", Some(["A", "B"]))];
        let now = states(&book, &[], &playing);
        assert_eq!((&now[0].2, &now[1].2), (&FixtureState::Playing(name("T1")), &FixtureState::Called(name("T2"))));
        let game = result(["D", "A"], 3);
        let now = states(&book, &[&game], &tables);
        assert_eq!(now[0].2, FixtureState::Played);
        let sheet =
            Hall { book: &book, results: &[&game], tables: &tables, loose: &BTreeMap::new(), now_ms: NOW }.sheet();
        assert_eq!(sheet.leagues[0].standings.iter().map(|line| line.played).sum::<u32>(), 2);
        assert_eq!(sheet.tables[0].doing(), None, "and its table is free again");
        let other = sheet.leagues[0].fixtures[1].name.clone();
        let withdraw = SecretaryWish::Withdraw(other.clone());
        assert!(act(&mut book, &[&game], &tables, &withdraw).unwrap().contains("no longer called"));
        assert!(act(&mut book, &[&game], &tables, &withdraw).is_ok() && !book.calls.contains_key(&other));
        act(&mut book, &[&game], &tables, &round("Winter", 1)).unwrap();
        let later =
            Hall { book: &book, results: &[&game], tables: &tables, loose: &BTreeMap::new(), now_ms: NOW + OLD_MS }
                .sheet();
        assert_eq!(later.leagues[0].fixtures[1].state, FixtureState::Open, "of another evening");
        assert!(act(&mut book, &[&game], &tables, &round("Winter", 1)).unwrap_err().contains("has been called"));
    }

    #[test]
    fn of_two_meetings_the_first_is_called_first() {
        let mut book = Book::default();
        league(&mut book, "Winter", &["A", "B"], true);
        let tables = [table("T1", None)];
        let why = act(&mut book, &[], &tables, &round("Winter", 2)).unwrap_err();
        assert!(why.contains("A and B have round 1 to play first"), "{why}");
        let game = result(["A", "B"], 3);
        assert_eq!(act(&mut book, &[&game], &tables, &round("Winter", 2)).unwrap(), "1 fixture is called");
    }

    #[test]
    fn a_league_is_written_on_the_page() {
        let mut book = Book::default();
        let save = |entrants: &str, twice| SecretaryWish::SaveLeague {
            name: "Winter".to_owned(),
            entrants: entrants.to_owned(),
            twice,
            matches: 3,
            from: Day::parse("2023-11-01"),
            until: None,
        };
        assert!(
            act(&mut book, &[], &[], &save("Anna\n\n  Ben & Cleo \r\nShip: Dan, Eve, Finn", false))
                .unwrap()
                .contains("3 entrants")
        );
        assert_eq!(book.leagues["Winter"].entrants[2].members, ["Dan", "Eve", "Finn"]);
        assert!(act(&mut book, &[], &[], &save("Anna\nanna", false)).unwrap_err().contains("twice"));
        assert!(act(&mut book, &[], &[], &save("Anna", false)).is_err());
        act(&mut book, &[], &[], &save("Anna\nBen", true)).unwrap();
        assert_eq!((book.leagues["Winter"].matches, book.leagues["Winter"].twice), (3, true));
        let many: String = (0..65).map(|n| format!("p{n}\n")).collect();
        assert!(act(&mut book, &[], &[], &save(&many, true)).unwrap_err().contains("at most 64"));
        // Once a fixture was called, nothing moves it.
        let tables = [table("T1", None)];
        act(&mut book, &[], &tables, &round("Winter", 1)).unwrap();
        assert!(act(&mut book, &[], &tables, &save("Anna\nBen\nCleo", true)).unwrap_err().contains("has begun"));
        assert!(act(&mut book, &[], &tables, &save("Anna\nBen: Ben, Bea", true)).is_ok(), "a squad may change");
        assert!(
            Hall { book: &book, results: &[], tables: &[], loose: &BTreeMap::new(), now_ms: NOW }.sheet().leagues[0]
                .from
                == Day::parse("2023-11-01")
        );
        act(&mut book, &[], &[], &SecretaryWish::RemoveLeague("Winter".to_owned())).unwrap();
        assert!(book.leagues.is_empty());
    }

    #[test]
    fn tables_are_counted_as_people_count() {
        let mut names = ["Table 10", "Table 2", "table 1", "Bar", "9"].map(name);
        names.sort_by_key(counted);
        assert_eq!(names.map(|name| name.table), ["9", "Bar", "table 1", "Table 2", "Table 10"]);
    }
}

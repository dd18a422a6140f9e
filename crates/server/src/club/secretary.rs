//! The secretary's page of a club evening: leagues, fixtures, tables and requests.

use crate::name::TableName;
use crate::rights::{LinkHash, LinkKind};
use game::league::{Author, Day, Season, SeasonEntry, SeasonRefusal, TeamId};
use game::stats::{FixtureName, League, Standing};
use language::{Language, say};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError};
use tokio::sync::oneshot;

/// Most requests that wait for the club's program.
pub(crate) const MOST_WISHES: usize = 16;

/// The leagues of the evening and its tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EveningSheet {
    /// The day.
    pub today: Day,
    /// The seasons, the newest first.
    pub seasons: Vec<Arc<SeasonSheet>>,
    /// The leagues, by their names.
    pub leagues: Vec<LeagueSheet>,
    /// Every table that was heard of, in the order in which people count them.
    pub tables: Vec<TableLine>,
    /// Clubs with a key for their tables.
    pub clubs: Vec<String>,
}

/// A season: everything that was recorded of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonSheet {
    /// Id in addresses.
    pub id: String,
    /// Current state.
    pub season: Season,
    /// Recorded entries.
    pub entries: Vec<SeasonEntry>,
    /// Time of each entry, for people.
    pub when: Vec<String>,
    /// Games of its players that count for no meeting of it.
    pub loose: Vec<LooseGame>,
}

/// A game that tables played and that counts for no meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseGame {
    /// The match, as its record names it.
    pub record: String,
    /// The side that won.
    pub won: String,
    /// The side that lost.
    pub lost: String,
    /// Time of the game.
    pub when: String,
    /// Reason why it does not count.
    pub why: LooseWhy,
}

impl LooseGame {
    /// Returns the players and the winner in words.
    #[must_use]
    pub fn words(&self) -> String {
        say!("{won} beat {lost}", won = self.won, lost = self.lost)
    }
}

/// Reason why a game of a season's players counts for no meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LooseWhy {
    /// One player is not in any squad.
    Stranger {
        /// Player's name.
        player: String,
        /// A player of the two teams with a similar name.
        meant: Option<String>,
    },
    /// The players moved to other squads.
    OtherSquads,
    /// The teams do not meet on that day.
    NoMeeting,
    /// The teams meet in two seasons on that day.
    TwoSeasons,
    /// The meeting has all its games of this kind.
    NoGameLeft,
    /// The season does not accept it.
    Refused(SeasonRefusal),
}

impl From<SeasonRefusal> for LooseWhy {
    fn from(why: SeasonRefusal) -> Self {
        Self::Refused(why)
    }
}

impl std::fmt::Display for LooseWhy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stranger { player, meant: Some(meant) } => {
                f.write_str(&say!("{player} is not in any squad; did you mean {meant}?", player, meant))
            }
            Self::Stranger { player, meant: None } => f.write_str(&say!("{player} is not in any squad", player)),
            Self::OtherSquads => f.write_str(say!("its players are in other squads")),
            Self::NoMeeting => f.write_str(say!("they have no meeting on that day")),
            Self::TwoSeasons => f.write_str(say!("two seasons have a meeting between them on that day")),
            Self::NoGameLeft => f.write_str(say!("their meeting has no game of this kind left")),
            Self::Refused(why) => why.fmt(f),
        }
    }
}

/// A league.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeagueSheet {
    /// Name of the league.
    pub name: String,
    /// Its entrants and rules.
    pub league: League,
    /// First day that counts.
    pub from: Option<Day>,
    /// Last day that counts.
    pub until: Option<Day>,
    /// Fixtures, round by round.
    pub fixtures: Vec<FixtureLine>,
    /// Table of the league.
    pub standings: Vec<Standing>,
}

/// A fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixtureLine {
    /// Entrants and round.
    pub name: FixtureName,
    /// The points of home and away, once something was played.
    pub points: Option<(u32, u32)>,
    /// State of the fixture.
    pub state: FixtureState,
}

/// State of a fixture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixtureState {
    /// The fixture can be called.
    Open,
    /// The fixture is called to a table and has not begun there.
    Called(TableName),
    /// The fixture is in progress at a table.
    Playing(TableName),
    /// The fixture is over.
    Played,
}

/// A table of the evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// Name of the table.
    pub name: TableName,
    /// Fixture called to the table.
    pub called: Option<FixtureName>,
    /// Whether the table is connected.
    pub here: bool,
    /// Players there, by side; none while nothing is played.
    pub sides: Vec<Vec<String>>,
}

impl TableLine {
    /// Returns the activity of the table in words; `None` while it is free.
    #[must_use]
    pub fn doing(&self) -> Option<String> {
        let plays = (!self.sides.is_empty()).then(|| say!("{players} play", players = self.players()));
        let called = self.called.as_ref().map(|fixture| say!("{who} is called", who = fixture_words(fixture)));
        let away = (!self.here).then(|| say!("not connected").to_owned());
        let words: Vec<String> = [plays, called, away].into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// Returns the players there: "Anna & Ben v Cleo & Dan".
    #[must_use]
    pub fn players(&self) -> String {
        let names: Vec<String> = self.sides.iter().map(|side| side.join(" & ")).collect();
        names.join(&format!(" {} ", say!("v")))
    }
}

/// "Anna v Ben".
#[must_use]
pub fn fixture_words(fixture: &FixtureName) -> String {
    say!("{home} v {away}", home = fixture.home, away = fixture.away)
}

impl EveningSheet {
    /// Everything that opens a captain's link, with the season and the team.
    pub fn captains(&self) -> impl Iterator<Item = (LinkHash, &SeasonSheet, TeamId)> {
        let teams = self.seasons.iter().flat_map(|sheet| sheet.season.teams.values().map(move |team| (&**sheet, team)));
        teams.filter_map(|(sheet, team)| Some((team.captain.as_deref()?.parse().ok()?, sheet, team.id)))
    }

    /// Returns the fixture called to each table and not begun.
    #[must_use]
    pub fn calls(&self) -> BTreeMap<TableName, FixtureName> {
        let fixtures = self.leagues.iter().flat_map(|league| &league.fixtures);
        let call = |line: &FixtureLine| match &line.state {
            FixtureState::Called(table) => Some((table.clone(), line.name.clone())),
            FixtureState::Open | FixtureState::Playing(_) | FixtureState::Played => None,
        };
        fixtures.filter_map(call).collect()
    }
}

/// Request of a secretary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretaryWish {
    /// Every open fixture of a round, from 1, to a free table, as far as there are any.
    CallRound {
        /// The league.
        league: String,
        /// The round.
        round: usize,
    },
    /// One fixture to one table.
    Call {
        /// The fixture.
        fixture: FixtureName,
        /// The table.
        table: TableName,
    },
    /// A fixture is not called any more.
    Withdraw(FixtureName),
    /// A league is saved, in the place of one of its name.
    SaveLeague {
        /// Name of the league.
        name: String,
        /// An entrant a line.
        entrants: String,
        /// Whether every pair of entrants meets twice.
        twice: bool,
        /// Matches in one meeting.
        matches: u8,
        /// First day that counts.
        from: Option<Day>,
        /// Last day that counts.
        until: Option<Day>,
    },
    /// A league is taken off the list; its matches stay.
    RemoveLeague(String),
    /// Something is recorded of a season.
    Record(SeasonRecord),
    /// A new key for the tables of a club.
    MakeKey(String),
    /// The keys of a club open nothing any more.
    WithdrawKeys(String),
    /// A new link for a captain, in the place of the old one.
    Captain {
        /// The season.
        season: String,
        /// Of which team.
        team: TeamId,
    },
    /// Withdraws the link of a team's captain.
    NoCaptain {
        /// The season.
        season: String,
        /// The team.
        team: TeamId,
    },
    /// A new link in the place of all of its kind, or none any more.
    Link {
        /// Kind of the links.
        kind: LinkKind,
        /// Whether to make a new one.
        renew: bool,
    },
    /// The matches of the evening, to print.
    Card,
    /// The table of a league, to print.
    Standings(String),
}

/// Entry for a season, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonRecord {
    /// The season; empty for one that begins.
    pub season: String,
    /// Author of the entry.
    pub by: Author,
    /// The form, by its key.
    pub form: String,
    /// The number of the meeting, team or fact that it is about.
    pub about: u64,
    /// Number of facts when the form was opened, so that the same entry sent twice is recorded once, and nothing is
    /// recorded over what its author has not seen.
    pub seen: usize,
    /// The question that the author has answered by sending the form again; empty without one.
    pub sure: String,
    /// Names and values.
    pub fields: Vec<(String, String)>,
}

/// Answer to a secretary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretarySaid {
    /// Done, in words.
    Words(String),
    /// A season has begun, by its id.
    Begun(String),
    /// A new link.
    Link {
        /// Kind of the link.
        kind: LinkKind,
        /// Address of the link.
        address: String,
    },
    /// A new key of a club, shown once.
    Key {
        /// The club.
        club: String,
        /// The key.
        key: String,
    },
    /// A sheet: the bytes of a PDF.
    Paper(Vec<u8>),
}

/// Done, or why not, in words.
pub type SecretaryAnswer = Result<SecretarySaid, String>;

/// Something that a secretary asks for.
#[derive(Debug)]
pub struct SecretaryAsk {
    /// The request.
    pub wish: SecretaryWish,
    /// The language of the page that the answer is shown on.
    pub language: Language,
    answer: oneshot::Sender<SecretaryAnswer>,
}

impl SecretaryAsk {
    /// Answers. Asked twice is the same as once.
    pub fn answer(self, answer: SecretaryAnswer) {
        let _gone = self.answer.send(answer);
    }
}

/// Hands a wish to the club's program and waits for its answer.
pub(crate) async fn ask_secretary(
    to_club: &SyncSender<SecretaryAsk>,
    wake: &(dyn Fn() + Send + Sync),
    wish: SecretaryWish,
) -> SecretaryAnswer {
    let (answer, reply) = oneshot::channel();
    to_club.try_send(SecretaryAsk { wish, language: language::current(), answer }).map_err(|unsent| match unsent {
        TrySendError::Full(_) => language::say!("the club is busy: try again").to_owned(),
        TrySendError::Disconnected(_) => language::say!("this server has no fixtures").to_owned(),
    })?;
    wake();
    reply.await.unwrap_or_else(|_closed| Err(language::say!("the club has closed").to_owned()))
}

/// Interprets a form of the page.
pub(crate) fn wish_of(fields: &[(String, String)]) -> Option<SecretaryWish> {
    let field = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    let league = || Some(field("league")?.to_owned());
    let fixture = || {
        let mut parts = field("fixture")?.split(BETWEEN);
        let (round, home, away) = (parts.next()?.parse().ok()?, parts.next()?.to_owned(), parts.next()?.to_owned());
        Some(FixtureName { league: league()?, round, home, away })
    };
    Some(match field("act")? {
        "round" => SecretaryWish::CallRound { league: league()?, round: field("round")?.parse().ok()? },
        "call" => {
            let (club, table) = field("table")?.split_once(BETWEEN)?;
            let table = TableName { club: club.to_owned(), table: table.to_owned() };
            SecretaryWish::Call { fixture: fixture()?, table }
        }
        "withdraw" => SecretaryWish::Withdraw(fixture()?),
        "renew-link" | "withdraw-link" => {
            let kind = LinkKind::of_letter(field("kind")?)?;
            // Withdrawing the secretary's own link would leave no way back, so it is renewed.
            let renew = field("act")? == "renew-link" || kind == LinkKind::Secretary;
            SecretaryWish::Link { kind, renew }
        }
        "make-key" => SecretaryWish::MakeKey(field("club")?.to_owned()),
        "withdraw-keys" => SecretaryWish::WithdrawKeys(field("club").filter(|_| field("sure").is_some())?.to_owned()),
        "save" => SecretaryWish::SaveLeague {
            name: field("name")?.trim().to_owned(),
            entrants: field("entrants")?.to_owned(),
            twice: field("twice").is_some(),
            matches: field("matches").and_then(|text| text.trim().parse().ok()).unwrap_or(1),
            from: field("from").and_then(Day::parse),
            until: field("until").and_then(Day::parse),
        },
        "remove" => SecretaryWish::RemoveLeague(field("league").filter(|_| field("sure").is_some())?.to_owned()),
        _ => return None,
    })
}

/// Separates the parts of a field; no name contains it.
const BETWEEN: char = '\t';

/// A fixture as a form names it, beside its league.
pub(crate) fn fixture_field(name: &FixtureName) -> String {
    format!("{}{BETWEEN}{}{BETWEEN}{}", name.round, name.home, name.away)
}

/// A table as a form names it.
pub(crate) fn table_field(name: &TableName) -> String {
    format!("{}{BETWEEN}{}", name.club, name.table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_means_what_its_page_wrote() {
        let text = |text: &str| text.to_owned();
        let fixture = FixtureName { league: text("Winter"), round: 2, home: text("Anna & Ben"), away: text("Cleo") };
        let table = TableName { club: String::new(), table: text("Table 3") };
        let form = |pairs: &[(&str, String)]| {
            wish_of(&pairs.iter().map(|(name, value)| (text(name), value.clone())).collect::<Vec<_>>())
        };
        let (league, named) = (("league", text("Winter")), ("fixture", fixture_field(&fixture)));
        assert_eq!(
            form(&[("act", text("call")), league.clone(), named.clone(), ("table", table_field(&table))]),
            Some(SecretaryWish::Call { fixture: fixture.clone(), table })
        );
        assert_eq!(
            form(&[("act", text("withdraw")), league.clone(), named.clone()]),
            Some(SecretaryWish::Withdraw(fixture))
        );
        assert_eq!(form(&[("act", text("withdraw")), named]), None, "of no league");
        assert_eq!(form(&[("act", text("round")), league, ("round", text("x"))]), None);
        assert_eq!(form(&[("act", text("anything"))]), None);
    }
}

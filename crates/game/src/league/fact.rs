//! What can happen in a season.

use super::form::LeagueForm;

/// A team, by its number in the season: a name can be corrected, the number stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct TeamId(pub u32);

/// A meeting, by its number in the season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct MeetingId(pub u32);

/// A day, as days since 1 January 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Day(pub i32);

/// A meeting as it is planned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Planned {
    /// Its number in the season.
    pub id: MeetingId,
    /// Its round, from 1. A postponed meeting keeps it.
    pub round: u32,
    /// Who is at home.
    pub home: TeamId,
    /// Who visits.
    pub away: TeamId,
    /// When, once that is known.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub day: Option<Day>,
}

/// Where a team is at home.
pub type Venue = String;

/// A team as it enters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Squad {
    /// Its name.
    pub name: String,
    /// Its players.
    pub players: Vec<String>,
    /// Its home.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub venue: Venue,
}

impl Squad {
    /// Reads a line such as "Ship @ Harbour Street: Anna, Ben"; the place and the players may be missing.
    ///
    /// ```
    /// use game::league::Squad;
    ///
    /// let ship = Squad::of_line("Ship @ Harbour Street: Anna,  Ben,");
    /// assert_eq!((ship.name.as_str(), ship.venue.as_str(), ship.players.len()), ("Ship", "Harbour Street", 2));
    /// assert_eq!(ship.line(), "Ship @ Harbour Street: Anna, Ben");
    /// ```
    #[must_use]
    pub fn of_line(text: &str) -> Self {
        let (team, players) = text.split_once(':').unwrap_or((text, ""));
        let (name, venue) = team.split_once('@').unwrap_or((team, ""));
        let players = players.split(',').map(crate::name::kept).filter(|player| !player.is_empty()).collect();
        Self { name: crate::name::kept(name), players, venue: crate::name::kept(venue) }
    }

    /// The line that [`Self::of_line`] reads.
    #[must_use]
    pub fn line(&self) -> String {
        let place = if self.venue.is_empty() { String::new() } else { format!(" @ {}", self.venue) };
        format!("{}{place}: {}", self.name, self.players.join(", "))
    }
}

/// Who recorded a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Author {
    /// The secretary.
    Secretary,
    /// The captain of a team.
    Captain(TeamId),
    /// A table that played, by its name.
    Table(String),
}

/// The result of one game of a meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameScore {
    /// Its place among the games of the meeting, from 0.
    pub slot: usize,
    /// Who played for the home side, as far as it is known.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub home: Vec<String>,
    /// Who played for the visitors.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub away: Vec<String>,
    /// Whether the home side won.
    pub home_won: bool,
}

/// A meeting that is decided without being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Award {
    /// The home side gets it.
    Home,
    /// The visitors get it.
    Away,
    /// No side does.
    Neither,
}

/// Why a meeting is awarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Cause {
    /// The other side did not turn up.
    Walkover,
    /// The other side gave it away.
    Conceded,
    /// No card was received.
    NoCard,
}

/// Something that happened in a season.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum SeasonFact {
    /// The season begins. Always the first fact.
    Begun {
        /// Its title, such as "Winter 2026".
        title: String,
        /// The league's rules.
        form: LeagueForm,
        /// The teams, numbered from 0.
        teams: Vec<Squad>,
        /// The fixtures.
        meetings: Vec<Planned>,
    },
    /// A team joins late.
    TeamJoined {
        /// Its number.
        team: TeamId,
        /// The team.
        squad: Squad,
        /// Its fixtures.
        meetings: Vec<Planned>,
    },
    /// A team drops out. What it has still to play is void.
    TeamLeft {
        /// Which.
        team: TeamId,
        /// Whether its results are taken out of the table.
        struck: bool,
        /// Why.
        reason: String,
    },
    /// A player joins a squad, leaving any other.
    PlayerJoined {
        /// Who.
        player: String,
        /// Where.
        team: TeamId,
    },
    /// A player leaves the league.
    PlayerLeft {
        /// Who.
        player: String,
    },
    /// A player's name is corrected, everywhere.
    PlayerRenamed {
        /// As it was written.
        from: String,
        /// As it is right.
        to: String,
    },
    /// A team's name is corrected.
    TeamRenamed {
        /// Which.
        team: TeamId,
        /// Its name.
        name: String,
    },
    /// A table played a game of a meeting, or corrected one: the newest of a record counts.
    Played {
        /// The meeting.
        meeting: MeetingId,
        /// The game.
        score: GameScore,
        /// The match, as its record names it.
        record: String,
    },
    /// A table deleted a match.
    RecordWithdrawn {
        /// The match.
        record: String,
    },
    /// Results typed from a card. By the secretary they decide; by a captain they wait for the other captain.
    Card {
        /// The meeting.
        meeting: MeetingId,
        /// The games on it.
        scores: Vec<GameScore>,
        /// Who handed it in, or why it is typed.
        note: String,
    },
    /// A captain agrees with the other captain's card.
    Confirmed {
        /// The meeting.
        meeting: MeetingId,
    },
    /// A captain disagrees.
    Disputed {
        /// The meeting.
        meeting: MeetingId,
        /// What is wrong.
        reason: String,
    },
    /// A meeting is decided without being played.
    Awarded {
        /// Which.
        meeting: MeetingId,
        /// To whom.
        to: Award,
        /// On what grounds.
        cause: Cause,
        /// Why, in words.
        reason: String,
    },
    /// Meetings are played on other days.
    Moved {
        /// Which, and when; without a day until one is found.
        meetings: Vec<(MeetingId, Option<Day>)>,
        /// Why.
        reason: String,
    },
    /// A meeting is played again: what was recorded of it before no longer counts.
    Replay {
        /// Which.
        meeting: MeetingId,
        /// Why.
        reason: String,
    },
    /// Points are taken from a team.
    Docked {
        /// Which.
        team: TeamId,
        /// How many.
        points: u32,
        /// Why.
        reason: String,
    },
    /// Points are given to a team.
    Given {
        /// Which.
        team: TeamId,
        /// How many.
        points: u32,
        /// Why.
        reason: String,
    },
    /// A team is at home somewhere else.
    VenueChanged {
        /// Which.
        team: TeamId,
        /// Where.
        venue: Venue,
    },
    /// A captain is given a link, in the place of an earlier one.
    CaptainNamed {
        /// Of which team.
        team: TeamId,
        /// What is kept of the link: who reads it has no link.
        link: String,
    },
    /// An earlier fact is undone, by its number. Undoing this brings it back.
    Undone {
        /// The number of the fact.
        entry: u64,
        /// Why.
        reason: String,
    },
}

/// A fact as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeasonEntry {
    /// Its number, rising.
    pub number: u64,
    /// When, in milliseconds since 1970 UTC.
    pub at_ms: i64,
    /// By whom.
    pub by: Author,
    /// What.
    pub fact: SeasonFact,
}

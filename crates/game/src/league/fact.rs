//! Facts that make up a season.

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

/// Planned meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Planned {
    /// Number of the meeting in the season.
    pub id: MeetingId,
    /// Round, from 1. A postponed meeting keeps it.
    pub round: u32,
    /// Home team.
    pub home: TeamId,
    /// Away team.
    pub away: TeamId,
    /// Day, once it is known.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub day: Option<Day>,
}

/// Name of a team's home venue.
pub type Venue = String;

/// A team as it enters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Squad {
    /// Name of the team.
    pub name: String,
    /// Players of the squad.
    pub players: Vec<String>,
    /// Home venue.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub venue: Venue,
    /// Its division, from 0 for the highest.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_highest"))]
    pub division: usize,
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_highest(division: &usize) -> bool {
    *division == 0
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
        Self { name: crate::name::kept(name), players, venue: crate::name::kept(venue), division: 0 }
    }

    /// The line that [`Self::of_line`] reads.
    #[must_use]
    pub fn line(&self) -> String {
        let place = if self.venue.is_empty() { String::new() } else { format!(" @ {}", self.venue) };
        format!("{}{place}: {}", self.name, self.players.join(", "))
    }
}

/// Author of a fact.
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
    /// Position among the games of the meeting, from 0.
    pub slot: usize,
    /// Players of the home side, as far as they are known.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub home: Vec<String>,
    /// Players of the away side.
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
    /// Neither side wins.
    Neither,
}

/// Reason why a meeting is awarded.
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
        /// Title, such as "Winter 2026".
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
        /// Number of the team.
        team: TeamId,
        /// The team.
        squad: Squad,
        /// Fixtures of the team.
        meetings: Vec<Planned>,
    },
    /// A team drops out. Its unplayed meetings are void.
    TeamLeft {
        /// The team.
        team: TeamId,
        /// Whether the team's results are struck out.
        struck: bool,
        /// The reason.
        reason: String,
    },
    /// A player joins a squad, leaving any other.
    PlayerJoined {
        /// Player's name.
        player: String,
        /// The new team.
        team: TeamId,
    },
    /// A player leaves the league.
    PlayerLeft {
        /// Player's name.
        player: String,
    },
    /// A player's name is corrected, everywhere.
    PlayerRenamed {
        /// Name as it was entered.
        from: String,
        /// Correct name.
        to: String,
    },
    /// A team's name is corrected.
    TeamRenamed {
        /// The team.
        team: TeamId,
        /// New name.
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
        /// Who handed it in, or the reason it is entered.
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
        /// The captain's objection.
        reason: String,
        /// Positions of the disputed games, from 0; without any it is every game of the card.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        games: Vec<usize>,
    },
    /// A meeting is decided without being played.
    Awarded {
        /// The meeting.
        meeting: MeetingId,
        /// To whom.
        to: Award,
        /// On what grounds.
        cause: Cause,
        /// The reason, in words.
        reason: String,
    },
    /// Meetings are played on other days.
    Moved {
        /// Meetings with their new days; `None` until a day is found.
        meetings: Vec<(MeetingId, Option<Day>)>,
        /// The reason.
        reason: String,
    },
    /// A meeting is played again: its earlier results no longer count.
    Replay {
        /// The meeting.
        meeting: MeetingId,
        /// The reason.
        reason: String,
    },
    /// Points are taken from a team.
    Docked {
        /// The team.
        team: TeamId,
        /// Points taken.
        points: u32,
        /// The reason.
        reason: String,
    },
    /// Points are given to a team.
    Given {
        /// The team.
        team: TeamId,
        /// Points given.
        points: u32,
        /// The reason.
        reason: String,
    },
    /// A team is at home somewhere else.
    VenueChanged {
        /// The team.
        team: TeamId,
        /// New venue.
        venue: Venue,
    },
    /// The season is over, or was begun by mistake: it takes nothing more and is off the boards.
    Closed {
        /// The reason.
        reason: String,
    },
    /// A table stands at a venue.
    TablePlaced {
        /// Name of the table.
        table: String,
        /// Where it is.
        venue: Venue,
    },
    /// A captain is given a link in the place of an earlier one, or none.
    CaptainNamed {
        /// Of which team.
        team: TeamId,
        /// Hash of the link, which itself is not kept; empty where the earlier one was withdrawn.
        link: String,
    },
    /// An earlier fact is undone, by its number. Undoing this brings it back.
    Undone {
        /// The number of the fact.
        entry: u64,
        /// The reason.
        reason: String,
    },
}

/// Fact with its number, author and time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeasonEntry {
    /// Number of the entry, rising.
    pub number: u64,
    /// Time, in milliseconds since 1970 UTC.
    pub at_ms: i64,
    /// By whom.
    pub by: Author,
    /// The fact.
    pub fact: SeasonFact,
}

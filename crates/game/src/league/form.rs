//! A league's rules for meetings and tables, as data beside the rule sets.

/// Number of players on a side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Lineup {
    /// One against one.
    Singles,
    /// Two against two.
    Pairs,
}

impl Lineup {
    /// Players on each side.
    #[must_use]
    pub const fn players(self) -> usize {
        match self {
            Self::Singles => 1,
            Self::Pairs => 2,
        }
    }
}

/// One game of a meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slot {
    /// Singles or pairs.
    pub lineup: Lineup,
    /// The rule set, by its id with house rules; `None` for any.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub rules: Option<String>,
    /// Games (legs) of the match: the winner takes more than half.
    #[cfg_attr(feature = "serde", serde(default = "one", skip_serializing_if = "is_one"))]
    pub best_of: u8,
}

#[cfg(feature = "serde")]
const fn one() -> u8 {
    1
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(n: &u8) -> bool {
    *n == 1
}

#[cfg(feature = "serde")]
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Side that leads the first hand of a game of a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Lead {
    /// The players draw for it.
    #[default]
    Drawn,
    /// The home side.
    Home,
    /// The visitors.
    Away,
    /// The visitors in the first, third, .. game, the home side in the others.
    AwayFirst,
}

impl Lead {
    /// Reports whether the home side leads the game of this place, from 0; `None` where the players draw for it.
    #[must_use]
    pub const fn home_leads(self, slot: usize) -> Option<bool> {
        match self {
            Self::Drawn => None,
            Self::Home => Some(true),
            Self::Away => Some(false),
            Self::AwayFirst => Some(!slot.is_multiple_of(2)),
        }
    }
}

/// Order in which players meet within a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Drawing {
    /// The captains draw it.
    #[default]
    Drawn,
    /// In the order of the two lists; the home side writes its own first.
    Listed,
}

/// Points of a meeting in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeetingPoints {
    /// For winning the meeting.
    pub win: u32,
    /// For a meeting with as many games to each side, to both.
    pub draw: u32,
    /// For losing it.
    pub loss: u32,
    /// For each game won.
    pub game: u32,
    /// Points for a narrow defeat: (most games lost by, points).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub narrow: Option<(u32, u32)>,
}

impl MeetingPoints {
    /// The points of a side that won `ours` games against `theirs`.
    ///
    /// ```
    /// use game::league::MeetingPoints;
    ///
    /// let solihull = MeetingPoints { win: 3, draw: 0, loss: 0, game: 0, narrow: Some((1, 1)) };
    /// assert_eq!((solihull.of(5, 4), solihull.of(4, 5), solihull.of(3, 6)), (3, 1, 0));
    /// ```
    #[must_use]
    pub const fn of(self, ours: u32, theirs: u32) -> u32 {
        let result = if ours > theirs {
            self.win
        } else if ours == theirs {
            self.draw
        } else {
            match self.narrow {
                Some((within, points)) if theirs - ours <= within => points,
                _ => self.loss,
            }
        };
        result + self.game * ours
    }
}

/// Criterion that decides between level teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum TieBreak {
    /// Points of the table.
    Points,
    /// Meetings won.
    MeetingsWon,
    /// Games won less games lost.
    GameDifference,
    /// Games won.
    GamesWon,
    /// Points in the meetings between the teams that are level.
    HeadToHead,
    /// Teams that beat each of the other level teams come first, teams that lost to each come last.
    Beaten,
    /// Points of the opponents beaten, and half of those drawn with (Sonneborn-Berger).
    Opponents,
}

/// Rules of a league: the games of a meeting, its points, and the order of the table.
///
/// ```
/// use game::league::{LeagueForm, Lineup};
///
/// let form = LeagueForm::of_games(9, Lineup::Singles);
/// assert_eq!((form.slots.len(), form.points.of(5, 4)), (9, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LeagueForm {
    /// The games of a meeting, in their order.
    pub slots: Vec<Slot>,
    /// Points of a meeting.
    pub points: MeetingPoints,
    /// Games to the side that is awarded a meeting, and to the other.
    pub walkover: (u32, u32),
    /// Criteria that order the table; the first difference decides, then the name.
    pub order: Vec<TieBreak>,
    /// Whether all teams meet twice, home and away.
    pub twice: bool,
    /// Whether a player must be in a team's squad to play for it.
    pub squads_only: bool,
    /// Side that leads.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_usual"))]
    pub lead: Lead,
    /// Order in which players meet.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_usual"))]
    pub drawing: Drawing,
    /// The fewest players of a team, 0 where that is not said.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_usual"))]
    pub fewest: u8,
    /// The most singles and the most pairs of one player in a meeting, 0 where that is not said.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_usual"))]
    pub most: (u8, u8),
    /// Names of the divisions, the highest first; none where all teams are in one table.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_usual"))]
    pub divisions: Vec<String>,
    /// Teams of a division that go up, and that go down, after the season.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_usual"))]
    pub moves: (u8, u8),
}

impl LeagueForm {
    /// A form of `games` like games: two points for the meeting, one each for a draw, all games to the side that turned up.
    #[must_use]
    pub fn of_games(games: usize, lineup: Lineup) -> Self {
        let games = games.max(1);
        Self {
            slots: vec![Slot { lineup, rules: None, best_of: 1 }; games],
            points: MeetingPoints { win: 2, draw: 1, loss: 0, game: 0, narrow: None },
            walkover: (u32::try_from(games).unwrap_or(u32::MAX), 0),
            order: vec![TieBreak::Points, TieBreak::GameDifference, TieBreak::GamesWon, TieBreak::HeadToHead],
            twice: false,
            squads_only: true,
            lead: Lead::Drawn,
            drawing: Drawing::Drawn,
            fewest: 0,
            most: (0, 0),
            divisions: Vec::new(),
            moves: (0, 0),
        }
    }
}

//! Questions before a fact is recorded, and what facts are about.

use super::fact::{Day, GameScore, MeetingId, SeasonEntry, SeasonFact, TeamId};
use super::season::{Meeting, MeetingState, Season, SlotResult};
use crate::stats::same_name;
use language::say;
use std::fmt;

/// Something about a fact that its author may not have meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeasonQuestion {
    /// A team plays on that day already.
    PlaysThatDay {
        /// The team.
        team: String,
        /// The day.
        day: Day,
        /// Its opponent on that day.
        other: String,
    },
    /// A day before the season's first.
    BeforeTheSeason {
        /// The day.
        day: Day,
        /// The season's first day.
        first: Day,
    },
    /// Two players become one.
    OnePlayer {
        /// Name as it was entered.
        from: String,
        /// Name of the other player.
        to: String,
        /// The other player's team.
        team: String,
    },
    /// Games without names, counted from 1.
    NoNames(Vec<usize>),
    /// A table reported a game otherwise, counted from 1.
    OtherwiseAtATable(usize),
}

impl fmt::Display for SeasonQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::PlaysThatDay { team, day, other } => {
                say!("{team} already plays {other} on {day}", team, other, day = day.words())
            }
            Self::BeforeTheSeason { day, first } => {
                say!("{day} is before the season’s first day, {first}", day = day.words(), first = first.words())
            }
            Self::OnePlayer { from, to, team } => {
                say!("{to} is another player of {team}: {from} and {to} become one player", to, team, from)
            }
            Self::NoNames(games) => {
                let games: Vec<String> = games.iter().map(usize::to_string).collect();
                say!("without names, these games count for no player: {list}", list = games.join(", "))
            }
            Self::OtherwiseAtATable(game) => say!("a table reported another winner of game {game}", game),
        };
        f.write_str(&words)
    }
}

impl Season {
    /// Returns what to ask before a fact is recorded; nothing about most.
    #[must_use]
    pub fn questions(&self, fact: &SeasonFact) -> Vec<SeasonQuestion> {
        match fact {
            SeasonFact::Moved { meetings, .. } => self.days_asked(meetings),
            SeasonFact::PlayerRenamed { from, to } if !same_name(from, to) => {
                let ask = |team: &super::Team| SeasonQuestion::OnePlayer {
                    from: from.clone(),
                    to: to.clone(),
                    team: team.squad.name.clone(),
                };
                self.team_of(to).map(ask).into_iter().collect()
            }
            SeasonFact::Card { meeting, scores, .. } => {
                self.meetings.get(meeting).map(|meeting| games_asked(meeting, scores)).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// Asks about teams that would play twice on a day, and about a day before the first.
    fn days_asked(&self, moved: &[(MeetingId, Option<Day>)]) -> Vec<SeasonQuestion> {
        let first = self.meetings.values().filter_map(|meeting| meeting.planned.day).min();
        let mut asked = Vec::new();
        for (id, day) in moved {
            let (Some(meeting), Some(day)) = (self.meetings.get(id), *day) else { continue };
            asked
                .extend(first.filter(|first| day < *first).map(|first| SeasonQuestion::BeforeTheSeason { day, first }));
            for team in [meeting.planned.home, meeting.planned.away] {
                let clash = |other: &&Meeting| {
                    let stays = moved.iter().all(|(id, _)| *id != other.planned.id);
                    stays && other.state != MeetingState::Void && other.day() == Some(day) && other.is_of(team)
                };
                asked.extend(self.meetings.values().find(clash).map(|other| SeasonQuestion::PlaysThatDay {
                    team: self.team_name(team).to_owned(),
                    day,
                    other: self.team_name(other.opponent(team)).to_owned(),
                }));
            }
        }
        asked
    }

    /// Returns the games of a card that tables reported otherwise.
    #[must_use]
    pub fn otherwise_at_a_table(&self, fact: &SeasonFact) -> Vec<SeasonQuestion> {
        let SeasonFact::Card { meeting, scores, .. } = fact else { return Vec::new() };
        let Some(meeting) = self.meetings.get(meeting) else { return Vec::new() };
        let otherwise = scores.iter().filter(|score| meeting.table_differs(score));
        otherwise.map(|score| SeasonQuestion::OtherwiseAtATable(score.slot + 1)).collect()
    }
}

/// Asks about games of which no name is known.
fn games_asked(meeting: &Meeting, scores: &[GameScore]) -> Vec<SeasonQuestion> {
    let open = |slot: usize| meeting.slots.get(slot) == Some(&SlotResult::Open);
    let nameless = scores.iter().filter(|score| score.home.is_empty() && score.away.is_empty() && open(score.slot));
    let games: Vec<usize> = nameless.map(|score| score.slot + 1).collect();
    if games.is_empty() { Vec::new() } else { vec![SeasonQuestion::NoNames(games)] }
}

/// Reports whether a fact is about a meeting; one that undoes or withdraws another is about the same as that.
#[must_use]
pub fn is_of_meeting(entries: &[SeasonEntry], fact: &SeasonFact, wanted: MeetingId) -> bool {
    match fact {
        SeasonFact::Played { meeting, .. }
        | SeasonFact::Card { meeting, .. }
        | SeasonFact::Confirmed { meeting }
        | SeasonFact::Disputed { meeting, .. }
        | SeasonFact::Awarded { meeting, .. }
        | SeasonFact::Replay { meeting, .. } => *meeting == wanted,
        SeasonFact::Moved { meetings, .. } => meetings.iter().any(|(meeting, _)| *meeting == wanted),
        SeasonFact::RecordWithdrawn { record } => entries.iter().any(|entry| {
            matches!(&entry.fact, SeasonFact::Played { meeting, record: of, .. } if of == record && *meeting == wanted)
        }),
        SeasonFact::Undone { entry, .. } => {
            undoes(entries, *entry).is_some_and(|fact| is_of_meeting(entries, fact, wanted))
        }
        _ => false,
    }
}

/// Reports whether a fact is about a team; one that undoes another is about the same as that.
#[must_use]
pub fn is_of_team(entries: &[SeasonEntry], fact: &SeasonFact, wanted: TeamId) -> bool {
    match fact {
        SeasonFact::TeamJoined { team, .. }
        | SeasonFact::TeamLeft { team, .. }
        | SeasonFact::PlayerJoined { team, .. }
        | SeasonFact::TeamRenamed { team, .. }
        | SeasonFact::Docked { team, .. }
        | SeasonFact::Given { team, .. }
        | SeasonFact::VenueChanged { team, .. }
        | SeasonFact::CaptainNamed { team, .. } => *team == wanted,
        SeasonFact::Undone { entry, .. } => {
            undoes(entries, *entry).is_some_and(|fact| is_of_team(entries, fact, wanted))
        }
        _ => false,
    }
}

/// The fact that was undone; one that was itself an undoing, what that had undone.
fn undoes(entries: &[SeasonEntry], number: u64) -> Option<&SeasonFact> {
    let mut number = number;
    loop {
        match &entries.iter().find(|entry| entry.number == number)?.fact {
            // Only an earlier fact can be undone, so this ends.
            SeasonFact::Undone { entry, .. } if *entry < number => number = *entry,
            SeasonFact::Undone { .. } => return None,
            fact => return Some(fact),
        }
    }
}

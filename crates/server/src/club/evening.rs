//! Which tables stand where the meetings of the day are played, and what runs at them.

use super::secretary::{EveningSheet, SeasonSheet, TableLine};
use crate::name::TableName;
use game::league::{Lineup, Meeting, MeetingState, Season, SlotResult, TeamId};
use game::stats::same_name;
use std::sync::Arc;

impl TableName {
    /// Returns the name with its club, if it has one.
    #[must_use]
    pub fn words(&self) -> String {
        if self.club.is_empty() { self.table.clone() } else { format!("{}, {}", self.table, self.club) }
    }
}

impl EveningSheet {
    /// Returns a season by its id, or the newest.
    pub(crate) fn sheet(&self, season: &str) -> Option<&SeasonSheet> {
        let named = self.seasons.iter().find(|sheet| sheet.id == season);
        named.or_else(|| self.open_seasons().next()).or_else(|| self.seasons.first()).map(|sheet| &**sheet)
    }

    /// Returns the seasons that are not closed, the newest first.
    pub(crate) fn open_seasons(&self) -> impl Iterator<Item = &Arc<SeasonSheet>> {
        self.seasons.iter().filter(|sheet| !sheet.season.closed)
    }

    /// Returns the meetings of the day that count, each with its season.
    pub fn meetings(&self) -> impl Iterator<Item = (&SeasonSheet, &Meeting)> {
        let today = |meeting: &&Meeting| meeting.day() == Some(self.today) && meeting.state != MeetingState::Void;
        self.open_seasons().flat_map(move |sheet| {
            let meetings = sheet.season.meetings.values().filter(today);
            meetings.map(move |meeting| (&**sheet, meeting))
        })
    }

    /// Returns the tables that stand where a meeting is played.
    pub fn tables_of(&self, season: &Season, meeting: &Meeting) -> impl Iterator<Item = &TableLine> {
        let home = season.home(meeting.planned.home);
        self.tables.iter().filter(move |line| place_of(season, &line.name).is_some_and(|place| same_name(place, home)))
    }

    /// Returns the tables at which a game of a meeting runs: players of both squads meet there.
    pub fn running(&self, season: &Season, meeting: &Meeting) -> impl Iterator<Item = &TableLine> {
        let (home, away) = (meeting.planned.home, meeting.planned.away);
        self.tables.iter().filter(move |line| match line.sides.as_slice() {
            [one, two] => {
                let are = |team, side| in_squad(season, team, side);
                (are(home, one) && are(away, two)) || (are(home, two) && are(away, one))
            }
            _ => false,
        })
    }

    /// Counts the games of this kind that a meeting lacks and that run nowhere.
    #[must_use]
    pub fn lacking(&self, season: &Season, meeting: &Meeting, lineup: Lineup) -> usize {
        let slots = meeting.slots.iter().zip(&season.form.slots);
        let open = slots.filter(|(slot, game)| game.lineup == lineup && **slot == SlotResult::Open).count();
        let of_kind = |line: &&TableLine| line.sides.first().is_some_and(|side| side.len() == lineup.players());
        open.saturating_sub(self.running(season, meeting).filter(of_kind).count())
    }
}

fn in_squad(season: &Season, team: TeamId, side: &[String]) -> bool {
    let squad = season.teams.get(&team).map_or(&[][..], |team| &team.squad.players);
    let is_in = |name: &String| squad.iter().any(|known| same_name(known, season.name_of(name)));
    !side.is_empty() && side.iter().all(is_in)
}

/// Returns the venue of a table: where the secretary placed it, the only venue there is, or the venue or home team that
/// its name begins with.
#[must_use]
pub fn place_of<'a>(season: &'a Season, table: &TableName) -> Option<&'a str> {
    let words = table.words();
    if let Some((_, place)) = season.tables.iter().find(|(known, _)| same_name(known, &words)) {
        return Some(place);
    }
    let venues = season.venues();
    if venues.len() == 1 {
        return venues.first().copied();
    }
    let mut known = season.teams.keys().map(|team| (season.team_name(*team), season.home(*team)));
    known.find(|(team, home)| is_named(table, team) || is_named(table, home)).map(|(_, home)| home)
}

/// Reports whether a table or its club is called like a place: "Red Lion 2" is at the Red Lion.
fn is_named(table: &TableName, place: &str) -> bool {
    let words: Vec<&str> = table.table.split_whitespace().collect();
    same_name(&table.club, place) || (1..=words.len()).any(|n| same_name(&words[..n].join(" "), place))
}

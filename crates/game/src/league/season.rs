//! The fold of a season's facts: teams, squads, meetings and their results as they stand.

use super::fact::{
    Author, Award, Cause, Day, GameScore, MeetingId, Planned, SeasonEntry, SeasonFact, Squad, TeamId, Venue,
};
use super::form::{LeagueForm, Lineup};
use crate::stats::same_name;
use std::collections::{BTreeMap, BTreeSet};

/// Current state of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Number of the team.
    pub id: TeamId,
    /// Name, players and home.
    pub squad: Squad,
    /// Whether the results are struck out, for a team that has left.
    pub left: Option<bool>,
    /// Points that were taken from it, each with its reason.
    pub docked: Vec<(u32, String)>,
    /// Points that were given to it, each with its reason.
    pub given: Vec<(u32, String)>,
    /// Hash of the captain's link.
    pub captain: Option<String>,
}

/// A captain's objection to the other captain's card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The reason.
    pub reason: String,
    /// Positions of the disputed games, from 0; without any it is every game of the card.
    pub games: Vec<usize>,
}

impl Dispute {
    fn is_of(&self, slot: usize) -> bool {
        self.games.is_empty() || self.games.contains(&slot)
    }
}

/// Source of a reported result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultSource {
    /// The table where it was played, by the match's record.
    Table(String),
    /// The captain of this team.
    Captain(TeamId),
    /// The secretary, who decides.
    Secretary,
}

/// Result of a game of a meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotResult {
    /// No result is reported.
    Open,
    /// One captain reported it, and it waits for the other.
    Claimed(GameScore),
    /// The result counts.
    Settled(GameScore),
    /// Reports differ, and the secretary has to decide.
    Differing(Vec<(ResultSource, GameScore)>),
}

/// State of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeetingState {
    /// Games are still to be played or reported.
    Open,
    /// Every game counts.
    Played,
    /// The meeting was awarded without being played.
    Awarded(Award, Cause),
    /// A team of it has left, and it does not count.
    Void,
}

/// A meeting of two teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The planned meeting: its round, its teams.
    pub planned: Planned,
    /// State of the meeting.
    pub state: MeetingState,
    /// Each game of it.
    pub slots: Vec<SlotResult>,
    /// Captains who dispute typed results.
    pub disputes: BTreeMap<TeamId, Dispute>,
    /// The new day, where it was moved; nothing in it until one is found.
    moved: Option<Option<Day>>,
    reports: Vec<(ResultSource, GameScore)>,
    confirmed: BTreeSet<TeamId>,
    award: Option<(Award, Cause)>,
}

impl Meeting {
    fn new(planned: Planned, games: usize) -> Self {
        Self {
            planned,
            state: MeetingState::Open,
            slots: vec![SlotResult::Open; games],
            disputes: BTreeMap::new(),
            moved: None,
            reports: Vec::new(),
            confirmed: BTreeSet::new(),
            award: None,
        }
    }

    /// Returns the day of the meeting, if it is known.
    #[must_use]
    pub fn day(&self) -> Option<Day> {
        self.moved.unwrap_or(self.planned.day)
    }

    /// Reports whether it waits for a day after being moved.
    #[must_use]
    pub fn is_postponed(&self) -> bool {
        self.moved == Some(None)
    }

    /// Reports whether anything of it was reported.
    #[must_use]
    pub const fn has_results(&self) -> bool {
        !self.reports.is_empty()
    }

    /// Reports whether a table reported this game.
    #[must_use]
    pub fn is_reported_by_table(&self, slot: usize) -> bool {
        self.reports.iter().any(|(by, score)| score.slot == slot && matches!(by, ResultSource::Table(_)))
    }

    /// Reports whether a team plays in it.
    #[must_use]
    pub fn is_of(&self, team: TeamId) -> bool {
        [self.planned.home, self.planned.away].contains(&team)
    }

    /// Reports whether a table named another winner of this game.
    #[must_use]
    pub fn table_differs(&self, score: &GameScore) -> bool {
        let otherwise = |(by, told): &(ResultSource, GameScore)| {
            matches!(by, ResultSource::Table(_)) && told.slot == score.slot && told.home_won != score.home_won
        };
        self.reports.iter().any(otherwise)
    }

    /// Reports whether a captain typed results of it, of this game or of any.
    #[must_use]
    pub fn is_reported_by_captain(&self, team: TeamId, slot: Option<usize>) -> bool {
        let theirs = |(by, score): &(ResultSource, GameScore)| {
            *by == ResultSource::Captain(team) && slot.is_none_or(|slot| score.slot == slot)
        };
        self.reports.iter().any(theirs)
    }

    /// Reports whether the other captain's card waits for this captain's answer.
    #[must_use]
    pub fn waits_for(&self, team: TeamId) -> bool {
        let waits = |(slot, result): (usize, &SlotResult)| {
            matches!(result, SlotResult::Claimed(_)) && self.is_reported_by_captain(self.opponent(team), Some(slot))
        };
        self.state == MeetingState::Open && self.slots.iter().enumerate().any(waits)
    }

    /// Reports whether a captain's objection still waits for the secretary.
    #[must_use]
    pub fn is_in_dispute(&self, team: TeamId) -> bool {
        let differs = |slot: usize| matches!(self.slots.get(slot), Some(SlotResult::Differing(_)));
        let open = |dispute: &Dispute| (0..self.slots.len()).any(|slot| dispute.is_of(slot) && differs(slot));
        self.state == MeetingState::Open && self.disputes.get(&team).is_some_and(open)
    }

    /// The other side of it.
    #[must_use]
    pub fn opponent(&self, team: TeamId) -> TeamId {
        if self.planned.home == team { self.planned.away } else { self.planned.home }
    }

    /// Games that count for the home side and for the visitors.
    #[must_use]
    pub fn games(&self, form: &LeagueForm) -> (u32, u32) {
        match self.state {
            MeetingState::Awarded(Award::Home, _) => form.walkover,
            MeetingState::Awarded(Award::Away, _) => (form.walkover.1, form.walkover.0),
            MeetingState::Awarded(Award::Neither, _) | MeetingState::Void => (0, 0),
            MeetingState::Open | MeetingState::Played => self
                .settled()
                .fold((0, 0), |(home, away), score| if score.home_won { (home + 1, away) } else { (home, away + 1) }),
        }
    }

    /// The games that count, as they were played.
    pub fn settled(&self) -> impl Iterator<Item = &GameScore> {
        self.slots.iter().filter_map(|slot| match slot {
            SlotResult::Settled(score) => Some(score),
            SlotResult::Open | SlotResult::Claimed(_) | SlotResult::Differing(_) => None,
        })
    }

    fn report(&mut self, source: ResultSource, score: &GameScore) {
        let known = self.reports.iter().position(|(by, known)| *by == source && known.slot == score.slot);
        match known {
            // Who says the same again, perhaps under corrected names, brings no news.
            Some(at) if self.reports[at].1.home_won == score.home_won => self.reports[at].1 = score.clone(),
            known => {
                if let Some(at) = known {
                    self.reports.remove(at);
                }
                self.reports.push((source, score.clone()));
            }
        }
    }

    /// The results of a meeting start again.
    fn clear(&mut self) {
        *self = Self { moved: self.moved, ..Self::new(self.planned.clone(), self.slots.len()) };
    }

    fn settle(&mut self) {
        for slot in 0..self.slots.len() {
            self.slots[slot] = self.slot(slot);
        }
        let all = self.slots.iter().all(|slot| matches!(slot, SlotResult::Settled(_)));
        self.state = match self.award {
            Some((award, cause)) => MeetingState::Awarded(award, cause),
            None if all => MeetingState::Played,
            None => MeetingState::Open,
        };
    }

    /// Combines the reports of one game: the secretary's decides on those before it, or that of a table counts, or those of
    /// two captains who agree. What a table says otherwise after the secretary is for the secretary to decide.
    fn slot(&self, slot: usize) -> SlotResult {
        let reports: Vec<&(ResultSource, GameScore)> =
            self.reports.iter().filter(|(_, score)| score.slot == slot).collect();
        if let Some(at) = reports.iter().position(|(by, _)| *by == ResultSource::Secretary) {
            let (_, decided) = reports[at];
            let otherwise = |(by, score): &&(ResultSource, GameScore)| {
                matches!(by, ResultSource::Table(_)) && score.home_won != decided.home_won
            };
            return match reports[at..].iter().any(otherwise) {
                true => SlotResult::Differing(reports.into_iter().cloned().collect()),
                false => SlotResult::Settled(decided.clone()),
            };
        }
        let Some((_, first)) = reports.first() else { return SlotResult::Open };
        let differ = reports.iter().any(|(_, score)| score.home_won != first.home_won);
        let disputed = reports.iter().any(|(by, _)| self.is_disputed(by, slot));
        if differ || disputed {
            return SlotResult::Differing(reports.into_iter().cloned().collect());
        }
        // What a table recorded names the players.
        let by_table = reports.iter().find(|(by, _)| matches!(by, ResultSource::Table(_)));
        let agreed = reports.len() > 1 || reports.iter().any(|(by, _)| self.is_agreed(by));
        match by_table {
            Some((_, score)) => SlotResult::Settled(score.clone()),
            None if agreed => SlotResult::Settled(first.clone()),
            None => SlotResult::Claimed(first.clone()),
        }
    }

    fn is_disputed(&self, by: &ResultSource, slot: usize) -> bool {
        let ResultSource::Captain(team) = by else { return false };
        self.disputes.get(&self.opponent(*team)).is_some_and(|dispute| dispute.is_of(slot))
    }

    /// A captain who disputes some games of a card agrees with its others.
    fn is_agreed(&self, by: &ResultSource) -> bool {
        let ResultSource::Captain(team) = by else { return false };
        let other = self.opponent(*team);
        self.confirmed.contains(&other) || self.disputes.contains_key(&other)
    }
}

/// A season as its facts leave it.
///
/// ```
/// use game::league::{Author, LeagueForm, Lineup, Season, SeasonEntry, SeasonFact, Squad, TeamId, fixtures};
///
/// let squad = |name: &str| Squad { name: name.to_owned(), ..Squad::default() };
/// let fact = SeasonFact::Begun {
///     title: "Winter".to_owned(),
///     form: LeagueForm::of_games(9, Lineup::Singles),
///     teams: ["Red Lion", "Ship", "Bell"].map(squad).to_vec(),
///     meetings: fixtures(&[TeamId(0), TeamId(1), TeamId(2)], false, &[]),
/// };
/// let season = Season::of(&[SeasonEntry { number: 0, at_ms: 0, by: Author::Secretary, fact }]);
/// assert_eq!((season.teams.len(), season.meetings.len(), season.table().len()), (3, 3, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// Title of the season.
    pub title: String,
    /// The league's rules.
    pub form: LeagueForm,
    /// The teams, those that left too.
    pub teams: BTreeMap<TeamId, Team>,
    /// The meetings.
    pub meetings: BTreeMap<MeetingId, Meeting>,
    /// Venues of tables that the secretary placed.
    pub tables: BTreeMap<String, Venue>,
    /// Numbers of facts that were undone.
    pub undone: BTreeSet<u64>,
    /// Whether the season has begun.
    pub begun: bool,
    /// Whether the season is closed.
    pub closed: bool,
    /// The facts by number, with whether each can be undone.
    pub(super) known: BTreeMap<u64, bool>,
    renamed: Vec<(String, String)>,
}

impl Season {
    /// Folds the facts in their order. Facts that make no sense are passed over; [`Self::check`] keeps them out.
    #[must_use]
    pub fn of(entries: &[SeasonEntry]) -> Self {
        let undone = undone(entries);
        let mut season = Self {
            title: String::new(),
            form: LeagueForm::of_games(1, Lineup::Singles),
            teams: BTreeMap::new(),
            meetings: BTreeMap::new(),
            tables: BTreeMap::new(),
            begun: false,
            closed: false,
            known: entries
                .iter()
                .map(|entry| (entry.number, !matches!(entry.fact, SeasonFact::Begun { .. })))
                .collect(),
            renamed: Vec::new(),
            undone,
        };
        for entry in entries {
            if !season.undone.contains(&entry.number) {
                season.take(&entry.by, &entry.fact);
            }
        }
        season.name_captains(entries);
        season.settle();
        season
    }

    fn take(&mut self, by: &Author, fact: &SeasonFact) {
        match fact {
            SeasonFact::Begun { title, form, teams, meetings } if !self.begun => {
                (self.title, self.form, self.begun) = (title.clone(), form.clone(), true);
                for (number, squad) in (0..).zip(teams) {
                    self.enter(TeamId(number), squad, &[]);
                }
                self.plan(meetings);
            }
            SeasonFact::Begun { .. } | SeasonFact::Undone { .. } | SeasonFact::CaptainNamed { .. } => {}
            SeasonFact::TeamJoined { team, squad, meetings } => self.enter(*team, squad, meetings),
            SeasonFact::TeamLeft { team, struck, .. } => self.with(*team, |team| team.left = Some(*struck)),
            SeasonFact::PlayerJoined { player, team } => {
                self.remove(player);
                self.with(*team, |team| team.squad.players.push(player.clone()));
            }
            SeasonFact::PlayerLeft { player } => self.remove(player),
            SeasonFact::PlayerRenamed { from, to } => self.rename(from, to),
            SeasonFact::TeamRenamed { team, name } => self.with(*team, |team| team.squad.name.clone_from(name)),
            SeasonFact::Docked { team, points, reason } => {
                self.with(*team, |team| team.docked.push((*points, reason.clone())));
            }
            SeasonFact::Given { team, points, reason } => {
                self.with(*team, |team| team.given.push((*points, reason.clone())));
            }
            SeasonFact::VenueChanged { team, venue } => self.with(*team, |team| team.squad.venue.clone_from(venue)),
            SeasonFact::Closed { .. } => self.closed = true,
            SeasonFact::TablePlaced { table, venue } => drop(self.tables.insert(table.clone(), venue.clone())),
            SeasonFact::Moved { meetings, .. } => {
                for (id, day) in meetings {
                    self.at(*id, |meeting| meeting.moved = Some(*day));
                }
            }
            SeasonFact::RecordWithdrawn { record } => {
                let gone = ResultSource::Table(record.clone());
                for meeting in self.meetings.values_mut() {
                    meeting.reports.retain(|(by, _)| *by != gone);
                }
            }
            SeasonFact::Played { meeting, score, record } => self.played(*meeting, score, record),
            SeasonFact::Card { meeting, scores, .. } => self.card(by, *meeting, scores),
            SeasonFact::Confirmed { meeting } => {
                if let Author::Captain(team) = by {
                    self.at(*meeting, |meeting| {
                        meeting.disputes.remove(team);
                        meeting.confirmed.insert(*team);
                    });
                }
            }
            SeasonFact::Disputed { meeting, reason, games } => {
                if let Author::Captain(team) = by {
                    let dispute = Dispute { reason: reason.clone(), games: games.clone() };
                    self.at(*meeting, |meeting| {
                        meeting.confirmed.remove(team);
                        meeting.disputes.insert(*team, dispute);
                    });
                }
            }
            SeasonFact::Awarded { meeting, to, cause, .. } => {
                self.at(*meeting, |meeting| meeting.award = Some((*to, *cause)));
            }
            SeasonFact::Replay { meeting, .. } => self.at(*meeting, Meeting::clear),
        }
    }

    /// A team's newest entry decides which link opens, also when it is undone: what was withdrawn stays withdrawn.
    fn name_captains(&mut self, entries: &[SeasonEntry]) {
        let ever_undone: BTreeSet<u64> = entries
            .iter()
            .filter_map(|entry| if let SeasonFact::Undone { entry, .. } = entry.fact { Some(entry) } else { None })
            .collect();
        for entry in entries {
            if let SeasonFact::CaptainNamed { team, link } = &entry.fact {
                let opens = !link.is_empty() && !ever_undone.contains(&entry.number);
                self.with(*team, |team| team.captain = opens.then(|| link.clone()));
            }
        }
    }

    fn enter(&mut self, id: TeamId, squad: &Squad, meetings: &[Planned]) {
        self.teams.insert(
            id,
            Team { id, squad: squad.clone(), left: None, docked: Vec::new(), given: Vec::new(), captain: None },
        );
        self.plan(meetings);
    }

    fn plan(&mut self, meetings: &[Planned]) {
        let games = self.form.slots.len();
        self.meetings.extend(meetings.iter().map(|planned| (planned.id, Meeting::new(planned.clone(), games))));
    }

    /// A record counts where it was reported last.
    fn played(&mut self, id: MeetingId, score: &GameScore, record: &str) {
        let source = ResultSource::Table(record.to_owned());
        for (other, meeting) in &mut self.meetings {
            meeting.reports.retain(|(by, known)| *by != source || (*other == id && known.slot == score.slot));
        }
        self.at(id, |meeting| meeting.report(source, score));
    }

    fn card(&mut self, by: &Author, id: MeetingId, scores: &[GameScore]) {
        let source = match by {
            Author::Secretary => ResultSource::Secretary,
            Author::Captain(team) => ResultSource::Captain(*team),
            Author::Table(_) => return,
        };
        self.at(id, |meeting| {
            for score in scores {
                meeting.report(source.clone(), score);
            }
            // A new card is to be agreed to again.
            if let ResultSource::Captain(team) = source {
                let opponent = meeting.opponent(team);
                meeting.confirmed.remove(&opponent);
                meeting.disputes.remove(&opponent);
            }
        });
    }

    fn remove(&mut self, player: &str) {
        for team in self.teams.values_mut() {
            team.squad.players.retain(|known| !same_name(known, player));
        }
    }

    fn rename(&mut self, from: &str, to: &str) {
        self.renamed.push((from.to_owned(), to.to_owned()));
        for team in self.teams.values_mut() {
            let squad = &mut team.squad.players;
            let there = !same_name(from, to) && squad.iter().any(|known| same_name(known, to));
            squad.retain(|known| !(there && same_name(known, from)));
            for known in squad.iter_mut().filter(|known| same_name(known, from)) {
                to.clone_into(known);
            }
        }
    }

    /// Returns a player's corrected name, as the player's squad spells it.
    #[must_use]
    pub fn name_of<'a>(&'a self, player: &'a str) -> &'a str {
        let name = self.renamed.iter().fold(player, |name, (from, to)| if same_name(name, from) { to } else { name });
        let mut squads = self.teams.values().flat_map(|team| &team.squad.players);
        squads.find(|known| same_name(known, name)).map_or(name, String::as_str)
    }

    /// Returns the team whose squad a player is in.
    #[must_use]
    pub fn team_of(&self, player: &str) -> Option<&Team> {
        self.teams.values().find(|team| team.squad.players.iter().any(|known| same_name(known, player)))
    }

    /// The name of a team.
    #[must_use]
    pub fn team_name(&self, team: TeamId) -> &str {
        self.teams.get(&team).map_or("?", |team| team.squad.name.as_str())
    }

    /// Returns the venue of a meeting: that of the home side.
    #[must_use]
    pub fn venue(&self, meeting: &Meeting) -> &str {
        self.teams.get(&meeting.planned.home).map_or("", |team| team.squad.venue.as_str())
    }

    /// Returns where a team is at home: its venue, or the team's own name where only others have one. Empty where the
    /// season has no venues.
    #[must_use]
    pub fn home(&self, team: TeamId) -> &str {
        let venues = self.teams.values().any(|team| !team.squad.venue.is_empty());
        self.teams.get(&team).map_or("", |team| match team.squad.venue.as_str() {
            "" if venues => &team.squad.name,
            venue => venue,
        })
    }

    /// Returns all home venues, each once.
    #[must_use]
    pub fn venues(&self) -> BTreeSet<&str> {
        self.teams.keys().map(|team| self.home(*team)).collect()
    }

    /// Days from one round to the next, as the season was planned; seven where it has no days.
    #[must_use]
    pub fn step(&self) -> i32 {
        let days: BTreeSet<Day> = self.meetings.values().filter_map(|meeting| meeting.planned.day).collect();
        days.iter().zip(days.iter().skip(1)).map(|(one, next)| next.0 - one.0).min().unwrap_or(7)
    }

    fn with(&mut self, team: TeamId, change: impl FnOnce(&mut Team)) {
        if let Some(team) = self.teams.get_mut(&team) {
            change(team);
        }
    }

    fn at(&mut self, meeting: MeetingId, change: impl FnOnce(&mut Meeting)) {
        if let Some(meeting) = self.meetings.get_mut(&meeting) {
            change(meeting);
        }
    }

    fn settle(&mut self) {
        for meeting in self.meetings.values_mut() {
            meeting.settle();
            let left = [meeting.planned.home, meeting.planned.away]
                .map(|team| self.teams.get(&team).and_then(|team| team.left));
            let struck = left.contains(&Some(true));
            let over = meeting.state != MeetingState::Open;
            if struck || (left.contains(&Some(false)) && !over) {
                meeting.state = MeetingState::Void;
            }
        }
    }
}

/// The numbers of undone facts. The last word counts: an undoing that was undone itself leaves its fact standing.
fn undone(entries: &[SeasonEntry]) -> BTreeSet<u64> {
    let mut undone = BTreeSet::new();
    for entry in entries.iter().rev() {
        if let SeasonFact::Undone { entry: earlier, .. } = &entry.fact
            && *earlier < entry.number
            && !undone.contains(&entry.number)
        {
            undone.insert(*earlier);
        }
    }
    undone
}

//! The table of a season, and of its players.

use super::fact::TeamId;
use super::form::TieBreak;
use super::season::{Meeting, MeetingState, Season};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

/// A team's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamLine {
    /// The team.
    pub team: TeamId,
    /// Player's name.
    pub name: String,
    /// Meetings that count.
    pub played: u32,
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
    /// Games won.
    pub games_for: u32,
    /// Games lost.
    pub games_against: u32,
    /// Points taken away.
    pub docked: u32,
    /// Points given.
    pub given: u32,
    /// Points, those given added and those taken away subtracted; below zero where more were taken than won.
    pub points: i64,
}

/// A player's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// The player.
    pub name: String,
    /// Team of the player's squad.
    pub team: Option<TeamId>,
    /// Games.
    pub played: u32,
    /// Won.
    pub won: u32,
}

impl Season {
    /// Returns the table, ordered by the league's rules; of several divisions the highest first. A meeting counts once all its
    /// games do. A team with struck-out results has no line.
    #[must_use]
    pub fn table(&self) -> Vec<TeamLine> {
        let divisions: BTreeSet<usize> = self.teams.values().map(|team| team.squad.division).collect();
        divisions.into_iter().flat_map(|division| self.division_table(division)).collect()
    }

    /// Returns the table of a division.
    pub(super) fn division_table(&self, division: usize) -> Vec<TeamLine> {
        let counts = |team: &&super::Team| team.left != Some(true) && team.squad.division == division;
        let teams: BTreeSet<TeamId> = self.teams.values().filter(counts).map(|team| team.id).collect();
        let lines = self.lines(&teams);
        self.ordered(lines.into_values().collect(), &self.form.order)
    }

    /// Returns the players' table: every game that counts and has known players, by games won.
    #[must_use]
    pub fn players(&self) -> Vec<PlayerLine> {
        let mut sums: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        let counts = |meeting: &&Meeting| matches!(meeting.state, MeetingState::Open | MeetingState::Played);
        for score in self.meetings.values().filter(counts).flat_map(Meeting::settled) {
            for (players, won) in [(&score.home, score.home_won), (&score.away, !score.home_won)] {
                for player in players {
                    let sum = sums.entry(self.name_of(player)).or_default();
                    *sum = (sum.0 + 1, sum.1 + u32::from(won));
                }
            }
        }
        let line = |(name, (played, won)): (&str, (u32, u32))| PlayerLine {
            name: name.to_owned(),
            team: self.team_of(name).map(|team| team.id),
            played,
            won,
        };
        let mut lines: Vec<PlayerLine> = sums.into_iter().map(line).collect();
        lines.sort_by_key(|line| (Reverse(line.won), line.played));
        lines
    }

    /// The lines of teams over the meetings between them.
    fn lines(&self, teams: &BTreeSet<TeamId>) -> BTreeMap<TeamId, TeamLine> {
        let mut lines: BTreeMap<TeamId, TeamLine> = teams.iter().map(|&team| (team, self.line(team))).collect();
        for meeting in self.meetings.values() {
            let (home, away) = (meeting.planned.home, meeting.planned.away);
            let counts = matches!(meeting.state, MeetingState::Played | MeetingState::Awarded(..));
            if !counts || !teams.contains(&home) || !teams.contains(&away) {
                continue;
            }
            let games = meeting.games(&self.form);
            for (team, ours, theirs) in [(home, games.0, games.1), (away, games.1, games.0)] {
                if let Some(line) = lines.get_mut(&team) {
                    self.add(line, meeting, ours, theirs);
                }
            }
        }
        lines
    }

    fn line(&self, team: TeamId) -> TeamLine {
        let known = self.teams.get(&team);
        let sum = |of: &[(u32, String)]| of.iter().map(|(points, _)| points).sum::<u32>();
        let (docked, given) = known.map_or((0, 0), |team| (sum(&team.docked), sum(&team.given)));
        let name = known.map(|team| team.squad.name.clone()).unwrap_or_default();
        TeamLine {
            team,
            name,
            played: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            games_for: 0,
            games_against: 0,
            docked,
            given,
            points: i64::from(given) - i64::from(docked),
        }
    }

    fn add(&self, line: &mut TeamLine, meeting: &Meeting, ours: u32, theirs: u32) {
        use super::fact::Award;
        line.played += 1;
        if matches!(meeting.state, MeetingState::Awarded(Award::Neither, _)) {
            // Lost by both, and worth nothing to either.
            line.lost += 1;
            return;
        }
        line.won += u32::from(ours > theirs);
        line.drawn += u32::from(ours == theirs);
        line.lost += u32::from(ours < theirs);
        line.games_for += ours;
        line.games_against += theirs;
        line.points += i64::from(self.form.points.of(ours, theirs));
    }

    /// Orders by the first key, then each group of equals by the next.
    fn ordered(&self, mut lines: Vec<TeamLine>, order: &[TieBreak]) -> Vec<TeamLine> {
        let Some((key, rest)) = order.split_first() else {
            lines.sort_by(|a, b| a.name.cmp(&b.name));
            return lines;
        };
        if lines.len() < 2 {
            return lines;
        }
        let among: BTreeMap<TeamId, TeamLine> = match key {
            TieBreak::HeadToHead => self.lines(&lines.iter().map(|line| line.team).collect()),
            TieBreak::Points
            | TieBreak::MeetingsWon
            | TieBreak::GameDifference
            | TieBreak::GamesWon
            | TieBreak::Beaten
            | TieBreak::Opponents => BTreeMap::new(),
        };
        let level: Vec<TeamId> = lines.iter().map(|line| line.team).collect();
        let value = |line: &TeamLine| match key {
            TieBreak::Points => line.points,
            TieBreak::MeetingsWon => i64::from(line.won),
            TieBreak::GameDifference => i64::from(line.games_for) - i64::from(line.games_against),
            TieBreak::GamesWon => i64::from(line.games_for),
            // Points taken or given are the same in every table; here they would count twice.
            TieBreak::HeadToHead => {
                among.get(&line.team).map_or(0, |line| line.points + i64::from(line.docked) - i64::from(line.given))
            }
            TieBreak::Beaten => self.beaten(line.team, &level),
            TieBreak::Opponents => self.opponents(line.team),
        };
        lines.sort_by_key(|line| Reverse(value(line)));
        let groups: Vec<Vec<TeamLine>> =
            lines.chunk_by(|a, b| value(a) == value(b)).map(<[TeamLine]>::to_vec).collect();
        groups.into_iter().flat_map(|group| self.ordered(group, rest)).collect()
    }

    /// The meetings of a team that count: the opponent, and how its games compare with theirs.
    fn against(&self, team: TeamId) -> impl Iterator<Item = (TeamId, Ordering)> {
        let counts = |meeting: &&Meeting| match meeting.state {
            MeetingState::Played => true,
            MeetingState::Awarded(award, _) => award != super::fact::Award::Neither,
            MeetingState::Open | MeetingState::Void => false,
        };
        self.meetings.values().filter(counts).filter_map(move |meeting| {
            let (home, away) = meeting.games(&self.form);
            let ours = if meeting.planned.home == team { home.cmp(&away) } else { away.cmp(&home) };
            [meeting.planned.home, meeting.planned.away].contains(&team).then(|| (meeting.opponent(team), ours))
        })
    }

    /// 1 for a team that has beaten each of the others, -1 for one that has lost to each, else 0.
    fn beaten(&self, team: TeamId, level: &[TeamId]) -> i64 {
        let sign = |compared: Ordering| compared as i64;
        let than = |other: TeamId| -> i64 {
            self.against(team).filter(|(met, _)| *met == other).map(|(_, ours)| sign(ours)).sum::<i64>().signum()
        };
        let others: Vec<i64> = level.iter().filter(|&&other| other != team).map(|&other| than(other)).collect();
        match others.first() {
            Some(&first) if others.iter().all(|&other| other == first) => first,
            _ => 0,
        }
    }

    /// The points of the opponents a team has beaten, and half of those it drew with, doubled.
    fn opponents(&self, team: TeamId) -> i64 {
        let teams: BTreeSet<TeamId> = self.teams.keys().copied().collect();
        let lines = self.lines(&teams);
        let points = |other: TeamId| lines.get(&other).map_or(0, |line| line.points);
        let worth = |(other, ours): (TeamId, Ordering)| match ours {
            Ordering::Greater => 2 * points(other),
            Ordering::Equal => points(other),
            Ordering::Less => 0,
        };
        self.against(team).map(worth).sum()
    }
}

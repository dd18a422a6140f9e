//! Fixtures and days. The results are written into facts, so that they stay when the computation changes later.

use super::fact::{Day, MeetingId, Planned, Squad, TeamId};
use super::season::{MeetingState, Season};
use crate::stats::round_robin;
use std::collections::BTreeSet;

/// The days of `rounds` rounds, `step` days apart, leaving out days without play.
///
/// ```
/// use game::league::{Day, days};
///
/// assert_eq!(days(Day(10), 7, &[Day(17)], 3), [Day(10), Day(24), Day(31)]);
/// ```
#[must_use]
pub fn days(first: Day, step: i32, without: &[Day], rounds: usize) -> Vec<Day> {
    let step = step.max(1);
    let all = (0..).map(|n: i32| Day(first.0.saturating_add(n.saturating_mul(step))));
    // A list of days without play ends, so this does too; the bound only guards against absurd lists.
    all.take(rounds + without.len()).filter(|day| !without.contains(day)).take(rounds).collect()
}

/// The fixtures of a season: a round robin, once or twice. Rounds beyond `days` have no day yet.
#[must_use]
pub fn fixtures(teams: &[TeamId], twice: bool, days: &[Day]) -> Vec<Planned> {
    let mut planned = Vec::new();
    for (round, pairs) in round_robin(teams.len(), twice).into_iter().enumerate() {
        for (home, away) in pairs {
            planned.push(Planned {
                id: MeetingId(number(planned.len())),
                round: number(round) + 1,
                home: teams[home],
                away: teams[away],
                day: days.get(round).copied(),
            });
        }
    }
    planned
}

/// The fixtures of teams that are numbered from 0: those of each division among themselves, in the same rounds.
///
/// ```
/// use game::league::{Squad, division_fixtures};
///
/// let squad = |division| Squad { division, ..Squad::default() };
/// let planned = division_fixtures(&[0, 0, 1, 1].map(squad), true, &[]);
/// let pairs: Vec<_> = planned.iter().map(|one| (one.round, one.home.0, one.away.0)).collect();
/// assert_eq!(pairs, [(1, 0, 1), (2, 1, 0), (1, 2, 3), (2, 3, 2)]);
/// ```
#[must_use]
pub fn division_fixtures(teams: &[Squad], twice: bool, days: &[Day]) -> Vec<Planned> {
    let divisions: BTreeSet<usize> = teams.iter().map(|squad| squad.division).collect();
    let mut planned: Vec<Planned> = Vec::new();
    for division in divisions {
        let of = (0..).map(TeamId).zip(teams).filter(|(_, squad)| squad.division == division);
        let ids: Vec<TeamId> = of.map(|(id, _)| id).collect();
        let before = number(planned.len());
        let more = fixtures(&ids, twice, days).into_iter();
        planned.extend(more.map(|one| Planned { id: MeetingId(one.id.0 + before), ..one }));
    }
    planned
}

/// The fixtures of a team that joins a division late: it fills rounds still to come in which its opponent rests, then plays in rounds
/// after the last. No fixture that is there moves. `days` are those of the rounds after the last.
#[must_use]
pub fn late_fixtures(season: &Season, team: TeamId, division: usize, days: &[Day]) -> Vec<Planned> {
    let last = season.meetings.values().map(|meeting| meeting.planned.round).max().unwrap_or(0);
    let begun = |round: u32| {
        let mut of_round = season.meetings.values().filter(|meeting| meeting.planned.round == round);
        of_round.any(|meeting| meeting.state != MeetingState::Open || meeting.has_results())
    };
    let to_come: Vec<u32> = (1..=last).filter(|&round| !begun(round)).collect();
    let mut busy: BTreeSet<(u32, TeamId)> = season
        .meetings
        .values()
        .flat_map(|meeting| [meeting.planned.home, meeting.planned.away].map(|who| (meeting.planned.round, who)))
        .collect();
    let mut next = season.meetings.keys().next_back().map_or(0, |id| id.0 + 1);
    let mut planned = Vec::new();
    let playing = |other: &&super::Team| other.id != team && other.left.is_none() && other.squad.division == division;
    let opponents: Vec<TeamId> = season.teams.values().filter(playing).map(|other| other.id).collect();
    for leg in 0..if season.form.twice { 2 } else { 1 } {
        for (at, &other) in opponents.iter().enumerate() {
            let free = |round: &u32| !busy.contains(&(*round, other)) && !busy.contains(&(*round, team));
            let round =
                to_come.iter().copied().find(free).unwrap_or_else(|| (last + 1..).find(free).unwrap_or(last + 1));
            busy.extend([(round, other), (round, team)]);
            let (home, away) = if (at + leg) % 2 == 0 { (team, other) } else { (other, team) };
            let of_round = season.meetings.values().find(|meeting| meeting.planned.round == round);
            let day = match of_round {
                Some(meeting) => meeting.planned.day,
                None => days.get((round - last - 1) as usize).copied(),
            };
            planned.push(Planned { id: MeetingId(next), round, home, away, day });
            next += 1;
        }
    }
    planned
}

/// Returns the day on which most meetings of a round are played, the earliest of several; `None` without days.
#[must_use]
pub fn day_of_round(meetings: &[&super::Meeting]) -> Option<Day> {
    let days: Vec<Day> = meetings.iter().filter_map(|meeting| meeting.day()).collect();
    let many = |day: &Day| days.iter().filter(|other| *other == day).count();
    days.iter().copied().max_by_key(|day| (many(day), std::cmp::Reverse(*day)))
}

/// Returns the days without play between rounds on these days, `step` days apart.
///
/// ```
/// use game::league::{Day, off_days};
///
/// assert_eq!(off_days(&[Day(10), Day(17), Day(38)], 7), [Day(24), Day(31)]);
/// ```
#[must_use]
pub fn off_days(days: &[Day], step: i32) -> Vec<Day> {
    let days: BTreeSet<Day> = days.iter().copied().collect();
    let gaps = days.iter().zip(days.iter().skip(1));
    let step = usize::try_from(step.max(1)).unwrap_or(1);
    gaps.flat_map(|(one, next)| (one.0..next.0).step_by(step).skip(1).map(Day)).collect()
}

/// The new days of open meetings from `day` on if that day is cancelled: each round moves to the next one's day, the
/// last `step` days later.
#[must_use]
pub fn put_back(season: &Season, day: Day, step: i32) -> Vec<(MeetingId, Day)> {
    let open =
        |meeting: &&super::Meeting| meeting.state == MeetingState::Open && meeting.day().is_some_and(|on| on >= day);
    let dates: BTreeSet<Day> = season.meetings.values().filter(open).filter_map(super::Meeting::day).collect();
    let after = |on: Day| dates.range(Day(on.0 + 1)..).next().copied().unwrap_or(Day(on.0.saturating_add(step.max(1))));
    season
        .meetings
        .values()
        .filter(open)
        .filter_map(|meeting| Some((meeting.planned.id, after(meeting.day()?))))
        .collect()
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

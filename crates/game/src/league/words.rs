//! Facts and meetings in words, for lists and logs.

use super::fact::{Author, Award, Cause, MeetingId, SeasonFact, TeamId};
use super::season::{Meeting, MeetingState, Season, SlotResult};
use language::say;

/// Returns the author of a fact in words.
#[must_use]
pub fn by_words(season: &Season, by: &Author) -> String {
    match by {
        Author::Secretary => say!("the secretary").to_owned(),
        Author::Captain(team) => say!("the captain of {team}", team = season.team_name(*team)),
        Author::Table(table) => table.clone(),
    }
}

/// Returns the state of a meeting in words; empty before it is played.
#[must_use]
pub fn meeting_words(season: &Season, meeting: &Meeting) -> String {
    let (home, away) = meeting.games(&season.form);
    let differs = |slot: &SlotResult| matches!(slot, SlotResult::Differing(_));
    let claimed = |slot: &SlotResult| matches!(slot, SlotResult::Claimed(_));
    match meeting.state {
        MeetingState::Void => say!("does not count").to_owned(),
        MeetingState::Awarded(Award::Neither, _) => say!("lost by both").to_owned(),
        MeetingState::Awarded(_, cause) => format!("{home}-{away}, {}", cause_words(cause)),
        MeetingState::Played => format!("{home}-{away}"),
        MeetingState::Open if meeting.slots.iter().any(differs) => {
            say!("{home}-{away}, to be decided", home, away)
        }
        MeetingState::Open if meeting.slots.iter().any(claimed) => {
            say!("a card waits for the other captain").to_owned()
        }
        MeetingState::Open if meeting.has_results() => say!("{home}-{away} so far", home, away),
        MeetingState::Open if meeting.is_postponed() => say!("postponed").to_owned(),
        MeetingState::Open => String::new(),
    }
}

const fn cause_english(cause: Cause) -> &'static str {
    match cause {
        Cause::Walkover => language::sentence!("walkover"),
        Cause::Conceded => language::sentence!("conceded"),
        Cause::NoCard => language::sentence!("no card received"),
    }
}

fn cause_words(cause: Cause) -> &'static str {
    language::said(cause_english(cause))
}

/// "Ship v Bell".
fn of(season: &Season, id: MeetingId) -> String {
    let Some(meeting) = season.meetings.get(&id) else { return "?".to_owned() };
    let (home, away) = (season.team_name(meeting.planned.home), season.team_name(meeting.planned.away));
    say!("{home} v {away}", home, away)
}

/// A fact.
#[must_use]
pub fn fact_words(season: &Season, fact: &SeasonFact) -> String {
    let team = |id: &TeamId| season.team_name(*id);
    match fact {
        SeasonFact::Begun { title, teams, .. } => say!("{title} begins with {n} teams", title, n = teams.len()),
        SeasonFact::TeamJoined { squad, .. } => say!("{team} joins", team = squad.name),
        SeasonFact::TeamLeft { team: id, struck: true, reason } => {
            say!("{team} drops out, and its results with it: {reason}", team = team(id), reason)
        }
        SeasonFact::TeamLeft { team: id, reason, .. } => say!("{team} drops out: {reason}", team = team(id), reason),
        SeasonFact::PlayerJoined { player, team: id } => say!("{player} joins {team}", player, team = team(id)),
        SeasonFact::PlayerLeft { player } => say!("{player} leaves the league", player),
        SeasonFact::PlayerRenamed { from, to } => say!("{from} is {to}", from, to),
        SeasonFact::TeamRenamed { name, .. } => say!("a team is renamed {name}", name),
        SeasonFact::VenueChanged { team: id, venue } => say!("{team} plays at {venue}", team = team(id), venue),
        SeasonFact::Closed { reason } => say!("the season is closed: {reason}", reason),
        SeasonFact::TablePlaced { table, venue } => say!("{table} is at {venue}", table, venue),
        SeasonFact::CaptainNamed { team: id, .. } => say!("{team}: a new captain’s link", team = team(id)),
        SeasonFact::RecordWithdrawn { .. } => say!("a table deleted a match").to_owned(),
        SeasonFact::Docked { team: id, points, reason } => {
            say!("{team}: {points} points docked: {reason}", team = team(id), points, reason)
        }
        SeasonFact::Given { team: id, points, reason } => {
            say!("{team}: {points} points given: {reason}", team = team(id), points, reason)
        }
        SeasonFact::Undone { entry, reason } => say!("number {entry} undone {reason}", entry, reason),
        of_meetings => meeting_fact_words(season, of_meetings),
    }
}

fn meeting_fact_words(season: &Season, fact: &SeasonFact) -> String {
    match fact {
        SeasonFact::Played { meeting, score, .. } => {
            let names = |names: &[String]| names.join(" & ");
            let (home, away) = (names(&score.home), names(&score.away));
            let (won, lost) = if score.home_won { (home, away) } else { (away, home) };
            say!(
                "{meeting}, game {n}: {won} beat {lost}",
                meeting = of(season, *meeting),
                n = score.slot + 1,
                won,
                lost
            )
        }
        SeasonFact::Card { meeting, scores, note } => {
            let home = scores.iter().filter(|score| score.home_won).count();
            let away = scores.len() - home;
            say!("{meeting}: card {home}-{away} {note}", meeting = of(season, *meeting), home, away, note)
        }
        SeasonFact::Confirmed { meeting } => say!("{meeting}: confirmed", meeting = of(season, *meeting)),
        SeasonFact::Disputed { meeting, reason } => {
            say!("{meeting}: disputed: {reason}", meeting = of(season, *meeting), reason)
        }
        SeasonFact::Awarded { meeting, cause, reason, .. } => {
            let meeting = of(season, *meeting);
            say!("{meeting}: {cause}: {reason}", meeting, cause = cause_words(*cause), reason)
        }
        SeasonFact::Moved { meetings, reason } => {
            let day = |(id, day): &(MeetingId, Option<super::Day>)| match day {
                Some(day) => format!("{} ({day})", of(season, *id)),
                None => of(season, *id),
            };
            let names: Vec<String> = meetings.iter().map(day).collect();
            say!("{meetings}: moved: {reason}", meetings = names.join(", "), reason)
        }
        SeasonFact::Replay { meeting, reason } => {
            say!("{meeting}: to be played again: {reason}", meeting = of(season, *meeting), reason)
        }
        // The caller has said everything else.
        _ => String::new(),
    }
}

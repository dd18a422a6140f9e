//! Facts and meetings in words, for lists and logs.

use super::fact::{Author, Award, Cause, GameScore, MeetingId, SeasonEntry, SeasonFact, TeamId};
use super::season::{Meeting, MeetingState, Season, SlotResult};
use language::{say, say_count};

/// Most meetings of one fact that are named.
const MOST_NAMED: usize = 4;

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

/// Returns a fact in words; `entries` are those of its season, for what it undoes.
#[must_use]
pub fn fact_words(season: &Season, entries: &[SeasonEntry], fact: &SeasonFact) -> String {
    let team = |id: &TeamId| season.team_name(*id);
    match fact {
        SeasonFact::Begun { title, teams, .. } => say!("{title} begins with {n} teams", title, n = teams.len()),
        SeasonFact::TeamJoined { squad, meetings, .. } => {
            match meetings.iter().filter_map(|planned| planned.day).max() {
                Some(day) => say!("{team} joins; its last meeting is on {day}", team = squad.name, day = day.words()),
                None => say!("{team} joins", team = squad.name),
            }
        }
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
        SeasonFact::CaptainNamed { team: id, link } if link.is_empty() => {
            say!("{team}: the captain’s link was withdrawn", team = team(id))
        }
        SeasonFact::CaptainNamed { team: id, .. } => say!("{team}: a new captain’s link", team = team(id)),
        SeasonFact::RecordWithdrawn { .. } => say!("a table deleted a match").to_owned(),
        SeasonFact::Docked { team: id, points, reason } => {
            say_count!(
                points,
                "{team}: {n} point docked: {reason}",
                "{team}: {n} points docked: {reason}",
                team = team(id),
                reason
            )
        }
        SeasonFact::Given { team: id, points, reason } => {
            say_count!(
                points,
                "{team}: {n} point given: {reason}",
                "{team}: {n} points given: {reason}",
                team = team(id),
                reason
            )
        }
        SeasonFact::Undone { entry, reason } => with_note(undone_words(season, entries, *entry), reason),
        of_meetings => meeting_fact_words(season, of_meetings),
    }
}

fn undone_words(season: &Season, entries: &[SeasonEntry], entry: u64) -> String {
    match entries.iter().find(|earlier| earlier.number == entry).map(|earlier| &earlier.fact) {
        Some(SeasonFact::Undone { entry: first, .. }) => {
            say!("number {entry} is undone: number {first} counts again", entry, first)
        }
        Some(fact) => say!("number {entry} is undone: {what}", entry, what = fact_words(season, entries, fact)),
        None => say!("number {entry} is undone", entry),
    }
}

fn with_note(words: String, note: &str) -> String {
    if note.is_empty() { words } else { format!("{words}: {note}") }
}

/// The games of a card: how they came out or, of some, which and for whom.
fn scores_words(season: &Season, id: MeetingId, scores: &[GameScore]) -> String {
    let home = scores.iter().filter(|score| score.home_won).count();
    if scores.len() >= season.form.slots.len() {
        return say!("card {home}-{away}", home, away = scores.len() - home);
    }
    let winner = |score: &GameScore| {
        let planned = season.meetings.get(&id).map(|meeting| &meeting.planned);
        let team = planned.map(|planned| if score.home_won { planned.home } else { planned.away });
        say!("game {n} to {team}", n = score.slot + 1, team = team.map_or("?", |team| season.team_name(team)))
    };
    scores.iter().map(winner).collect::<Vec<_>>().join(", ")
}

fn award_words(season: &Season, id: MeetingId, to: Award) -> String {
    let planned = season.meetings.get(&id).map(|meeting| &meeting.planned);
    match (to, planned) {
        (Award::Home, Some(planned)) => say!("awarded to {team}", team = season.team_name(planned.home)),
        (Award::Away, Some(planned)) => say!("awarded to {team}", team = season.team_name(planned.away)),
        (Award::Neither, _) | (_, None) => say!("lost by both").to_owned(),
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
            let scores = scores_words(season, *meeting, scores);
            with_note(format!("{}: {scores}", of(season, *meeting)), note)
        }
        SeasonFact::Confirmed { meeting } => say!("{meeting}: confirmed", meeting = of(season, *meeting)),
        SeasonFact::Disputed { meeting, reason, games } if games.is_empty() => {
            say!("{meeting}: disputed: {reason}", meeting = of(season, *meeting), reason)
        }
        SeasonFact::Disputed { meeting, reason, games } => {
            let games: Vec<String> = games.iter().map(|game| (game + 1).to_string()).collect();
            let (meeting, list) = (of(season, *meeting), games.join(", "));
            say!("{meeting}: disputed, game {list}: {reason}", meeting, list, reason)
        }
        SeasonFact::Awarded { meeting, to, cause, reason } => {
            let (of, to) = (of(season, *meeting), award_words(season, *meeting, *to));
            format!("{of}: {to}, {}: {reason}", cause_words(*cause))
        }
        SeasonFact::Moved { meetings, reason } if meetings.len() > MOST_NAMED => {
            let first = meetings.iter().filter_map(|(_, day)| *day).min();
            let day = first.map_or_else(|| "?".to_owned(), super::Day::words);
            say!("{n} meetings moved, the first to {day}: {reason}", n = meetings.len(), day, reason)
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

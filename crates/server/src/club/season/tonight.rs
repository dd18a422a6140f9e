//! Shows the meetings of a day: the table of each running game, and missing games.

use super::super::secretary::{EveningSheet, SeasonSheet};
use super::lists::{fixture, versus};
use game::league::{Lineup, Meeting, MeetingState, Season, SlotResult};
use game::stats::same_name;
use language::say;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Tonight's meetings, by the place where they are played.
pub(super) fn tonight(evening: &EveningSheet, sheet: &SeasonSheet) -> Markup {
    let season = &sheet.season;
    let today = |meeting: &&Meeting| meeting.day() == Some(evening.today) && meeting.state != MeetingState::Void;
    let mut places: BTreeMap<&str, Vec<&Meeting>> = BTreeMap::new();
    for meeting in season.meetings.values().filter(today) {
        places.entry(season.venue(meeting)).or_default().push(meeting);
    }
    html! {
        h2 { (say!("Tonight, {day}", day = evening.today.words())) }
        @if places.is_empty() { p { (say!("No meetings today.")) } (next(evening, sheet)) }
        @for (place, meetings) in &places {
            section.panel {
                @if !place.is_empty() { h3 { (place) } }
                @for meeting in meetings {
                    table { (fixture(sheet, meeting, false)) }
                    @let playing = at_tables(evening, season, meeting);
                    @for (table, words) in &playing { p { b { (table) } ": " (words) } }
                    p.quiet { (missing(season, meeting)) }
                }
            }
        }
    }
}

/// The next day on which something is played.
fn next(evening: &EveningSheet, sheet: &SeasonSheet) -> Markup {
    let open = sheet.season.meetings.values().filter(|meeting| meeting.state == MeetingState::Open);
    let day = open.filter_map(Meeting::day).filter(|day| *day > evening.today).min();
    html! { @if let Some(day) = day {
        h2 { (say!("Next: {day}", day = day.words())) }
        table { @for meeting in sheet.season.meetings.values().filter(|meeting| meeting.day() == Some(day)) { (fixture(sheet, meeting, false)) } }
    } }
}

/// Finds the table of each running game of a meeting: one where players of both squads meet.
fn at_tables(evening: &EveningSheet, season: &Season, meeting: &Meeting) -> Vec<(String, String)> {
    let in_squad = |team, side: &Vec<String>| {
        let squad = season.teams.get(&team).map_or(&[][..], |team| &team.squad.players);
        !side.is_empty() && side.iter().all(|name| squad.iter().any(|known| same_name(known, season.name_of(name))))
    };
    let (home, away) = (meeting.planned.home, meeting.planned.away);
    let plays = |sides: &[Vec<String>]| match sides {
        [one, two] => (in_squad(home, one) && in_squad(away, two)) || (in_squad(home, two) && in_squad(away, one)),
        _ => false,
    };
    let running = evening.tables.iter().filter(|table| plays(&table.sides));
    running
        .map(|table| {
            let names: Vec<String> = table.sides.iter().map(|side| side.join(" & ")).collect();
            (table.name.table.clone(), names.join(&format!(" {} ", say!("v"))))
        })
        .collect()
}

/// Describes the missing games of a meeting.
fn missing(season: &Season, meeting: &Meeting) -> String {
    let open = |lineup: Lineup| {
        let slots = meeting.slots.iter().zip(&season.form.slots);
        slots.filter(|(slot, game)| game.lineup == lineup && **slot == SlotResult::Open).count()
    };
    match (meeting.state, open(Lineup::Singles), open(Lineup::Pairs)) {
        (MeetingState::Open, singles, pairs) if singles + pairs > 0 => {
            say!("Missing: {singles} singles, {pairs} pairs", singles, pairs)
        }
        (MeetingState::Open, ..) => say!("{meeting}: every game is in", meeting = versus(season, meeting)),
        _ => say!("Over.").to_owned(),
    }
}

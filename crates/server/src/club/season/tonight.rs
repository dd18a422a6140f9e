//! Shows the meetings of a day at each place: its tables, the game that runs at each, and the games that are missing.

use super::super::evening::place_of;
use super::super::secretary::{EveningSheet, SeasonSheet, TableLine};
use super::lists::{fixture, versus};
use super::meeting::blank_card;
use game::league::{Day, Lineup, Meeting, MeetingState, Season, SlotResult};
use language::say;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Tonight's meetings, by the place where they are played.
pub(super) fn tonight(evening: &EveningSheet, sheet: &SeasonSheet) -> Markup {
    let season = &sheet.season;
    let mut places: BTreeMap<&str, Vec<&Meeting>> = BTreeMap::new();
    for (_, meeting) in evening.meetings().filter(|(of, _)| of.id == sheet.id) {
        places.entry(season.home(meeting.planned.home)).or_default().push(meeting);
    }
    html! {
        h2 { (say!("Tonight, {day}", day = evening.today.words())) }
        @if places.is_empty() { p { (say!("No meetings today.")) } (next(evening, sheet)) }
        (away_today(evening, sheet))
        @for (place, meetings) in &places {
            section.panel {
                @if !place.is_empty() { h3 { (place) } }
                @for meeting in meetings {
                    table { (fixture(sheet, meeting, false)) }
                    @for line in evening.running(season, meeting) { p { b { (line.name.words()) } ": " (line.players()) } }
                    p.quiet { (missing(season, meeting)) }
                }
                @if meetings.iter().any(|meeting| meeting.state == MeetingState::Open) {
                    (tables(evening, season, meetings[0]))
                }
            }
        }
    }
}

/// Meetings that were planned for today and are played on another day.
fn away_today(evening: &EveningSheet, sheet: &SeasonSheet) -> Markup {
    let moved = |meeting: &&Meeting| meeting.planned.day == Some(evening.today) && meeting.day() != Some(evening.today);
    html! { table { @for meeting in sheet.season.meetings.values().filter(moved) { (fixture(sheet, meeting, true)) } } }
}

/// The part of its page that changes.
pub(crate) fn tonight_live(evening: &EveningSheet, season: &str) -> Markup {
    html! { @if let Some(sheet) = evening.sheet(season) { (tonight(evening, sheet)) } }
}

/// Lists the tables at a place, and whether a game can begin there.
fn tables(evening: &EveningSheet, season: &Season, meeting: &Meeting) -> Markup {
    let here: Vec<&TableLine> = evening.tables_of(season, meeting).collect();
    html! {
        @if here.is_empty() { p.quiet { (say!("No table has joined from here.")) } }
        @else {
            p.quiet { (say!("The next game can begin at a free table, from its players’ phones:")) }
            table { @for line in here { tr { th scope="row" { (line.name.words()) }
                td { @match &line.doing() { Some(words) => (words), None => b.good { (say!("free")) } } } } } }
        }
    }
}

/// Tables of which the place is not known, with the way to say it.
pub(super) fn lost_tables(evening: &EveningSheet, sheet: &SeasonSheet) -> Markup {
    let season = &sheet.season;
    let lost: Vec<&TableLine> = evening.tables.iter().filter(|line| place_of(season, &line.name).is_none()).collect();
    html! { @if !lost.is_empty() {
        section.panel.no-print {
            h3 { (say!("Where are these tables?")) }
            @for (n, line) in lost.iter().enumerate() {
                @let (id, table) = (format!("place{n}"), line.name.words());
                form.entry method="post" action="season" {
                    input type="hidden" name="id" value=(sheet.id);
                    input type="hidden" name="page" value="tonight";
                    input type="hidden" name="form" value="place";
                    input type="hidden" name="about" value="0";
                    input type="hidden" name="seen" value=(sheet.entries.len());
                    input type="hidden" name="table" value=(table);
                    p { label for=(id) { (table) }
                        select id=(id) name="venue" required {
                            option value="" { (say!("Choose")) }
                            @for venue in season.venues() { option value=(venue) { (venue) } }
                        } }
                    button { (say!("Place {table}", table)) }
                }
            }
        }
    } }
}

/// Returns the next day from this one on which something is played.
fn next_day(sheet: &SeasonSheet, from: Day) -> Option<Day> {
    let open = sheet.season.meetings.values().filter(|meeting| meeting.state == MeetingState::Open);
    open.filter_map(Meeting::day).filter(|day| *day >= from).min()
}

/// The blank cards of the next day of play, each on a sheet of its own.
pub(super) fn cards(evening: &EveningSheet, sheet: &SeasonSheet) -> Markup {
    let day = next_day(sheet, evening.today);
    let meetings = sheet.season.meetings.values();
    let mut meetings = meetings
        .filter(|meeting| meeting.state == MeetingState::Open && day.is_some() && meeting.day() == day)
        .peekable();
    html! {
        @if meetings.peek().is_none() { p { (say!("No meetings are planned.")) } }
        @for meeting in meetings { section.sheet { (blank_card(&sheet.season, meeting)) } }
    }
}

/// Tonight's meetings for a spreadsheet: place, teams, result so far, what is missing, and the tables.
pub(super) fn tonight_rows(evening: &EveningSheet, sheet: &SeasonSheet) -> Vec<Vec<String>> {
    let season = &sheet.season;
    let head = [
        say!("Place"),
        say!("Home"),
        say!("Away"),
        say!("Home games"),
        say!("Away games"),
        say!("Missing"),
        say!("Tables"),
    ];
    let row = |meeting: &Meeting| {
        let (ours, theirs) = meeting.games(&season.form);
        let tables: Vec<String> = evening.tables_of(season, meeting).map(|line| line.name.words()).collect();
        vec![
            season.home(meeting.planned.home).to_owned(),
            season.team_name(meeting.planned.home).to_owned(),
            season.team_name(meeting.planned.away).to_owned(),
            ours.to_string(),
            theirs.to_string(),
            missing(season, meeting),
            tables.join(", "),
        ]
    };
    let rows = evening.meetings().filter(|(of, _)| of.id == sheet.id).map(|(_, meeting)| row(meeting));
    std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect()
}

/// The next day on which something is played.
fn next(evening: &EveningSheet, sheet: &SeasonSheet) -> Markup {
    let day = next_day(sheet, evening.today);
    html! { @if let Some(day) = day {
        h2 { (say!("Next: {day}", day = day.words())) }
        table { @for meeting in sheet.season.meetings.values().filter(|meeting| meeting.day() == Some(day)) { (fixture(sheet, meeting, false)) } }
    } }
}

/// Describes the missing games of a meeting.
fn missing(season: &Season, meeting: &Meeting) -> String {
    let open = |lineup: Lineup| {
        let slots = meeting.slots.iter().zip(&season.form.slots);
        slots.filter(|(slot, game)| game.lineup == lineup && **slot == SlotResult::Open).count()
    };
    match (meeting.state, open(Lineup::Singles), open(Lineup::Pairs)) {
        (MeetingState::Open, singles @ 1.., pairs @ 1..) => {
            say!("Missing: {singles} singles, {pairs} pairs", singles, pairs)
        }
        (MeetingState::Open, singles @ 1.., 0) => say!("Missing: {n} singles", n = singles),
        (MeetingState::Open, 0, pairs @ 1..) => say!("Missing: {n} pairs", n = pairs),
        (MeetingState::Open, ..) => say!("{meeting}: every game is in", meeting = versus(season, meeting)),
        _ => say!("Over.").to_owned(),
    }
}

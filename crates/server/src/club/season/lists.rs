//! Public lists of a season: table, fixtures, players and log.

use super::super::secretary::SeasonSheet;
use super::address;
use game::league::{
    Day, Lineup, Meeting, MeetingId, MeetingState, ResultSource, Season, SeasonFact, SlotResult, by_words,
    day_of_round, fact_words, meeting_words, off_days, told,
};
use language::{say, say_count};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The table of teams.
pub(super) fn table(sheet: &SeasonSheet) -> Markup {
    let season = &sheet.season;
    html! {
        @for (division, lines) in season.tables() {
        @if !division.is_empty() { h3 { (division) } }
        table.small {
            tr {
                th scope="col" { (say!("Team")) }
                @for (short, long) in columns() { th.n scope="col" { abbr title=(long) { (short) } } }
            }
            @for line in lines {
                tr {
                    th scope="row" { a href={ (address(sheet, &format!("&team={}", line.team.0))) } { (line.name) }
                        @if season.teams.get(&line.team).is_some_and(|team| team.left.is_some()) { " " span.quiet { (say!("(dropped out)")) } } }
                    @for n in [line.played, line.won, line.drawn, line.lost] { td.n { (n) } }
                    td.n { (line.games_for) "-" (line.games_against) }
                    td.n { b { (line.points) } @if line.docked > 0 || line.given > 0 { "*" } }
                }
            }
        } }
        @for team in season.teams.values() {
            @let name = &team.squad.name;
            @for (points, reason) in &team.docked { p.quiet { "* " (say_count!(points, "{team}: {n} point docked: {reason}", "{team}: {n} points docked: {reason}", team = name, reason)) } }
            @for (points, reason) in &team.given { p.quiet { "* " (say_count!(points, "{team}: {n} point given: {reason}", "{team}: {n} points given: {reason}", team = name, reason)) } }
            @if team.left == Some(true) { p.quiet { (say!("{team} dropped out: its results are struck out.", team = name)) } }
        }
    }
}

fn columns() -> [(&'static str, &'static str); 6] {
    [
        (say!("P"), say!("Played")),
        (say!("W"), say!("Won")),
        (say!("D"), say!("Drawn")),
        (say!("L"), say!("Lost")),
        (say!("Games"), say!("Games")),
        (say!("Pts"), say!("Points")),
    ]
}

/// The table of players.
pub(super) fn players(season: &Season) -> Markup {
    let lines = season.players();
    html! {
        @if lines.is_empty() { p.quiet { (say!("No game with its players is recorded yet.")) } }
        @else { table.small {
            tr { th scope="col" { (say!("Name")) } th scope="col" { (say!("Team")) } th.n scope="col" { (say!("Won")) } th.n scope="col" { (say!("Games")) } }
            @for line in &lines {
                tr { th scope="row" { (line.name) } td { @if let Some(team) = line.team { (season.team_name(team)) } } td.n { b { (line.won) } } td.n { (line.played) } }
            }
        } }
    }
}

/// Meetings round by round.
pub(super) fn rounds(season: &Season) -> BTreeMap<u32, Vec<&Meeting>> {
    let mut rounds: BTreeMap<u32, Vec<&Meeting>> = BTreeMap::new();
    for meeting in season.meetings.values() {
        rounds.entry(meeting.planned.round).or_default().push(meeting);
    }
    rounds
}

/// Lists the fixtures, with finished ones folded, and the days without play between them.
pub(super) fn fixtures(sheet: &SeasonSheet) -> Markup {
    let rounds = rounds(&sheet.season);
    let days: Vec<Day> = rounds.values().filter_map(|meetings| day_of_round(meetings)).collect();
    let off = off_days(&days, sheet.season.step());
    html! {
        div.fixtures { @for (number, meetings) in &rounds {
            @let over = meetings.iter().all(|meeting| meeting.state != MeetingState::Open);
            @let day = day_of_round(meetings);
            details open[!over] {
                summary { b { (say!("Round {number}", number)) } @if let Some(day) = day { " · " (day.words()) } }
                table { @for meeting in meetings { (fixture(sheet, meeting, meeting.day() != day)) } }
            }
            @let next = day.and_then(|day| days.iter().filter(|later| **later > day).min());
            @for free in off.iter().filter(|free| day.is_some_and(|day| **free > day) && next.is_some_and(|next| *free < next)) {
                p.quiet { (say!("No play: {day}", day = free.words())) }
            }
        } }
    }
}

/// A meeting's line, with its day where that is not said above it, and with its place on paper.
pub(super) fn fixture(sheet: &SeasonSheet, meeting: &Meeting, dated: bool) -> Markup {
    html! {
        tr {
            th scope="row" { a href={ (address(sheet, &format!("&meeting={}", meeting.planned.id.0))) } { (versus(&sheet.season, meeting)) }
                @if !sheet.season.venue(meeting).is_empty() { span.place { (sheet.season.venue(meeting)) } } }
            td.n { span.how { (meeting_words(&sheet.season, meeting)) }
                @if let Some(day) = meeting.day().filter(|_| dated) { " " span.quiet { (day.words()) } } }
        }
    }
}

/// "Ship v Bell".
pub(super) fn versus(season: &Season, meeting: &Meeting) -> String {
    let (home, away) = (season.team_name(meeting.planned.home), season.team_name(meeting.planned.away));
    say!("{home} v {away}", home, away)
}

/// Singles or pairs, in words.
pub(super) fn lineup_words(lineup: Lineup) -> &'static str {
    match lineup {
        Lineup::Singles => say!("singles"),
        Lineup::Pairs => say!("pairs"),
    }
}

/// Returns what waits for the secretary.
pub(super) fn waiting(sheet: &SeasonSheet, today: game::league::Day) -> Vec<(MeetingId, String)> {
    let why = |meeting: &Meeting| {
        if meeting.state != MeetingState::Open {
            return None;
        }
        let is = |kind: fn(&SlotResult) -> bool| meeting.slots.iter().any(kind);
        if is(|slot| matches!(slot, SlotResult::Differing(_))) {
            return Some(say!("reports differ: decide"));
        }
        if is(|slot| matches!(slot, SlotResult::Claimed(_))) {
            return Some(say!("a card waits for the other captain"));
        }
        match meeting.day() {
            None if meeting.is_postponed() => Some(say!("postponed, and has no new day")),
            Some(day) if day < today && meeting.has_results() => Some(say!("games are missing")),
            Some(day) if day < today => Some(say!("no card yet")),
            _ => None,
        }
    };
    let line = |meeting: &Meeting| {
        Some((meeting.planned.id, format!("{}: {}", versus(&sheet.season, meeting), why(meeting)?)))
    };
    sheet.season.meetings.values().filter_map(line).collect()
}

/// Facts, the newest first, each with its author and time.
pub(super) fn facts(sheet: &SeasonSheet, wanted: impl Fn(&SeasonFact) -> bool, secretary: bool) -> Markup {
    let season = &sheet.season;
    let lines: Vec<_> = sheet.entries.iter().zip(&sheet.when).filter(|(entry, _)| wanted(&entry.fact)).collect();
    html! {
        @if lines.is_empty() { p.quiet { (say!("Nothing is recorded yet.")) } }
        ol.facts { @for (entry, when) in lines.into_iter().rev() {
            @let undone = season.undone.contains(&entry.number);
            @let may = secretary && !undone && !matches!(entry.fact, SeasonFact::Begun { .. });
            li class=[undone.then_some("undone")] {
                p.quiet { (entry.number) " · " (when) " · " (by_words(season, &entry.by)) @if undone { " · " (say!("undone")) } }
                p { (fact_words(season, &sheet.entries, &entry.fact))
                    @if may { " " a href={ (address(sheet, &format!("&fact={}", entry.number))) } aria-label=(say!("Undo number {n}", n = entry.number)) { (say!("Undo")) } } }
            }
        } }
    }
}

/// The league's rules in sentences.
pub(super) fn rules(season: &Season) -> Markup {
    html! { ul { @for sentence in told(&season.form) { li { (sentence) } } } }
}

/// Who reported a game, in words.
pub(super) fn source(season: &Season, by: &ResultSource) -> String {
    match by {
        ResultSource::Table(_) => say!("a table").to_owned(),
        ResultSource::Secretary => say!("the secretary").to_owned(),
        ResultSource::Captain(team) => say!("the captain of {team}", team = season.team_name(*team)),
    }
}

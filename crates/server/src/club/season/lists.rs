//! Public lists of a season: table, fixtures, players and log.

use super::super::secretary::SeasonSheet;
use super::address;
use game::league::{
    Lineup, Meeting, MeetingId, MeetingState, ResultSource, Season, SeasonFact, SlotResult, by_words, fact_words,
    meeting_words, told,
};
use language::say;
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
            @for (points, reason) in &team.docked { p.quiet { (say!("* {team}: {points} points docked: {reason}", team = team.squad.name, points, reason)) } }
            @for (points, reason) in &team.given { p.quiet { (say!("* {team}: {points} points given: {reason}", team = team.squad.name, points, reason)) } }
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

/// Lists the fixtures, with finished ones folded.
pub(super) fn fixtures(sheet: &SeasonSheet) -> Markup {
    html! {
        @for (number, meetings) in rounds(&sheet.season) {
            @let over = meetings.iter().all(|meeting| meeting.state != MeetingState::Open);
            details open[!over] {
                summary { b { (say!("Round {number}", number)) } @if let Some(day) = meetings.iter().find_map(|meeting| meeting.planned.day) { " · " (day.words()) } }
                table { @for meeting in meetings { (fixture(sheet, meeting, meeting.day() != meeting.planned.day)) } }
            }
        }
    }
}

/// A meeting's line, with its day where that is not said above it.
pub(super) fn fixture(sheet: &SeasonSheet, meeting: &Meeting, dated: bool) -> Markup {
    html! {
        tr {
            th scope="row" { a href={ (address(sheet, &format!("&meeting={}", meeting.planned.id.0))) } { (versus(&sheet.season, meeting)) } }
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
        if !meeting.disputes.is_empty() || is(|slot| matches!(slot, SlotResult::Differing(_))) {
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
                p { (fact_words(season, &entry.fact))
                    @if may { " " a href={ (address(sheet, &format!("&fact={}", entry.number))) } aria-label=(say!("Undo number {n}", n = entry.number)) { (say!("Undo")) } } }
            }
        } }
    }
}

/// The league's rules in sentences.
pub(super) fn rules(season: &Season) -> Markup {
    html! { ul { @for sentence in told(&season.form) { li { (sentence) } } } }
}

/// Reports whether a fact is about a meeting.
pub(super) fn is_of(fact: &SeasonFact, wanted: MeetingId) -> bool {
    match fact {
        SeasonFact::Played { meeting, .. }
        | SeasonFact::Card { meeting, .. }
        | SeasonFact::Confirmed { meeting }
        | SeasonFact::Disputed { meeting, .. }
        | SeasonFact::Awarded { meeting, .. }
        | SeasonFact::Replay { meeting, .. } => *meeting == wanted,
        SeasonFact::Moved { meetings, .. } => meetings.iter().any(|(meeting, _)| *meeting == wanted),
        _ => false,
    }
}

/// Who reported a game, in words.
pub(super) fn source(season: &Season, by: &ResultSource) -> String {
    match by {
        ResultSource::Table(_) => say!("a table").to_owned(),
        ResultSource::Secretary => say!("the secretary").to_owned(),
        ResultSource::Captain(team) => say!("the captain of {team}", team = season.team_name(*team)),
    }
}

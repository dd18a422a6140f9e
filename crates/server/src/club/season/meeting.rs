//! A meeting, and a team.

use super::super::secretary::SeasonSheet;
use super::form::FormPlace;
use super::lists::{facts, fixture, lineup_words, source, versus};
use super::{Viewer, address};
use game::league::entry::{About, EntryForm, FORMS};
use game::league::{
    GameScore, Lineup, Meeting, MeetingId, MeetingState, Season, SlotResult, Team, is_of_meeting, is_of_team,
    meeting_words,
};
use language::say;
use maud::{Markup, html};

/// Shows a meeting: its state, its reports and its forms.
pub(super) fn meeting(sheet: &SeasonSheet, viewer: &Viewer, place: FormPlace<'_>, meeting: &Meeting) -> Markup {
    let (season, id) = (&sheet.season, meeting.planned.id);
    let venue = season.venue(meeting);
    html! {
        h2 { (versus(season, meeting)) }
        p { (say!("Round {number}", number = meeting.planned.round))
            @if let Some(day) = meeting.day() { " · " (day.words()) }
            @if !venue.is_empty() { " · " (venue) }
            @let words = meeting_words(season, meeting);
            @if !words.is_empty() { " · " b { (words) } } }
        @let (answers, others): (Vec<_>, Vec<_>) = forms(viewer, season, meeting).into_iter().partition(|form| is_answer(form));
        @let waits = !answers.is_empty();
        @if waits { div #answer { @for form in answers { (place.form(form, u64::from(id.0), form.key != "dispute")) } } }
        (games(season, meeting))
        @for (team, dispute) in &meeting.disputes {
            @let team_name = season.team_name(*team);
            @if meeting.is_in_dispute(*team) { p.bad { (say!("The captain of {team} disputes it: {reason}", team = team_name, reason = dispute.reason)) } }
            @else { p.quiet { (say!("The captain of {team} disputed it: {reason}. It is decided.", team = team_name, reason = dispute.reason)) } }
        }
        p { a.button href={ (address(sheet, &format!("&meeting={}&page=card", id.0))) } { (say!("Card to print")) } }
        @for form in others {
            (place.form(form, u64::from(id.0), form.key == "card" && meeting.state == MeetingState::Open && !waits))
        }
        h2 { (say!("What was recorded")) }
        (facts(sheet, |fact| is_of_meeting(&sheet.entries, fact, id), *viewer == Viewer::Secretary))
    }
}

/// Reports whether a form answers something that waits: the other captain's card, or reports that differ.
fn is_answer(form: &EntryForm) -> bool {
    matches!(form.key, "confirm" | "dispute" | "decide")
}

/// Returns the forms that this viewer can use for a meeting now.
fn forms(viewer: &Viewer, season: &Season, meeting: &Meeting) -> Vec<&'static EntryForm> {
    let over = season.closed || meeting.state == MeetingState::Void;
    let may = |form: &EntryForm| match (viewer, form.key) {
        (Viewer::Public, _) | (Viewer::Secretary, "confirm" | "dispute") => false,
        (Viewer::Secretary, "decide") => meeting.slots.iter().any(|slot| matches!(slot, SlotResult::Differing(_))),
        (Viewer::Secretary, _) => true,
        (Viewer::Captain(team), "confirm" | "dispute") => {
            meeting.is_of(*team) && (meeting.waits_for(*team) || meeting.is_in_dispute(*team))
        }
        (Viewer::Captain(team), _) => form.captains && meeting.is_of(*team),
    };
    FORMS.iter().filter(|form| form.about == About::Meeting && !over && may(form)).collect()
}

/// Lists the known games of a meeting.
fn games(season: &Season, meeting: &Meeting) -> Markup {
    let awarded = matches!(meeting.state, MeetingState::Awarded(..));
    let line = |score: &GameScore| {
        let names = |names: &[String]| {
            let names: Vec<&str> = names.iter().map(|name| season.name_of(name)).collect();
            if names.is_empty() { "?".to_owned() } else { names.join(" & ") }
        };
        let (home, away) = (names(&score.home), names(&score.away));
        html! {
            @if awarded { (home) " – " (away) }
            @else if score.home_won { b { (home) } " – " (away) }
            @else { (home) " – " b { (away) } }
        }
    };
    html! {
        @if meeting.has_results() && awarded { p.quiet { (say!("These games don’t count: the meeting was awarded.")) } }
        @if meeting.has_results() { table.small { @for (n, slot) in meeting.slots.iter().enumerate() {
            tr { td.n { (n + 1) } td { @match slot {
                SlotResult::Open => span.quiet { (say!("not reported")) },
                SlotResult::Settled(score) => { (line(score)) },
                SlotResult::Claimed(score) => { (line(score)) " " span.quiet { (say!("not confirmed")) } },
                SlotResult::Differing(reports) => { @for (by, score) in reports { p { (source(season, by)) ": " (line(score)) } } },
            } } }
        } } @if !awarded { p.quiet { (say!("The winner is in bold.")) } } }
    }
}

/// A card for captains to fill in: the squads, and a line for each game.
pub(super) fn blank_card(season: &Season, meeting: &Meeting) -> Markup {
    let sides = [meeting.planned.home, meeting.planned.away].map(|team| season.teams.get(&team));
    html! {
        h2 { (versus(season, meeting)) }
        p { (season.title) " · " (say!("Round {number}", number = meeting.planned.round)) @if let Some(day) = meeting.day() { " · " (day.words()) }
            @if !season.venue(meeting).is_empty() { " · " (season.venue(meeting)) } }
        table.card {
            tr { th scope="col" { (say!("Game")) } @for team in sides.into_iter().flatten() { th scope="col" { (team.squad.name) } } th scope="col" { (say!("Won by")) } }
            @for (n, slot) in season.form.slots.iter().enumerate() {
                tr class=[(slot.lineup == Lineup::Pairs).then_some("pairs")] { th scope="row" { (n + 1) " " span.quiet { (lineup_words(slot.lineup)) } } td {} td {} td {} }
            }
            tr { th scope="row" { (say!("Result")) } td {} td {} td {} }
            tr { th scope="row" { (say!("Signed")) } td {} td {} td {} }
        }
        @for team in sides.into_iter().flatten() { p { b { (team.squad.name) } ": " (team.squad.players.join(", ")) } }
    }
}

/// Shows a team: its squad, its meetings and its forms.
pub(super) fn team(sheet: &SeasonSheet, viewer: &Viewer, place: FormPlace<'_>, team: &Team) -> Markup {
    let mut meetings: Vec<&Meeting> = sheet.season.meetings.values().filter(|meeting| meeting.is_of(team.id)).collect();
    meetings.sort_by_key(|meeting| (meeting.day().is_none(), meeting.day(), meeting.planned.round));
    html! {
        h2 { (team.squad.name) }
        @if !team.squad.venue.is_empty() { p { (say!("At home: {venue}", venue = team.squad.venue)) } }
        @if let Some(struck) = team.left { p.bad { @if struck { (say!("Dropped out; its results are struck out.")) } @else { (say!("Dropped out; its results stay.")) } } }
        p { (say!("Squad: {names}", names = team.squad.players.join(", "))) }
        p.no-print { (place.calendar(&format!("&team={}", team.id.0), &say!("Calendar of {team}", team = team.squad.name))) }
        table { @for meeting in meetings { (fixture(sheet, meeting, true)) } }
        @if *viewer == Viewer::Secretary && !sheet.season.closed {
            @for form in FORMS.iter().filter(|form| form.about == About::Team) { (place.form(form, u64::from(team.id.0), false)) }
            (captain(sheet, team))
        }
        h2 { (say!("What was recorded")) }
        (facts(sheet, |fact| is_of_team(&sheet.entries, fact, team.id), *viewer == Viewer::Secretary))
    }
}

/// A captain's link is made here; the old one opens nothing from then on.
fn captain(sheet: &SeasonSheet, team: &Team) -> Markup {
    html! {
        details.panel {
            summary { (say!("Captain’s link")) }
            p.quiet { (say!("The captain uses it to type the cards of {team}, and to confirm or dispute those of the other captains.", team = team.squad.name)) }
            form method="post" action="captain" {
                input type="hidden" name="id" value=(sheet.id);
                input type="hidden" name="team" value=(team.id.0);
                button { @if team.captain.is_some() { (say!("New link instead of the old one")) } @else { (say!("Make the link")) } }
                @if team.captain.is_some() { button name="act" value="withdraw" { (say!("Withdraw this link")) } }
            }
        }
    }
}

/// The meeting of this number.
pub(super) fn found(season: &Season, number: Option<u32>) -> Option<&Meeting> {
    season.meetings.get(&MeetingId(number?))
}

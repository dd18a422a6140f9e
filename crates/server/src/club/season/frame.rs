//! Frame of a season's page, for everyone, for the secretary and for captains.

use super::super::secretary::{EveningSheet, SeasonSheet};
use super::form::{FormPlace, Kept, player_list};
use super::lists::{facts, fixtures, players, rules, table, versus, waiting};
use super::meeting::{blank_card, found, meeting, team};
use super::tonight::{cards, lost_tables, tonight};
use super::{SeasonQuery, Viewer, address};
use crate::page::{PageFrame, coded, page};
use game::league::entry::{About, EntryForm, FORMS};
use game::league::{Meeting, Season, TeamId};
use language::say;
use maud::{Markup, html};

/// Renders the requested page. `said` is the result of the last form, `typed` its rejected values; `watch` is where
/// calendars are.
pub(crate) fn season_page(
    evening: &EveningSheet,
    (viewer, watch): (Viewer, Option<&str>),
    query: &SeasonQuery,
    said: &Result<String, String>,
    typed: &[(String, String)],
) -> String {
    let field = |wanted: &str| typed.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value.as_str());
    let about = field("about").parse().unwrap_or_default();
    let kept = match said {
        Err(why) => Kept { form: field("form"), about, fields: typed, said: why },
        Ok(_) => Kept::default(),
    };
    let (words, class) = match said {
        Ok(words) => (words, "say"),
        Err(words) => (words, "say bad"),
    };
    let sheet = evening.sheet(&query.id);
    let begins = query.page == "begin" || kept.form == "begin" || sheet.is_none();
    let content = html! {
        main.season {
            p.no-print { a href="./" { (say!("Back to the evening")) } }
            @if !words.is_empty() { p class=(class) role="status" { (words) } }
            @match sheet {
                Some(sheet) if !begins => { (of_season(evening, (viewer, query), FormPlace::of(sheet, kept, watch), sheet)) }
                _ if viewer == Viewer::Secretary => { (beginning(sheet, query, kept)) }
                _ => p { (say!("No season has begun yet.")) },
            }
        }
        p.lost #lost hidden { (say!("Not connected: trying again.")) }
    };
    let captain = matches!(viewer, Viewer::Captain(_));
    let live = sheet.filter(|_| query.page == "tonight" && !captain && kept.form.is_empty());
    let news = live.map(|sheet| format!("news?page=tonight&id={}", coded(&sheet.id)));
    let title = sheet.filter(|_| !begins).map_or_else(|| say!("Season").to_owned(), |sheet| sheet.season.title.clone());
    page(&PageFrame { title: &title, class: "board ground", news: news.as_deref(), reload: None, root: "" }, &content)
}

/// A season begins with what an earlier one had: its rules, and its teams where they are after going up and down.
fn beginning(sheet: Option<&SeasonSheet>, query: &SeasonQuery, kept: Kept<'_>) -> Markup {
    let mut last = sheet.map_or_else(|| Season::of(&[]), |sheet| sheet.season.clone());
    last.form.moves = query.moves.unwrap_or(last.form.moves);
    let place = FormPlace { id: "", season: &last, seen: 0, kept, watch: None };
    html! {
        h1 { (say!("Seasons")) }
        @if let Some(sheet) = sheet.filter(|sheet| sheet.season.form.divisions.len() > 1) { (up_and_down(sheet, last.form.moves)) }
        (place.again())
        @if let Some(form) = EntryForm::of("begin") { (place.form(form, 0, true)) }
    }
}

/// Asks how many teams change divisions, to fill in the form of a new season.
fn up_and_down(sheet: &SeasonSheet, (up, down): (u8, u8)) -> Markup {
    html! {
        form.entry method="get" action="season" {
            input type="hidden" name="page" value="begin";
            input type="hidden" name="id" value=(sheet.id);
            p { (say!("By the tables of {title}:", title = sheet.season.title)) }
            div.two {
                p { label for="moves-up" { (say!("Teams going up")) } input id="moves-up" type="number" name="up" min="0" max="20" value=(up); }
                p { label for="moves-down" { (say!("Teams going down")) } input id="moves-down" type="number" name="down" min="0" max="20" value=(down); }
            }
            button { (say!("Fill in the teams")) }
        }
    }
}

fn of_season(
    evening: &EveningSheet,
    (viewer, query): (Viewer, &SeasonQuery),
    place: FormPlace<'_>,
    sheet: &SeasonSheet,
) -> Markup {
    let season = &sheet.season;
    let secretary = viewer == Viewer::Secretary;
    let (kept, everyone) = (place.kept, viewer == Viewer::Public);
    let everybody: Vec<String> = season.teams.values().flat_map(|team| team.squad.players.clone()).collect();
    let found_team = query.team.and_then(|team| season.teams.get(&TeamId(team)));
    let undo = EntryForm::of("undo").zip(query.fact.filter(|_| secretary));
    html! {
        h1 { (season.title) }
        @if season.closed { p.bad { (say!("This season is closed.")) } }
        (answers(sheet, viewer, query))
        (tabs(sheet, viewer))
        (place.again())
        (player_list("everybody", &everybody))
        @if let (Some((form, fact)), true) = (undo, kept.form.is_empty() || kept.form == "undo") {
            (facts(sheet, |known| sheet.entries.iter().any(|entry| entry.number == fact && entry.fact == *known), false))
            (place.form(form, fact, true))
            p { a.button href={ (address(sheet, "&page=facts")) } { (say!("Back to the log")) } }
        } @else if let Some(found) = found(season, query.meeting) {
            @if query.page == "card" { (blank_card(season, found)) } @else { (meeting(sheet, &viewer, place, found)) }
        } @else if let Some(found) = found_team {
            (team(sheet, &viewer, place, found))
        } @else {
            @match query.page.as_str() {
                "table" => { (table(sheet)) (files(place, "table")) },
                "players" => { (players(season)) (files(place, "players")) },
                "facts" if !everyone => { (facts(sheet, |_| true, secretary)) (files(place, "facts")) },
                "rules" => { (rules(season)) },
                "tonight" => { div data-live { (tonight(evening, sheet)) } @if secretary { (lost_tables(evening, sheet)) } (files(place, "tonight")) },
                "cards" => { (cards(evening, sheet)) },
                "fixtures" => { (fixtures(sheet)) (files(place, "fixtures")) },
                _ => { (overview(evening, sheet, viewer, place)) },
            }
        }
    }
}

/// Shows the first page: open questions, the table, the fixtures, and the forms of the season.
fn overview(evening: &EveningSheet, sheet: &SeasonSheet, viewer: Viewer, place: FormPlace<'_>) -> Markup {
    let waits = waiting(sheet, evening.today);
    html! {
        @if viewer == Viewer::Secretary && !(waits.is_empty() && sheet.loose.is_empty()) {
            section.panel {
                h2 { (say!("Waiting for you")) }
                ul { @for (meeting, words) in &waits { li { a href={ (address(sheet, &format!("&meeting={}", meeting.0))) } { (words) } } }
                    @for game in &sheet.loose { li { (game.when) ": " (game.words()) ": " (game.why.to_string()) } } }
            }
        }
        @if let Viewer::Captain(team) = viewer {
            p { a.button href={ (address(sheet, &format!("&team={}", team.0))) } { (say!("Meetings of {team}", team = sheet.season.team_name(team))) } }
        }
        h2 { (say!("League table")) }
        (table(sheet))
        h2 { (say!("Fixtures")) }
        (fixtures(sheet))
        @if viewer == Viewer::Secretary {
            @if !sheet.season.closed {
                h2 { (say!("Change the season")) }
                p.quiet { (say!("Tap a meeting to type its card, award, move or replay it; tap a team for its players and points.")) }
                @for form in FORMS.iter().filter(|form| form.about == About::Season) { (place.form(form, 0, false)) }
            }
            p { a.button href={ (address(sheet, "&page=begin")) } { (say!("Begin another season")) } }
        }
    }
}

/// Says to a captain which cards of the other captains wait.
fn answers(sheet: &SeasonSheet, viewer: Viewer, query: &SeasonQuery) -> Markup {
    let Viewer::Captain(team) = viewer else { return html! {} };
    let waits = |meeting: &&Meeting| {
        meeting.is_of(team) && meeting.waits_for(team) && query.meeting != Some(meeting.planned.id.0)
    };
    html! { @for meeting in sheet.season.meetings.values().filter(waits) {
        p.panel { a href={ (address(sheet, &format!("&meeting={}#answer", meeting.planned.id.0))) } {
            (say!("The card of {meeting} waits for you: confirm or dispute it", meeting = versus(&sheet.season, meeting)))
        } }
    } }
}

/// The way to the other pages of a season.
fn tabs(sheet: &SeasonSheet, viewer: Viewer) -> Markup {
    let pages = [
        ("", say!("Season")),
        ("tonight", say!("Tonight")),
        ("table", say!("League table")),
        ("fixtures", say!("Fixtures")),
        ("players", say!("Players")),
        ("rules", say!("Rules")),
        ("facts", say!("Log")),
    ];
    html! {
        nav.no-print { @for (name, words) in pages {
            @if name != "facts" || viewer != Viewer::Public { a.button href={ (address(sheet, &format!("&page={name}"))) } { (words) } }
        } }
    }
}

/// Lists the downloads for a list.
fn files(place: FormPlace<'_>, what: &str) -> Markup {
    let id = coded(place.id);
    html! {
        p.no-print {
            a.button href={ "season.csv?id=" (id) "&page=" (what) } { (say!("For a spreadsheet (CSV)")) }
            @if what == "fixtures" { (place.calendar("", say!("Calendar"))) }
            @if what == "tonight" { a.button href={ "season?id=" (id) "&page=cards" } { (say!("Cards to print")) } }
        }
    }
}

/// The seasons on another page: each with its table.
pub(crate) fn seasons_part(evening: &[std::sync::Arc<SeasonSheet>]) -> Markup {
    html! { @for sheet in evening.iter().filter(|sheet| !sheet.season.closed) {
        h2 { a href=(address(sheet, "")) { (sheet.season.title) } }
        (table(sheet))
    } }
}

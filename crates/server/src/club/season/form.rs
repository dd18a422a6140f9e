//! Forms, each made from the description of its fact.

use super::super::secretary::SeasonSheet;
use super::lists::source;
use game::league::entry::{Ask, EntryForm, Field};
use game::league::presets::LEAGUES;
use game::league::{Lineup, MeetingId, Season, SlotResult};
use language::{said, say};
use maud::{Markup, html};

/// Last typed values that were rejected, to be shown again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept<'a> {
    pub(super) form: &'a str,
    pub(super) about: u64,
    pub(super) fields: &'a [(String, String)],
}

/// Place of a form: its season and any rejected values.
#[derive(Clone, Copy)]
pub(super) struct FormPlace<'a> {
    pub(super) id: &'a str,
    pub(super) season: &'a Season,
    /// Number of facts.
    pub(super) seen: usize,
    pub(super) kept: Kept<'a>,
}

impl<'a> FormPlace<'a> {
    pub(super) fn of(sheet: &'a SeasonSheet, kept: Kept<'a>) -> Self {
        Self { id: &sheet.id, season: &sheet.season, seen: sheet.entries.len(), kept }
    }

    /// A form, closed unless it is the page's own or was not taken.
    pub(super) fn form(&self, form: &EntryForm, about: u64, open: bool) -> Markup {
        let again = self.kept.form == form.key && self.kept.about == about;
        let filled = if again { self.kept.fields.to_vec() } else { form.filled(self.season, about) };
        let values = Values(&filled);
        html! {
            details.panel open[open || again] {
                summary { (said(form.title)) }
                form.entry method="post" action="season" {
                    input type="hidden" name="id" value=(self.id);
                    input type="hidden" name="form" value=(form.key);
                    input type="hidden" name="about" value=(about);
                    input type="hidden" name="seen" value=(self.seen);
                    @for field in form.fields.iter().filter(|field| self.asks(field)) { (self.field(form, field, about, &values)) }
                    button.main { (said(form.button)) }
                }
            }
        }
    }

    /// A season without divisions is not asked for one.
    fn asks(&self, field: &Field) -> bool {
        field.key != "division" || self.season.form.divisions.len() > 1
    }

    fn field(&self, form: &EntryForm, field: &Field, about: u64, values: &Values<'_>) -> Markup {
        let (id, label) = (format!("{}-{}", form.key, field.key), said(field.label));
        let value = values.of(field.key);
        let needed = !field.optional;
        let control = match field.ask {
            Ask::Tick => {
                return html! { p { label.pick { input type="checkbox" name=(field.key) value="on" checked[!value.is_empty()]; (label) } } };
            }
            Ask::Reports => return self.reports(MeetingId(u32::try_from(about).unwrap_or(u32::MAX)), values),
            Ask::Games => return self.games(MeetingId(u32::try_from(about).unwrap_or(u32::MAX)), values),
            Ask::Line => {
                html! { input id=(id) name=(field.key) value=(value) maxlength="2000" autocomplete="off" required[needed]; }
            }
            Ask::Lines => {
                html! { textarea id=(id) name=(field.key) rows="10" maxlength="20000" required[needed] { (value) } }
            }
            Ask::Number(least, most) => {
                html! { input id=(id) type="number" name=(field.key) value=(value) min=(least) max=(most) required[needed]; }
            }
            Ask::Day => html! { input id=(id) type="date" name=(field.key) value=(value) required[needed]; },
            Ask::Player => html! {
                input id=(id) name=(field.key) value=(value) maxlength="40" list="everybody" autocomplete="off" required[needed];
            },
            Ask::Choice(choices) => html! {
                select id=(id) name=(field.key) required[needed] {
                    option value="" { (say!("Choose")) }
                    @for (name, words) in choices { option value=(name) selected[*name == value] { (said(words)) } }
                }
            },
            Ask::Venue => html! {
                select id=(id) name=(field.key) required[needed] {
                    option value="" { (say!("Choose")) }
                    @for venue in self.season.venues() { option value=(venue) selected[venue == value] { (venue) } }
                }
            },
            Ask::League => html! {
                select id=(id) name=(field.key) {
                    option value="" { (say!("As set below")) }
                    @for league in LEAGUES { option value=(league.id) selected[league.id == value] { (said(league.title)) } }
                }
            },
        };
        html! { p { label for=(id) { (label) } (control) } }
    }

    /// The games on which reports differ: each side as the winner, and who says so.
    fn reports(&self, meeting: MeetingId, values: &Values<'_>) -> Markup {
        let Some(meeting) = self.season.meetings.get(&meeting) else { return html! {} };
        let sides = [("home", meeting.planned.home, true), ("away", meeting.planned.away, false)];
        html! {
            @for (slot, result) in meeting.slots.iter().enumerate() { @if let SlotResult::Differing(reports) = result {
                fieldset.game {
                    legend { (say!("Game {n}", n = slot + 1)) }
                    @let won = format!("won{slot}");
                    @for (side, team, home) in sides {
                        @let says: Vec<String> = reports.iter().filter(|(_, score)| score.home_won == home).map(|(by, _)| source(self.season, by)).collect();
                        p { label.pick { input type="radio" name=(won) value=(side) checked[values.of(&won) == side]; (say!("{team} won", team = self.season.team_name(team))) }
                            @if !says.is_empty() { " " span.quiet { (says.join(", ")) } } }
                    }
                }
            } }
        }
    }

    /// The games of a meeting: who played, and who won.
    fn games(&self, meeting: MeetingId, values: &Values<'_>) -> Markup {
        let Some(meeting) = self.season.meetings.get(&meeting) else { return html! {} };
        let sides = [("home", meeting.planned.home), ("away", meeting.planned.away)];
        html! {
            @for (side, team) in sides { (player_list(side, self.season.teams.get(&team).map_or(&[][..], |team| &team.squad.players))) }
            @for (slot, game) in self.season.form.slots.iter().enumerate() {
                fieldset.game {
                    legend { (say!("Game {n}", n = slot + 1)) " · " @if game.lineup == Lineup::Pairs { (say!("pairs")) } @else { (say!("singles")) } }
                    @let ends: &[&str] = if game.lineup == Lineup::Pairs { &["", "b"] } else { &[""] };
                    @for end in ends {
                        div.two { @for (side, team) in sides { (player_field(side, slot, end, self.season.team_name(team), values)) } }
                    }
                    @let won = format!("won{slot}");
                    p { @for (side, team) in sides {
                        label.pick { input type="radio" name=(won) value=(side) checked[values.of(&won) == side]; (say!("{team} won", team = self.season.team_name(team))) }
                    } }
                }
            }
        }
    }
}

fn player_field(side: &str, slot: usize, end: &str, team: &str, values: &Values<'_>) -> Markup {
    let name = format!("{side}{slot}{end}");
    let label = say!("Game {n}: player of {team}", n = slot + 1, team);
    html! { input name=(name) value=(values.of(&name)) list=(side) maxlength="40" placeholder=(team) aria-label=(label) autocomplete="off"; }
}

/// Names to choose from.
pub(super) fn player_list(id: &str, players: &[String]) -> Markup {
    html! { datalist id=(id) { @for player in players { option value=(player) {} } } }
}

/// Names and values of one form.
struct Values<'a>(&'a [(String, String)]);

impl Values<'_> {
    fn of(&self, key: &str) -> &str {
        self.0.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value.as_str())
    }
}

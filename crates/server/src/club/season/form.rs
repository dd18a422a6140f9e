//! Forms, each made from the description of its fact.

use super::super::secretary::SeasonSheet;
use super::lists::source;
use crate::page::coded;
use game::league::entry::{Ask, EntryForm, Field};
use game::league::presets::LEAGUES;
use game::league::{GameScore, Lineup, Meeting, MeetingId, Season, SlotResult, TeamId};
use language::{said, say};
use maud::{Markup, html};

/// Last typed values that were rejected, to be shown again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept<'a> {
    pub(super) form: &'a str,
    pub(super) about: u64,
    pub(super) fields: &'a [(String, String)],
    /// Why they were rejected: a question is answered by sending it back.
    pub(super) said: &'a str,
}

/// Place of a form: its season and any rejected values.
#[derive(Clone, Copy)]
pub(super) struct FormPlace<'a> {
    pub(super) id: &'a str,
    pub(super) season: &'a Season,
    /// Number of facts.
    pub(super) seen: usize,
    pub(super) kept: Kept<'a>,
    /// Where calendars are, so that no phone keeps the secretary's or a captain's link; `None` without a link for watching.
    pub(super) watch: Option<&'a str>,
}

impl<'a> FormPlace<'a> {
    pub(super) fn of(sheet: &'a SeasonSheet, kept: Kept<'a>, watch: Option<&'a str>) -> Self {
        Self { id: &sheet.id, season: &sheet.season, seen: sheet.entries.len(), kept, watch }
    }

    /// The way to a calendar.
    pub(super) fn calendar(&self, rest: &str, words: &str) -> Markup {
        html! { @if let Some(watch) = self.watch {
            a.button href={ (watch) "season.ics?id=" (coded(self.id)) (rest) } { (words) }
        } }
    }

    /// The form that was not taken, as it was typed: it stands at the top, below the reason.
    pub(super) fn again(&self) -> Markup {
        let form = EntryForm::of(self.kept.form);
        html! { @if let Some(form) = form { (self.drawn(form, self.kept.about, true)) } }
    }

    fn is_again(&self, form: &EntryForm, about: u64) -> bool {
        self.kept.form == form.key && self.kept.about == about
    }

    /// A form, closed unless it is the page's own; one that was not taken stands at the top already.
    pub(super) fn form(&self, form: &EntryForm, about: u64, open: bool) -> Markup {
        if self.is_again(form, about) {
            html! {}
        } else {
            self.drawn(form, about, open && self.kept.form.is_empty())
        }
    }

    fn drawn(&self, form: &EntryForm, about: u64, open: bool) -> Markup {
        let again = self.is_again(form, about);
        let filled = if again { self.kept.fields.to_vec() } else { form.filled(self.season, about) };
        let values = Values(&filled);
        html! {
            details.panel open[open] {
                summary { (said(form.title)) }
                form.entry method="post" action="season" {
                    input type="hidden" name="id" value=(self.id);
                    input type="hidden" name="form" value=(form.key);
                    input type="hidden" name="about" value=(about);
                    input type="hidden" name="seen" value=(self.seen);
                    @if again { input type="hidden" name="sure" value=(self.kept.said); }
                    @for field in form.fields.iter().filter(|field| self.asks(field)) { (self.field(form, field, about, &values)) }
                    button.main { (said(form.button)) }
                    @if again { (self.meant(form, about, &values)) }
                }
            }
        }
    }

    /// Buttons that send the form again with a name of the squads instead of one that is like it.
    fn meant(&self, form: &EntryForm, about: u64, values: &Values<'_>) -> Markup {
        let everybody: Vec<TeamId> = self.season.teams.keys().copied().collect();
        let mut names: Vec<(String, Vec<TeamId>)> = Vec::new();
        for field in form.fields {
            match field.ask {
                Ask::Player => names.push((field.key.to_owned(), everybody.clone())),
                Ask::Games => {
                    let Some(meeting) = self.meeting(about) else { continue };
                    for (side, team) in [("home", meeting.planned.home), ("away", meeting.planned.away)] {
                        for slot in 0..self.season.form.slots.len() {
                            names.extend(["", "b"].map(|end| (format!("{side}{slot}{end}"), vec![team])));
                        }
                    }
                }
                _ => {}
            }
        }
        let is_known = |name: &str| self.season.team_of(self.season.name_of(name)).is_some();
        html! { @for (key, teams) in &names {
            @let typed = values.of(key);
            @if let Some(meant) = self.season.meant(typed, teams).filter(|_| !typed.is_empty() && !is_known(typed)) {
                button name="instead" value={ (key) "\t" (meant) } { (say!("{meant}, not {typed}", meant, typed)) }
            }
        } }
    }

    fn meeting(&self, about: u64) -> Option<&'a Meeting> {
        self.season.meetings.get(&MeetingId(u32::try_from(about).ok()?))
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
            Ask::Reports => return self.reports(about, values),
            Ask::Games => return self.games(about, values),
            Ask::Disputed => return self.disputed(about, label, values),
            Ask::Days => {
                let known: Vec<&str> = values.all(field.key).collect();
                let fields = (known.len() + 3).max(6);
                return html! { fieldset { legend { (label) }
                    @for at in 0..fields { input type="date" name=(field.key) value=(known.get(at).copied().unwrap_or_default()) aria-label=(label); }
                } };
            }
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
    fn reports(&self, about: u64, values: &Values<'_>) -> Markup {
        let Some(meeting) = self.meeting(about) else { return html! {} };
        let sides = [("home", meeting.planned.home, true), ("away", meeting.planned.away, false)];
        html! {
            @for (slot, result) in meeting.slots.iter().enumerate() { @if let SlotResult::Differing(reports) = result {
                fieldset.game {
                    legend { (game_words(slot)) }
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
    fn games(&self, about: u64, values: &Values<'_>) -> Markup {
        let Some(meeting) = self.meeting(about) else { return html! {} };
        let again = self.kept.form == "card" && self.kept.about == about;
        let sides = [("home", meeting.planned.home), ("away", meeting.planned.away)];
        html! {
            @for (side, team) in sides { (player_list(side, self.season.teams.get(&team).map_or(&[][..], |team| &team.squad.players))) }
            @for (slot, game) in self.season.form.slots.iter().enumerate() {
                fieldset.game {
                    legend { (game_words(slot)) " · " @if game.lineup == Lineup::Pairs { (say!("pairs")) } @else { (say!("singles")) } }
                    @let ends: &[&str] = if game.lineup == Lineup::Pairs { &["", "b"] } else { &[""] };
                    @for end in ends {
                        div.two { @for (side, team) in sides { (player_field(side, slot, end, self.season.team_name(team), values)) } }
                    }
                    @let won = format!("won{slot}");
                    p { @for (side, team) in sides {
                        label.pick { input type="radio" name=(won) value=(side) checked[values.of(&won) == side]; (say!("{team} won", team = self.season.team_name(team))) }
                    } }
                    @if again && let Some(score) = meeting.slots.get(slot).and_then(recorded) && values.differ(score) {
                        p.bad { (say!("Recorded: {home} – {away}; {team} won", home = score.home.join(" & "), away = score.away.join(" & "),
                            team = self.season.team_name(if score.home_won { meeting.planned.home } else { meeting.planned.away }))) }
                    }
                }
            }
        }
    }

    /// The games of the other captain's card, to be ticked.
    fn disputed(&self, about: u64, label: &str, values: &Values<'_>) -> Markup {
        let Some(meeting) = self.meeting(about) else { return html! {} };
        let claimed = meeting.slots.iter().enumerate().filter_map(|(slot, result)| Some((slot, recorded(result)?)));
        html! { fieldset { legend { (label) }
            @for (slot, score) in claimed {
                @let name = format!("game{slot}");
                @let winner = if score.home_won { meeting.planned.home } else { meeting.planned.away };
                label.pick { input type="checkbox" name=(name) value="on" checked[!values.of(&name).is_empty()]; (game_words(slot)) ": " (self.season.team_name(winner)) }
            }
        } }
    }
}

fn game_words(slot: usize) -> String {
    say!("Game {n}", n = slot + 1)
}

/// The score of a game that stands or waits for a captain.
const fn recorded(result: &SlotResult) -> Option<&GameScore> {
    match result {
        SlotResult::Settled(score) | SlotResult::Claimed(score) => Some(score),
        SlotResult::Open | SlotResult::Differing(_) => None,
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
    fn all<'b>(&'b self, key: &'b str) -> impl Iterator<Item = &'b str> {
        self.0.iter().filter(move |(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Reports whether the typed game is another than this.
    fn differ(&self, score: &GameScore) -> bool {
        let winner = if score.home_won { "home" } else { "away" };
        let other = |side: &str, names: &[String]| {
            let typed = ["", "b"].map(|end| self.of(&format!("{side}{}{end}", score.slot)));
            typed.iter().enumerate().any(|(at, typed)| *typed != names.get(at).map_or("", String::as_str))
        };
        self.of(&format!("won{}", score.slot)) != winner || other("home", &score.home) || other("away", &score.away)
    }

    fn of(&self, key: &str) -> &str {
        self.0.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value.as_str())
    }
}

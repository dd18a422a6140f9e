//! Seasons: the table of a league or of everybody, who meets whom, and the form of a new league.

use super::{Actions, columns, counted_matches, panel_ui, rows};
use crate::ui::action::Action;
use crate::ui::history::{BookWish, LeagueForm, Paper, Wish, facts};
use crate::ui::state::State;
use crate::widgets::button::{self, ButtonKind, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, TOUCH, Theme, Weight};
use egui::containers::Sides;
use egui::{Align, Align2, Layout, ScrollArea, TextEdit, Ui, pos2, vec2};
use egui_extras::{Column, Size, TableBuilder};
use game::rules::PRESETS;
use game::stats::{Entrant, Fixture, League, LeagueSums, Standing};
use language::{said, say};
use std::sync::Arc;
use store::Archive;

/// Below this width the leagues stand above their table.
const PORTRAIT: f32 = 600.0;

/// Sums of the shown league, and their source: as long as the archive is held here, no other one is mistaken for it.
#[derive(Clone)]
struct LeagueMade {
    archive: Arc<Archive>,
    league: League,
    sums: Arc<LeagueSums>,
}

impl LeagueMade {
    /// The earlier table if it still holds, otherwise a new one.
    fn of(before: Option<Self>, archive: &Arc<Archive>, league: &League) -> Self {
        let holds = |made: &Self| Arc::ptr_eq(&made.archive, archive) && made.league == *league;
        before.filter(holds).unwrap_or_else(|| Self {
            archive: Arc::clone(archive),
            league: league.clone(),
            sums: Arc::new(LeagueSums::of(league, facts(&archive.games))),
        })
    }
}

pub(super) fn league_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let mut part = |n: usize, ui: &mut Ui| match n {
        0 => panel_ui(ui, &theme, 10.0, |ui| list_ui(ui, &theme, state, actions)),
        _ if state.history.form.is_some() => panel_ui(ui, &theme, 16.0, |ui| form_ui(ui, &theme, state, actions)),
        _ => season_ui(ui, &theme, state, actions),
    };
    if ui.available_width() < PORTRAIT {
        rows(ui, GAP, &[Size::relative(0.25).at_least(150.0), Size::remainder()], &mut part);
    } else {
        columns(ui, GAP, &[Size::relative(0.2).at_least(190.0).at_most(320.0), Size::remainder()], &mut part);
    }
}

/// The table; beside it who meets whom, where there is room.
fn season_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    let sums = league_sums(ui, state);
    let both = state.history.shown_league().zip(sums.as_deref());
    let sizes = [Size::relative(0.55), Size::remainder()];
    let sizes = if both.is_some() { &sizes } else { &sizes[1..] };
    let parts = |n: usize, ui: &mut Ui| match both {
        Some((league, sums)) if n == 1 => panel_ui(ui, theme, 14.0, |ui| fixtures_ui(ui, theme, league, sums, actions)),
        _ => panel_ui(ui, theme, 14.0, |ui| table_ui(ui, theme, state, sums.as_deref(), actions)),
    };
    if ui.available_width() >= 760.0 { columns(ui, GAP, sizes, parts) } else { rows(ui, GAP, sizes, parts) }
}

/// The table and fixtures of the league that is shown; made again only when games or league change.
fn league_sums(ui: &Ui, state: &State) -> Option<Arc<LeagueSums>> {
    let league = state.history.shown_league()?;
    let id = egui::Id::unique("league sums");
    let made = LeagueMade::of(ui.data(|data| data.get_temp::<LeagueMade>(id)), &state.history.archive, league);
    ui.data_mut(|data| data.insert_temp(id, made.clone()));
    Some(made.sums)
}

fn list_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    let names = state.history.archive.book.leagues.keys().cloned().map(Some);
    rows(ui, 8.0, &[Size::remainder(), Size::exact(TOUCH)], |n, ui| {
        let size = vec2(ui.available_width() - 6.0, TOUCH);
        if n == 1 {
            let face = Face::new(say!("New league…")).main(true).size(15.0);
            if button::sized(ui, theme, vec2(ui.available_width(), TOUCH), face).clicked() {
                actions.push(Action::History(Wish::Form(true)));
            }
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for league in [None].into_iter().chain(names.clone()) {
                let label = league.as_deref().unwrap_or(say!("Everyone"));
                let here = state.history.league == league && state.history.form.is_none();
                if button::sized(ui, theme, size, Face::new(label).chosen(here).size(15.0)).clicked() {
                    actions.push(Action::History(Wish::League(league)));
                }
            }
        });
    });
}

fn table_ui(ui: &mut Ui, theme: &Theme, state: &State, sums: Option<&LeagueSums>, actions: &mut Actions) {
    let league = state.history.shown_league();
    let table: &[Standing] = sums.map_or(&state.history.sums.table, |sums| &sums.table);
    let title = league.map_or(say!("All players"), |league| league.name.as_str());
    let mut put = |ui: &mut Ui, label: &str, kind: ButtonKind, wish: Wish| {
        if button::add(ui, theme, TOUCH, Face::new(label).kind(kind).size(14.0)).clicked() {
            actions.push(Action::History(wish));
        }
    };
    Sides::new().height(TOUCH).shrink_left().truncate().show(
        ui,
        |ui| text::label_whole(ui, title, Ink::new(Weight::SemiBold, 19.0, theme.text)),
        |ui| {
            if let Some(league) = league {
                put(ui, say!("Remove"), ButtonKind::Danger, Wish::Book(BookWish::RemoveLeague(league.name.clone())));
            }
            put(ui, say!("Print (PDF)"), ButtonKind::Plain, Wish::Save(Paper::Standings));
        },
    );
    let quiet = Ink::new(Weight::Regular, 13.5, theme.quiet);
    text::label(ui, &over_words(table, league), quiet);
    standings_ui(ui, theme, state, table);
}

/// "over 12 matches · 3 for a win, 1 for a match without a winner".
fn over_words(table: &[Standing], league: Option<&League>) -> String {
    let played: u32 = table.iter().map(|line| line.played).sum::<u32>() / 2;
    let worth = league.map_or_else(game::stats::WinPoints::default, |league| league.worth);
    let legs = if worth.leg > 0 { say!(", {leg} for each game won", leg = worth.leg) } else { String::new() };
    say!(
        "over {matches} · {win} for a win, {draw} for a match without a winner{legs}",
        matches = counted_matches(played as usize),
        win = worth.win,
        draw = worth.draw,
        legs
    )
}

/// A line an entrant; where the room is narrow, only what decides.
fn standings_ui(ui: &mut Ui, theme: &Theme, state: &State, table: &[Standing]) {
    let narrow = ui.available_width() < 420.0;
    let shown = |n: usize| !narrow || [1, 2, 7].contains(&n);
    let figures = (1..8).filter(|n| shown(*n)).count();
    let step = (ui.available_width() * 0.62 / 7.0).clamp(if narrow { 62.0 } else { 48.0 }, 74.0);
    ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
    ui.visuals_mut().faint_bg_color = theme.raised.gamma_multiply(0.45);
    TableBuilder::new(ui)
        .striped(true)
        .auto_shrink(false)
        .cell_layout(Layout::right_to_left(Align::Center))
        .column(Column::remainder().clip(true))
        .columns(Column::exact(step), figures)
        .header(26.0, |mut row| {
            let titles =
                ["", say!("Played"), say!("Won"), say!("Drawn"), say!("Lost"), say!("Games"), "Elo", say!("Points")];
            for (_, title) in titles.iter().enumerate().filter(|(n, _)| *n == 0 || shown(*n)) {
                row.col(|ui| _ = text::label_whole(ui, title, Ink::new(Weight::SemiBold, 13.0, theme.quiet)));
            }
        })
        .body(|body| {
            body.rows(30.0, table.len(), |mut row| {
                let (place, line) = (row.index() + 1, &table[row.index()]);
                let rating = state.history.sums.elo.iter().find(|rating| rating.player == line.name);
                let cells = [
                    format!("{place}  {}", line.name),
                    line.played.to_string(),
                    line.won.to_string(),
                    line.drawn.to_string(),
                    line.lost.to_string(),
                    format!("{}:{}", line.legs_for, line.legs_against),
                    rating.map(|rating| format!("{:.0}", rating.rating)).unwrap_or_default(),
                    line.points.to_string(),
                ];
                for (n, cell) in cells.iter().enumerate().filter(|(n, _)| *n == 0 || shown(*n)) {
                    let weight =
                        [Weight::Medium, Weight::Regular, Weight::Bold][usize::from(n > 0) + usize::from(n == 7)];
                    let ink = Ink::new(weight, 15.0, theme.text);
                    let left = Layout::left_to_right(Align::Center);
                    row.col(|ui| {
                        if n == 0 {
                            ui.with_layout(left, |ui| text::label(ui, cell, ink));
                        } else {
                            text::label(ui, cell, ink);
                        }
                    });
                }
                let spoken = say!(
                    "{place}. {name}: {points} points, {won} of {played} won",
                    place,
                    name = line.name,
                    points = line.points,
                    won = line.won,
                    played = line.played
                );
                row.response().widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &spoken));
            });
        });
}

fn fixtures_ui(ui: &mut Ui, theme: &Theme, league: &League, sums: &LeagueSums, actions: &mut Actions) {
    let played = sums.fixtures.iter().filter(|fixture| !fixture.played.is_empty()).count();
    let words = say!("Fixtures: {played} of {all} played", played, all = sums.fixtures.len());
    text::label(ui, &words, Ink::new(Weight::SemiBold, 17.0, theme.text));
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for round in sums.fixtures.chunk_by(|a, b| a.round == b.round) {
            ui.add_space(8.0);
            let words = say!("Round {n}", n = round[0].round + 1);
            text::label(ui, &words, Ink::new(Weight::SemiBold, 13.5, theme.quiet));
            for fixture in round {
                fixture_ui(ui, theme, league, fixture, actions);
            }
        }
    });
}

fn fixture_ui(ui: &mut Ui, theme: &Theme, league: &League, fixture: &Fixture, actions: &mut Actions) {
    // Only played fixtures can be tapped: they open the match.
    let high = if fixture.played.is_empty() { 28.0 } else { TOUCH };
    let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, high));
    let name = |i: usize| league.entrants.get(i).map_or("?", |entrant: &Entrant| entrant.name.as_str());
    let (home, away) = fixture.points();
    let result = if fixture.played.is_empty() { "–".to_owned() } else { format!("{home} : {away}") };
    let response = ui.interact(
        row,
        ui.scope_id().with(("fixture", fixture.round, fixture.home, fixture.away)),
        if fixture.played.is_empty() { egui::Sense::hover() } else { egui::Sense::click() },
    );
    let spoken = format!("{} {result} {}", name(fixture.home), name(fixture.away));
    let enabled = !fixture.played.is_empty();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, &spoken));
    if enabled && response.hovered() {
        ui.painter().rect_filled(row, 6, theme.raised);
    }
    button::focus_ring(ui, theme, row, egui::CornerRadius::same(6), &response);
    let ink = Ink::new(Weight::Medium, 14.0, if enabled { theme.text } else { theme.quiet });
    let middle = row.center().x;
    let room = row.width() / 2.0 - 34.0;
    let (left, right) = (pos2(middle - 30.0, row.center().y), pos2(middle + 30.0, row.center().y));
    text::put_within(ui.painter(), left, Align2::RIGHT_CENTER, name(fixture.home), ink, room);
    text::put_within(ui.painter(), right, Align2::LEFT_CENTER, name(fixture.away), ink, room);
    let strong = Ink::new(Weight::Bold, 14.0, ink.color);
    text::put(ui.painter(), row.center(), Align2::CENTER_CENTER, &result, strong);
    if let Some(meeting) = fixture.played.first()
        && response.clicked()
        && let Ok(id) = meeting.id.parse()
    {
        actions.push(Action::History(Wish::Look(id)));
    }
}

fn form_ui(ui: &mut Ui, theme: &Theme, state: &mut State, actions: &mut Actions) {
    let names: Vec<String> = state.history.sums.figures.iter().map(|(name, _)| name.clone()).collect();
    let Some(form) = &mut state.history.form else { return };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.label(egui::RichText::new(say!("A new league")).font(Weight::SemiBold.font(21.0)).color(theme.text));
        let name =
            field::put(ui, TextEdit::singleline(&mut form.name).hint_text(say!("Winter league")).desired_width(320.0));
        let _named = name.accessible_name(say!("name of the league"));
        let about =
            say!("Entrants, a line each: Anna; a pair Anna & Ben; a team Ship: Anna, Ben, Cleo. A tap adds a player.");
        ui.label(egui::RichText::new(about).color(theme.quiet).size(14.0));
        let edit = TextEdit::multiline(&mut form.entrants).desired_rows(6).desired_width(420.0);
        let entrants = field::put(ui, edit);
        let _named = entrants.accessible_name(say!("entrants, a line each"));
        ui.horizontal_wrapped(|ui| {
            for name in names.iter().take(24) {
                let entered = form.entrants.lines().any(|line| line.trim() == name);
                let spoken = say!("add {name}", name);
                let face = Face::new(name).name(&spoken).chosen(entered).size(14.0);
                if button::add(ui, theme, TOUCH, face).clicked() && !entered {
                    if !form.entrants.is_empty() && !form.entrants.ends_with('\n') {
                        form.entrants.push('\n');
                    }
                    form.entrants.push_str(name);
                    form.entrants.push('\n');
                }
            }
        });
        numbers_ui(ui, theme, form);
        if let Some(problem) = &form.problem {
            ui.label(egui::RichText::new(format!("! {problem}")).color(theme.bad));
        }
        ui.horizontal(|ui| {
            if button::add(ui, theme, TOUCH, Face::new(say!("Save the league")).main(true)).clicked() {
                match form.league() {
                    Ok(league) => actions.push(Action::History(Wish::Book(BookWish::SaveLeague(league)))),
                    Err(why) => form.problem = Some(why),
                }
            }
            if button::add(ui, theme, TOUCH, Face::new(say!("Never mind"))).clicked() {
                actions.push(Action::History(Wish::Form(false)));
            }
        });
    });
}

fn numbers_ui(ui: &mut Ui, theme: &Theme, form: &mut LeagueForm) {
    ui.horizontal_wrapped(|ui| {
        let face = Face::new(say!("Each pair meets twice")).chosen(form.twice).size(14.0);
        if button::add(ui, theme, TOUCH, face).clicked() {
            form.twice = !form.twice;
        }
        let figure = |ui: &mut Ui, label: &str, value: &mut u32, most: u32| {
            ui.label(egui::RichText::new(label).color(theme.quiet).size(14.0));
            let response = ui.add(egui::DragValue::new(value).range(0..=most));
            let _named = response.accessible_name(label);
        };
        figure(ui, say!("points for a win"), &mut form.worth.win, 100);
        figure(ui, say!("without a winner"), &mut form.worth.draw, 100);
        figure(ui, say!("for each game won"), &mut form.worth.leg, 100);
        let mut matches = u32::from(form.matches);
        figure(ui, say!("matches in a meeting"), &mut matches, 50);
        form.matches = matches.max(1) as u8;
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(egui::RichText::new(say!("from the day")).color(theme.quiet).size(14.0));
        let from = field::put(ui, TextEdit::singleline(&mut form.from).hint_text("2026-09-01").desired_width(130.0));
        let _named = from.accessible_name(say!("first day of the season"));
        let title = |id: &Option<String>| {
            let found = PRESETS.iter().find(|preset| Some(preset.rules.id) == id.as_deref());
            found.map_or(say!("any rules"), |preset| said(preset.title))
        };
        let shown = egui::ComboBox::from_id_salt("league rules").selected_text(title(&form.rules)).width(240.0);
        let response = shown.show_ui(ui, |ui| {
            ui.selectable_value(&mut form.rules, None, say!("any rules"));
            for preset in PRESETS {
                ui.selectable_value(&mut form.rules, Some(preset.rules.id.to_owned()), said(preset.title));
            }
        });
        let _named = response.response.accessible_name(say!("rules of the league"));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_of_one_archive_are_never_taken_for_those_of_another() {
        let league = |name: &str| League { name: name.to_owned(), ..League::default() };
        let mut made = None;
        let mut before: Option<Arc<LeagueSums>> = None;
        for n in 0..100 {
            // An archive goes as the next one comes: it may have the same address.
            let archive = Arc::new(Archive::default());
            let now = LeagueMade::of(made.take(), &archive, &league("winter"));
            assert!(before.is_none_or(|before| !Arc::ptr_eq(&before, &now.sums)), "archive {n}");
            before = Some(Arc::clone(&now.sums));
            let again = LeagueMade::of(Some(now), &archive, &league("winter"));
            assert!(before.as_ref().is_some_and(|before| Arc::ptr_eq(before, &again.sums)), "made once an archive");
            made = Some(again);
        }
    }
}

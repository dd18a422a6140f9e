//! Seasons: the table of a league or of everybody, who meets whom, and the form of a new league.

use super::{Actions, panel, within};
use crate::ui::action::Action;
use crate::ui::history::{LeagueForm, Paper, Wish, facts};
use crate::ui::state::State;
use crate::ui::theme::{GAP, TOUCH, Theme, Weight};
use crate::ui::widgets::button::{self, ButtonKind, Face};
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, Rect, ScrollArea, TextEdit, Ui, pos2, vec2};
use game::rules::PRESETS;
use game::stats::{Entrant, Fixture, League, LeagueSums, Standing};
use std::sync::Arc;

/// The sums of the league that is shown, made once for an archive.
#[derive(Clone)]
struct Made {
    archive: usize,
    league: League,
    sums: Arc<LeagueSums>,
}

pub(super) fn league_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let rect = ui.max_rect();
    let left = (rect.width() * 0.2).clamp(190.0, 320.0);
    let list = Rect::from_min_max(rect.min, pos2(rect.left() + left, rect.bottom()));
    panel(ui, &theme, list);
    within(ui, list.shrink(10.0), "leagues", |ui| list_ui(ui, &theme, state, actions));
    let rest = Rect::from_min_max(pos2(list.right() + GAP, rect.top()), rect.max);
    if state.history.form.is_some() {
        panel(ui, &theme, rest);
        within(ui, rest.shrink(16.0), "form", |ui| form_ui(ui, &theme, state, actions));
        return;
    }
    let sums = league_sums(ui, state);
    let narrow = rest.width() < 760.0;
    let wide = if sums.is_none() || narrow { rest.width() } else { (rest.width() - GAP) * 0.56 };
    let table = Rect::from_min_size(rest.min, vec2(wide, rest.height()));
    panel(ui, &theme, table);
    within(ui, table.shrink(14.0), "table", |ui| table_ui(ui, &theme, state, sums.as_deref(), actions));
    if let (Some(sums), Some(league), false) = (&sums, state.history.shown_league(), narrow) {
        let fixtures = Rect::from_min_max(pos2(table.right() + GAP, rest.top()), rest.max);
        panel(ui, &theme, fixtures);
        within(ui, fixtures.shrink(14.0), "fixtures", |ui| fixtures_ui(ui, &theme, league, sums, actions));
    }
}

/// The table and fixtures of the league that is shown; made again only when games or league change.
fn league_sums(ui: &Ui, state: &State) -> Option<Arc<LeagueSums>> {
    let league = state.history.shown_league()?;
    let archive = Arc::as_ptr(&state.history.archive) as usize;
    let id = egui::Id::unique("league sums");
    let made = ui.data(|data| data.get_temp::<Made>(id));
    if let Some(made) = made.filter(|made| made.archive == archive && made.league == *league) {
        return Some(made.sums);
    }
    let sums = Arc::new(LeagueSums::of(league, facts(&state.history.archive.games)));
    let made = Made { archive, league: league.clone(), sums: Arc::clone(&sums) };
    ui.data_mut(|data| data.insert_temp(id, made));
    Some(sums)
}

fn list_ui(ui: &mut Ui, theme: &Theme, state: &State, actions: &mut Actions) {
    let rect = ui.max_rect();
    let new = Rect::from_min_max(pos2(rect.left(), rect.bottom() - TOUCH), rect.max);
    if button::put(ui, theme, new, Face::new("New league…").main(true).size(15.0)).clicked() {
        actions.push(Action::History(Wish::Form(true)));
    }
    let list = Rect::from_min_max(rect.min, pos2(rect.right(), new.top() - 8.0));
    let names: Vec<String> = state.history.archive.book.leagues.keys().cloned().collect();
    within(ui, list, "names", |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let mut put = |ui: &mut Ui, label: &str, league: Option<String>| {
                let (_, place) = ui.allocate_space(vec2(ui.available_width() - 6.0, TOUCH));
                let here = state.history.league == league && state.history.form.is_none();
                if button::put(ui, theme, place, Face::new(label).chosen(here).size(15.0)).clicked() {
                    actions.push(Action::History(Wish::League(league)));
                }
            };
            put(ui, "Everybody", None);
            for name in names {
                put(ui, &name, Some(name.clone()));
            }
        });
    });
}

fn table_ui(ui: &mut Ui, theme: &Theme, state: &State, sums: Option<&LeagueSums>, actions: &mut Actions) {
    let rect = ui.max_rect();
    let league = state.history.shown_league();
    let table: &[Standing] = sums.map_or(&state.history.sums.table, |sums| &sums.table);
    let title = league.map_or("Everybody over the matches of the list", |league| league.name.as_str());
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), TOUCH));
    let mut right = head.right();
    let mut put = |label: &str, wide: f32, kind: ButtonKind, wish: Wish| {
        let place = Rect::from_min_max(pos2(right - wide, head.top()), pos2(right, head.bottom()));
        right = place.left() - 6.0;
        if button::put(ui, theme, place, Face::new(label).kind(kind).size(14.0)).clicked() {
            actions.push(Action::History(wish));
        }
    };
    if let Some(league) = league {
        put("Remove", 84.0, ButtonKind::Danger, Wish::RemoveLeague(league.name.clone()));
    }
    put("Print (PDF)", 110.0, ButtonKind::Plain, Wish::Save(Paper::Standings));
    let ink = Ink::new(Weight::SemiBold, 19.0, theme.text);
    let room = right - head.left() - 8.0;
    let shown = text::put_within(ui.painter(), head.left_center(), Align2::LEFT_CENTER, title, ink, room);
    super::history::spoken_label(ui, shown, "title", title);
    let played: u32 = table.iter().map(|line| line.played).sum::<u32>() / 2;
    let worth = league.map_or_else(game::stats::WinPoints::default, |league| league.worth);
    let legs = if worth.leg > 0 { format!(", {} for each game won", worth.leg) } else { String::new() };
    let words =
        format!("over {played} matches · {} for a win, {} for a match without a winner{legs}", worth.win, worth.draw);
    let quiet = Ink::new(Weight::Regular, 13.5, theme.quiet);
    let at = pos2(rect.left(), head.bottom() + 12.0);
    let shown = text::put_within(ui.painter(), at, Align2::LEFT_CENTER, &words, quiet, rect.width());
    super::history::spoken_label(ui, shown, "over", &words);
    let columns = columns(rect.width() - 10.0);
    let titles = Rect::from_min_size(pos2(rect.left(), head.bottom() + 26.0), vec2(rect.width() - 10.0, 26.0));
    let cells = ["", "Played", "Won", "Drawn", "Lost", "Games", "Elo", "Points"].map(str::to_owned);
    let title_ink = Ink::new(Weight::SemiBold, 13.0, theme.quiet);
    line_ui(ui, titles, &columns, &cells, [title_ink; 2]);
    ui.painter().hline(titles.x_range(), titles.bottom(), theme.outline());
    let list = Rect::from_min_max(pos2(rect.left(), titles.bottom() + 2.0), rect.max);
    let elo = &state.history.sums.elo;
    within(ui, list, "lines", |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, 30.0, table.len(), |ui, range| {
            for n in range {
                let line = &table[n];
                let (_, row) = ui.allocate_space(vec2(rect.width() - 10.0, 30.0));
                if n % 2 == 1 {
                    ui.painter().rect_filled(row, 4, theme.raised.gamma_multiply(0.45));
                }
                let rating = elo.iter().find(|rating| rating.player == line.name);
                let cells = [
                    format!("{}  {}", n + 1, line.name),
                    line.played.to_string(),
                    line.won.to_string(),
                    line.drawn.to_string(),
                    line.lost.to_string(),
                    format!("{}:{}", line.legs_for, line.legs_against),
                    rating.map(|rating| format!("{:.0}", rating.rating)).unwrap_or_default(),
                    line.points.to_string(),
                ];
                let inks = [Ink::new(Weight::Medium, 15.0, theme.text), Ink::new(Weight::Regular, 15.0, theme.text)];
                line_ui(ui, row, &columns, &cells, inks);
                let spoken =
                    format!("{}. {}: {} points, {} of {} won", n + 1, line.name, line.points, line.won, line.played);
                super::history::spoken_label(ui, row, "line", &spoken);
            }
        });
    });
}

/// Right edges of the columns behind the names, from the left edge of a row.
fn columns(width: f32) -> [f32; 7] {
    let step = (width * 0.62 / 7.0).min(74.0);
    std::array::from_fn(|i| width - step * (6 - i) as f32 - 4.0)
}

fn line_ui(ui: &Ui, row: Rect, columns: &[f32; 7], cells: &[String; 8], [name, figure]: [Ink; 2]) {
    let y = row.center().y;
    let room = columns[0] - 60.0;
    text::put_within(ui.painter(), pos2(row.left() + 4.0, y), Align2::LEFT_CENTER, &cells[0], name, room);
    for (i, (right, cell)) in columns.iter().zip(&cells[1..]).enumerate() {
        let ink = if i == 6 { Ink { weight: Weight::Bold, ..figure } } else { figure };
        text::put(ui.painter(), pos2(row.left() + right, y), Align2::RIGHT_CENTER, cell, ink);
    }
}

fn fixtures_ui(ui: &mut Ui, theme: &Theme, league: &League, sums: &LeagueSums, actions: &mut Actions) {
    let rect = ui.max_rect();
    let played = sums.fixtures.iter().filter(|fixture| !fixture.played.is_empty()).count();
    let words = format!("Fixtures: {played} of {} played", sums.fixtures.len());
    let ink = Ink::new(Weight::SemiBold, 17.0, theme.text);
    let at = rect.min + vec2(0.0, 14.0);
    let shown = text::put_within(ui.painter(), at, Align2::LEFT_CENTER, &words, ink, rect.width());
    super::history::spoken_label(ui, shown, "fixtures", &words);
    let list = Rect::from_min_max(rect.min + vec2(0.0, 34.0), rect.max);
    within(ui, list, "rounds", |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let mut round = usize::MAX;
            for fixture in &sums.fixtures {
                if round != fixture.round {
                    round = fixture.round;
                    let (_, row) = ui.allocate_space(vec2(ui.available_width(), 28.0));
                    let ink = Ink::new(Weight::SemiBold, 13.5, theme.quiet);
                    let words = format!("Round {}", round + 1);
                    text::put(ui.painter(), row.left_center() + vec2(0.0, 4.0), Align2::LEFT_CENTER, &words, ink);
                }
                fixture_ui(ui, theme, league, fixture, actions);
            }
        });
    });
}

fn fixture_ui(ui: &mut Ui, theme: &Theme, league: &League, fixture: &Fixture, actions: &mut Actions) {
    let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, 28.0));
    let name = |i: usize| league.entrants.get(i).map_or("?", |entrant: &Entrant| entrant.name.as_str());
    let (home, away) = fixture.points();
    let result = if fixture.played.is_empty() { "–".to_owned() } else { format!("{home} : {away}") };
    let response = ui.interact(
        row,
        ui.scope_id().with(("fixture", fixture.round, fixture.home, fixture.away)),
        egui::Sense::click(),
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
        ui.label(egui::RichText::new("A new league").font(Weight::SemiBold.font(21.0)).color(theme.text));
        let name = ui.add(TextEdit::singleline(&mut form.name).hint_text("Winter league").desired_width(320.0));
        let _named = name.accessible_name("name of the league");
        let about =
            "Entrants, a line each: Anna; a pair Anna & Ben; a team Ship: Anna, Ben, Cleo. A tap adds a player.";
        ui.label(egui::RichText::new(about).color(theme.quiet).size(14.0));
        let edit = TextEdit::multiline(&mut form.entrants).desired_rows(6).desired_width(420.0);
        let entrants = ui.add(edit);
        let _named = entrants.accessible_name("entrants, a line each");
        ui.horizontal_wrapped(|ui| {
            for name in names.iter().take(24) {
                let entered = form.entrants.lines().any(|line| line.trim() == name);
                let spoken = format!("add {name}");
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
            if button::add(ui, theme, TOUCH, Face::new("Save the league").main(true)).clicked() {
                match form.league() {
                    Ok(league) => actions.push(Action::History(Wish::SaveLeague(league))),
                    Err(why) => form.problem = Some(why),
                }
            }
            if button::add(ui, theme, TOUCH, Face::new("Never mind")).clicked() {
                actions.push(Action::History(Wish::Form(false)));
            }
        });
    });
}

fn numbers_ui(ui: &mut Ui, theme: &Theme, form: &mut LeagueForm) {
    ui.horizontal_wrapped(|ui| {
        let face = Face::new("Everybody meets twice").chosen(form.twice).size(14.0);
        if button::add(ui, theme, TOUCH, face).clicked() {
            form.twice = !form.twice;
        }
        let figure = |ui: &mut Ui, label: &str, value: &mut u32, most: u32| {
            ui.label(egui::RichText::new(label).color(theme.quiet).size(14.0));
            let response = ui.add(egui::DragValue::new(value).range(0..=most));
            let _named = response.accessible_name(label);
        };
        figure(ui, "points for a win", &mut form.worth.win, 100);
        figure(ui, "without a winner", &mut form.worth.draw, 100);
        figure(ui, "for each game won", &mut form.worth.leg, 100);
        let mut matches = u32::from(form.matches);
        figure(ui, "matches in a meeting", &mut matches, 50);
        form.matches = matches.max(1) as u8;
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(egui::RichText::new("from the day").color(theme.quiet).size(14.0));
        let from = ui.add(TextEdit::singleline(&mut form.from).hint_text("2026-09-01").desired_width(130.0));
        let _named = from.accessible_name("first day of the season");
        let title = |id: &Option<String>| {
            let found = PRESETS.iter().find(|preset| Some(preset.rules.id) == id.as_deref());
            found.map_or("any rules", |preset| preset.title)
        };
        let shown = egui::ComboBox::from_id_salt("league rules").selected_text(title(&form.rules)).width(240.0);
        let response = shown.show_ui(ui, |ui| {
            ui.selectable_value(&mut form.rules, None, "any rules");
            for preset in PRESETS {
                ui.selectable_value(&mut form.rules, Some(preset.rules.id.to_owned()), preset.title);
            }
        });
        let _named = response.response.accessible_name("rules of the league");
    });
}

//! Figures over the matches of the choice: everybody's, one player's in detail, and two against each other. Every figure
//! says over how much it is.

use super::chart::{self, Course};
use super::history::games::filter_ui;
use super::{Actions, columns, counted_matches, line_ui, middle_ui, panel_ui, rows};
use crate::ui::action::Action;
use crate::ui::history::Wish;
use crate::ui::state::State;
use crate::widgets::button;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, RADIUS, Theme, Weight};
use egui::containers::Sides;
use egui::{
    Align, Align2, CornerRadius, Layout, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};
use egui_extras::{Column, Size, TableBuilder};
use game::stats::{Figures, HeadToHead, PlayerSums, Quoted, SMOOTH, Sums};
use language::{say, say_count};
use std::sync::Arc;

/// Width below which the charts are left out; below the second one the list of players is above the figures.
const NARROW: f32 = 900.0;
const PORTRAIT: f32 = 600.0;

pub(super) fn statistics_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let sums = Arc::clone(&state.history.sums);
    let wide = ui.available_width();
    let part = |n: usize, ui: &mut Ui| match n {
        0 => panel_ui(ui, &theme, 10.0, |ui| {
            filter_ui(ui, &theme, state, actions);
            players_ui(ui, &theme, &sums, state, actions);
        }),
        _ => player_ui(ui, &theme, &sums, wide < NARROW, state, actions),
    };
    let who = if wide < NARROW { Size::relative(0.4) } else { Size::relative(0.235).at_least(250.0).at_most(400.0) };
    if wide < PORTRAIT {
        rows(ui, GAP, &[Size::relative(0.4), Size::remainder()], part);
    } else {
        columns(ui, GAP, &[who, Size::remainder()], part);
    }
}

/// Shows the figures of the player, with charts beside them.
fn player_ui(ui: &mut Ui, theme: &Theme, sums: &Sums, narrow: bool, state: &State, actions: &mut Actions) {
    let Some(player) = &sums.player else {
        let ink = Ink::new(Weight::Medium, 17.0, theme.quiet);
        panel_ui(ui, theme, 14.0, |ui| middle_ui(ui, say!("no match found"), ink));
        return;
    };
    let Some(figures) = sums.of_player(&player.name) else { return };
    let sizes = [Size::relative(0.39).at_least(300.0).at_most(560.0), Size::remainder()];
    columns(ui, GAP, if narrow { &sizes[1..] } else { &sizes }, |n, ui| match n {
        0 => panel_ui(ui, theme, 14.0, |ui| figures_ui(ui, theme, sums, player, figures, state)),
        _ => charts_ui(ui, theme, player, figures, state, actions),
    });
}

/// Everybody, who played most first, with rating; a tap shows the figures.
fn players_ui(ui: &mut Ui, theme: &Theme, sums: &Sums, state: &State, actions: &mut Actions) {
    let shown = sums.player.as_ref().map(|player| player.name.as_str());
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, 46.0, sums.figures.len(), |ui, range| {
        for (name, figures) in &sums.figures[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width() - 6.0, 44.0));
            let here = shown == Some(name);
            let response = ui.interact(row, ui.scope_id().with(("player", name)), Sense::click());
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, say!("figures of {name}", name)));
            let fill = if here || response.hovered() { theme.raised } else { theme.panel };
            let stroke = if here { Stroke::new(2.0, theme.good) } else { Stroke::NONE };
            ui.painter().rect(row, CornerRadius::same(RADIUS), fill, stroke, StrokeKind::Inside);
            button::focus_ring(ui, theme, row, CornerRadius::same(RADIUS), &response);
            let rating = sums.elo.iter().find(|rating| rating.player == *name).map(|rating| rating.rating);
            let ink = Ink::new(Weight::SemiBold, 15.0, theme.text);
            let at = row.left_center() + vec2(10.0, 0.0);
            text::put_within(ui.painter(), at, Align2::LEFT_CENTER, name, ink, row.width() - 140.0);
            let won = figures.won.mean().map_or("–".to_owned(), |won| format!("{:.0} %", won * 100.0));
            let elo = |before: &str| rating.map(|rating| format!("{before}{rating:.0}")).unwrap_or_default();
            let about = match figures.won.of {
                0 => say!("none decided").to_owned(),
                of => say!("{won} of {of}{elo}", won, of, elo = elo(" · ")),
            };
            let ink = Ink::new(Weight::Regular, 13.0, theme.quiet);
            let at = row.right_center() - vec2(8.0, 0.0);
            text::put(ui.painter(), at, Align2::RIGHT_CENTER, &about, ink);
            let hover = match figures.won.of {
                0 => say!("{name}: no match decided yet", name),
                of => say_count!(
                    of,
                    "{name}: won {won} of {n} decided match{elo}",
                    "{name}: won {won} of {n} decided matches{elo}",
                    name,
                    won,
                    elo = elo(", Elo ")
                ),
            };
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(hover).clicked() {
                actions.push(Action::History(Wish::Player(name.clone())));
            }
        }
    });
    if state.history.summing {
        ui.ctx().request_repaint_after_secs(0.05);
    }
}

/// Shows the figures one by one, beside those of the compared player.
fn figures_ui(ui: &mut Ui, theme: &Theme, sums: &Sums, player: &PlayerSums, figures: &Figures, state: &State) {
    let other = state.history.versus.as_ref().filter(|name| **name != player.name);
    let other = other.and_then(|name| Some((name.as_str(), sums.of_player(name)?)));
    ui.spacing_mut().item_spacing.y = 2.0;
    line_ui(ui, 28.0, |ui| {
        text::label(ui, &player.name, Ink::new(Weight::Bold, 21.0, theme.side(0)));
        if let Some((name, _)) = other {
            text::label(ui, &say!("and {name}", name), Ink::new(Weight::Bold, 21.0, theme.side(1)));
        }
    });
    let (won, of) = (figures.won.sum, figures.won.of);
    let matches = counted_matches(figures.games as usize);
    let words = match of {
        0 => say!("{matches}, none of them decided yet", matches),
        _ => say_count!(
            figures.legs.of,
            "{matches}, won {won} of {decided} decided; {legs_won} of {n} game",
            "{matches}, won {won} of {decided} decided; {legs_won} of {n} games",
            matches,
            won,
            decided = of,
            legs_won = figures.legs.sum
        ),
    };
    text::label(ui, &words, Ink::new(Weight::Regular, 14.0, theme.quiet));
    ui.add_space(6.0);
    let high = ((ui.available_height() - 8.0) / (Quoted::ALL.len() as f32 + 6.5)).clamp(21.0, 38.0);
    let size = (high * 0.6).clamp(13.0, if ui.available_width() < 420.0 { 15.0 } else { 17.0 });
    figure_table(ui, theme, (high, size), figures, other.map(|(_, figures)| figures));
    ui.add_space(10.0);
    by_rules_ui(ui, theme, player);
}

fn figure_table(ui: &mut Ui, theme: &Theme, (high, size): (f32, f32), figures: &Figures, other: Option<&Figures>) {
    let wide = ui.available_width();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        ui.visuals_mut().faint_bg_color = theme.raised.gamma_multiply(0.45);
        TableBuilder::new(ui)
            .striped(true)
            .vscroll(false)
            .cell_layout(Layout::right_to_left(Align::Center))
            .column(Column::exact(wide * 0.42).clip(true))
            .column(Column::exact(wide * 0.15))
            .column(Column::exact(if other.is_some() { wide * 0.14 } else { 0.0 }))
            .column(Column::remainder().clip(true))
            .body(|body| {
                body.rows(high, Quoted::ALL.len(), |mut row| {
                    let quoted = Quoted::ALL[row.index()];
                    let (value, over) = (quoted.value(figures), quoted.over(figures));
                    let ink = |weight, color| Ink::new(weight, size, color);
                    row.col(|ui| {
                        let left = Layout::left_to_right(Align::Center);
                        ui.with_layout(left, |ui| text::label(ui, quoted.name(), ink(Weight::Regular, theme.text)));
                    });
                    row.col(|ui| {
                        let shown = text::label(ui, &value, ink(Weight::Bold, theme.side(0)));
                        let spoken = format!("{} {value}, {over}", quoted.name());
                        shown.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
                    });
                    row.col(|ui| {
                        if let Some(other) = other {
                            text::label(ui, &quoted.value(other), ink(Weight::Bold, theme.side(1)));
                        }
                    });
                    row.col(|ui| {
                        text::label_whole(ui, &over, Ink::new(Weight::Regular, (size - 2.5).max(11.5), theme.quiet));
                    });
                });
            });
    });
}

/// Points a drop and wins under each rule set.
fn by_rules_ui(ui: &mut Ui, theme: &Theme, player: &PlayerSums) {
    text::label(ui, say!("By rule set"), Ink::new(Weight::SemiBold, 15.0, theme.text));
    ui.add_space(2.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (title, figures) in &player.by_rules {
            let title = game::rules::title_said(title);
            let mean = figures.points_per_drop.mean().map_or("–".to_owned(), |mean| format!("{mean:.2}"));
            let words =
                say!("{mean} a drop · won {won} of {played}", mean, won = figures.won.sum, played = figures.won.of);
            let (quiet, strong) =
                (Ink::new(Weight::Regular, 13.0, theme.quiet), Ink::new(Weight::Medium, 13.0, theme.text));
            let name = |ui: &mut Ui| {
                text::label(ui, &title, quiet)
                    .widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{title}: {words}")));
            };
            let wide = |words: &str, ink| text::layout(ui.painter(), words, ink, f32::INFINITY).size().x;
            if wide(&title, quiet) + wide(&words, strong) + 24.0 > ui.available_width() {
                name(ui);
                text::label(ui, &words, strong);
                ui.add_space(5.0);
                continue;
            }
            Sides::new().height(23.0).shrink_left().truncate().show(ui, name, |ui| {
                ui.add_space(8.0);
                text::label(ui, &words, strong);
            });
        }
    });
}

fn charts_ui(ui: &mut Ui, theme: &Theme, player: &PlayerSums, figures: &Figures, state: &State, actions: &mut Actions) {
    let halves = [Size::remainder(), Size::remainder()];
    rows(ui, GAP, &halves, |n, ui| {
        if n == 0 {
            return trend_ui(ui, theme, player);
        }
        columns(ui, GAP, &halves, |n, ui| match n {
            0 => awards_ui(ui, theme, player, figures),
            _ => {
                let words = match player.versus.len() {
                    0 => say!("Head to head, no opponent").to_owned(),
                    n => say_count!(n, "Head to head, {n} opponent", "Head to head, {n} opponents"),
                };
                chart::framed(ui, theme, &words, |ui| versus_ui(ui, theme, player, state, actions));
            }
        });
    });
}

fn trend_ui(ui: &mut Ui, theme: &Theme, player: &PlayerSums) {
    let drops: u32 = player.trend.iter().map(|point| point.rate.of).sum();
    let matches = counted_matches(player.trend.len());
    let over = say_count!(drops, "{matches}, {n} drop", "{matches}, {n} drops", matches);
    let words = match player.by_rules.len() {
        0 | 1 => say!("Points a drop: {over}", over),
        _ => say!("Points a drop, {rules}: {over}", rules = game::rules::title_said(&player.trend_rules), over),
    };
    let games: Vec<[f64; 2]> =
        (1..).zip(&player.trend).map(|(n, point)| [f64::from(n), point.rate.mean().unwrap_or(0.0)]).collect();
    let smooth: Vec<[f64; 2]> = (1..).zip(&player.smooth).map(|(n, mean)| [f64::from(n), *mean]).collect();
    let courses = [
        Course { name: say!("each match").to_owned(), color: theme.quiet, points: games, strong: false },
        Course {
            name: say!("over {smooth} matches", smooth = SMOOTH),
            color: theme.side(0),
            points: smooth,
            strong: true,
        },
    ];
    let spoken = say!("Points a drop of {player}", player = player.name);
    chart::framed(ui, theme, &words, |ui| {
        chart::courses_ui(ui, theme, &format!("trend {}", player.name), &spoken, &courses, None);
    });
}

fn awards_ui(ui: &mut Ui, theme: &Theme, player: &PlayerSums, figures: &Figures) {
    let drops = figures.points_per_drop.of;
    let words = say_count!(drops, "Points of a drop, in % of {n} drop", "Points of a drop, in % of {n} drops");
    let all = f64::from(figures.points_per_drop.of.max(1));
    let bar = |(points, times): (&i32, &u32)| {
        let share = f64::from(*times) / all * 100.0;
        (
            f64::from(*points),
            share,
            say_count!(
                times,
                "{points} a drop: {n} drop, {share} %",
                "{points} a drop: {n} drops, {share} %",
                points,
                share = format!("{share:.1}")
            ),
        )
    };
    let bars: Vec<(f64, f64, String)> = figures.awards.iter().map(bar).collect();
    let spoken = say!("Awards of {player} in per cent of the drops", player = player.name);
    chart::framed(ui, theme, &words, |ui| {
        chart::bars_ui(ui, theme, &format!("awards {}", player.name), &spoken, &bars, theme.side(0));
    });
}

/// Wins against each opponent as two bars; a tap compares the figures.
fn versus_ui(ui: &mut Ui, theme: &Theme, player: &PlayerSums, state: &State, actions: &mut Actions) {
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, 38.0, player.versus.len(), |ui, range| {
        for (name, both) in &player.versus[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, 36.0));
            let here = state.history.versus.as_ref() == Some(name);
            let response = ui.interact(row, ui.scope_id().with(("versus", name)), Sense::click());
            let HeadToHead { games, first_won, second_won, .. } = *both;
            let over = counted_matches(games as usize);
            let spoken = format!("{} {first_won} – {second_won} {name}, {over}", player.name);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, &spoken));
            if here || response.hovered() {
                ui.painter().rect_filled(row, 8, theme.raised);
            }
            button::focus_ring(ui, theme, row, CornerRadius::same(8), &response);
            let ink = Ink::new(Weight::Medium, 14.0, theme.text);
            let y = row.top() + 12.0;
            text::put_within(
                ui.painter(),
                pos2(row.left() + 6.0, y),
                Align2::LEFT_CENTER,
                name,
                ink,
                row.width() - 110.0,
            );
            let words = say!("{first_won} – {second_won} of {games}", first_won, second_won, games);
            let at = pos2(row.right() - 6.0, y);
            text::put(ui.painter(), at, Align2::RIGHT_CENTER, &words, Ink::new(Weight::SemiBold, 13.5, theme.text));
            let bar = Rect::from_min_max(pos2(row.left() + 6.0, row.bottom() - 11.0), row.max - vec2(6.0, 5.0));
            ui.painter().rect_filled(bar, 3, theme.line);
            let share = |n: u32| bar.width() * n as f32 / games.max(1) as f32;
            let mine = Rect::from_min_size(bar.min, vec2(share(first_won), bar.height()));
            let theirs = Rect::from_min_max(pos2(bar.right() - share(second_won), bar.top()), bar.max);
            ui.painter().rect_filled(mine, 3, theme.side(0));
            ui.painter().rect_filled(theirs, 3, theme.side(1));
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                let wish = Wish::Versus((!here).then(|| name.clone()));
                actions.push(Action::History(wish));
            }
        }
    });
}

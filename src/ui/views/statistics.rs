//! Figures over the matches of the choice: everybody's, one player's in detail, and two against each other. Every figure
//! says over how much it is.

use super::chart::{self, Course};
use super::history::filter_ui;
use super::{Actions, panel, within};
use crate::ui::action::Action;
use crate::ui::history::Wish;
use crate::ui::state::State;
use crate::ui::theme::{GAP, RADIUS, Theme, Weight};
use crate::ui::widgets::button;
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, CornerRadius, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use game::stats::{Figures, HeadToHead, PlayerSums, Quoted, SMOOTH, Sums};
use std::sync::Arc;

pub(super) fn statistics_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let rect = ui.max_rect();
    let narrow = rect.width() < 900.0;
    let left = if narrow { rect.width() * 0.4 } else { (rect.width() * 0.235).clamp(250.0, 400.0) };
    let names = Rect::from_min_max(rect.min, pos2(rect.left() + left, rect.bottom()));
    panel(ui, &theme, names);
    let sums = Arc::clone(&state.history.sums);
    within(ui, names.shrink(10.0), "who", |ui| {
        let taken = filter_ui(ui, &theme, ui.max_rect(), state, actions);
        let list = Rect::from_min_max(pos2(taken.left(), taken.bottom() + 6.0), ui.max_rect().max);
        within(ui, list, "players", |ui| players_ui(ui, &theme, &sums, state, actions));
    });
    let rest = Rect::from_min_max(pos2(names.right() + GAP, rect.top()), rect.max);
    let Some(player) = &sums.player else {
        panel(ui, &theme, rest);
        let ink = Ink::new(Weight::Medium, 17.0, theme.quiet);
        text::put(ui.painter(), rest.center(), Align2::CENTER_CENTER, "no match fits", ink);
        return;
    };
    let Some(figures) = sums.of_player(&player.name) else { return };
    let wide = if narrow { rest.width() } else { (rest.width() * 0.39).clamp(300.0, 560.0) };
    let table = Rect::from_min_size(rest.min, vec2(wide, rest.height()));
    panel(ui, &theme, table);
    within(ui, table.shrink(14.0), "figures", |ui| figures_ui(ui, &theme, &sums, player, figures, state));
    if !narrow {
        let charts = Rect::from_min_max(pos2(table.right() + GAP, rest.top()), rest.max);
        charts_ui(ui, &theme, charts, player, figures, state, actions);
    }
}

/// Everybody, who played most first, with rating; a tap shows the figures.
fn players_ui(ui: &mut Ui, theme: &Theme, sums: &Sums, state: &State, actions: &mut Actions) {
    let shown = sums.player.as_ref().map(|player| player.name.as_str());
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, 46.0, sums.figures.len(), |ui, range| {
        for (name, figures) in &sums.figures[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width() - 6.0, 44.0));
            let here = shown == Some(name);
            let response = ui.interact(row, ui.scope_id().with(("player", name)), Sense::click());
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, format!("figures of {name}")));
            let fill = if here || response.hovered() { theme.raised } else { theme.panel };
            let stroke = if here { Stroke::new(2.0, theme.good) } else { Stroke::NONE };
            ui.painter().rect(row, CornerRadius::same(RADIUS), fill, stroke, StrokeKind::Inside);
            button::focus_ring(ui, theme, row, CornerRadius::same(RADIUS), &response);
            let rating = sums.elo.iter().find(|rating| rating.player == *name).map(|rating| rating.rating);
            let ink = Ink::new(Weight::SemiBold, 15.0, theme.text);
            let at = row.left_center() + vec2(10.0, 0.0);
            text::put_within(ui.painter(), at, Align2::LEFT_CENTER, name, ink, row.width() - 140.0);
            let won = figures.won.mean().map_or("–".to_owned(), |won| format!("{:.0} %", won * 100.0));
            let elo = rating.map(|rating| format!(" · {rating:.0}")).unwrap_or_default();
            let about = format!("{won} of {}{elo}", figures.won.of);
            let ink = Ink::new(Weight::Regular, 13.0, theme.quiet);
            let at = row.right_center() - vec2(8.0, 0.0);
            text::put(ui.painter(), at, Align2::RIGHT_CENTER, &about, ink);
            let hover =
                format!("{name}: won {won} of {} decided matches{}", figures.won.of, elo.replace(" · ", ", Elo "));
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(hover).clicked() {
                actions.push(Action::History(Wish::Player(name.clone())));
            }
        }
    });
    if state.history.summing {
        ui.ctx().request_repaint_after_secs(0.05);
    }
}

/// The figures one by one, beside those of the one he is compared with.
fn figures_ui(ui: &mut Ui, theme: &Theme, sums: &Sums, player: &PlayerSums, figures: &Figures, state: &State) {
    let rect = ui.max_rect();
    let other = state.history.versus.as_ref().filter(|name| **name != player.name);
    let other = other.and_then(|name| Some((name.as_str(), sums.of_player(name)?)));
    let ink = Ink::new(Weight::Bold, 21.0, theme.side(0));
    let title = text::put_within(
        ui.painter(),
        rect.min + vec2(0.0, 14.0),
        Align2::LEFT_CENTER,
        &player.name,
        ink,
        rect.width() * 0.5,
    );
    if let Some((name, _)) = other {
        let ink = Ink::new(Weight::Bold, 21.0, theme.side(1));
        let at = pos2(title.right() + 10.0, rect.top() + 14.0);
        let words = format!("and {name}");
        text::put_within(ui.painter(), at, Align2::LEFT_CENTER, &words, ink, rect.right() - at.x);
    }
    let (won, of) = (figures.won.sum, figures.won.of);
    let words = format!(
        "{} matches, won {won} of {of} decided; {} of {} games",
        figures.games, figures.legs.sum, figures.legs.of
    );
    let quiet = Ink::new(Weight::Regular, 14.0, theme.quiet);
    let shown =
        text::put_within(ui.painter(), rect.min + vec2(0.0, 40.0), Align2::LEFT_CENTER, &words, quiet, rect.width());
    super::history::spoken_label(ui, shown, "matches", &words);
    let list = Rect::from_min_max(rect.min + vec2(0.0, 56.0), rect.max);
    let rows = Quoted::ALL.len() as f32;
    let high = ((list.height() - 8.0) / (rows + 6.5)).clamp(21.0, 38.0);
    let size = (high * 0.6).clamp(13.0, if list.width() < 420.0 { 15.0 } else { 17.0 });
    for (n, quoted) in Quoted::ALL.into_iter().enumerate() {
        let row = Rect::from_min_size(list.min + vec2(0.0, high * n as f32), vec2(list.width(), high));
        if n % 2 == 1 {
            ui.painter().rect_filled(row.expand2(vec2(6.0, 0.0)), 4, theme.raised.gamma_multiply(0.45));
        }
        figure_ui(ui, theme, row, size, quoted, figures, other);
    }
    let below = Rect::from_min_max(pos2(list.left(), list.top() + high * rows + 10.0), list.max);
    within(ui, below, "rules", |ui| by_rules_ui(ui, theme, player));
}

fn figure_ui(
    ui: &Ui,
    theme: &Theme,
    row: Rect,
    size: f32,
    quoted: Quoted,
    figures: &Figures,
    other: Option<(&str, &Figures)>,
) {
    let y = row.center().y;
    let painter = ui.painter();
    let name = Ink::new(Weight::Regular, size, theme.text);
    text::put_within(painter, pos2(row.left(), y), Align2::LEFT_CENTER, quoted.name(), name, row.width() * 0.42);
    let mut x = row.left() + row.width() * 0.57;
    let value = quoted.value(figures);
    let strong = Ink::new(Weight::Bold, size, theme.side(0));
    let shown = text::put(painter, pos2(x, y), Align2::RIGHT_CENTER, &value, strong);
    let over = quoted.over(figures);
    super::history::spoken_label(ui, shown, quoted.name(), &format!("{} {value}, {over}", quoted.name()));
    if let Some((_, other)) = other {
        x += row.width() * 0.14;
        let ink = Ink::new(Weight::Bold, size, theme.side(1));
        text::put(painter, pos2(x, y), Align2::RIGHT_CENTER, &quoted.value(other), ink);
    }
    let quiet = Ink::new(Weight::Regular, (size - 2.5).max(11.5), theme.quiet);
    let room = row.right() - x - 12.0;
    text::put_within(painter, pos2(row.right(), y), Align2::RIGHT_CENTER, &over, quiet, room);
}

/// Points a drop and wins under each rule set.
fn by_rules_ui(ui: &mut Ui, theme: &Theme, player: &PlayerSums) {
    let rect = ui.max_rect();
    let ink = Ink::new(Weight::SemiBold, 15.0, theme.text);
    text::put(ui.painter(), rect.min + vec2(0.0, 10.0), Align2::LEFT_CENTER, "By rule set", ink);
    let list = Rect::from_min_max(rect.min + vec2(0.0, 24.0), rect.max);
    within(ui, list, "by rules", |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (title, figures) in &player.by_rules {
                let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, 23.0));
                let y = row.center().y;
                let mean = figures.points_per_drop.mean().map_or("–".to_owned(), |mean| format!("{mean:.2}"));
                let words = format!("{mean} a drop · won {} of {}", figures.won.sum, figures.won.of);
                let quiet = Ink::new(Weight::Medium, 13.0, theme.text);
                let shown = text::put(ui.painter(), pos2(row.right(), y), Align2::RIGHT_CENTER, &words, quiet);
                let ink = Ink::new(Weight::Regular, 13.0, theme.quiet);
                let room = shown.left() - row.left() - 8.0;
                text::put_within(ui.painter(), pos2(row.left(), y), Align2::LEFT_CENTER, title, ink, room);
                super::history::spoken_label(ui, shown, title, &format!("{title}: {words}"));
            }
        });
    });
}

fn charts_ui(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    player: &PlayerSums,
    figures: &Figures,
    state: &State,
    actions: &mut Actions,
) {
    let high = (rect.height() - GAP) / 2.0;
    let wide = (rect.width() - GAP) / 2.0;
    let cell = |column: f32, row: f32, columns: f32| {
        let min = rect.min + vec2((wide + GAP) * column, (high + GAP) * row);
        Rect::from_min_size(min, vec2(wide * columns + GAP * (columns - 1.0), high))
    };
    let trend = cell(0.0, 0.0, 2.0);
    let drops: u32 = player.trend.iter().map(|point| point.rate.of).sum();
    let words = format!("Points a drop, over {} matches and {drops} drops", player.trend.len());
    let inside = framed(ui, theme, trend, &words);
    let games: Vec<[f64; 2]> =
        (1..).zip(&player.trend).map(|(n, point)| [f64::from(n), point.rate.mean().unwrap_or(0.0)]).collect();
    let smooth: Vec<[f64; 2]> = (1..).zip(&player.smooth).map(|(n, mean)| [f64::from(n), *mean]).collect();
    let courses = [
        Course { name: "each match".to_owned(), color: theme.quiet, points: games, strong: false },
        Course { name: format!("over {SMOOTH} matches"), color: theme.side(0), points: smooth, strong: true },
    ];
    let spoken = format!("Points a drop of {}", player.name);
    chart::courses_ui(ui, theme, inside, &format!("trend {}", player.name), &spoken, &courses, None);
    let awards = cell(0.0, 1.0, 1.0);
    let words = format!("Awards, over {} drops", figures.points_per_drop.of);
    let inside = framed(ui, theme, awards, &words);
    let all = f64::from(figures.points_per_drop.of.max(1));
    let bars: Vec<(f64, f64, String)> = figures
        .awards
        .iter()
        .map(|(points, times)| {
            let share = f64::from(*times) / all * 100.0;
            (f64::from(*points), share, format!("{points} points: {times} drops, {share:.1} %"))
        })
        .collect();
    let spoken = format!("Awards of {} in per cent of the drops", player.name);
    chart::bars_ui(ui, theme, inside, &format!("awards {}", player.name), &spoken, &bars, theme.side(1));
    let versus = cell(1.0, 1.0, 1.0);
    let words = format!("Head to head, {} opponents", player.versus.len());
    let inside = framed(ui, theme, versus, &words);
    within(ui, inside, "versus", |ui| versus_ui(ui, theme, player, state, actions));
}

fn framed(ui: &Ui, theme: &Theme, rect: Rect, words: &str) -> Rect {
    panel(ui, theme, rect);
    let ink = Ink::new(Weight::SemiBold, 15.0, theme.text);
    let at = rect.min + vec2(12.0, 18.0);
    let shown = text::put_within(ui.painter(), at, Align2::LEFT_CENTER, words, ink, rect.width() - 24.0);
    super::history::spoken_label(ui, shown, "chart title", words);
    Rect::from_min_max(rect.min + vec2(10.0, 34.0), rect.max - vec2(12.0, 10.0))
}

/// Wins against each opponent as two bars; a tap compares the figures.
fn versus_ui(ui: &mut Ui, theme: &Theme, player: &PlayerSums, state: &State, actions: &mut Actions) {
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, 38.0, player.versus.len(), |ui, range| {
        for (name, both) in &player.versus[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width() - 8.0, 36.0));
            let here = state.history.versus.as_ref() == Some(name);
            let response = ui.interact(row, ui.scope_id().with(("versus", name)), Sense::click());
            let HeadToHead { games, first_won, second_won, .. } = *both;
            let spoken = format!("{} {first_won} – {second_won} {name}, {games} matches", player.name);
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
            let words = format!("{first_won} – {second_won} of {games}");
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

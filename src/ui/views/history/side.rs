//! Beside the replay: how the score went, the figures of this game, why the drop counted, what the adviser says.

use super::super::chart::{self, Course};
use super::super::{Actions, panel, within};
use crate::recorded::recorded;
use crate::ui::action::Action;
use crate::ui::history::clerk::{HandReview, Judged};
use crate::ui::history::{Replay, Wish};
use crate::ui::state::State;
use crate::ui::theme::{GAP, TOUCH, Theme, Weight};
use crate::ui::widgets::button::{self, Face};
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, Rect, ScrollArea, Ui, pos2, vec2};
use game::replay::{Moment, MomentKind};
use game::stats::{Facts, Figures, Quoted};
use game::words;

pub(super) fn side_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let Some(replay) = &state.history.replay else { return };
    let rect = ui.max_rect();
    let chart_rect = Rect::from_min_size(rect.min, vec2(rect.width(), (rect.height() * 0.28).clamp(120.0, 340.0)));
    panel(ui, theme, chart_rect);
    title(ui, theme, chart_rect, "Score over drops");
    let inside = Rect::from_min_max(chart_rect.min + vec2(8.0, 34.0), chart_rect.max - vec2(10.0, 8.0));
    score_chart(ui, theme, inside, replay);
    let figures = Rect::from_min_size(
        pos2(rect.left(), chart_rect.bottom() + GAP),
        vec2(rect.width(), (rect.height() * 0.28).clamp(130.0, 240.0)),
    );
    panel(ui, theme, figures);
    let facts = state.history.archive.game(replay.id).and_then(|game| game.facts.as_ref());
    if let Some(facts) = facts {
        within(ui, figures.shrink(12.0), "this game", |ui| game_figures_ui(ui, theme, facts, replay));
    }
    let why = Rect::from_min_max(pos2(rect.left(), figures.bottom() + GAP), rect.max);
    panel(ui, theme, why);
    within(ui, why.shrink(12.0), "why", |ui| why_ui(ui, theme, replay, actions));
}

fn title(ui: &Ui, theme: &Theme, rect: Rect, words: &str) {
    let ink = Ink::new(Weight::SemiBold, 15.0, theme.text);
    text::put_within(ui.painter(), rect.min + vec2(12.0, 18.0), Align2::LEFT_CENTER, words, ink, rect.width() - 24.0);
}

fn score_chart(ui: &mut Ui, theme: &Theme, rect: Rect, replay: &Replay) {
    let setup = replay.whole.setup();
    let leg = replay.moment().map_or(0, |moment| moment.leg);
    let ours: Vec<(usize, &Moment)> =
        replay.moments.iter().enumerate().filter(|(_, moment)| moment.leg == leg).collect();
    let mut courses = Vec::new();
    for side in setup.all_sides() {
        let i = side.index();
        let mut points = vec![[0.0, f64::from(setup.start_of(side).whole())]];
        let mut drops = 0.0;
        for (_, moment) in &ours {
            if moment.kind == MomentKind::Drop {
                drops += 1.0;
            }
            points.push([drops, f64::from(moment.scores[i].halves()) / 2.0]);
        }
        courses.push(Course { name: setup.side_name(side), color: theme.side(i), points, strong: true });
    }
    let before = ours.iter().filter(|(i, moment)| *i < replay.at && moment.kind == MomentKind::Drop).count();
    let target = f64::from(setup.rules.target);
    let here = chart::Here { x: before as f64, y: target };
    let spoken = format!("Score over drops of game {}", leg + 1);
    chart::courses_ui(ui, theme, rect, &format!("score {leg}"), &spoken, &courses, Some(here));
}

/// The figures of the game of the match that is shown, a column a player.
fn game_figures_ui(ui: &mut Ui, theme: &Theme, facts: &Facts, replay: &Replay) {
    let leg = replay.moment().map_or(0, |moment| moment.leg) as u16;
    let figures: Vec<Figures> =
        (0..facts.players.len()).map(|seat| Figures::of_leg(&replay.facts, seat, leg)).collect();
    let drops: u32 = figures.iter().map(|figures| figures.points_per_drop.of).sum();
    let rect = ui.max_rect();
    let ink = Ink::new(Weight::SemiBold, 15.0, theme.text);
    let words = format!("This game, over its {drops} drops");
    text::put_within(ui.painter(), rect.min + vec2(0.0, 8.0), Align2::LEFT_CENTER, &words, ink, rect.width());
    let rows = [
        Quoted::PointsPerDrop,
        Quoted::ScoringDrops,
        Quoted::Eights,
        Quoted::KnocksMade,
        Quoted::KnocksForced,
        Quoted::FirstDrop,
        Quoted::ChipOuts,
        Quoted::Busts,
        Quoted::BestHand,
    ];
    let list = Rect::from_min_max(rect.min + vec2(0.0, 22.0), rect.max);
    let high = (list.height() / rows.len() as f32).clamp(15.0, 24.0);
    let size = if high < 19.0 { 12.5 } else { 14.0 };
    let wide = 52.0f32.min(list.width() * 0.5 / figures.len().max(1) as f32);
    for (n, row) in rows.into_iter().enumerate() {
        let y = list.top() + high * (n as f32 + 0.5);
        if y + high / 2.0 > list.bottom() + 2.0 {
            break;
        }
        let quiet = Ink::new(Weight::Regular, size, theme.quiet);
        text::put(ui.painter(), pos2(list.left(), y), Align2::LEFT_CENTER, row.name(), quiet);
        for (seat, figures) in figures.iter().enumerate() {
            let x = list.right() - wide * (facts.players.len() - 1 - seat) as f32;
            let ink = Ink::new(Weight::SemiBold, size, theme.side(facts.side_of[seat]));
            let value = row.value(figures);
            let shown = text::put(ui.painter(), pos2(x, y), Align2::RIGHT_CENTER, &value, ink);
            super::spoken_label(
                ui,
                shown,
                &format!("{n} {seat}"),
                &format!("{}: {} {value}", facts.players[seat], row.name()),
            );
        }
    }
}

/// Why the drop counted what it did, and what the adviser says of it.
fn why_ui(ui: &mut Ui, theme: &Theme, replay: &Replay, actions: &mut Actions) {
    let rect = ui.max_rect();
    let button_place = Rect::from_min_max(pos2(rect.left(), rect.bottom() - TOUCH), rect.max);
    let running = replay.review.running;
    let label = if running { "The adviser is thinking…" } else { "Review with the adviser" };
    if button::put(ui, theme, button_place, Face::new(label).enabled(!running).size(14.0)).clicked() {
        actions.push(Action::History(Wish::Review));
    }
    let above = Rect::from_min_max(rect.min, pos2(rect.right(), button_place.top() - 6.0));
    within(ui, above, "reasons", |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            let Some(moment) = replay.moment() else {
                ui.label(egui::RichText::new("Before the first drop").color(theme.quiet));
                return;
            };
            let head = if moment.told.points.is_empty() {
                "Why nothing?".to_owned()
            } else {
                format!("Why {}?", moment.told.points.trim_start_matches('+'))
            };
            let head = if moment.kind == MomentKind::Drop { head } else { moment.told.title.clone() };
            paragraph(ui, theme.text, 15.0, &head, true);
            paragraph(ui, theme.text, 14.0, &moment.told.detail, false);
            let event = moment.event;
            let kept = replay.kept.as_ref().filter(|kept| kept.event == event);
            let clause = moment.axis().map(|axis| words::clause(&replay.whole.setup().rules, axis));
            paragraph(ui, theme.quiet, 14.0, &clause.unwrap_or_default(), false);
            if moment.kind != MomentKind::Deal {
                let words = recorded(kept.and_then(|kept| kept.evidence.as_ref()));
                paragraph(ui, theme.quiet, 14.0, &words, false);
            }
            if kept.is_some_and(|kept| kept.picture.is_none()) && !replay.pictures.is_empty() {
                paragraph(ui, theme.quiet, 14.0, "No picture of this step is kept.", false);
            }
            review_words(ui, theme, replay, moment);
        });
    });
}

fn paragraph(ui: &mut Ui, color: egui::Color32, size: f32, words: &str, strong: bool) {
    if words.is_empty() {
        return;
    }
    let weight = if strong { Weight::SemiBold } else { Weight::Regular };
    ui.add(egui::Label::new(egui::RichText::new(words).color(color).font(weight.font(size))).wrap());
}

fn review_words(ui: &mut Ui, theme: &Theme, replay: &Replay, moment: &Moment) {
    if let Some(problem) = &replay.review.problem {
        paragraph(ui, theme.bad, 14.0, &format!("The adviser cannot say: {problem}"), false);
    }
    if let Some(judged) = replay.judged(moment) {
        let words = if judged.loss < 0.02 {
            "The adviser would have played it too, or nearly.".to_owned()
        } else {
            format!("{}: {} was better, {:.0} % of the game given away.", judged.mark, judged.best, judged.loss * 100.0)
        };
        paragraph(ui, theme.text, 14.0, &words, false);
    }
    let Some(hands) = replay.review.hands.get(&(moment.leg, moment.hand)) else { return };
    for hand in hands {
        let Some(seat) = game::Seat::new(hand.seat) else { continue };
        let setup = replay.whole.setup();
        let color = theme.side(setup.side_of(seat).index());
        paragraph(ui, color, 14.0, &hand_words(setup.player(seat), hand), false);
    }
}

/// "Anna: best drop missed 1 of 5, gave away 4 %, luck +12 %, accuracy 91".
fn hand_words(name: &str, hand: &HandReview) -> String {
    let missed = hand.decisions.iter().filter(|judged| judged.loss >= 0.02).count();
    format!(
        "{name}, this hand: best drop missed {missed} of {}, gave away {:.0} %, luck {:+.0} %, accuracy {:.0}",
        hand.decisions.len(),
        hand.lost * 100.0,
        hand.luck * 100.0,
        hand.accuracy
    )
}

/// The adviser's mark at the right end of a row; returns where it begins.
pub(super) fn mark_ui(ui: &Ui, theme: &Theme, row: Rect, judged: &Judged) -> f32 {
    let words = format!("{} −{:.0} %", judged.mark, judged.loss * 100.0);
    let ink = Ink::new(Weight::SemiBold, 12.5, theme.bad);
    let wide = text::layout(ui.painter(), &words, ink, 200.0).size().x + 16.0;
    let pill = Rect::from_min_max(pos2(row.right() - wide, row.top() + 3.0), pos2(row.right(), row.bottom() - 6.0));
    ui.painter().rect_stroke(pill, 8, egui::Stroke::new(1.2, theme.bad), egui::StrokeKind::Inside);
    text::put(ui.painter(), pill.center(), Align2::CENTER_CENTER, &words, ink);
    pill.left()
}
